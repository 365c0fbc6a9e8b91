"""Rules of thumb for Wheedle: collect few companies and many of each, and be rid of the rest.

It announces what it seeks and would give, and reads what others announce, offer and ask for. It takes an offer, and
swaps with the centre, when its hand gains by it (worth.py); it offers what it misses least for what it wishes for most,
to those who are likely to agree; and it cries "stop" when that is right (D5) and never else. Offers are numbered, which
serves as a clock: the later, the smaller a gain will do, and in the end a bot says that it is done, so that no market
goes on for ever (D8).
"""

import numpy as np

from ludotheque.games.cards import has
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Ints, jit, jit_with_arrays
from ludotheque.games.contract import FINE, WAIT
from ludotheque.games.stacks import counted, single
from ludotheque.games.wheedle.guess import guess  # noqa: F401  the search deals worlds by it
from ludotheque.games.wheedle.offers import chance_of, counter_offer, insert, is_standing, note_offers, stands
from ludotheque.games.wheedle.rules import (
    CENTRE,
    COMPANIES,
    DONE,
    MOST_LEGAL,
    NO_OFFER,
    OFFER,
    SEEK,
    SETS,
    SORTING,
    STOP,
    TAKE,
    TURN,
    WITHDRAW,
    State,
    addressee_of,
    given_by,
    maker_of,
    rules_all,
    wanted_by,
    why_not_take,
)
from ludotheque.games.wheedle.worth import Habits, Outlook, announcement, change, market, spoken

MARKET = True  # everybody acts at any time
SECRET = -1  # no phase: all see what anyone does
SWING = 5.0  # how far a round moves two scores apart: 0.55 of the standard deviation, as for a logistic curve
LEVELS: dict[str, dict[str, float]] = {
    "expert": {"simulations": 750, "deep": 1, "explore": 0.4},
    "master": {"simulations": 8000, "deep": 1, "explore": 0.4},
}
CLASSIC = {  # version 0.2
    **LEVELS,
    "habits": {
        "hope": 0.15,
        "near": 0.1,
        "full_hope": 0.6,
        "lost": 0.15,
        "behind": 0.5,
        "rival": 0.1,
        "bankrupt": 0.5,
        "first_block": 1.5,
        "second_block": 0.7,
        "more_blocks": 0.5,
        "gain": 0.3,
        "swap_gain": 0.3,
        "patience": 40.0,
        "restless": 0.5,
    },
}

EXPLOITERS = {  # habits of entrants to an arena that try to live at the expense of honest talk
    "silent": {"announces": 0.0, "corrects": 0.0, "swap_gain": 0.15},
    "liar": {"lies": 1.0},
    "denier": {"rival": -0.3},  # what others seek is worth more to it, not less
    "patient": {"gain": 0.8, "patience": 70.0},
}

HARM = 0.5  # how much worse a loss is than no gain
SAYING = 0.01  # what words are worth
FOOLISH = -1e9
OFFERS = 5  # that are worth a thought
BESIDE = 1  # ... when there is a deal to be had at once
SWAPS = 3
NONE = -2  # no action, and not to WAIT either


@jit
def at_once(s: State, seat: int, desk: Ints, habits: Habits, rng: Ints) -> int:
    """A bot's action without weighing its choices; it needs a desk of MOST_LEGAL places."""
    if s.phase == SORTING:
        return TURN
    if rules_all(s.hand[seat]):
        return STOP
    m = market(s, seat, habits)
    late = s.offers / (habits.patience * s.seats)
    early = max(0.0, 1.0 - late)
    if late > 1.0 + unit(rng) and not has(s.done, seat):
        return DONE
    deal = best_deal(s, seat, early, m)
    if deal != NONE:
        return deal
    said = announcement(s, seat, m)
    silent = s.seeks[seat] | s.gives[seat] == 0
    says = habits.announces if silent else habits.corrects
    words = spoken(said, habits)
    if outdated(s, seat, words) and (says >= 1.0 or unit(rng) < says):
        return SEEK + words
    if stands(s, seat, m) and unit(rng) > habits.restless:
        return WAIT
    if note_offers(s, seat, said, habits.noise, m, desk, 0, 1, rng):
        return desk[0]
    if has(s.done, seat) or unit(rng) > habits.restless:
        return WAIT
    return DONE


@jit
def best_deal(s: State, seat: int, early: float, m: Outlook) -> int:
    """The offer or the swap with the centre that brings most, and enough; NONE if none does."""
    best = NONE
    top = m.habits.gain * early
    for maker in range(s.seats):
        if maker != seat and s.offer[maker] != NO_OFFER and why_not_take(s, seat, s.offer[maker]) == FINE:
            gain = change(s, seat, s.wanted[maker], s.offered[maker], s.centre, m)
            if gain > top:
                top = gain
                best = TAKE + s.offer[maker]
    top = max(top, m.habits.swap_gain)
    for lay in range(COMPANIES):
        if lay != s.centre and counted(s.hand[seat], lay):
            gain = change(s, seat, single(lay), single(s.centre), lay, m)
            if gain > top:
                top = gain
                best = CENTRE + lay * COMPANIES + s.centre
    return best


@jit_with_arrays
def policy(s: State, seat: int, actions: Ints, n: int, habits: Habits, rng: Ints) -> int:
    """The one of n actions that a bot does at once; if that is not among them, the one that promises most."""
    choice = at_once(s, seat, np.empty(MOST_LEGAL, np.int64), habits, rng)
    for i in range(n):
        if actions[i] == choice:
            return choice
    m = market(s, seat, habits)
    best = actions[0]
    top = FOOLISH
    for i in range(n):
        value = promise(s, seat, actions[i], m)
        if value > top:
            top = value
            best = actions[i]
    return best


@jit
def promise(s: State, seat: int, action: int, m: Outlook) -> float:
    """The promise of an action: a gain by how likely it is."""
    if action >= OFFER:
        gives, wants = given_by(action), wanted_by(action)
        gain = change(s, seat, gives, wants, s.centre, m)
        if is_standing(s, seat, action):
            return -2.0 * SAYING
        if gain < 0.0:
            return gain - HARM
        return gain * chance_of(s, seat, gives, wants, addressee_of(action), m)
    if action >= TAKE:
        maker = maker_of(s, action - TAKE)
        return change(s, seat, s.wanted[maker], s.offered[maker], s.centre, m)
    if action >= SEEK:
        return SAYING
    if action >= CENTRE:
        lay = (action - CENTRE) // COMPANIES
        return change(s, seat, single(lay), single(s.centre), lay, m)
    if action == WITHDRAW:
        return -change(s, seat, s.offered[seat], s.wanted[seat], s.centre, m)
    if action == WAIT:
        return 0.0
    if action == DONE:
        return -SAYING
    return FOOLISH if action == STOP else -HARM


@jit
def candidates(s: State, seat: int, habits: Habits, out: Ints) -> int:
    """Candidates: a right stop, others' offers, a few swaps and offers, or to wait. Returns how many."""
    if s.phase == SORTING:
        out[0] = TURN
        return 1
    m = market(s, seat, habits)
    said = announcement(s, seat, m)
    n = 0
    if rules_all(s.hand[seat]):
        out[n] = STOP
        n += 1
    n = note_takes(s, seat, m, out, n)
    n += note_swaps(s, seat, m, out, n, SWAPS)
    if best_deal(s, seat, 1.0, m) != NONE:  # hardly ever is anything else better
        return n + note_offers(s, seat, said, 0.0, m, out, n, BESIDE, out)
    n += note_offers(s, seat, said, 0.0, m, out, n, OFFERS, out)
    return note_words(s, seat, said, m, out, n)


@jit
def note_words(s: State, seat: int, said: int, m: Outlook, out: Ints, n: int) -> int:
    """Adds what changes no hand: to announce, to withdraw, to be done, or to wait. Returns how many there are."""
    words = spoken(said, m.habits)
    if m.habits.announces > 0.0 and outdated(s, seat, words):
        out[n] = SEEK + words
        n += 1
    if s.offer[seat] != NO_OFFER and not stands(s, seat, m):
        out[n] = WITHDRAW
        n += 1
    if not has(s.done, seat) and (s.offers > m.habits.patience * s.seats or n == 0):
        out[n] = DONE
        n += 1
    out[n] = WAIT
    return n + 1


@jit
def note_takes(s: State, seat: int, m: Outlook, out: Ints, n: int) -> int:
    """Notes the offers of others that bring something: by losses, markets would go in circles."""
    for maker in range(s.seats):
        if maker != seat and s.offer[maker] != NO_OFFER and why_not_take(s, seat, s.offer[maker]) == FINE:
            gain = change(s, seat, s.wanted[maker], s.offered[maker], s.centre, m)
            if gain > 0.0:
                out[n] = TAKE + s.offer[maker]
                n += 1
    return n


@jit
def note_swaps(s: State, seat: int, m: Outlook, out: Ints, n: int, room: int) -> int:
    """Notes the swaps with the centre that bring most; returns how many."""
    found = 0
    for lay in range(COMPANIES):
        if lay != s.centre and counted(s.hand[seat], lay):
            gain = change(s, seat, single(lay), single(s.centre), lay, m)
            if gain > 0.0:
                found = insert(s, seat, out, n, found, room, CENTRE + lay * COMPANIES + s.centre, gain)
    return found


@jit
def outdated(s: State, seat: int, said: int) -> bool:
    """Whether what a seat announced misleads by now."""
    seeks, gives = said // SETS, said % SETS
    return said != 0 and (seeks != s.seeks[seat] or s.gives[seat] & ~gives != 0)


@jit
def news(s: State, seat: int, habits: Habits) -> int:
    """The announcement that a seat owes the others; NONE if what it said still holds."""
    said = announcement(s, seat, market(s, seat, habits))
    silent = s.seeks[seat] | s.gives[seat] == 0
    return SEEK + said if said != 0 and (silent or outdated(s, seat, said)) else NONE


@jit
def counter(s: State, seat: int, maker: int, habits: Habits) -> int:
    """Other terms for a seat whose offer one does not take; NONE if there are none, or if they stand already."""
    offer = counter_offer(s, seat, maker, market(s, seat, habits))
    return NONE if offer == 0 or is_standing(s, seat, offer) else offer


@jit
def rounds_left(s: State) -> float:
    """How many rounds are still to come (D9)."""
    return float(s.seats - s.rounds)
