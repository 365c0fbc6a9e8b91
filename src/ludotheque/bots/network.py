"""A brain that has learned: a network chooses, and another says what a state is worth.

This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py). Both
networks have two hidden layers. The first layer adds up a row of weights for each feature that is there (features.py);
only the outputs of what is legal are computed. All weights are arguments: a `mind` has them, and room to work in.
"""

from math import sqrt
from types import ModuleType

from ludotheque.bots.features import (
    FIRST,
    KIND,
    LABEL,
    LAG,
    LAGS,
    LOW,
    NO_LABEL,
    NUMBER,
    ONE_OF,
    PART_LABEL,
    PLACE,
    SEATS,
    SET,
    STACK,
    STEP,
    STRIDE,
    WIDTH,
    WORD,
)  # fmt: skip
from ludotheque.bots.mind import LearnedMind
from ludotheque.bots.sums import add_layer, add_row, add_rows, output, soften
from ludotheque.games.cards import bit, lowest, rest
from ludotheque.games.chance import unit
from ludotheque.games.compiled import Floats, Ints, Record, jit, word
from ludotheque.games.stacks import counted

game: ModuleType
bot: ModuleType
rounds_left, SWING = bot.rounds_left, bot.SWING
look = game.view  # Numba takes any call of `.view` for NumPy's
sight: ModuleType  # the game's own, or one that says nothing
places_of: Ints  # how many places there are, by the number of seats
label, notes = sight.label, sight.notes
WORDS = game.RECORD.itemsize // 8

NONE = -1
FINE_LAGS = 4.0  # steps of a lag in the distance at which a match turns


@jit
def observe(s: Record, seat: int, mind: LearnedMind) -> int:
    """Writes the numbers of all features that are there, told from a seat on; returns how many."""
    places = places_of[s.seats]
    rows, labels, out = mind.rows, mind.labels, mind.features
    label(s, labels)
    notes(s, seat, mind.notes)
    n = 0
    for i in range(len(rows)):
        kind, first, at = rows[i, KIND], rows[i, FIRST], rows[i, WORD]
        if rows[i, STRIDE]:
            if rows[i, PLACE] >= places:
                continue
            place = seat + rows[i, PLACE]
            at += (place - places if place >= places else place) * rows[i, STRIDE]
        if rows[i, PART_LABEL] != NO_LABEL:
            first += labels[rows[i, PART_LABEL]] * rows[i, WIDTH]
        value = word(s, at) if at < WORDS else mind.notes[at - WORDS]
        if kind == SEATS:
            value = (value | value << places) >> seat & bit(places) - 1
        if kind in (SET, SEATS):
            while value:
                out[n] = first + labelled(lowest(value), rows[i, LABEL], labels)
                value = rest(value)
                n += 1
        elif kind == STACK:
            n = list_stack(value, first, rows[i, LOW], rows[i, WIDTH], out, n)
        else:
            feature = only_one(s, kind, value, seat, places, rows[i], labels)
            if feature >= 0:
                out[n] = first + feature
                n += 1
    return n


@jit
def list_stack(stack: int, first: int, each: int, width: int, out: Ints, n: int) -> int:
    """The features of a stack: of each kind that there is the one that says how many."""
    for k in range(width // each):
        many = counted(stack, k)
        if many:
            out[n] = first + k * each + min(many, each - 1)
            n += 1
    return n


@jit
def only_one(s: Record, kind: int, value: int, seat: int, places: int, row: Ints, labels: Ints) -> int:
    """The one feature that a number is, or NONE: a zero, like nobody and nothing, is told by its absence."""
    if kind == NUMBER:
        return (value - row[LOW]) // row[STEP] if value != 0 else NONE
    if kind == LAG:
        best = s.score[0]
        for other in range(1, places):
            best = max(best, s.score[other])
        return min(LAGS - 1, int(FINE_LAGS * (best - value) / (SWING * sqrt(rounds_left(s) + 1.0))))
    if value < 0:
        return NONE
    if kind == ONE_OF:
        return labelled(value, row[LABEL], labels)
    return value - seat + (places if value < seat else 0)


@jit
def labelled(thing: int, label: int, labels: Ints) -> int:
    """A thing's label, if it has one."""
    return labels[label + thing] if label != NO_LABEL else thing


@jit
def first_of(action: int, mind: LearnedMind) -> int:
    """The output of an action's first part."""
    return mind.parts[action, 0] + (mind.labels[mind.parts[action, 1]] if mind.parts[action, 1] != NO_LABEL else 0)


@jit
def second_of(action: int, mind: LearnedMind) -> int:
    """The output of an action's second part."""
    return mind.parts[action, 2] + (mind.labels[mind.parts[action, 3]] if mind.parts[action, 3] != NO_LABEL else 0)


@jit
def look_and_think(s: Record, seat: int, mind: LearnedMind) -> int:
    """The hidden layers for what a seat sees; returns how many features these are."""
    look(s, seat, mind.seen[0])
    n = observe(mind.seen[0], seat, mind)
    add_rows(mind.own_first, mind.features, n, mind.layers[0])
    add_layer(mind.own_second, mind.layers[0], mind.layers[1, : mind.own_second.shape[1]])
    return n


@jit
def list_firsts(actions: Ints, n: int, mind: LearnedMind) -> int:
    """The outputs of the first parts of some actions, each once, with their logits; returns how many."""
    many = 0
    hidden = mind.layers[1, : mind.own_second.shape[1]]
    for i in range(n):
        part = first_of(actions[i], mind)
        k = many - 1
        while k >= 0 and mind.outputs[k] != part:
            k -= 1
        if k < 0:
            mind.outputs[many] = part
            mind.logits[many] = output(mind.own_third, part, hidden)
            many += 1
    return many


@jit
def list_seconds(actions: Ints, n: int, first: int, mind: LearnedMind) -> int:
    """The actions with this first part, and the logits of their second parts; returns how many.

    The network is told the first part: its feature is added to what it saw.
    """
    many = 0
    for i in range(n):
        if first_of(actions[i], mind) == first:
            mind.outputs[many] = actions[i]
            many += 1
    if many == 1:
        mind.logits[0] = 0.0
        return 1
    width = mind.own_second.shape[1]
    for j in range(len(mind.layers[0])):
        mind.layers[2, j] = mind.layers[0, j]
    add_row(mind.own_first, mind.base[0] + first, mind.layers[2])
    add_layer(mind.own_second, mind.layers[2], mind.layers[3, :width])
    for k in range(many):
        mind.logits[k] = output(mind.own_third, second_of(mind.outputs[k], mind), mind.layers[3, :width])
    return many


@jit
def drawn(n: int, mind: LearnedMind, rng: Ints) -> int:
    """One of n by their probabilities."""
    left = unit(rng)
    k = 0
    while k < n - 1 and left >= mind.logits[k]:
        left -= mind.logits[k]
        k += 1
    return k


@jit
def policy(s: Record, seat: int, actions: Ints, n: int, mind: LearnedMind, rng: Ints) -> int:
    """One of the n actions, as likely as the network says."""
    look_and_think(s, seat, mind)
    many = list_firsts(actions, n, mind)
    soften(mind.logits, many, mind.sharp)
    first = mind.outputs[drawn(many, mind, rng)]
    many = list_seconds(actions, n, first, mind)
    if many == 1:
        return mind.outputs[0]
    soften(mind.logits, many, mind.sharp)
    return mind.outputs[drawn(many, mind, rng)]


@jit
def weigh(s: Record, seat: int, actions: Ints, n: int, mind: LearnedMind, out: Floats) -> None:
    """Writes how likely the network makes each of the n actions."""
    look_and_think(s, seat, mind)
    firsts = list_firsts(actions, n, mind)
    soften(mind.logits, firsts, 1.0)
    for k in range(firsts):
        mind.firsts[k] = mind.outputs[k]
        mind.chances[k] = mind.logits[k]
    for k in range(firsts):
        many = list_seconds(actions, n, mind.firsts[k], mind)
        soften(mind.logits, many, 1.0)
        j = 0
        for i in range(n):  # in the order in which they were listed
            if first_of(actions[i], mind) == mind.firsts[k]:
                out[i] = mind.chances[k] * mind.logits[j]
                j += 1


@jit
def value(s: Record, places: int, mind: LearnedMind, fortunes: Floats) -> None:
    """Each place's share of the match, as the network that sees everything foretells it."""
    seat = max(lowest(game.actors(s)), 0)
    n = observe(s, seat, mind)
    add_rows(mind.all_first, mind.features, n, mind.layers[0])
    width = mind.all_second.shape[1]
    add_layer(mind.all_second, mind.layers[0], mind.layers[1, :width])
    for k in range(places):
        mind.logits[k] = output(mind.all_third, k, mind.layers[1, :width])
    soften(mind.logits, places, 1.0)
    for k in range(places):
        place = seat + k
        fortunes[place - places if place >= places else place] = mind.logits[k]
