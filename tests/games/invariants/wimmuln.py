"""What holds in every state of Wimmüln: numbers that fit each other, cards that lie where they must."""

from ludotheque.games.cards import bit, count, has, lowest, rest, without
from ludotheque.games.compiled import jit
from ludotheque.games.contract import next_seat
from ludotheque.games.declared import ranges
from ludotheque.games.wimmuln.rules import (
    CARDS,
    DEALING,
    DECK,
    GUESSES,
    GUESSING,
    HAND,
    LEADING,
    MOST_GAINED,
    NO_CARD,
    NO_TRUMP,
    NOBODY,
    NUMBER,
    OVER,
    PLACES,
    PLAYING,
    SUIT,
    TRIANGLES,
    TWINS,
    UPPER,
    State,
    beats,
    earned,
    everybody,
    in_round,
    joined,
    one_more,
    settled,
    trump_of,
)
from tests.games.invariants.ranges import in_range

RANGES = ranges(State)


@jit
def consistent(s: State) -> bool:
    """Whether a record is a state that a match can have: every number in its range, every card in one place."""
    if not in_range(s, RANGES) or not in_keeping(s) or not places_in_keeping(s):
        return False
    if s.rounds == 0:
        return untouched(s)
    return turned_up(s) and trick_in_order(s) and cards_in_place(s) and points_add_up(s)


@jit
def in_keeping(s: State) -> bool:
    """Whether numbers fit each other, and the number of seats."""
    fine = (s.phase == DEALING or s.rounds > 0) and 0 <= s.first < s.seats and s.turn < s.seats and s.lead < s.seats
    fine &= s.ahead < s.seats and s.laid <= s.seats and s.chosen <= everybody(s) and proper_set(s, s.played)
    return fine and proper_card(s, s.turned[0]) and proper_card(s, s.turned[1]) and proper_card(s, s.shown)


@jit
def places_in_keeping(s: State) -> bool:
    for place in range(PLACES):
        fine = proper_set(s, s.hand[place]) and s.held[place] == count(s.hand[place])
        fine &= proper_card(s, s.open[place]) and proper_card(s, s.hidden[place]) and proper_card(s, s.trick[place])
        fine &= s.tricks[place] <= HAND[s.seats] and s.score[place] < s.target + MOST_GAINED
        if not fine or (place >= s.seats and not empty(s, place)):
            return False
        if s.hand[place] & ~without(DECK[s.seats], s.void[place], SUIT):
            return False
    return True


@jit
def proper_card(s: State, card: int) -> bool:
    """Whether a number is a card of this match, named as it should be, or none."""
    return card == NO_CARD or (0 <= card < CARDS and has(DECK[s.seats] & ~UPPER, card))


@jit
def proper_set(s: State, cards: int) -> bool:
    """Whether a number is a set of cards of this match, the lower of two identical ones first."""
    return 0 <= cards <= DECK[s.seats] and settled(cards) == cards


@jit
def empty(s: State, place: int) -> bool:
    """Whether a place is as before the first deal."""
    fine = s.hand[place] == 0 and s.open[place] == NO_CARD and s.hidden[place] == NO_CARD and s.trick[place] == NO_CARD
    fine &= s.tricks[place] == 0 and s.triangles[place] == 0 and s.void[place] == 0
    return fine and s.gained[place] == 0 and s.score[place] == 0


@jit
def untouched(s: State) -> bool:
    """Whether nothing has been dealt yet."""
    for place in range(s.seats):
        if not empty(s, place):
            return False
    fine = s.turned[0] == NO_CARD and s.turned[1] == NO_CARD and s.shown == NO_CARD and s.trump == NO_TRUMP
    fine &= s.turn == NOBODY and s.lead == NOBODY and s.ahead == NOBODY
    return fine and s.laid == 0 and s.chosen == 0 and s.played == 0


@jit
def turned_up(s: State) -> bool:
    """The turned cards say what is trump and what led; the one taken back is where the dealer may have it."""
    high, low = s.turned[0], s.turned[1]
    if high == NO_CARD or low == NO_CARD or (high == low and not has(TWINS, high)):
        return False
    if s.trump != trump_of(s) or (s.trump != NO_TRUMP and NUMBER[high] < NUMBER[low]):
        return False
    if s.phase == LEADING or not in_round(s):
        return s.shown == NO_CARD
    if s.shown == NO_CARD:
        return s.phase == PLAYING
    guessed = s.hidden[s.first] == low or (s.phase == GUESSING and s.open[s.first] == low)
    return s.shown == low and (guessed or has(s.hand[s.first], low))


@jit
def trick_in_order(s: State) -> bool:
    """Cards of the trick lie from the leader on, the best of them is known, and it is the next one's turn."""
    if s.lead == NOBODY:
        return False
    place = s.lead
    best = NOBODY
    for i in range(s.seats):
        card = s.trick[place]
        if (card != NO_CARD) != (i < s.laid):
            return False
        if card != NO_CARD and (i == 0 or beats(s, card, s.trick[best])):
            best = place
        place = next_seat(s, place)
    if s.ahead != best or not led_by_right(s):
        return False
    if not in_round(s):
        return s.laid == s.seats and s.turn == NOBODY
    due = s.lead
    for _ in range(s.laid):
        due = next_seat(s, due)
    return s.turn == due and s.laid < s.seats


@jit
def led_by_right(s: State) -> bool:
    """The dealer leads to the first trick with a turned card (M3), then who has won one."""
    if tricks_won(s) > 0:
        guessed = s.phase != LEADING and s.phase != GUESSING
        return guessed and has(s.played, s.turned[0]) and (s.tricks[s.lead] > 0 or not in_round(s))
    if s.lead != s.first:
        return False
    if s.phase == LEADING:
        return s.laid == 0
    return s.trick[s.first] == s.turned[0] and (s.laid == 1 or s.phase == PLAYING)


@jit
def tricks_won(s: State) -> int:
    tricks = 0
    for place in range(s.seats):
        tricks += s.tricks[place]
    return tricks


@jit
def cards_in_place(s: State) -> bool:
    """Nothing lost, nothing doubled, and every hand as large as it must be."""
    tricks = tricks_won(s)
    found = s.played
    total = count(s.played)
    trick = 0
    if in_round(s) != (tricks < HAND[s.seats] - GUESSES):
        return False
    if s.phase == LEADING:
        found = one_more(bit(s.turned[0]), s.turned[1])
        total += 2
    for place in range(s.seats):
        if s.held[place] != hand_size(s, place, tricks) or not guessed_in_time(s, place):
            return False
        found = joined(found, s.hand[place])
        total += s.held[place]
        if has(s.chosen, place):
            found = joined(joined(found, bit(s.open[place])), bit(s.hidden[place]))
            total += GUESSES
        if s.trick[place] != NO_CARD:
            trick = joined(trick, bit(s.trick[place]))
    if trick & ~s.played or count(s.played) != s.seats * tricks + (s.laid if in_round(s) else 0):
        return False
    return found == DECK[s.seats] and total == count(found)


@jit
def guessed_in_time(s: State, place: int) -> bool:
    """Guesses lie where they have been chosen: nowhere before the lead, everywhere once cards are played."""
    if s.phase == LEADING and s.chosen != 0:
        return False
    if s.phase == GUESSING and (s.chosen == everybody(s) or s.void[place] != 0):
        return False
    if s.phase != LEADING and s.phase != GUESSING and s.chosen != everybody(s):
        return False
    chosen = has(s.chosen, place)
    return (s.open[place] != NO_CARD) == chosen and (s.hidden[place] != NO_CARD) == chosen


@jit
def hand_size(s: State, place: int, tricks: int) -> int:
    """How many cards a place must have left."""
    turned = 2 if s.phase == LEADING and place == s.first else 0
    on_table = in_round(s) and s.trick[place] != NO_CARD
    return HAND[s.seats] - turned - GUESSES * has(s.chosen, place) - tricks - on_table


@jit
def points_add_up(s: State) -> bool:
    """Triangles are those of the tricks won; only the end of a round brings points, only the target ends a match."""
    left = triangles_on(s.played)
    total = 0
    reached = False
    for place in range(s.seats):
        if in_round(s) and s.trick[place] != NO_CARD:
            left -= TRIANGLES[s.trick[place]]
        left -= s.triangles[place]
        total += s.score[place]
        before = s.score[place] - s.gained[place]
        if s.triangles[place] > 2 * s.seats * s.tricks[place] or before < 0 or before >= s.target:
            return False
        if s.gained[place] != (0 if in_round(s) else earned(s, place)) or (s.rounds == 1 and before != 0):
            return False
        reached |= s.score[place] >= s.target
    return left == 0 and reached == (s.phase == OVER) and total >= (s.rounds - in_round(s)) * fewest_triangles(s)


@jit
def fewest_triangles(s: State) -> int:
    """What a round brings at least: all triangles but those on the guesses."""
    return triangles_on(DECK[s.seats]) - 2 * GUESSES * s.seats


@jit
def triangles_on(cards: int) -> int:
    triangles = 0
    while cards:
        triangles += TRIANGLES[lowest(cards)]
        cards = rest(cards)
    return triangles
