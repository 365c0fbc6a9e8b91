"""How a network looks at Willi: colours from the led one on, and how far cards lean to the high side."""

from ludotheque.games.cards import label_colours
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import count, several
from ludotheque.games.willi.bot import lean, trick_lean
from ludotheque.games.willi.rules import (
    CARD_NAMES,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    NO_CARD,
    NUMBERS,
    PLACES,
    State,
)

LABELLED = ((CARD_NAMES, CARDS), (COLOUR_NAMES, COLOURS))
MOST = 32  # that cards lean to a side
NOTES = {"leans": several(PLACES, count(-MOST, MOST)), "hand_leans": count(-MOST, MOST), "trick_leans": count(-16, 16)}
LEANS, HAND, TRICK = 0, PLACES, PLACES + 1


@jit
def label(s: State, labels: Ints) -> None:
    """The colour that was led is the first."""
    first = COLOUR[s.trick[s.lead]] if s.lead >= 0 and s.trick[s.lead] != NO_CARD else 0
    label_colours(first, COLOURS, NUMBERS, labels)


@jit
def notes(s: State, seat: int, out: Ints) -> None:
    """How far what everybody has won leans, from oneself on; and one's own hand, and the trick."""
    for i in range(PLACES):
        place = seat + i
        out[LEANS + i] = within(lean(s.won[place - PLACES if place >= PLACES else place]), MOST)
    out[HAND] = within(lean(s.hand[seat]), MOST)
    out[TRICK] = within(trick_lean(s), 16)


@jit
def within(value: int, most: int) -> int:
    """A number, cut off at both ends."""
    return min(most, max(-most, value))
