"""How Holzwurm is written: cards b7 y7 r7 g7 v7 x7 and -13, and `lay r7 @2` (into the row in slot 2), `lay r7 new`."""

import msgspec

from ludotheque.games.box import Fact, Reason, seats_in
from ludotheque.games.compiled import Ints
from ludotheque.games.errors import NotationError
from ludotheque.games.holzwurm import rules
from ludotheque.games.holzwurm.rules import COLOURED, COLOURED_CARDS, GREY, GREYS, NEW, OUT, State
from ludotheque.games.notation import card_called, named, not_an_action

TITLE = "Holzwurm"
COLOURS = "byrgvx"
THIRTEEN = "-13"
CARDS = (*(f"{COLOURS[rules.COLOUR[card]]}{rules.NUMBER[card]}" for card in range(rules.DECK)), THIRTEEN)
PHASES = ("dealing", "play", "over")
WHERE = {**{f"@{slot}": slot for slot in range(rules.ROWS)}, "new": NEW}
FORMS = "lay r7 @2 (into the row in slot 2, of 0 to 4) or lay r7 new (a new row)"


class Row(msgspec.Struct, frozen=True):
    """A row of the table. `needs` is the lowest number that can be laid without taking it; null if none can."""

    slot: int
    colour: str | None
    minus: list[str]
    plus: list[str]
    count: int
    needs: int | None


class Memory(msgspec.Struct, frozen=True):
    """What an attentive player remembers of one seat: cards seen going into the hand. After a round: the hand."""

    shown: list[str]


class View(msgspec.Struct, frozen=True):
    """What one seat sees. `worth` is what the hand would score now."""

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
    held: list[int]
    rows: list[Row]
    fate: list[str]
    gained: list[int]
    scores: list[int]
    memory: list[Memory]


class Cards(msgspec.Struct, frozen=True):
    """Everything open."""

    hands: list[list[str]]
    rows: list[Row]
    fate: list[str]
    out: list[str]


def parse(text: str) -> int:
    """The action that a text means."""
    match text.split():
        case ["lay", card, where] if where in WHERE:
            if card == THIRTEEN:
                raise NotationError(f"the {THIRTEEN} is never laid; it ends the round when it is taken")
            return card_called(card, CARDS) * rules.SLOTS + WHERE[where]
    raise not_an_action(text, FORMS)


def text(action: int) -> str:
    """How an action is written."""
    card, slot = divmod(action, rules.SLOTS)
    return f"lay {CARDS[card]} {'new' if slot == NEW else f'@{slot}'}"


def facts(s: State, seat: int, action: int, why: int) -> dict[str, Fact]:
    """What a refusal speaks of."""
    card, slot = divmod(int(action), rules.SLOTS)
    if why == rules.NOT_IN_HAND:
        return {"card": CARDS[card]}
    if why == rules.OWN_ROW:
        colour = int(rules.COLOUR[card])
        return {"colour": COLOURS[colour], "slot": int(rules.home(s.homes, colour))}
    if why == rules.NO_ROW:
        return {"slot": slot}
    if why == rules.OTHER_COLOUR:
        return {"colour": COLOURS[rules.row_colour(s, slot)], "slot": slot}
    return {}


def look(view: State, seat: int) -> View:
    """A view as a typed message."""
    places = range(view.seats)
    return View(
        game="holzwurm",
        seat=seat if seat >= 0 else None,
        seats=int(view.seats),
        options={"rounds": int(view.length)},
        round=int(view.rounds),
        rounds=int(view.length),
        starter=int(view.first),
        phase=PHASES[view.phase],
        actors=seats_in(rules.actors(view)),
        hand=names(view.hand[seat]) if seat >= 0 else [],
        worth=int(rules.worth(view, seat)) if seat >= 0 else 0,
        held=[int(view.held[place]) for place in places],
        rows=rows(view),
        fate=fate(view),
        gained=[int(view.gained[place]) for place in places],
        scores=[int(view.score[place]) for place in places],
        memory=[Memory(shown=names(view.shown[place])) for place in places],
    )


def names(cards: Ints) -> list[str]:
    """The names of a set of cards that comes in two halves."""
    return named(cards[COLOURED], CARDS) + named(cards[GREYS], CARDS[COLOURED_CARDS:])


def value(card: str) -> int:
    """What a card counts (H1)."""
    return int(rules.VALUE[CARDS.index(card)])


def rows(s: State) -> list[Row]:
    """The rows in the order of their slots."""
    return [row(s, slot) for slot in seats_in(s.lying)]


def row(s: State, slot: int) -> Row:
    """One row, minus cards on the left and plus cards on the right (H5)."""
    colour, laid = int(rules.row_colour(s, slot)), int(s.laid[slot])
    lying = names(s.row[slot])
    return Row(
        slot=slot,
        colour=COLOURS[colour] if colour != GREY else None,
        minus=[card for card in lying if value(card) < 0],
        plus=[card for card in lying if value(card) > 0],
        count=laid,
        needs=laid + 1 if laid < rules.NUMBERS else None,
    )


def fate(s: State) -> list[str]:
    """The pile of fate from the top."""
    return [CARDS[card] for card in s.fate[s.taken :]]


def cards(s: State) -> Cards:
    """Everything open."""
    return Cards(
        hands=[names(s.hand[place]) for place in range(s.seats)],
        rows=rows(s),
        fate=fate(s),
        out=names(s.hand[OUT]),
    )


def reasons(s: State) -> list[list[Reason]]:
    """Who went out, and what the others' hands were made of (H7)."""
    return [hand_reasons(names(s.hand[place])) for place in range(s.seats)]


def hand_reasons(hand: list[str]) -> list[Reason]:
    """The plus cards, the minus cards and the −13 of one hand; an empty one went out."""
    if not hand:
        return [Reason(kind="went_out", points=rules.WENT_OUT)]
    plus = [card for card in hand if value(card) > 0]
    minus = [card for card in hand if value(card) < 0 and card != THIRTEEN]
    found = [summed(kind, part) for kind, part in (("plus", plus), ("minus", minus)) if part]
    if THIRTEEN in hand:
        found.append(Reason(kind="thirteen", points=value(THIRTEEN)))
    return found


def summed(kind: str, part: list[str]) -> Reason:
    """What some cards of a hand bring together."""
    points = sum(value(card) for card in part)
    return Reason(kind=kind, points=points, facts={"count": len(part), "sum": points})
