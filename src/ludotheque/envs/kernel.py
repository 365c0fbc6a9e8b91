"""Matches, stepped and observed by the thousand, as machine code.

This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py).
"""

from types import ModuleType

from ludotheque.envs.arrays import BatchPlan, Bytes, Matches, Scratch, Singles
from ludotheque.envs.interface import BY, CODE, FIELD, KIND, LEFT, NOBODY, OFFSET, STRIDE, TURN, WIDTH
from ludotheque.envs.spec import NUMBER, PLACE, PLACES, SET, STACK
from ludotheque.games.box import FINE, WAIT
from ludotheque.games.cards import has, lowest, one, rest
from ludotheque.games.chance import below, shuffle
from ludotheque.games.compiled import Ints, Record, jit
from ludotheque.games.stacks import counted

game: ModuleType
rules = game
actors, apply, deal, legal, start, why = rules.actors, rules.apply, rules.deal, rules.legal, rules.start, rules.why
look = rules.view  # Numba takes any call of `.view` for NumPy's
OVER = rules.OVER


@jit
def begin(m: Matches, i: int, plan: BatchPlan, desk: Scratch) -> None:
    """A new match, and its first deal."""
    start(m.states[i], plan.how[0].seats, plan.options, below(m.rngs[i], plan.how[0].seats))
    deal_out(m, i, desk)


@jit
def deal_out(m: Matches, i: int, desk: Scratch) -> None:
    """The next round, from a deck shuffled by the match's own source."""
    for card in range(len(desk.deck)):
        desk.deck[card] = card
    shuffle(m.rngs[i], desk.deck)
    deal(m.states[i], desk.deck)
    m.ticks[i] = 0


@jit
def meant(words: Ints, seat: int, seats: int, code: Ints) -> int:
    """The action of the rules that a choice means now."""
    if code[LEFT] == 0:
        return code[CODE]
    return code[CODE] + words[code[FIELD] + (seat + code[LEFT]) % seats]


@jit
def act(m: Matches, i: int, seat: int, choice: int, plan: BatchPlan) -> None:
    """One choice of a seat, which must be legal."""
    m.ticks[i] += 1
    action = meant(m.words[i], seat, plan.how[0].seats, plan.codes[choice])
    if action != WAIT:
        apply(m.states[i], seat, action)


@jit
def go_on(m: Matches, i: int, plan: BatchPlan, desk: Scratch) -> None:
    """What follows a choice: the clock, points when a round is over, the next deal or the next match."""
    how, s = plan.how[0], m.states[i]
    if how.market and m.ticks[i] >= how.ticks:
        close(s, how)
    over = actors(s) == 0
    m.done[i] = over and (how.single != 0 or s.phase == OVER)
    for seat in range(how.seats):
        m.rewards[i, seat] = s.gained[seat] if over else 0
    if not m.done[i]:
        if over:
            deal_out(m, i, desk)
    elif how.again:
        begin(m, i, plan, desk)


@jit
def close(s: Record, how: Record) -> None:
    """Ends a market whose time is up."""
    for seat in range(how.seats):
        if why(s, seat, how.closing) == FINE:
            apply(s, seat, how.closing)


@jit
def ask(m: Matches, i: int, plan: BatchPlan) -> None:
    """Who is asked next: of several at once the lowest seat, in a market anyone by chance."""
    seats = actors(m.states[i])
    if seats == 0:
        m.seat[i] = NOBODY
    elif plan.how[0].market:
        m.seat[i] = one(seats, m.rngs[i])
    else:
        m.seat[i] = lowest(seats)


@jit
def note_legal(m: Matches, i: int, seat: int, plan: BatchPlan, desk: Scratch, mask: Bytes) -> None:
    """Writes 1 for every choice that a seat has, and 0 for the others."""
    mask[:] = 0
    s = m.states[i]
    seats = actors(s)
    if not has(seats, seat):
        return
    if len(plan.numbers):
        for k in range(legal(s, seat, desk.actions)):
            mask[plan.numbers[desk.actions[k]]] = 1
        return
    for choice in range(len(mask)):  # the rules' own list has no announcements
        action = meant(m.words[i], seat, plan.how[0].seats, plan.codes[choice])
        mask[choice] = rest(seats) != 0 if action == WAIT else why(s, seat, action) == FINE


@jit
def observe(m: Matches, i: int, viewer: int, seat: int, plan: BatchPlan, desk: Scratch, out: Singles) -> None:
    """What a viewer sees, told from a seat on: a spectator (−1) may sit anywhere."""
    look(m.states[i], viewer, desk.seen[0])
    encode(desk.words[0], seat, plan.how[0].places, plan.layout, out)


@jit
def encode(words: Ints, seat: int, places: int, layout: Ints, out: Singles) -> None:
    """The numbers that a view becomes."""
    out[:] = 0.0
    at = 0
    for row in range(len(layout)):
        word = layout[row, OFFSET]
        if layout[row, TURN] != NOBODY:
            word += (seat + layout[row, TURN]) % places * layout[row, STRIDE]
        write(layout[row, KIND], words[word], layout[row, WIDTH], layout[row, BY], seat, places, out, at)
        at += layout[row, WIDTH]


@jit
def write(kind: int, value: int, width: int, by: int, seat: int, places: int, out: Singles, at: int) -> None:
    """The numbers that one word of a view becomes, where nothing but zeros stand yet."""
    if kind == NUMBER:
        out[at] = value / by
    elif kind == SET:
        while value:
            out[at + lowest(value)] = 1.0
            value = rest(value)
    elif kind == PLACES:
        for turn in range(places):
            out[at + turn] = has(value, (seat + turn) % places)
    elif kind == STACK:
        for k in range(width):
            out[at + k] = counted(value, k) / by
    elif value >= 0:  # one of several, or none
        out[at + ((value - seat + places) % places if kind == PLACE else value)] = 1.0


@jit
def show(m: Matches, i: int, plan: BatchPlan, desk: Scratch) -> None:
    """Asks the next seat, and shows it what it sees and what it may do."""
    ask(m, i, plan)
    if m.seat[i] != NOBODY:
        note_legal(m, i, m.seat[i], plan, desk, m.mask[i])
        observe(m, i, m.seat[i], m.seat[i], plan, desk, m.observation[i])


@jit
def reset(m: Matches, plan: BatchPlan, desk: Scratch, first: int, last: int) -> None:
    """Begins all matches from the first up to the last, and shows them."""
    for i in range(first, last):
        begin(m, i, plan, desk)
        show(m, i, plan, desk)


@jit
def step(m: Matches, choices: Ints, plan: BatchPlan, desk: Scratch, first: int, last: int) -> None:
    """A choice in each of these matches, whoever is asked there; shows what follows."""
    for i in range(first, last):
        act(m, i, m.seat[i], choices[i], plan)
        go_on(m, i, plan, desk)
        show(m, i, plan, desk)


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
    go_on(m, i, plan, desk)
    show(m, i, plan, desk)


@jit
def first_illegal(mask: Bytes, choices: Ints) -> int:
    """The first match in which the choice is not legal, or NOBODY."""
    for i in range(len(choices)):
        if not 0 <= choices[i] < mask.shape[1] or mask[i, choices[i]] == 0:
            return i
    return NOBODY
