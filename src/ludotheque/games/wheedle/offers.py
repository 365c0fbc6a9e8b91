"""Offers of a Wheedle bot: what it misses least for what it wishes for most, to those who are likely to agree.

Who seeks a share, or asks for it, is likely to take it; who would give a share, or offers it, is likely to part with
it. So an offer promises its gain by how likely it is taken. Beside offers of one company's shares for another's, made
to all, there are packages for one seat: all that it seeks, for one of each that it would give. Whose standing offer
gives the right share but asks for the wrong one is offered something else for it.
"""

from ludotheque.games.cards import bit, has
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.stacks import COUNT, counted, many
from ludotheque.games.wheedle.rules import (
    COMPANIES,
    GIVE_ONE,
    MAJORITY,
    MOST_LEGAL,
    NO_OFFER,
    NOBODY,
    OFFER,
    SETS,
    SHARES,
    SIDE,
    TO,
    WANT_ONE,
    State,
    addressee_of,
    given_by,
    packed,
    wanted_by,
)
from ludotheque.games.wheedle.worth import (
    SPREAD,
    Outlook,
    blocked,
    change,
    cost_of,
    kinds_in,
    others_at,
    worth,
)

AGREED = 0.7  # how likely an offer is taken: somebody seeks what it gives, and would give what it asks for
SOUGHT = 0.3  # ... somebody seeks what it gives
GIVEN = 0.25  # ... somebody would give what it asks for
UNKNOWN = 0.12  # ... nobody said anything of the kind
GIFT = 0.8  # ... it gives something that somebody seeks, for nothing
UNSOUGHT = 0.01  # ... or something that nobody seeks
STALE = 10  # offers of others until one's own is not worth standing any more
ALL_OTHERS = 31  # as `others_at` names them
PART = 1e6  # appeals are noted as whole numbers of this part
UPS = MOST_LEGAL - COMPANIES  # where on the desk it is noted what one more share of each company brings


@jit
def is_standing(s: State, seat: int, offer: int) -> bool:
    """Whether that is what a seat offers already."""
    return (
        s.offer[seat] != NO_OFFER
        and s.offered[seat] == given_by(offer)
        and s.wanted[seat] == wanted_by(offer)
        and s.addressee[seat] == addressee_of(offer)
    )


@jit
def stands(s: State, seat: int, m: Outlook) -> bool:
    """Whether a seat's own offer still makes sense."""
    if s.offer[seat] == NO_OFFER or s.offers - s.offer[seat] > STALE:
        return False
    return change(s, seat, s.offered[seat], s.wanted[seat], s.centre, m) > 0.0


@jit
def likely(seekers: int, givers: int, gift: bool) -> float:
    """How likely an offer is taken if these seek what it gives and those would give what it wants."""
    if gift:
        return GIFT if seekers else UNSOUGHT
    if seekers & givers:
        return AGREED
    if seekers:
        return SOUGHT
    return GIVEN if givers else UNKNOWN


@jit
def chance_of(s: State, seat: int, gives: int, wants: int, to: int, m: Outlook) -> float:
    """How likely any offer is taken, by what others said."""
    seekers, givers = ALL_OTHERS, ALL_OTHERS
    for company in range(COMPANIES):
        if counted(gives, company):
            seekers &= others_at(m.seekers, company)
        if counted(wants, company):
            givers &= others_at(m.givers, company)
    if to != NOBODY:
        seekers &= bit((to - seat - 1) % s.seats)
        givers &= bit((to - seat - 1) % s.seats)
    return likely(seekers, givers, wants == 0)


@jit
def note_offers(
    s: State, seat: int, said: int, noise: float, m: Outlook, desk: Ints, n: int, room: int, rng: Ints
) -> int:
    """Notes the offers that promise most, the best first; returns how many. `said`: what one would announce now."""
    note_ups(s, seat, m, desk)
    found = note_packages(s, seat, said, noise, m, desk, n, 0, room, rng)
    for company in range(COMPANIES):
        have = counted(s.hand[seat], company)
        if 0 < have < MAJORITY[company]:
            found = note_lot(s, seat, company, have, noise, m, desk, n, found, room, rng)
            if have > 1:
                found = note_lot(s, seat, company, 1, noise, m, desk, n, found, room, rng)
    return found


@jit
def note_ups(s: State, seat: int, m: Outlook, desk: Ints) -> None:
    """Notes what one more share of each company would bring."""
    for company in range(COMPANIES):
        have = counted(s.hand[seat], company)
        if have < SHARES[company]:
            up = worth(s, company, have + 1, s.centre, m) - worth(s, company, have, s.centre, m)
            desk[UPS + company] = int(up * PART)


@jit
def note_lot(
    s: State, seat: int, company: int, lot: int, noise: float, m: Outlook,
    desk: Ints, n: int, found: int, room: int, rng: Ints,
) -> int:  # fmt: skip
    """Notes offers to all of so many shares of a company, for one of another or as a gift."""
    hand = s.hand[seat]
    have = counted(hand, company)
    seekers = others_at(m.seekers, company)
    blocks = m.blocks - 1 + blocked(company, have - lot)
    freed = cost_of(m.blocks, m) + worth(s, company, have - lot, s.centre, m) - worth(s, company, have, s.centre, m)
    code = OFFER + lot * GIVE_ONE[company]
    gain = freed - cost_of(blocks, m)
    if gain > 0.0:
        appeal = gain * likely(seekers, ALL_OTHERS, True) + varied(noise, rng)
        found = insert(s, seat, desk, n, found, room, code, appeal)
    for want in range(COMPANIES):
        mine = counted(hand, want)
        if want == company or mine >= SHARES[want]:
            continue
        then = blocks + blocked(want, mine + 1) - blocked(want, mine)
        gain = freed - cost_of(then, m) + desk[UPS + want] / PART
        if gain > 0.0:
            appeal = gain * likely(seekers, others_at(m.givers, want), False) + varied(noise, rng)
            found = insert(s, seat, desk, n, found, room, code + WANT_ONE[want], appeal)
    return found


@jit
def varied(noise: float, rng: Ints) -> float:
    """Something by which appeals differ from look to look."""
    return noise * unit(rng) if noise > 0.0 else 0.0


@jit
def note_packages(
    s: State, seat: int, said: int, noise: float, m: Outlook,
    desk: Ints, n: int, found: int, room: int, rng: Ints,
) -> int:  # fmt: skip
    """Notes offers to one other: all that it seeks of what one would give, for one of each share of the reverse."""
    seeks, gives = SPREAD[said // SETS], SPREAD[said % SETS]
    for other in range(s.seats):
        if other == seat:
            continue
        want = seeks & (SPREAD[s.gives[other]] | kinds_in(s.offered[other]))
        give = s.hand[seat] & (gives & (SPREAD[s.seeks[other]] | kinds_in(s.wanted[other]))) * COUNT
        if give == 0 and seeks & kinds_in(s.offered[other]):
            give = least_missed(s.hand[seat] & gives * COUNT)
        if give == 0:
            continue
        gain = change(s, seat, give, want, s.centre, m)
        if gain > 0.0:
            appeal = gain * chance_of(s, seat, give, want, other, m) + varied(noise, rng)
            code = OFFER + packed(give) + (packed(want) << SIDE) + (other + 1 << TO)
            found = insert(s, seat, desk, n, found, room, code, appeal)
    return found


@jit
def counter_offer(s: State, seat: int, maker: int, m: Outlook) -> int:
    """The best other terms for a seat whose offer one does not take: some lot for what it gives; 0 if none helps."""
    best, top = 0, 0.0
    for company in range(COMPANIES):
        have = counted(s.hand[seat], company)
        if not 0 < have < MAJORITY[company]:
            continue
        for want in range(COMPANIES):
            shares = counted(s.offered[maker], want)
            if shares == 0 and has(s.gives[maker], want):
                shares = 1
            if want == company or shares == 0:
                continue
            for lot in (1, have):
                give, get = many(company, lot), many(want, shares)
                gain = change(s, seat, give, get, s.centre, m)
                appeal = gain * chance_of(s, seat, give, get, maker, m)
                if appeal > top and not (give == s.wanted[maker] and get == s.offered[maker]):
                    top = appeal
                    best = OFFER + packed(give) + (packed(get) << SIDE) + (maker + 1 << TO)
    return best


@jit
def least_missed(stack: int) -> int:
    """All shares of the company of which a stack has fewest; nothing of nothing."""
    least, fewest = 0, COUNT
    for company in range(COMPANIES):
        have = counted(stack, company)
        if 0 < have < fewest:
            least, fewest = many(company, have), have
    return least


@jit
def insert(s: State, seat: int, desk: Ints, start: int, found: int, room: int, action: int, appeal: float) -> int:
    """Puts an action among the best found so far, whose appeals stand below the UPS. Returns how many there are."""
    noted = int(appeal * PART)
    at = found
    while at > 0 and desk[UPS - at] < noted:
        at -= 1
    if at >= room or (action >= OFFER and is_standing(s, seat, action)):
        return found
    if found < room:
        found += 1
    for i in range(found - 1, at, -1):
        desk[start + i] = desk[start + i - 1]
        desk[UPS - 1 - i] = desk[UPS - i]
    desk[start + at] = action
    desk[UPS - 1 - at] = noted
    return found
