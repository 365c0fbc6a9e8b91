"""Wimmüln (Doris Matthäus and Frank Nestel): two of your cards say how many tricks you will win; triangles count.

- M1 60 cards, five colours of 0 1 1 2 3 4 5 6 7 7 8 9. A 6 or 7 carries two triangles, a 1 or 9 none, others one.
- M2 Three players leave out two colours. All cards are dealt: 12, 15, 12 or 10 each to three, four, five or six.
- M3 The dealer turns up the last two cards dealt to them. The colour of the lower is trump and it goes back to the
  hand; the higher leads to the first trick. Two equal numbers mean no trump (option `same_colour`: two cards of one
  colour too), and the dealer chooses which one leads.
- M4 Then all lay two cards from hand at the same time: one is turned up, the other stays hidden to the end of the
  round. Their numbers are guesses of the tricks that one will win; the cards are out of the tricks.
- M5 Follow the led colour; who has none may play anything. The highest trump wins, else the highest of the led colour;
  of identical cards the first played is higher. The winner leads next.
- M6 A round brings the triangles won and a bonus for a right guess: 25 if both cards say so; 20 for the open one if it
  is the higher of the two, 10 if the lower; 10 and 5 for the hidden one.
- M7 The deal moves to the left. Once somebody has 200 points (option `target`) the highest score wins.
"""

import numpy as np

from ludotheque.games.cards import bit, has, listed, lowest, rest
from ludotheque.games.cards import count as size
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.contract import (
    FINE,
    NOT_YOUR_TURN,
    OWN_REFUSALS,
    UNKNOWN_ACTION,
    Option,
    common_refusal,
    next_seat,
)
from ludotheque.games.declared import (
    always_one_of,
    clear,
    count,
    each,
    kept,
    one_of,
    own,
    own_kept,
    public,
    seat_of,
    seat_set,
    secret,
    set_of,
    several,
    show,
    tables_of,
    visibility,
)

# The deck (M1): card = colour * 12 + position
COLOURS = 5
IN_COLOUR = np.array([0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9])
EACH = len(IN_COLOUR)
CARDS = COLOURS * EACH
COLOUR = np.arange(CARDS) // EACH
NUMBER = IN_COLOUR[np.arange(CARDS) % EACH]
TRIANGLES = np.array([1, 0, 1, 1, 1, 1, 2, 2, 1, 0])[NUMBER]
SUIT = np.array([sum(1 << c for c in range(CARDS) if COLOUR[c] == colour) for colour in range(COLOURS)])
SAME_COLOUR = SUIT[COLOUR]
COLOUR_NAMES = ("r", "y", "g", "b", "v")
CARD_NAMES = tuple(f"{COLOUR_NAMES[COLOUR[card]]}{NUMBER[card]}" for card in range(CARDS))

# Two identical cards lie side by side. Actions and places for one card name the lower; a set has the lower first
NAME = np.arange(CARDS) - np.append(False, (COLOUR[1:] == COLOUR[:-1]) & (NUMBER[1:] == NUMBER[:-1]))
UPPER = sum(1 << card for card in range(CARDS) if NAME[card] != card)
TWINS = UPPER >> 1  # the lower cards of pairs

# The table (M2)
PLACES = 6
HAND = np.array([0, 0, 0, 12, 15, 12, 10])  # by seats
DECK = np.array([0, 0, 0, bit(3 * EACH) - 1, bit(CARDS) - 1, bit(CARDS) - 1, bit(CARDS) - 1])
MOST_HELD = int(HAND.max())
GUESSES = 2
NOBODY = -1
NO_CARD = -1
NO_TRUMP = -1

# Points of a guess (M6)
NO_GUESS, BOTH_GUESSES, SHOWN_HIGHER, SHOWN_LOWER, HIDDEN_HIGHER, HIDDEN_LOWER = range(6)
BONUS = np.array([0, 25, 20, 10, 10, 5])
ALL_TRIANGLES = int(TRIANGLES.sum())
MOST_GAINED = ALL_TRIANGLES + int(BONUS.max())
HIGHEST_TARGET = 1000
MOST_ROUNDS = 200  # six players share at least 36 triangles a round, three at least 24: the target is reached sooner

# Options
VERSION = 1
SEATS = (3, 4, 5, 6)
SAME_TRUMP, SAME_NO_TRUMP = 0, 1
OPTIONS = (
    Option("target", low=1, high=HIGHEST_TARGET, default=200),
    Option("same_colour", choices=("trump", "no_trump")),
)

# Phases
DEALING, LEADING, GUESSING, PLAYING, OVER = range(5)
PHASES = ("dealing", "lead", "guess", "play", "over")

# Actions
PLAY = 0  # + card
LEAD = CARDS  # + card
GUESS = 2 * CARDS  # + open card * 60 + hidden card
ACTIONS = GUESS + CARDS * CARDS
MOST_LEGAL = 15 * 14

# Why an action is refused
NOT_NOW, NOT_TURNED_UP, ALREADY_GUESSED, NOT_IN_HAND, LED, TWO_CARDS, FOLLOW = range(OWN_REFUSALS, OWN_REFUSALS + 7)
REFUSALS = ("not_now", "not_turned_up", "already_guessed", "not_in_hand", "led", "two_cards", "follow")


class State:
    """A match in progress."""

    seats: int = kept(count(3, PLACES))
    target: int = kept(count(1, HIGHEST_TARGET))
    same_colour: int = kept(count(0, 1))
    first: int = public(seat_of(PLACES), "dealer", about="the dealer")
    rounds: int = public(count(0, MOST_ROUNDS), "round")  # dealt so far
    phase: int = public(always_one_of(PHASES), about="dealing, leading, guessing, playing, over")
    turn: int = kept(seat_of(PLACES), about="who is asked, but while all guess")
    trump: int = public(one_of(COLOUR_NAMES), about="the colour, if there is one")
    turned: Ints = kept(
        several(2, one_of(CARD_NAMES)), about="the dealer's two cards: the one that leads, the one taken back"
    )
    shown: int = kept(one_of(CARD_NAMES), about="the card that the dealer took back, while it is known to be in hand")
    hand: Ints = own(each(PLACES, set_of(CARD_NAMES)), about="one's cards, the lower of two identical ones first")
    held: Ints = public(each(PLACES, count(0, MOST_HELD)), about="how many cards are in hand")
    open: Ints = secret(each(PLACES, one_of(CARD_NAMES)), about="the open guess")  # seen once all have guessed
    hidden: Ints = own_kept(each(PLACES, one_of(CARD_NAMES)), about="one's hidden guess")  # by all after the round
    chosen: int = public(seat_set(PLACES), about="who has guessed")
    trick: Ints = kept(each(PLACES, one_of(CARD_NAMES)), about="the card laid")
    lead: int = public(seat_of(PLACES), "leader", about="who led")
    laid: int = kept(count(0, PLACES))
    ahead: int = public(seat_of(PLACES), about="whose card is the best so far")
    played: int = kept(set_of(CARD_NAMES), about="the cards of all tricks")
    tricks: Ints = public(each(PLACES, count(0, MOST_HELD)), about="how many tricks were won")
    triangles: Ints = public(each(PLACES, count(0, ALL_TRIANGLES)), about="how many triangles were won")
    void: Ints = kept(each(PLACES, set_of(COLOUR_NAMES)), about="colours that the hand does not have")
    gained: Ints = public(each(PLACES, count(0, MOST_GAINED)))  # the points of the last round
    score: Ints = public(
        each(PLACES, count(0, HIGHEST_TARGET + MOST_GAINED)), "scores", about="points before this round"
    )


RECORD, VISIBLE, NEW_MATCH, NEW_ROUND = tables_of(State, PLACES, keep="seats target same_colour first rounds score")
GUESSES_DOWN, OPEN_UP, ALL_UP = range(3)  # guesses as they are turned up (M4)
STAGES = np.array(
    [
        visibility(State, PLACES, open="own"),
        visibility(State, PLACES, open="all"),
        visibility(State, PLACES, open="all", hidden="all"),
    ]
)


def deck_size(seats: int) -> int:
    """All 60 cards, or three colours of them for three players (M2)."""
    return size(DECK[seats])


# Sets that may hold both of two identical cards


@jit
def one_more(cards: int, card: int) -> int:
    """A set with one more card: the upper of two identical ones if the lower is there."""
    return cards | bit(card) << (cards >> card & 1)


@jit
def one_fewer(cards: int, card: int) -> int:
    """A set without one card that it has: of two identical ones the upper goes first."""
    return cards & ~(bit(card) << ((cards & UPPER) >> card + 1 & 1))


@jit
def joined(cards: int, others: int) -> int:
    """All the cards of two sets."""
    return cards | others | (cards & others & TWINS) << 1


@jit
def settled(cards: int) -> int:
    """The same cards, the lower of two identical ones first."""
    alone = cards & UPPER & ~(cards << 1)
    return cards ^ alone ^ alone >> 1


@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match."""
    clear(s, NEW_MATCH)
    s.seats = seats
    s.target = options[0]
    s.same_colour = options[1]
    s.first = first


@jit
def clear_trick(s: State, lead: int) -> None:
    s.turn = lead
    s.lead = lead
    for place in range(PLACES):
        s.trick[place] = NO_CARD
    s.laid = 0
    s.ahead = NOBODY


@jit
def deal(s: State, deck: Ints) -> None:
    """All cards to all places (M2); the dealer moves on (M7) and turns up two cards (M3)."""
    if s.rounds > 0:
        s.first = next_seat(s, s.first)
    s.rounds += 1
    clear(s, NEW_ROUND)
    clear_trick(s, s.first)
    size = HAND[s.seats]
    for place in range(s.seats):
        cards = 0
        for i in range(place * size, place * size + size):
            cards |= bit(deck[i])
        s.hand[place] = settled(cards)
        s.held[place] = size
    last = s.first * size + size - 1
    turn_up(s, NAME[deck[last - 1]], NAME[deck[last]])


@jit
def turn_up(s: State, card: int, other: int) -> None:
    """The lower card names the trumps and the higher leads; where there are no trumps the dealer chooses (M3)."""
    s.hand[s.first] = one_fewer(one_fewer(s.hand[s.first], card), other)
    s.held[s.first] -= 2
    s.turned[0] = card if NUMBER[card] > NUMBER[other] else other
    s.turned[1] = other if NUMBER[card] > NUMBER[other] else card
    s.trump = trump_of(s)
    if s.trump == NO_TRUMP:
        s.phase = LEADING
    else:
        lead_turned(s)


@jit
def trump_of(s: State) -> int:
    """The trumps that the turned cards name, the higher being the first of them (M3)."""
    high, low = s.turned[0], s.turned[1]
    same = s.same_colour == SAME_NO_TRUMP and COLOUR[high] == COLOUR[low]
    return NO_TRUMP if same or NUMBER[high] == NUMBER[low] else COLOUR[low]


@jit
def lead_turned(s: State) -> None:
    """One turned card leads, and all saw the other go back to the dealer's hand; now all guess (M3, M4)."""
    s.shown = s.turned[1]
    s.hand[s.first] = one_more(s.hand[s.first], s.shown)
    s.held[s.first] += 1
    lay(s, s.first, s.turned[0])
    s.phase = GUESSING


@jit
def everybody(s: State) -> int:
    """The set of all places."""
    return bit(s.seats) - 1


@jit
def actors(s: State) -> int:
    """The seats that may act now."""
    if s.phase == PLAYING or s.phase == LEADING:
        return bit(s.turn)
    if s.phase == GUESSING:
        return everybody(s) & ~s.chosen
    return 0


@jit
def playable(s: State, seat: int) -> int:
    """The hand cards that follow (M5)."""
    hand = s.hand[seat]
    if s.laid == 0:
        return hand
    follow = hand & SAME_COLOUR[s.trick[s.lead]]
    return follow or hand


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Writes the actions of a seat that may act, returns how many; identical cards make one action."""
    if s.phase == GUESSING:
        return legal_guesses(s, seat, out)
    if s.phase == LEADING:
        out[0] = LEAD + s.turned[0]
        out[1] = LEAD + s.turned[1]
        return 1 if s.turned[0] == s.turned[1] else 2
    return listed(playable(s, seat) & ~UPPER, PLAY, out, 0)


@jit
def legal_guesses(s: State, seat: int, out: Ints) -> int:
    """Any two cards, either of them open (M4)."""
    cards = s.hand[seat] & ~UPPER
    n = 0
    while cards:
        card = lowest(cards)
        cards = rest(cards)
        others = cards
        while others:
            other = lowest(others)
            others = rest(others)
            out[n] = GUESS + card * CARDS + other
            out[n + 1] = GUESS + other * CARDS + card
            n += 2
    pairs = (s.hand[seat] & UPPER) >> 1
    while pairs:
        out[n] = GUESS + lowest(pairs) * CARDS + lowest(pairs)
        pairs = rest(pairs)
        n += 1
    return n


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    common = common_refusal(s, seat, action, OVER, ACTIONS)
    if common != FINE:
        return common
    if not names_cards(action):
        return UNKNOWN_ACTION
    if s.phase == GUESSING:
        return why_not_guess(s, seat, action)
    if seat != s.turn:
        return NOT_YOUR_TURN
    if s.phase == LEADING:
        return why_not_lead(s, action)
    if action >= PLAY + CARDS:
        return NOT_NOW
    if not has(s.hand[seat], action - PLAY):
        return NOT_IN_HAND
    return FINE if has(playable(s, seat), action - PLAY) else FOLLOW


@jit
def names_cards(action: int) -> bool:
    """Whether an action names the lower of identical cards."""
    if action < GUESS:
        return not has(UPPER, action % CARDS)
    return not has(UPPER, opened(action)) and not has(UPPER, covered(action))


@jit
def opened(action: int) -> int:
    """The open card of a guess."""
    return (action - GUESS) // CARDS


@jit
def covered(action: int) -> int:
    """The hidden card of a guess."""
    return (action - GUESS) % CARDS


@jit
def why_not_lead(s: State, action: int) -> int:
    if not LEAD <= action < LEAD + CARDS:
        return NOT_NOW
    return FINE if action - LEAD == s.turned[0] or action - LEAD == s.turned[1] else NOT_TURNED_UP


@jit
def why_not_guess(s: State, seat: int, action: int) -> int:
    if has(s.chosen, seat):
        return ALREADY_GUESSED
    if action < GUESS:
        return NOT_NOW
    card = missing(s, seat, action)
    if card == NO_CARD:
        return FINE
    if has(s.hand[seat], card):
        return TWO_CARDS
    return LED if seat == s.first and card == s.turned[0] else NOT_IN_HAND


@jit
def missing(s: State, seat: int, action: int) -> int:
    """The card that a hand lacks for a guess, if any."""
    card, other = opened(action), covered(action)
    if not has(s.hand[seat], card):
        return card
    return NO_CARD if has(one_fewer(s.hand[seat], card), other) else other


@jit
def apply(s: State, seat: int, action: int) -> None:
    """The move, with everything that follows by itself. The action must be allowed."""
    if s.phase == PLAYING:
        play(s, seat, action - PLAY)
        if s.laid == s.seats:
            award(s)
    elif s.phase == GUESSING:
        guess(s, seat, opened(action), covered(action))
        if s.chosen == everybody(s):
            uncover(s)
    else:
        choose_lead(s, action - LEAD)


@jit
def choose_lead(s: State, card: int) -> None:
    """Without trumps the dealer chooses (M3)."""
    if card != s.turned[0]:
        s.turned[1] = s.turned[0]
        s.turned[0] = card
    lead_turned(s)


@jit
def guess(s: State, seat: int, card: int, under: int) -> None:
    """Two cards leave the hand (M4)."""
    s.hand[seat] = one_fewer(one_fewer(s.hand[seat], card), under)
    s.held[seat] -= GUESSES
    s.open[seat] = card
    s.hidden[seat] = under
    s.chosen |= bit(seat)


@jit
def uncover(s: State) -> None:
    """All have guessed: the open cards are seen together, and the first trick goes on (M4, M5)."""
    see(s, s.first, s.open[s.first])
    s.phase = PLAYING


@jit
def see(s: State, place: int, card: int) -> None:
    """Once the dealer has parted with such a card, nobody knows any more that they have one."""
    if card == s.shown and place == s.first:
        s.shown = NO_CARD


@jit
def play(s: State, seat: int, card: int) -> None:
    """A card from hand; who does not follow shows to have nothing of the colour (M5)."""
    led = s.trick[s.lead] if s.laid else card
    strays = COLOUR[card] != COLOUR[led]
    s.void[seat] |= strays << COLOUR[led]
    s.hand[seat] = one_fewer(s.hand[seat], card)
    s.held[seat] -= 1
    see(s, seat, card)
    lay(s, seat, card)


@jit
def lay(s: State, place: int, card: int) -> None:
    s.ahead = place if s.laid == 0 or beats(s, card, s.trick[s.ahead]) else s.ahead
    s.trick[place] = card
    s.played = one_more(s.played, card)
    s.laid += 1
    s.turn = next_seat(s, place)


@jit
def beats(s: State, later: int, best: int) -> bool:
    """Whether a card is better than the best before it; of identical ones the first played is (M5)."""
    higher = later > best
    trumps = COLOUR[later] == s.trump
    return higher if COLOUR[later] == COLOUR[best] else trumps


@jit
def award(s: State) -> None:
    """The winner takes the triangles and leads next (M5). When no hand is left the round is over."""
    winner = s.ahead
    triangles = 0
    for place in range(s.seats):
        triangles += TRIANGLES[s.trick[place]]
    s.triangles[winner] += triangles
    s.tricks[winner] += 1
    if s.held[winner] == 0:
        finish(s)
    else:
        clear_trick(s, winner)


@jit
def verdict(v: int, h: int, tricks: int) -> int:
    """Points of the cards laid as guesses, open and hidden, for a number of tricks (M6)."""
    if tricks == NUMBER[v]:
        if NUMBER[v] == NUMBER[h]:
            return BOTH_GUESSES
        return SHOWN_HIGHER if NUMBER[v] > NUMBER[h] else SHOWN_LOWER
    if tricks == NUMBER[h]:
        return HIDDEN_HIGHER if NUMBER[h] > NUMBER[v] else HIDDEN_LOWER
    return NO_GUESS


@jit
def finish(s: State) -> None:
    """Triangles and the bonus (M6); somebody at the target ends the match (M7)."""
    s.phase = DEALING
    s.turn = NOBODY
    s.shown = NO_CARD
    for place in range(s.seats):
        s.gained[place] = earned(s, place)
        s.score[place] += s.gained[place]
        if s.score[place] >= s.target:
            s.phase = OVER


@jit
def earned(s: State, place: int) -> int:
    """The points of a round (M6)."""
    return s.triangles[place] + BONUS[verdict(s.open[place], s.hidden[place], s.tricks[place])]


@jit
def in_round(s: State) -> bool:
    """Whether a round is being played: before and after it nothing is secret."""
    return s.phase != DEALING and s.phase != OVER


@jit
def sees_open(s: State, seat: int, place: int) -> bool:
    """Whether a seat sees the upper guess of a place (M4)."""
    return place == seat or s.phase != GUESSING


@jit
def sees_hidden(s: State, seat: int, place: int) -> bool:
    """Whether a seat sees the lower guess of a place (M4)."""
    return place == seat or not in_round(s)


@jit
def stage(s: State) -> int:
    """How far the guesses are turned up (M4)."""
    if s.phase == GUESSING:
        return GUESSES_DOWN
    return OPEN_UP if in_round(s) else ALL_UP


@jit
def view(s: State, seat: int, out: State) -> None:
    """The view of a seat: what the state declares, and the guesses as they are turned up; seat -1 watches."""
    show(s, seat, STAGES[stage(s)], out)
