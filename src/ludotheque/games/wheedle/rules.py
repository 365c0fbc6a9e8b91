"""Wheedle (Reiner Knizia, Out of the Box): everybody trades shares at once, until someone cries stop.

- D1 61 shares of nine companies: 9, 9, 7, 7, 7, 7, 5, 5 and 5.
- D2 One card goes face down to the centre, the rest is dealt. Nobody trades until the dealer turns the centre card;
  with the option `quick_start` nobody sees a hand before that either.
- D3 From then on everybody acts at any time. Players announce what they seek and would give; that binds nobody. A seat
  has at most one standing offer, to all or to one; who takes it swaps the cards with its maker, face up. Nothing may
  be wanted: a gift, which still must be taken.
- D4 At any time a player may lay a card in the centre and take the centre card.
- D5 A majority is more than half of a company's shares. "Stop" is right if its player has cards, and a majority in
  every company of the hand.
- D6 A wrong stop costs 5, and nobody scores anything else. D7 A right one brings 5, and everybody scores: 2 a card for
  all shares of a company, 1 a card for a majority, and -1 a card of the bankrupt company, whose card lies in the centre
  (option `bankrupt`: on top of the majority, or only that).
- D8 A round also ends when all say that they are done, or when time is up (option `seconds`; the table tells).
- D9 As many rounds as players; each deals once.

A hand is a stack of counts (stacks.py). What all have seen of a hand stands in `shown` (it has at least these: cards
that came by a trade, and what a standing offer promised) and in `limit` (it has at most these: an offer that fell
because its maker could not fill it any more).
"""

import numpy as np

from ludotheque.games.cards import bit, has
from ludotheque.games.compiled import Ints, jit, jit_fast
from ludotheque.games.contract import (
    CLOCK,
    DEAL_DUE,
    FINE,
    MATCH_OVER,
    NOT_A_SEAT,
    OWN_REFUSALS,
    UNKNOWN_ACTION,
    Option,
)
from ludotheque.games.declared import (
    always_one_of,
    clear,
    count,
    each,
    kept,
    one_of,
    public,
    seat_of,
    seat_set,
    secret,
    set_of,
    show,
    stack_of,
    tables_of,
    visibility,
)
from ludotheque.games.stacks import counted, covers, larger, left_of, many, single, size_of, smaller

# The deck (D1)
COMPANIES = 9
LETTERS = ("B", "T", "G", "H", "N", "P", "A", "C", "F")
SHARES = np.array([9, 9, 7, 7, 7, 7, 5, 5, 5])
STACK = stack_of(COMPANIES, int(SHARES.max()))
MAJORITY = SHARES // 2 + 1
CARDS = int(SHARES.sum())
COMPANY = np.repeat(np.arange(COMPANIES), SHARES)
ALL_SHARES = sum(int(shares) << 5 * company for company, shares in enumerate(SHARES))

# The table
SEATS = (4, 5, 6)
MOST_SEATS = 6
STOP_POINTS = 5
FULL_POINTS = 2
NOBODY = -1
FACE_DOWN = -1
NO_OFFER = 0

MOST_GAINED = FULL_POINTS * CARDS + STOP_POINTS
LEAST_GAINED = -int(SHARES.max()) - STOP_POINTS
SCORE = count(MOST_SEATS * LEAST_GAINED, MOST_SEATS * MOST_GAINED)

# Options
VERSION = 1
BANKRUPT_ADDS, BANKRUPT_ONLY = 0, 1
MOST_SECONDS = 3600
OPTIONS = (
    Option("quick_start", choices=(False, True)),
    Option("bankrupt", choices=("adds", "only")),
    Option("seconds", low=0, high=MOST_SECONDS),
)

# Phases, and how a round ended
DEALING, SORTING, TRADING, OVER = range(4)
PHASES = ("dealing", "sort", "trade", "over")
NOT_YET, RIGHT_STOP, WRONG_STOP, ALL_DONE, TIME_UP = range(5)
ENDINGS = (None, "right_stop", "wrong_stop", "all_done", "time_up")

# Actions. An offer packs what is given and wanted, in as few bits a company as its shares need, and to whom it goes.
TURN, STOP, DONE, UNDONE, WITHDRAW, TIME = range(6)
SAYINGS = ("turn", "stop", "done", "undone", "withdraw", "time")
CENTRE = 8  # + company laid * 9 + company taken
SEEK = 128  # + companies sought * 512 + companies that would be given
SETS = 1 << COMPANIES
TAKE = 1 << 20  # + number of the offer
MOST_OFFERS = 1 << 20
OFFER = 1 << 61
BITS = np.array([4, 4, 3, 3, 3, 3, 3, 3, 3])
SHIFT = np.cumsum(BITS) - BITS
SIDE = int(BITS.sum())
GIVE_ONE = 1 << SHIFT
WANT_ONE = GIVE_ONE << SIDE
TO = 2 * SIDE  # 0 for all, or seat + 1
MOST_LEGAL = 4 + MOST_SEATS - 1 + COMPANIES * (COMPANIES + 1)

# The table of all that `legal` lists: a row for each company given (for each that may lie in the centre, then offered
# for nothing and for each other), one of sayings, and one of offers to be taken
OFFERED = COMPANIES  # the first column of the offers
SAYING, TAKES = COMPANIES, COMPANIES + 1
MENU = np.full((COMPANIES + 2, 2 * COMPANIES), TAKE)
MENU[:COMPANIES, :OFFERED] = CENTRE + np.arange(COMPANIES * COMPANIES).reshape(COMPANIES, COMPANIES)
for _give in range(COMPANIES):
    MENU[_give, OFFERED:] = OFFER + GIVE_ONE[_give] + np.append(0, np.delete(WANT_ONE, _give))
MENU[SAYING, : len(SAYINGS)] = range(len(SAYINGS))

# Why an action is refused
(
    NOT_TURNED, ALREADY_TURNED, DEALER_TURNS, NOT_HELD, NOTHING_GIVEN, TOO_MANY, BOTH_SIDES, TO_NOBODY, OFFER_GONE,
    OWN_OFFER, NOT_FOR_YOU, NOT_HELD_TO_TAKE, CENTRE_CHANGED, NOTHING_TO_WITHDRAW, ALREADY_DONE, NOT_DONE,
    CLOCK_ONLY, NO_TIME_LIMIT,
) = range(OWN_REFUSALS, OWN_REFUSALS + 18)  # fmt: skip
REFUSALS = (
    "not_turned", "already_turned", "dealer_turns", "not_held", "nothing_given", "too_many", "both_sides",
    "to_nobody", "offer_gone", "own_offer", "not_for_you", "not_held_to_take", "centre_changed",
    "nothing_to_withdraw", "already_done", "not_done", "clock_only", "no_time_limit",
)  # fmt: skip


class State:
    """A match in progress."""

    seats: int = kept(count(4, MOST_SEATS))
    quick_start: int = kept(count(0, 1))
    bankrupt: int = kept(count(BANKRUPT_ADDS, BANKRUPT_ONLY))
    seconds: int = kept(count(0, MOST_SECONDS))
    first: int = public(seat_of(MOST_SEATS), "dealer", about="the dealer")
    rounds: int = public(count(0, MOST_SEATS), "round", about="dealt so far")
    phase: int = public(always_one_of(PHASES), about="dealing, sorting, trading, over")
    centre: int = secret(one_of(LETTERS), "all", about="the company of the centre card, once it is turned")
    hand: Ints = secret(each(MOST_SEATS, STACK), "own", about="one's shares")  # unless hands are down
    held: Ints = kept(each(MOST_SEATS, count(0, CARDS)), about="how many shares are in hand")
    shown: Ints = kept(each(MOST_SEATS, STACK), about="shares that the hand has at least")  # as all know
    limit: Ints = kept(each(MOST_SEATS, STACK), about="shares that it has at most")
    seeks: Ints = kept(each(MOST_SEATS, set_of(LETTERS)), about="companies announced as sought")
    gives: Ints = kept(each(MOST_SEATS, set_of(LETTERS)), about="companies announced as given")
    offer: Ints = kept(each(MOST_SEATS, count(NO_OFFER, MOST_OFFERS)))  # the number of the standing offer
    offered: Ints = kept(each(MOST_SEATS, STACK), about="what the standing offer gives; nothing if there is none")
    wanted: Ints = kept(each(MOST_SEATS, STACK), about="what it wants")
    addressee: Ints = kept(each(MOST_SEATS, seat_of(MOST_SEATS)), about="to whom it goes; nobody if to all")
    offers: int = kept(count(0, MOST_OFFERS), about="offers made in this round")
    done: int = kept(seat_set(MOST_SEATS), about="who has said done")
    ending: int = public(always_one_of(ENDINGS))
    stopper: int = public(seat_of(MOST_SEATS))
    gained: Ints = public(each(MOST_SEATS, count(LEAST_GAINED, MOST_GAINED)))
    score: Ints = public(each(MOST_SEATS, SCORE), "scores", about="points before this round")


RECORD, VISIBLE, NEW_MATCH, NEW_ROUND = tables_of(
    State, MOST_SEATS, keep="seats quick_start bankrupt seconds first rounds score"
)


HANDS_DOWN, SORTED, TURNED = range(3)  # what may be seen (D2)
STAGES = np.array(
    [
        visibility(State, MOST_SEATS),
        visibility(State, MOST_SEATS, hand="own"),
        visibility(State, MOST_SEATS, hand="own", centre="all"),
    ]
)


@jit
def start(s: State, seats: int, options: Ints, first: int) -> None:
    """A new match."""
    clear(s, NEW_MATCH)
    s.seats = seats
    s.quick_start = options[0]
    s.bankrupt = options[1]
    s.seconds = options[2]
    s.first = first
    allow_all(s)


@jit
def allow_all(s: State) -> None:
    """Nothing is known of any hand."""
    for seat in range(MOST_SEATS):
        s.limit[seat] = ALL_SHARES


@jit
def withdraw(s: State, seat: int) -> None:
    s.offer[seat] = NO_OFFER
    s.offered[seat] = 0
    s.wanted[seat] = 0
    s.addressee[seat] = NOBODY


@jit
def deal(s: State, deck: Ints) -> None:
    """One card to the centre, the rest to the players (D2); the deal moves to the left (D9)."""
    if s.rounds > 0:
        s.first = (s.first + 1) % s.seats
    s.rounds += 1
    clear(s, NEW_ROUND)
    allow_all(s)
    s.phase = SORTING
    s.centre = COMPANY[deck[0]]
    size = (CARDS - 1) // s.seats
    for seat in range(s.seats):
        s.held[seat] = size
        for i in range(size):
            s.hand[seat] += single(COMPANY[deck[1 + seat * size + i]])


@jit
def actors(s: State) -> int:
    """The seats that may act now: the dealer turns the centre card, then everybody trades (D2, D3)."""
    if s.phase == TRADING:
        return bit(s.seats) - 1
    if s.phase == SORTING:
        return bit(s.first)
    return 0


@jit
def legal(s: State, seat: int, out: Ints) -> int:
    """A choice of what an actor may do: one share for another or for nothing, offered to all. Returns how many."""
    return legal_by(s, seat, MENU, True, out)


@jit
def legal_by(s: State, seat: int, menu: Ints, by_number: bool, out: Ints) -> int:
    """The same in other numbers, from a table such as MENU; offers of others by their number, or by how far to the
    left their makers sit."""
    if s.phase == SORTING:
        out[0] = menu[SAYING, TURN]
        return 1
    assert len(out) >= MOST_LEGAL
    assert 0 <= s.centre < COMPANIES
    out[0] = menu[SAYING, STOP]
    out[1] = menu[SAYING, UNDONE if has(s.done, seat) else DONE]
    out[2] = menu[SAYING, WITHDRAW]
    n = 2 + (s.offer[seat] != NO_OFFER)
    for maker in range(s.seats):
        left = maker - seat + (s.seats if maker < seat else 0)
        out[n] = menu[TAKES, left] + (s.offer[maker] if by_number else 0)
        n += (s.offer[maker] != NO_OFFER) & (why_not_take_from(s, seat, maker) == FINE)
    return legal_gives(s.hand[seat], s.centre, menu, out, n)


@jit_fast
def legal_gives(hand: int, centre: int, menu: Ints, out: Ints, n: int) -> int:
    """Swaps with the centre and offers. It writes all of them, and counts those whose share is held: a branch a company
    would often be guessed wrong."""
    for give in range(COMPANIES):
        some = out[n : n + 1 + COMPANIES]
        some[0] = menu[give, centre]
        for k in range(COMPANIES):
            some[1 + k] = menu[give, OFFERED + k]
        n += len(some) * (counted(hand, give) != 0)
    return n


@jit
def packed(stack: int) -> int:
    """A stack in as few bits as an action has for it."""
    code = 0
    for company in range(COMPANIES):
        code += counted(stack, company) << SHIFT[company]
    return code


@jit
def unpacked(code: int) -> int:
    """The stack that an action speaks of."""
    stack = 0
    for company in range(COMPANIES):
        stack += many(company, code >> SHIFT[company] & (1 << BITS[company]) - 1)
    return stack


@jit
def given_by(action: int) -> int:
    """The shares that an offer gives."""
    return unpacked(action)


@jit
def wanted_by(action: int) -> int:
    """The shares that an offer wants."""
    return unpacked(action >> SIDE)


@jit
def addressee_of(action: int) -> int:
    """To whom an offer goes; NOBODY if to all."""
    return (action >> TO & 7) - 1


@jit
def why(s: State, seat: int, action: int) -> int:
    """Why an action is refused; FINE if it is legal."""
    if s.phase == OVER:
        return MATCH_OVER
    if s.phase == DEALING:
        return DEAL_DUE
    if action < 0 or (WITHDRAW < action < CENTRE and action != TIME):
        return UNKNOWN_ACTION
    if seat == CLOCK and action == TIME:
        return why_not_time(s)
    if not 0 <= seat < s.seats:
        return NOT_A_SEAT
    if s.phase == SORTING:
        return why_not_turn(s, seat, action)
    if action >= OFFER:
        return why_not_offer(s, seat, action)
    if action >= TAKE:
        return why_not_take(s, seat, action - TAKE) if action < TAKE + MOST_OFFERS else UNKNOWN_ACTION
    if action >= SEEK:
        return FINE if SEEK < action < SEEK + SETS * SETS else UNKNOWN_ACTION
    if action >= CENTRE:
        return why_not_swap(s, seat, action - CENTRE)
    return why_not_say(s, seat, action)


@jit
def why_not_turn(s: State, seat: int, action: int) -> int:
    if action != TURN:
        return NOT_TURNED
    return FINE if seat == s.first else DEALER_TURNS


@jit
def why_not_time(s: State) -> int:
    if s.seconds == 0:
        return NO_TIME_LIMIT
    return FINE if s.phase == TRADING else NOT_TURNED


@jit
def why_not_say(s: State, seat: int, action: int) -> int:
    if action == STOP:
        return FINE
    if action == TURN:
        return ALREADY_TURNED
    if action == TIME:
        return CLOCK_ONLY
    if action == WITHDRAW:
        return FINE if s.offer[seat] != NO_OFFER else NOTHING_TO_WITHDRAW
    if action == DONE:
        return ALREADY_DONE if has(s.done, seat) else FINE
    return FINE if has(s.done, seat) else NOT_DONE


@jit
def why_not_offer(s: State, seat: int, action: int) -> int:
    """Something must be given, and it must be held; nothing may stand on both sides (D3)."""
    give = given_by(action)
    want = wanted_by(action)
    to = addressee_of(action)
    if action >> TO + 3 != OFFER >> TO + 3 or s.offers >= MOST_OFFERS - 1:
        return UNKNOWN_ACTION
    if give == 0:
        return NOTHING_GIVEN
    if not covers(ALL_SHARES, give) or not covers(ALL_SHARES, want):
        return TOO_MANY
    for company in range(COMPANIES):
        if counted(give, company) and counted(want, company):
            return BOTH_SIDES
    if to == seat or to >= s.seats:
        return TO_NOBODY
    return FINE if covers(s.hand[seat], give) else NOT_HELD


@jit
def maker_of(s: State, number: int) -> int:
    """The maker of the standing offer of that number, or NOBODY."""
    for seat in range(s.seats):
        if number != NO_OFFER and s.offer[seat] == number:
            return seat
    return NOBODY


@jit
def why_not_take(s: State, seat: int, number: int) -> int:
    maker = maker_of(s, number)
    return OFFER_GONE if maker == NOBODY else why_not_take_from(s, seat, maker)


@jit
def why_not_take_from(s: State, seat: int, maker: int) -> int:
    """Why a standing offer may not be taken."""
    if maker == seat:
        return OWN_OFFER
    if s.addressee[maker] != NOBODY and s.addressee[maker] != seat:
        return NOT_FOR_YOU
    return FINE if covers(s.hand[seat], s.wanted[maker]) else NOT_HELD_TO_TAKE


@jit
def why_not_swap(s: State, seat: int, lay_and_take: int) -> int:
    if lay_and_take >= COMPANIES * COMPANIES:
        return UNKNOWN_ACTION
    if lay_and_take % COMPANIES != s.centre:
        return CENTRE_CHANGED
    return FINE if counted(s.hand[seat], lay_and_take // COMPANIES) else NOT_HELD


@jit
def apply(s: State, seat: int, action: int) -> None:
    """The move, with everything that follows by itself. The action must be allowed."""
    if action >= OFFER:
        make_offer(s, seat, given_by(action), wanted_by(action), addressee_of(action))
    elif action >= TAKE:
        trade(s, maker_of(s, action - TAKE), seat)
    elif action >= SEEK:
        s.seeks[seat] = (action - SEEK) // SETS
        s.gives[seat] = (action - SEEK) % SETS
    elif action >= CENTRE:
        swap_centre(s, seat, (action - CENTRE) // COMPANIES)
    elif action == WITHDRAW:
        withdraw(s, seat)
    elif action in (DONE, UNDONE):
        s.done ^= bit(seat)
        if s.done == bit(s.seats) - 1:
            finish(s, ALL_DONE)
    elif action == TURN:
        s.phase = TRADING
    elif action == TIME:
        finish(s, TIME_UP)
    else:
        s.stopper = seat
        finish(s, RIGHT_STOP if rules_all(s.hand[seat]) else WRONG_STOP)


@jit
def make_offer(s: State, seat: int, give: int, want: int, to: int) -> None:
    """A new offer takes the place of the old one; all now know that its maker has what it gives."""
    s.offers += 1
    s.offer[seat] = s.offers
    s.offered[seat] = give
    s.wanted[seat] = want
    s.addressee[seat] = to
    s.shown[seat] = larger(s.shown[seat], give)


@jit
def trade(s: State, maker: int, taker: int) -> None:
    """The cards change hands, face up (D3)."""
    give = s.offered[maker]
    want = s.wanted[maker]
    withdraw(s, maker)
    exchange(s, maker, give, want)
    exchange(s, taker, want, give)


@jit
def swap_centre(s: State, seat: int, lay: int) -> None:
    """A card is laid in the centre, the one that lay there is taken (D4)."""
    taken = s.centre
    s.centre = lay
    exchange(s, seat, single(lay), single(taken))


@jit
def exchange(s: State, seat: int, give: int, get: int) -> None:
    """A hand gives some cards and gets others; all see them. An offer that it cannot fill any more falls."""
    s.hand[seat] += get - give
    s.held[seat] += size_of(get) - size_of(give)
    s.shown[seat] = left_of(s.shown[seat], give) + get
    s.limit[seat] = smaller(left_of(s.limit[seat], give), ALL_SHARES - get) + get
    if s.offer[seat] == NO_OFFER:
        return
    if covers(s.hand[seat], s.offered[seat]):
        s.shown[seat] = larger(s.shown[seat], s.offered[seat])
    else:
        note_shortage(s, seat)
        withdraw(s, seat)


@jit
def note_shortage(s: State, seat: int) -> None:
    """An offer falls: all know that its maker is short of a company, and which if only one can be missing."""
    short = NOBODY
    for company in range(COMPANIES):
        if counted(s.shown[seat], company) < counted(s.offered[seat], company):
            if short != NOBODY:
                return
            short = company
    most = counted(s.offered[seat], short) - 1
    if most < counted(s.limit[seat], short):
        s.limit[seat] += many(short, most - counted(s.limit[seat], short))


@jit
def rules_all(hand: int) -> bool:
    """Whether a hand has cards, and a majority in every company that it has (D5)."""
    for company in range(COMPANIES):
        if 0 < counted(hand, company) < MAJORITY[company]:
            return False
    return hand != 0


@jit
def points(s: State, seat: int, company: int) -> int:
    """The points of a hand's shares of a company when everybody scores (D7)."""
    shares = counted(s.hand[seat], company)
    bankrupt = company == s.centre
    if bankrupt and s.bankrupt == BANKRUPT_ONLY:
        return -shares
    if shares == SHARES[company]:
        return FULL_POINTS * shares
    majority = shares if shares >= MAJORITY[company] else 0
    return majority - shares if bankrupt else majority


@jit
def finish(s: State, ending: int) -> None:
    """The round is over and scored (D6, D7, D8). Hands are laid open, after a wrong stop only its player's."""
    s.ending = ending
    for seat in range(s.seats):
        if ending != WRONG_STOP or seat == s.stopper:
            s.shown[seat] = s.hand[seat]
        if ending != WRONG_STOP:
            for company in range(COMPANIES):
                s.gained[seat] += points(s, seat, company)
        withdraw(s, seat)
    if s.stopper != NOBODY:
        s.gained[s.stopper] += STOP_POINTS if ending == RIGHT_STOP else -STOP_POINTS
    for seat in range(s.seats):
        s.score[seat] += s.gained[seat]
    s.phase = OVER if s.rounds == s.seats else DEALING


@jit
def hands_are_down(s: State) -> bool:
    """Whether nobody has looked at a hand yet (D2)."""
    return s.phase == SORTING and s.quick_start == 1


@jit
def stage(s: State) -> int:
    """The stage of a round, by what may be seen: not even one's hand, one's hand, or also the centre card."""
    if s.phase != SORTING:
        return TURNED
    return HANDS_DOWN if hands_are_down(s) else SORTED


@jit
def view(s: State, seat: int, out: State) -> None:
    """The view of a seat: what the state declares, the centre once it is turned, and one's hand; seat -1 watches."""
    show(s, seat, STAGES[stage(s)], out)
