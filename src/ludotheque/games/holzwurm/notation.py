"""How Holzwurm is written: cards b7 y7 r7 g7 v7 x7 and -13, and `lay r7 @2` (into the row in slot 2), `lay r7 new`."""

import functools
from collections.abc import Sequence
from typing import Any

import msgspec

from ludotheque.games.box import seats_in
from ludotheque.games.compiled import in_python, plain
from ludotheque.games.contract import Fact, Reason
from ludotheque.games.holzwurm import rules
from ludotheque.games.holzwurm.rules import COLOURED, COLOURED_CARDS, GREYS, NEW, OUT, State
from ludotheque.games.notation import card_called, misread, named, not_an_action

GAME = "holzwurm"
TITLE = "Holzwurm"
COLOURS = rules.COLOUR_NAMES
CARDS = rules.CARD_NAMES
THIRTEEN = CARDS[rules.THIRTEEN]
GREY_CARDS = CARDS[COLOURED_CARDS:]  # and the −13
VALUES = {name: int(value) for name, value in zip(CARDS, rules.VALUE, strict=True)}  # H1
PRINTED = {name: {"counts": value} for name, value in VALUES.items()}
WHERE = {**{f"@{slot}": slot for slot in range(rules.ROWS)}, "new": NEW}
MEMORY = ("memory",)
home = in_python(rules.home)
row_colour = in_python(rules.row_colour)


class Row(msgspec.Struct, frozen=True):
    """A row of the table. `needs` is the lowest number that can be laid without taking it; null if none can."""

    slot: int
    colour: str | None
    minus: list[str]
    plus: list[str]
    count: int
    needs: int | None


class Memory(msgspec.Struct, frozen=True):
    """An attentive player's memory of one seat: cards seen going into the hand. After a round: the hand."""

    shown: list[str]


class View(msgspec.Struct, frozen=True):
    """The view of one seat. `worth` is the hand's score as it is. `takes` has those of the seat's choices that take
    a row, and how each would change `worth`; every other choice fits."""

    game: str
    seat: int | None
    seats: int
    options: dict[str, int]
    round: int
    rounds: int
    starter: int
    phase: str
    actors: list[int]
    hand: list[str]
    worth: int
    takes: dict[str, int]
    held: list[int]
    rows: list[Row]
    fate: list[str]
    gained: list[int]
    scores: list[int]
    memory: list[Memory] | None


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    rows: list[Row]
    fate: list[str]
    out: list[str]


@functools.lru_cache(4096)
def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["lay", card, where] if where in WHERE:
            if card == THIRTEEN:
                raise misread(GAME, "never_laid", text=card)
            return card_called(card, CARDS, GAME) * rules.SLOTS + WHERE[where]
    raise not_an_action(text, GAME)


@functools.cache
def text(action: int) -> str:
    """How an action is written."""
    card, slot = divmod(action, rules.SLOTS)
    return f"lay {CARDS[card]} {'new' if slot == NEW else f'@{slot}'}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """The facts of a refusal."""
    card, slot = divmod(int(action), rules.SLOTS)
    if why == rules.NOT_IN_HAND:
        return {"card": CARDS[card]}
    if why == rules.OWN_ROW:
        return {"row": COLOURS[rules.COLOUR[card]]}
    if why == rules.NO_ROW:
        return {"slot": slot}
    if why == rules.OTHER_COLOUR:
        return {"row": COLOURS[row_colour(s, slot)]}
    return {}


def fixed(s: State) -> dict[str, Any]:
    """More fields that never change in a match."""
    return {"rounds": int(s.length)}


def names(cards: Sequence[int]) -> list[str]:
    """The names of a set of cards that comes in two halves."""
    return named(cards[COLOURED], CARDS) + named(cards[GREYS], GREY_CARDS)


def row(s: State, slot: int) -> Row:
    """One row, minus cards on the left and plus cards on the right (H5)."""
    laid, lying = s.laid[slot], names(s.row[slot])
    return Row(
        slot=slot,
        colour=lying[0][0] if s.row[slot][COLOURED] else None,
        minus=[card for card in lying if VALUES[card] < 0],
        plus=[card for card in lying if VALUES[card] > 0],
        count=laid,
        needs=laid + 1 if laid < rules.NUMBERS else None,
    )


def cards(state: State) -> Cards:
    """Everything open."""
    s = plain(state)
    return Cards(
        hands=[names(s.hand[place]) for place in range(s.seats)],
        rows=[row(s, slot) for slot in seats_in(s.lying)],
        fate=[CARDS[card] for card in s.fate[s.taken :]],
        out=names(s.hand[OUT]),
    )


def dealt(state: State) -> list[tuple[int, list[str]]]:
    """The parts of the deck: the pile of fate, which is open, the hands, and what is out (H2, H3)."""
    now, seats = cards(state), int(state.seats)
    size = int(rules.HAND[seats])
    left = rules.DECK - (rules.FATE - 1) - seats * size
    return [(rules.FATE - 1, []), *((size, hand) for hand in now.hands), (left, now.out)]


def reasons(s: State) -> list[list[Reason]]:
    """The seat that went out, and the values of the others' hands (H7)."""
    return [hand_reasons(names(hand)) for hand in plain(s).hand[: int(s.seats)]]


def hand_reasons(hand: list[str]) -> list[Reason]:
    """The plus cards, the minus cards and the −13 of one hand; an empty one went out."""
    if not hand:
        return [Reason(kind="went_out", points=rules.WENT_OUT)]
    plus = [card for card in hand if VALUES[card] > 0]
    minus = [card for card in hand if VALUES[card] < 0 and card != THIRTEEN]
    found = [together(kind, part) for kind, part in (("plus", plus), ("minus", minus)) if part]
    if THIRTEEN in hand:
        found.append(Reason(kind="thirteen", points=VALUES[THIRTEEN]))
    return found


def together(kind: str, part: list[str]) -> Reason:
    """The points of some cards of a hand together."""
    points = sum(VALUES[card] for card in part)
    return Reason(kind=kind, points=points, facts={"count": len(part), "sum": points})
