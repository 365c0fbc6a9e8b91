"""How a network looks at Holzwurm: rows by their colour, what each would bring, and which cards fit their row."""

from ludotheque.games.cards import bit, has, lowest, rest
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import count, large_set, one_of, several
from ludotheque.games.holzwurm.rules import (
    CARD_NAMES,
    CARDS,
    COLOUR,
    COLOURED,
    COLOURED_CARDS,
    FATE,
    GREY,
    GREYS,
    NEW,
    NUMBER,
    ROWS,
    SLOT_NAMES,
    State,
    home,
    worth,
)
from ludotheque.games.holzwurm.rules import brings as row_brings

LABELS = GREY + ROWS  # a row of greys comes after those with a colour
LABELLED = ((SLOT_NAMES, LABELS),)
BY_PART = {"row": SLOT_NAMES, "laid": SLOT_NAMES, "brings": SLOT_NAMES}
LOWEST, HIGHEST = -40, 80  # points
STEP = 4
NOTES = {
    "brings": several(ROWS, count(LOWEST // STEP, HIGHEST // STEP)),
    "worth": count(LOWEST // STEP, HIGHEST // STEP),
    "top": one_of(CARD_NAMES),
    "fitting": large_set(COLOURED_CARDS, CARDS - COLOURED_CARDS),
}
BRINGS, WORTH, TOP, FITTING = 0, ROWS, ROWS + 1, ROWS + 2


@jit
def label(s: State, labels: Ints) -> None:
    """A row goes by its colour; those of greys follow in their order."""
    greys = GREY
    for slot in range(ROWS):
        labels[slot] = LABELS - 1
        if has(s.greyish, slot):
            labels[slot] = min(greys, LABELS - 1)
            greys += 1
        elif has(s.lying, slot):
            labels[slot] = COLOUR[lowest(s.row[slot, COLOURED])]


@jit
def notes(s: State, seat: int, out: Ints) -> None:
    """Notes of what the rows and one's own hand amount to."""
    for slot in range(ROWS):
        out[BRINGS + slot] = in_steps(row_brings(s, slot)) if has(s.lying, slot) and s.taken < FATE else 0
    out[WORTH] = in_steps(worth(s, seat))
    out[TOP] = s.fate[s.taken] if s.taken < FATE else -1
    fitting = 0
    cards = s.hand[seat, COLOURED]
    while cards:
        card = lowest(cards)
        slot = home(s.homes, COLOUR[card])
        if slot == NEW or NUMBER[card] > s.laid[slot]:
            fitting |= bit(card)
        cards = rest(cards)
    out[FITTING] = fitting
    longest = 0
    for slot in range(ROWS):
        longest = max(longest, s.laid[slot])
    fitting = 0
    cards = s.hand[seat, GREYS]
    while cards:
        if NUMBER[COLOURED_CARDS + lowest(cards)] > longest:
            fitting |= bit(lowest(cards))
        cards = rest(cards)
    out[FITTING + 1] = fitting


@jit
def in_steps(points: int) -> int:
    """Points as the notes tell them."""
    return min(HIGHEST, max(LOWEST, points)) // STEP
