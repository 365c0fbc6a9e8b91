"""Why one would do something in Holzwurm, by what a seat sees: what a card costs in hand, and what a row brings."""

from ludotheque.games.box import box
from ludotheque.games.contract import Fact, Said
from ludotheque.games.holzwurm.notation import CARDS
from ludotheque.games.holzwurm.rules import (
    CARD_OF,
    COLOURED,
    COLOURED_CARDS,
    FATE,
    GREYS,
    NEW,
    SLOT_OF,
    VALUE,
    WENT_OUT,
    State,
    brings,
    fits,
    worth,
)

GREY = "x"
NEARLY_OUT = 4  # cards in hand: then one may think of going out


def deed(s: State, action: int) -> Said:
    """The effect of an action."""
    card, slot = CARDS[CARD_OF[action]], int(SLOT_OF[action])
    if slot == NEW:
        return "open", {"card": card}
    kind = "lay" if lays(s, action) else "take"
    there = CARDS[cards_in(s, slot)[0]]
    if there.startswith(GREY):
        return f"{kind}_grey", {"card": card, "card_there": there}
    return kind, {"card": card, "row": there[0]}


def because(s: State, seat: int, action: int) -> Said:
    """Why a seat would do it."""
    legal = box("holzwurm").legal(s, seat)
    if not lays(s, action):
        return why_take(s, seat, action, legal)
    if s.held[seat] == 1:
        return "out", {"points": int(worth(s, seat)), "bonus": WENT_OUT}
    if len(legal) == 1:
        return "only_card", {"card": CARDS[CARD_OF[action]]}
    return why_lay(s, seat, action, legal)


def lays(s: State, action: int) -> bool:
    """Whether a card stays in its row (H6)."""
    return SLOT_OF[action] == NEW or bool(fits(s, CARD_OF[action], SLOT_OF[action]))


def value(action: int) -> int:
    """The points of an action's card in hand."""
    return int(VALUE[CARD_OF[action]])


def why_lay(s: State, seat: int, action: int, legal: list[int]) -> Said:
    """Why a card leaves the hand: minus cards should, plus cards sometimes must."""
    facts: dict[str, Fact] = {"card": CARDS[CARD_OF[action]]}
    if value(action) < 0:
        return "minus", {**facts, "points": -value(action)}
    laid = [value(other) for other in legal if lays(s, other)]
    if min(laid) == value(action):
        return "least_plus", facts
    if s.held[seat] <= NEARLY_OUT:
        return "nearly_out", {**facts, "left": int(s.held[seat]) - 1}
    return "felt", facts


def why_take(s: State, seat: int, action: int, legal: list[int]) -> Said:
    """Why a row is taken, with the top card of the pile of fate (H6)."""
    slot = int(SLOT_OF[action])
    points = int(brings(s, slot))
    if s.taken == FATE - 1:
        return "thirteen", {"points": int(worth(s, seat)) + points}
    if points > 0:
        return "take_plus", {"points": points}
    if not any(lays(s, other) for other in legal):
        return "must_take", {"points": points}
    if plus := sum(int(VALUE[card]) for card in (*cards_in(s, slot), s.fate[s.taken]) if VALUE[card] > 0):
        return "take_later", {"plus": plus}
    return "take_felt", {"points": points}


def cards_in(s: State, slot: int) -> list[int]:
    """The cards of a row, those of its colour first."""
    both = int(s.row[slot, COLOURED]) | int(s.row[slot, GREYS]) << COLOURED_CARDS
    return [card for card in range(len(CARDS)) if both >> card & 1]
