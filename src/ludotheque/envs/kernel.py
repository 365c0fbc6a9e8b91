"""Matches, stepped and observed by the thousand, as machine code.

This source is executed once for each game, with `game` being that game's rules and `listing` what lists its legal
choices (see `for_game` in compiled.py).
"""

from math import exp, inf
from types import ModuleType

import numpy as np

from ludotheque.envs.arrays import DRAW, SHARE, STEP, BatchPlan, Bytes, Matches, Scratch, Shorts, Singles
from ludotheque.envs.interface import BY, CODE, FIELD, KIND, LEFT, NOBODY, WIDTH
from ludotheque.envs.spec import NUMBER, PLACES, SET, STACK
from ludotheque.games.cards import bit, has, lowest, one, rest
from ludotheque.games.chance import below, shuffle, unit
from ludotheque.games.compiled import COUNTERS, Ints, Record, jit, jit_fast, peek, put, take, word
from ludotheque.games.contract import FINE, WAIT
from ludotheque.games.stacks import COUNT, counted

game: ModuleType
listing: ModuleType
rules = game
actors, apply, deal, start, why = rules.actors, rules.apply, rules.deal, rules.start, rules.why
list_legal = listing.list_legal
look = rules.view  # Numba takes any call of `.view` for NumPy's
OVER = rules.OVER
BLOCK = 32  # matches
SHARES = (np.arange(COUNT + 1) / np.maximum(np.arange(COUNT + 1), 1)[:, None]).astype(np.float32)  # counts by divisors
NEXT, DONE = 0, COUNTERS // 2  # counters: the job and where its next share begins, and how many matches are done
VERB = 40  # where the job's number stands
NOTHING, ROUND, EPISODE = range(3)  # what a choice has ended


@jit
def only_stage(s: Record) -> int:
    """The stage of games in which what may be seen does not depend on it."""
    return 0


stage = getattr(rules, "stage", only_stage)


@jit
def begin(s: Record, rng: Ints, how: Record, options: Ints, deck: Ints) -> None:
    """A new match, and its first deal."""
    start(s, how.seats, options, below(rng, how.seats))
    deal_out(s, rng, deck)


@jit
def deal_out(s: Record, rng: Ints, deck: Ints) -> None:
    """The next round, from a deck shuffled by the match's own source."""
    for card in range(len(deck)):
        deck[card] = card
    shuffle(rng, deck)
    deal(s, deck)


@jit
def meant(words: Ints, seat: int, seats: int, codes: Ints, choice: int) -> int:
    """The action of the rules that a choice means now."""
    left = codes[choice, LEFT]
    return codes[choice, CODE] + (words[codes[choice, FIELD] + (seat + left) % seats] if left else 0)


@jit
def act(m: Matches, i: int, seat: int, choice: int, plan: BatchPlan) -> None:
    """One choice of a seat, which must be legal."""
    m.ticks[i] += 1
    play(m.states[i], m.words[i], seat, choice, plan.how[0].seats, plan.codes)


@jit
def play(s: Record, words: Ints, seat: int, choice: int, seats: int, codes: Ints) -> None:
    """Does what a choice means."""
    action = meant(words, seat, seats, codes, choice)
    if action != WAIT:
        apply(s, seat, action)


@jit
def round_over(s: Record, ticks: int, how: Record) -> bool:
    """Whether a round is over; a market closes when its time is up."""
    if how.market and ticks >= how.ticks:
        for seat in range(how.seats):
            if why(s, seat, how.closing) == FINE:
                apply(s, seat, how.closing)
    return actors(s) == 0


@jit
def ended(s: Record, ticks: int, how: Record) -> int:
    """The end that the last choice has brought: of nothing, of a round, or of the episode with it."""
    if not round_over(s, ticks, how):
        return NOTHING
    return EPISODE if how.single != 0 or s.phase == OVER else ROUND


@jit
def go_on(m: Matches, first: int, last: int, plan: BatchPlan, desk: Scratch) -> None:
    """Goes on after a choice in each of these matches: points when a round is over, the next deal or the next match."""
    how = plan.how[0]
    for i in range(first, last):
        s = m.states[i]
        end = ended(s, m.ticks[i], how)
        m.done[i] = end == EPISODE
        for seat in range(how.seats):
            m.rewards[i, seat] = s.gained[seat] if end != NOTHING else 0
        if end == NOTHING:
            continue
        m.ticks[i] = 0
        if end == ROUND:
            deal_out(s, m.rngs[i], desk.deck)
        elif how.again:
            begin(s, m.rngs[i], how, plan.options, desk.deck)


@jit
def asked(s: Record, rng: Ints, market: int) -> int:
    """The seat that is asked next: of several at once the lowest, in a market anyone by chance."""
    seats = actors(s)
    if seats == 0:
        return NOBODY
    return one(seats, rng) if market else lowest(seats)


@jit
def note_legal(m: Matches, i: int, seat: int, plan: BatchPlan, desk: Scratch, mask: Bytes) -> None:
    """Writes 1 for every choice that a seat has, and 0 for the others."""
    s, n = m.states[i], 0
    if has(actors(s), seat):
        n = list_legal(s, seat, plan.how[0], plan.numbers, desk.legal)
    mark(desk.legal, n, mask)


@jit_fast
def mark(legal: Shorts, n: int, mask: Bytes) -> None:
    """Writes 1 for the first n choices of a list that was just made, and 0 for the others."""
    mask[:] = 0
    for k in range(n):
        mask[legal[k]] = 1


@jit
def observe(m: Matches, i: int, viewer: int, seat: int, plan: BatchPlan, desk: Scratch, out: Singles) -> None:
    """A viewer's observation, told from a seat on: a spectator (−1) may sit anywhere."""
    look(m.states[i], viewer, desk.seen[0])
    gather(desk.seen[0], plan.offsets[seat], desk.packed)
    turn(seat, plan.how[0].places, plan.turned, plan.from_seat[seat], desk.packed)
    expand(desk.packed, plan.layout, out)


@jit_fast
def gather(s: Record, offsets: Ints, out: Ints) -> None:
    """The words of a record that are observed, by where they are."""
    for row in range(len(offsets)):
        out[row] = word(s, offsets[row])


@jit
def guard(rows: Ints, visible: Ints, out: Ints) -> None:
    """Leaves of the words that may be seen only now and then what may be seen now, else their blanks."""
    for k in range(len(rows)):
        out[rows[k]] = out[rows[k]] & visible[0, k] | visible[1, k]


@jit
def turn(seat: int, places: int, turned: Ints, from_seat: Ints, out: Ints) -> None:
    """Tells places from a seat on, in the words that name them."""
    for k in range(len(turned)):
        value = out[turned[k, 0]]
        if turned[k, 1] == PLACES:
            out[turned[k, 0]] = (value | value << places) >> seat & bit(places) - 1
        else:
            out[turned[k, 0]] = from_seat[value + 1]


@jit
def expand(packed: Ints, layout: Ints, out: Singles) -> None:
    """The numbers that the words of a view become."""
    out[:] = 0.0
    at = 0
    for row in range(len(layout)):
        kind, value, width, by = layout[row, KIND], packed[row], layout[row, WIDTH], layout[row, BY]
        part = out[at : at + width]
        if kind == NUMBER:
            part[0] = value / by
        elif kind == STACK:
            shares = SHARES[by]
            for k in range(width):
                part[k] = shares[counted(value, k)]
        elif kind in (SET, PLACES):
            while value:
                part[lowest(value)] = 1.0
                value = rest(value)
        elif value >= 0:  # one of several, or none
            part[value] = 1.0
        at += width


expand_own = jit_fast(expand.function)  # for words that were just made, which need no checks


@jit
def ask(m: Matches, first: int, last: int, plan: BatchPlan) -> None:
    """Asks the next seat of each of these matches."""
    for i in range(first, last):
        m.seat[i] = asked(m.states[i], m.rngs[i], plan.how[0].market)


@jit
def show(m: Matches, first: int, last: int, plan: BatchPlan, desk: Scratch) -> None:
    """Shows what the seat that is asked sees and may do, in the forms that are wanted: nothing when all is over."""
    how = plan.how[0]
    for i in range(first, last):
        s, seat, n = m.states[i], m.seat[i], 0
        if seat == NOBODY:
            continue
        if actors(s) != 0:
            n = list_legal(s, seat, how, plan.numbers, m.legal[i])
        m.legal_count[i] = n
        if m.mask.shape[1]:
            mark(m.legal[i], n, m.mask[i])
        packed = m.packed[i]
        gather(s, plan.offsets[seat], packed)
        if len(plan.guarded):
            guard(plan.guarded, plan.visible[stage(s), seat], packed)
        turn(seat, how.places, plan.turned, plan.from_seat[seat], packed)
        if m.observation.shape[1]:
            expand_own(packed, plan.layout, m.observation[i])


@jit
def reset(m: Matches, plan: BatchPlan, desk: Scratch, first: int, last: int) -> None:
    """Begins all matches from the first up to the last, and shows them."""
    for i in range(first, last):
        begin(m.states[i], m.rngs[i], plan.how[0], plan.options, desk.deck)
        m.ticks[i] = 0
    ask(m, first, last, plan)
    show(m, first, last, plan, desk)


@jit
def step(m: Matches, choices: Ints, plan: BatchPlan, desk: Scratch, first: int, last: int) -> None:
    """A choice in each of these matches, whoever is asked there; shows what follows.

    All matches of a block are played, then all are shown: with so many arrays as arguments, to call `go_on` and `show`
    for each match takes longer than the rules do. The records of a block stay in the processor's nearest cache.
    """
    for begun in range(first, last, BLOCK):
        end = min(begun + BLOCK, last)
        for i in range(begun, end):
            m.ticks[i] += 1
            play(m.states[i], m.words[i], m.seat[i], choices[i], plan.how[0].seats, plan.codes)
        go_on(m, begun, end, plan, desk)
        ask(m, begun, end, plan)
        show(m, begun, end, plan, desk)


@jit
def offer(counters: Ints, verb: int) -> None:
    """Offers all matches of a batch, of which none are done, for a job."""
    put(counters, DONE, 0)
    put(counters, NEXT, verb << VERB)


@jit
def left(counters: Ints, n: int) -> bool:
    """Whether some of n matches are not done."""
    return peek(counters, DONE) < n


@jit
def work(m: Matches, choices: Ints, plan: BatchPlan, desk: Scratch, counters: Ints, patience: int) -> None:
    """Takes shares of the job that is offered, until there has been none to take for so many looks.

    A counter tells at once which job it is and where the next share begins, so that who looks late takes a share of the
    job that is due now, or none.
    """
    n = len(m.seat)
    looks = 0
    while looks <= patience:
        looks += 1
        while peek(counters, NEXT) & bit(VERB) - 1 < n:
            taken = take(counters, NEXT, SHARE)
            first, verb = taken & bit(VERB) - 1, taken >> VERB
            last = min(first + SHARE, n)
            if first >= n:
                break
            if verb == DRAW:
                draw(m, choices, first, last)
            elif verb == STEP:
                step(m, choices, plan, desk, first, last)
            else:
                reset(m, plan, desk, first, last)
            take(counters, DONE, last - first)
            looks = 0


@jit
def together(m: Matches, i: int, choices: Ints, order: Ints, plan: BatchPlan, desk: Scratch, mask: Bytes) -> None:
    """A choice of every seat that may act, one after another: in a market in an order that is drawn.

    What has become impossible by what others did before is left out.
    """
    for k in range(len(order)):
        order[k] = k
    if plan.how[0].market:
        shuffle(m.rngs[i], order)
    seats = actors(m.states[i])
    for k in range(len(order)):
        if has(seats, order[k]):
            note_legal(m, i, order[k], plan, desk, mask)
            if mask[choices[order[k]]]:
                act(m, i, order[k], choices[order[k]], plan)
    go_on(m, i, i + 1, plan, desk)
    ask(m, i, i + 1, plan)
    show(m, i, i + 1, plan, desk)


@jit
def first_illegal(m: Matches, choices: Ints, first: int, last: int) -> int:
    """The first of these matches in which the choice is not legal, or NOBODY; where all is over no choice counts."""
    for i in range(first, last):
        n = m.legal_count[i]
        k = 0
        while k < n and m.legal[i, k] != choices[i]:
            k += 1
        if k == n > 0:
            return i
    return NOBODY


@jit
def draw(m: Matches, choices: Ints, first: int, last: int) -> None:
    """Any legal choice in each of these matches, each as likely as any other."""
    for i in range(first, last):
        choices[i] = m.legal[i, below(m.dice[i], m.legal_count[i])]


@jit
def draw_by(m: Matches, logits: Singles, choices: Ints, first: int, last: int) -> int:
    """A legal choice in each of these matches, by the softmax of its logits; returns the first whose logits tell none,
    or NOBODY."""
    for i in range(first, last):
        n = m.legal_count[i]
        most = -inf
        for k in range(n):
            most = max(most, logits[i, m.legal[i, k]])
        total = 0.0
        for k in range(n):
            total += exp(logits[i, m.legal[i, k]] - most)
        if not 0 < total < inf:
            return i
        left = unit(m.dice[i]) * total
        k = -1
        while left >= 0 and k < n - 1:
            k += 1
            left -= exp(logits[i, m.legal[i, k]] - most)
        choices[i] = m.legal[i, k]
    return NOBODY


@jit
def expand_all(packed: Ints, layout: Ints, out: Singles) -> None:
    """The numbers that the words of many views become."""
    for i in range(len(packed)):
        expand(packed[i], layout, out[i])


@jit
def mark_firsts(m: Matches, parts: Shorts, mask: Bytes, first: int, last: int) -> None:
    """Writes 1 for the first parts of all legal choices of each of these matches; the mask has only zeros before."""
    for i in range(first, last):
        for k in range(m.legal_count[i]):
            mask[i, parts[m.legal[i, k], 0]] = 1


@jit
def mark_seconds(m: Matches, parts: Shorts, firsts: Ints, mask: Bytes, first: int, last: int) -> None:
    """Writes 1 for the second parts of all legal choices that have this first part; the mask has only zeros before."""
    for i in range(first, last):
        for k in range(m.legal_count[i]):
            choice = m.legal[i, k]
            if parts[choice, 0] == firsts[i]:
                mask[i, parts[choice, 1]] = 1
