"""Willi (Günter Burkhardt, 1999): everyone takes exactly two tricks, and anyone may cry "Willi!" to claim one.

Four places; with three players Willi himself sits at the fourth (W11), a face-down pile that turns up its top card.

- W1 36 cards, four colours, 1 to 9. W2 Nine to each place; every player secretly discards one.
- W3 The starter leads any card. W4 Follow the colour, or play the led number in another colour; who has nothing of
  the colour may play anything.
- W5 The lowest number wins, whatever its colour; of equals the first or the last played (option `tie`).
- W6 After the first, second and third card the call goes round: first the player who just played, then the others
  who have played, from the leader on. The first to call has the trick, and nobody is asked again.
- W7 Nobody wins more than two tricks: who has two may not call, and their cards are passed over.
- W8 The winner may swap a hand card for one of the trick, shown to all (option `swap`: of any colour, or of the same),
  and leads next. There is no swap after the eighth trick.
- W9 The sum of the cards won ranks the places: score cards 3, 1, 0, 2. Who ties gets nothing and uses up the places.
- W10 Eight rounds; the starter moves to the left. The most points win.
- W11 Willi discards nothing, starts the first round, plays the top card whatever it is, never calls or swaps, and adds
  12 to his total. W12 Editions are presets of the options.
"""

import numpy as np

from ludotheque.games.cards import bit, has, listed, lowest, rest, summed
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.contract import FINE, NOT_YOUR_TURN, OWN_REFUSALS, Option, Value, common_refusal
from ludotheque.games.declared import (
    always_one_of,
    clear,
    count,
    each,
    kept,
    one_of,
    own,
    public,
    seat_of,
    seat_set,
    secret,
    set_of,
    several,
    show,
    tables_of,
)

# The deck (W1): card = colour * 9 + number - 1
COLOURS = 4
NUMBERS = 9
CARDS = COLOURS * NUMBERS
COLOUR = np.arange(CARDS) // NUMBERS
NUMBER = np.arange(CARDS) % NUMBERS + 1
DECK = (1 << CARDS) - 1
COLOUR_NAMES = ("r", "y", "g", "b")
CARD_NAMES = tuple(f"{COLOUR_NAMES[COLOUR[card]]}{NUMBER[card]}" for card in range(CARDS))
SUIT = np.array([sum(1 << c for c in range(CARDS) if COLOUR[c] == colour) for colour in range(COLOURS)])
SAME_NUMBER = np.array([sum(1 << c for c in range(CARDS) if NUMBER[c] == NUMBER[card]) for card in range(CARDS)])
SAME_COLOUR = SUIT[COLOUR]
FOLLOWS = SAME_COLOUR | SAME_NUMBER

# The table
PLACES = 4
AROUND = np.arange(2 * PLACES) % PLACES  # places counted on past the last
HAND = 9
TRICKS_EACH = 2
ROUNDS = 8
SCORE_CARDS = np.array([3, 1, 0, 2])  # W9: highest, second, third, lowest
WILLI = 3  # W11: his place, and what he adds to his total
WILLI_ADDS = 12
MOST_GAINED = int(SCORE_CARDS.max())
MOST_TOTAL = int(2 * PLACES * NUMBERS + WILLI_ADDS)
NOBODY = -1
NO_CARD = -1

# Options
VERSION = 1
SEATS = (3, 4)
TIE_FIRST, TIE_LAST = 0, 1
SWAP_ANY, SWAP_COLOUR = 0, 1
OPTIONS = (Option("tie", choices=("first", "last")), Option("swap", choices=("any", "colour")))
EDITIONS: dict[str, dict[str, Value]] = {  # W12
    "french": {"tie": "first", "swap": "any"},
    "dutch": {"tie": "last", "swap": "colour"},
}
FIRST_NAME = "willi"  # W3: a player of this name starts

# Phases
DEALING, DISCARDING, PLAYING, CALLING, SWAPPING, OVER = range(6)
PHASES = ("dealing", "discard", "play", "call", "swap", "over")

# Actions
DISCARD = 0  # + card
PLAY = CARDS  # + card
CALL = 2 * CARDS
PASS = CALL + 1
KEEP = CALL + 2
SWAP = CALL + 3  # + card given * 36 + card taken
ACTIONS = SWAP + CARDS * CARDS
MOST_LEGAL = 1 + (HAND - 2) * PLACES  # to keep, or to swap any of seven cards for any of the trick

# Why an action is refused
NOT_NOW, ALREADY_DISCARDED, NOT_IN_HAND, FOLLOW, NOT_IN_TRICK, ONE_COLOUR = range(OWN_REFUSALS, OWN_REFUSALS + 6)
REFUSALS = ("not_now", "already_discarded", "not_in_hand", "follow", "not_in_trick", "one_colour")


class State:
    """A match in progress."""

    seats: int = kept(count(3, PLACES))
    tie: int = kept(count(TIE_FIRST, TIE_LAST))
    swap: int = kept(count(SWAP_ANY, SWAP_COLOUR))
    first: int = public(seat_of(PLACES), "starter", about="who starts the round")
    rounds: int = public(count(0, ROUNDS), "round", about="dealt so far")
    phase: int = public(always_one_of(PHASES), about="dealing, discarding, playing, calling, swapping, over")
    turn: int = kept(seat_of(PLACES), about="who is asked, but while all discard")
    hand: Ints = own(each(PLACES, set_of(CARD_NAMES)), about="one's cards")
    held: Ints = public(each(PLACES, count(0, HAND)), about="how many cards are in hand")
    discard: Ints = own(each(PLACES, one_of(CARD_NAMES)), "discarded", about="the card that one has discarded")
    chosen: int = public(seat_set(PLACES), about="who has discarded")
    pile: Ints = secret(several(HAND, one_of(CARD_NAMES)))  # W11: Willi's cards from the top
    turned: int = kept(count(0, HAND))  # how many of them all have seen
    trick: Ints = kept(each(PLACES, one_of(CARD_NAMES)), about="the card laid")
    lead: int = public(seat_of(PLACES), "leader", about="who led")
    laid: int = kept(count(0, PLACES))
    window: int = kept(
        count(0, PLACES), about="whose chance to call it is: 0 the last to play, 1 the leader, 2 the next …"
    )
    caller: int = public(seat_of(PLACES), about="who has called")
    won: Ints = kept(each(PLACES, set_of(CARD_NAMES)), about="the cards won")
    tricks: Ints = public(each(PLACES, count(0, TRICKS_EACH)), about="how many tricks were won")
    shown: Ints = kept(each(PLACES, set_of(CARD_NAMES)), about="cards that all saw go into the hand")
    void: Ints = kept(each(PLACES, set_of(COLOUR_NAMES)), about="colours that the rest of the hand does not have")
    total: Ints = public(each(PLACES, count(0, MOST_TOTAL)), "totals")  # the sums of the last round
    gained: Ints = public(each(PLACES, count(0, MOST_GAINED)))  # ... and the points they brought
    score: Ints = public(each(PLACES, count(0, ROUNDS * MOST_GAINED)), "scores", about="points before this round")


RECORD, VISIBLE, NEW_MATCH, NEW_ROUND = tables_of(State, PLACES, keep="seats tie swap first rounds score")


def places(seats: int) -> int:
    """Four scores, also when three play: Willi may win (W11)."""
    return PLACES


@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match (W3, W11)."""
    clear(s, NEW_MATCH)
    s.seats = seats
    s.tie = options[0]
    s.swap = options[1]
    s.first = WILLI if seats == 3 else first


@jit
def clear_trick(s: State, lead: int) -> None:
    s.turn = lead
    s.lead = lead
    for place in range(PLACES):
        s.trick[place] = NO_CARD
    s.laid = 0
    s.window = 0
    s.caller = NOBODY


@jit
def deal(s: State, deck: Ints) -> None:
    """Nine cards to each place (W2); the starter moves on (W10)."""
    if s.rounds > 0:
        s.first = AROUND[s.first + 1]
    s.rounds += 1
    clear(s, NEW_ROUND)
    clear_trick(s, s.first)
    s.phase = DISCARDING
    for place in range(s.seats):
        for i in range(HAND):
            s.hand[place] |= bit(deck[place * HAND + i])
        s.held[place] = HAND
    if s.seats == WILLI:
        s.held[WILLI] = HAND
        for i in range(HAND):
            s.pile[i] = deck[WILLI * HAND + i]


@jit
def actors(s: State) -> int:
    """The seats that may act now."""
    if s.phase == DISCARDING:
        return (bit(s.seats) - 1) & ~s.chosen
    if s.phase == DEALING or s.phase == OVER:
        return 0
    return bit(s.turn)


@jit
def playable(s: State, seat: int) -> int:
    """The hand cards that follow (W4)."""
    hand = s.hand[seat]
    if s.laid == 0:
        return hand
    led = s.trick[s.lead]
    follow = hand & SAME_COLOUR[led]
    return hand & (FOLLOWS[led] if follow else DECK)


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """Writes the actions of a seat that may act, returns how many."""
    if s.phase == CALLING:
        out[0] = CALL
        out[1] = PASS
        return 2
    if s.phase == SWAPPING:
        return legal_swaps(s, seat, out)
    cards = s.hand[seat] if s.phase == DISCARDING else playable(s, seat)
    base = DISCARD if s.phase == DISCARDING else PLAY
    return listed(cards, base, out, 0)


@jit
def legal_swaps(s: State, seat: int, out: Ints) -> int:
    out[0] = KEEP
    n = 1
    hand = s.hand[seat]
    while hand:
        give = lowest(hand)
        hand = rest(hand)
        for place in range(PLACES):
            take = s.trick[place]
            out[n] = SWAP + give * CARDS + take
            n += s.swap == SWAP_ANY or COLOUR[give] == COLOUR[take]
    return n


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    common = common_refusal(s, seat, action, OVER, ACTIONS)
    if common != FINE:
        return common
    if s.phase == DISCARDING:
        return why_not_discard(s, seat, action)
    if seat != s.turn:
        return NOT_YOUR_TURN
    if s.phase == CALLING:
        return FINE if action in (CALL, PASS) else NOT_NOW
    if s.phase == SWAPPING:
        return why_not_swap(s, seat, action)
    if not PLAY <= action < PLAY + CARDS:
        return NOT_NOW
    if not has(s.hand[seat], action - PLAY):
        return NOT_IN_HAND
    return FINE if has(playable(s, seat), action - PLAY) else FOLLOW


@jit
def why_not_discard(s: State, seat: int, action: int) -> int:
    if has(s.chosen, seat):
        return ALREADY_DISCARDED
    if action >= DISCARD + CARDS:
        return NOT_NOW
    return FINE if has(s.hand[seat], action - DISCARD) else NOT_IN_HAND


@jit
def why_not_swap(s: State, seat: int, action: int) -> int:
    if action == KEEP:
        return FINE
    if action < SWAP:
        return NOT_NOW
    give, take = (action - SWAP) // CARDS, (action - SWAP) % CARDS
    if not has(s.hand[seat], give):
        return NOT_IN_HAND
    if not has(trick_cards(s), take):
        return NOT_IN_TRICK
    return FINE if s.swap == SWAP_ANY or COLOUR[give] == COLOUR[take] else ONE_COLOUR


@jit
def apply(s: State, seat: int, action: int) -> None:
    """The move, with everything that follows by itself. The action must be allowed."""
    if s.phase == PLAYING:
        play(s, seat, action - PLAY)
    elif s.phase == CALLING:
        answer(s, seat, action == CALL)
    elif s.phase == DISCARDING:
        discard(s, seat, action - DISCARD)
        if s.chosen != bit(s.seats) - 1:
            return
    else:
        if action != KEEP:
            swap(s, seat, (action - SWAP) // CARDS, (action - SWAP) % CARDS)
        clear_trick(s, seat)
    go_on(s)


@jit
def discard(s: State, seat: int, card: int) -> None:
    """A secret card leaves the round (W2)."""
    s.hand[seat] &= ~bit(card)
    s.held[seat] -= 1
    s.discard[seat] = card
    s.chosen |= bit(seat)


@jit
def play(s: State, seat: int, card: int) -> None:
    """A card from hand; who neither follows nor plays the number shows to have nothing of the colour (W4)."""
    led = s.trick[s.lead] if s.laid else card
    strays = not has(FOLLOWS[led], card)
    s.void[seat] |= strays << COLOUR[led]
    s.hand[seat] &= ~bit(card)
    s.shown[seat] &= ~bit(card)
    lay(s, seat, card)


@jit
def lay(s: State, place: int, card: int) -> None:
    s.trick[place] = card
    s.held[place] -= 1
    s.laid += 1
    s.window = 0


@jit
def answer(s: State, seat: int, calls: bool) -> None:
    """The first to call has the trick (W6)."""
    if calls:
        s.caller = seat
    else:
        s.window += 1


@jit
def go_on(s: State) -> None:
    """Automatic steps, until a player is asked or the round is over; Willi turns up his own cards (W11)."""
    while True:
        if s.laid == PLACES:
            award(s)
            if s.phase != PLAYING:
                return
        if may_call(s):
            s.phase = CALLING
            return
        s.turn = AROUND[s.lead + s.laid]
        if s.turn < s.seats:
            s.phase = PLAYING
            return
        lay(s, s.turn, s.pile[s.turned])
        s.turned += 1


@jit
def may_call(s: State) -> bool:
    """Finds the next window that somebody may use (W6): not who has two tricks (W7), and not Willi (W11)."""
    while s.caller == NOBODY and s.window < s.laid:
        s.turn = AROUND[s.lead + (s.window or s.laid) - 1]
        if s.tricks[s.turn] < TRICKS_EACH and s.turn < s.seats:
            return True
        s.window += 1
    return False


@jit
def winner(s: State) -> int:
    """The winner of the trick: the caller (W6), else the lowest card of those who may still win one (W5, W7)."""
    if s.caller != NOBODY:
        return s.caller
    best = NOBODY
    for i in range(PLACES):
        place = AROUND[s.lead + i]
        if s.tricks[place] < TRICKS_EACH and (best == NOBODY or beats(s, place, best)):
            best = place
    return best


@jit
def beats(s: State, later: int, earlier: int) -> bool:
    """Whether the later of two cards is ahead (W5)."""
    mine, theirs = NUMBER[s.trick[later]], NUMBER[s.trick[earlier]]
    return mine < theirs or (mine == theirs and s.tie == TIE_LAST)


@jit
def trick_cards(s: State) -> int:
    """The cards of the trick as a set."""
    cards = 0
    for place in range(PLACES):
        if s.trick[place] != NO_CARD:
            cards |= bit(s.trick[place])
    return cards


@jit
def award(s: State) -> None:
    """The trick is won: its winner may swap and leads next (W8). When no hand is left the round is over."""
    place = winner(s)
    s.won[place] |= trick_cards(s)
    s.tricks[place] += 1
    s.turn = place
    if s.held[0] == 0:
        finish(s)
    elif place < s.seats:
        s.phase = SWAPPING
    else:
        s.phase = PLAYING
        clear_trick(s, place)


@jit
def swap(s: State, seat: int, give: int, take: int) -> None:
    """All see both cards (W8)."""
    s.hand[seat] ^= bit(give) | bit(take)
    s.won[seat] ^= bit(give) | bit(take)
    s.shown[seat] = s.shown[seat] & ~bit(give) | bit(take)


@jit
def total(s: State, place: int) -> int:
    """The sum of the cards won, and Willi's bonus (W9, W11)."""
    return summed(s.won[place], NUMBER) + (WILLI_ADDS if place >= s.seats else 0)


@jit
def finish(s: State) -> None:
    """Score cards by rank; who ties gets none (W9). Eight rounds make a match (W10)."""
    for place in range(PLACES):
        s.total[place] = total(s, place)
    for place in range(PLACES):
        better = 0
        equal = 0
        for other in range(PLACES):
            better += s.total[other] > s.total[place]
            equal += s.total[other] == s.total[place]
        s.gained[place] = SCORE_CARDS[better] if equal == 1 else 0
        s.score[place] += s.gained[place]
    s.phase = OVER if s.rounds == ROUNDS else DEALING


@jit
def view(s: State, seat: int, out: State) -> None:
    """The view of a seat: what the state declares, and what Willi has turned up (W11); seat -1 watches."""
    show(s, seat, VISIBLE, out)
    for i in range(s.turned):
        out.pile[i] = s.pile[i]
