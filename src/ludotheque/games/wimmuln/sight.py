"""How a network looks at Wimmüln: colours from trump on, what is still wanted, and which cards nothing can beat."""

from ludotheque.games.cards import bit, count, label_colours, lowest, rest
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.declared import count as number
from ludotheque.games.declared import set_of, several
from ludotheque.games.wimmuln.bot import Habits, others_may_have, strength_of
from ludotheque.games.wimmuln.rules import (
    CARD_NAMES,
    CARDS,
    COLOUR,
    COLOUR_NAMES,
    COLOURS,
    EACH,
    NO_CARD,
    NO_TRUMP,
    NUMBER,
    PLACES,
    SUIT,
    State,
    beats,
)

LABELLED = ((CARD_NAMES, CARDS), (COLOUR_NAMES, COLOURS))
LEAST, MOST = -3, 10  # tricks that are still wanted
PART = 3.0  # of a trick
STRENGTHS = 30
NOTES = {
    "open_wants": number(LEAST, MOST),
    "hidden_wants": number(LEAST, MOST),
    "strength": number(0, STRENGTHS),
    "highest": set_of(CARD_NAMES),
    "second": set_of(CARD_NAMES),
    "leads_trick": number(0, 2),
    "others_want": several(PLACES, number(LEAST, MOST)),
    "beating": set_of(CARD_NAMES),
    "to_come": number(0, PLACES),
}
OPEN, HIDDEN, STRENGTH, HIGHEST, SECOND, TRICK, OTHERS = range(7)
BEATING, TO_COME = OTHERS + PLACES, OTHERS + PLACES + 1
STEADY = Habits(plain=0.73, trump=1.09, ruffed=0.53)  # a network that has learned wants these to stay


@jit
def label(s: State, labels: Ints) -> None:
    """Trump is the first colour; without one, that which was led."""
    first = s.trump
    if first == NO_TRUMP:
        first = COLOUR[s.trick[s.lead]] if s.lead >= 0 and s.trick[s.lead] != NO_CARD else 0
    label_colours(first, COLOURS, EACH, labels)


@jit
def notes(s: State, seat: int, out: Ints) -> None:
    """Notes of what a seat can tell from its own hand."""
    won = s.tricks[seat]
    out[OPEN] = wanted(s.open[seat], won)
    out[HIDDEN] = wanted(s.hidden[seat], won)
    about = others_may_have(s, seat)
    out[STRENGTH] = min(STRENGTHS, int(PART * strength_of(s, about, s.hand[seat], STEADY)))
    out[HIGHEST] = 0
    out[SECOND] = 0
    out[BEATING] = 0
    out[TO_COME] = s.seats - 1 - s.laid
    cards = s.hand[seat]
    while cards:
        card = lowest(cards)
        above = count(about & SUIT[COLOUR[card]] & ~(bit(card + 1) - 1))
        if above == 0:
            out[HIGHEST] |= bit(card)
        elif above == 1:
            out[SECOND] |= bit(card)
        if s.ahead >= 0 and s.trick[s.ahead] != NO_CARD and beats(s, card, s.trick[s.ahead]):
            out[BEATING] |= bit(card)
        cards = rest(cards)
    for i in range(1, s.seats):
        place = seat + i - (s.seats if seat + i >= s.seats else 0)
        out[OTHERS + i] = wanted(s.open[place], s.tricks[place])
    out[TRICK] = 0 if s.ahead < 0 else 2 if COLOUR[s.trick[s.ahead]] == s.trump else 1


@jit
def wanted(guess: int, won: int) -> int:
    """The tricks that a guess still wants; none if there is no guess."""
    return 0 if guess == NO_CARD else min(MOST, max(LEAST, NUMBER[guess] - won))
