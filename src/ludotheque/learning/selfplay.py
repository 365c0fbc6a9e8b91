"""Matches that a network plays with itself and with others, and what it can learn from them, as machine code.

This source is executed once for each game, with `game` being that game's rules, `network` its networks and `search` its
rules of thumb (see `for_game` in compiled.py).
"""

from math import log
from types import ModuleType
from typing import Any, NamedTuple

from ludotheque.bots.mind import LearnedMind
from ludotheque.bots.sums import soften
from ludotheque.games.cards import lowest, one, rest
from ludotheque.games.chance import below, shuffle, unit
from ludotheque.games.compiled import Floats, Ints, Record, jit
from ludotheque.games.contract import WAIT
from ludotheque.learning.learner import Samples

game: ModuleType
network: ModuleType
search: ModuleType
actors, apply, deal, legal, start = game.actors, game.apply, game.deal, game.legal, game.start
at_once, foretell = search.at_once, search.foretell
drawn, list_firsts, list_seconds, look_and_think = (
    network.drawn, network.list_firsts, network.list_seconds, network.look_and_think,
)  # fmt: skip
observe, policy, places_of = network.observe, network.policy, network.places_of
first_of, second_of = network.first_of, network.second_of

LEARNER, THUMB, OLDER, PUPIL = range(4)  # who sits at a seat; a pupil does as rules of thumb say, and learns from that
ROOM = 600  # samples that a round may have: two for each choice


class MatchKinds(NamedTuple):
    """The matches that are played: numbers of seats, options, and the size of a deck by the number of seats."""

    seats: Ints
    options: Ints
    decks: Ints


class LearnersTable(NamedTuple):
    """Everybody at the table: networks, rules of thumb, and room to work in."""

    learner: LearnedMind
    older: LearnedMind
    habits: Any
    kinds: Ints
    everything: Ints  # the features of a state
    actions: Ints
    deck: Ints
    fortunes: Floats


@jit
def learn(s: Record, seat: int, taught: int, t: Any, out: Samples, n: int, number: int, rng: Ints) -> int:
    """A choice of the learner, who is asked, or the one that it is taught: one sample, or two if it has two parts.

    Returns how many there are now. Where nothing is taught (WAIT) the learner chooses by itself.
    """
    mind = t.learner
    listed = legal(s, seat, t.actions)
    if listed == 1:
        apply(s, seat, t.actions[0])
        return n
    there = observe(s, seat, mind)
    for i in range(there):
        t.everything[i] = mind.features[i]
    seen = look_and_think(s, seat, mind)
    many = list_firsts(t.actions, listed, mind)
    soften(mind.logits, many, 1.0)
    k = drawn(many, mind, rng) if taught == WAIT else found(first_of(taught, mind), many, mind)
    first = mind.outputs[k]
    if many > 1:
        write(s, seat, t, seen, there, k, out, n, number)
        for i in range(many):
            out.legal[n, i] = mind.outputs[i]
        out.legal_count[n] = many
        n += 1
    many = list_seconds(t.actions, listed, first, mind)
    k = 0
    if many > 1:
        soften(mind.logits, many, 1.0)
        k = drawn(many, mind, rng) if taught == WAIT else found(taught, many, mind)
        write(s, seat, t, seen, there, k, out, n, number)
        out.own[n, seen] = mind.base[0] + first
        out.own_count[n] = seen + 1
        for i in range(many):
            out.legal[n, i] = second_of(mind.outputs[i], mind)
        out.legal_count[n] = many
        n += 1
    apply(s, seat, mind.outputs[k])
    return n


@jit
def found(wanted: int, n: int, mind: LearnedMind) -> int:
    """Which of the first n outputs or actions listed is the one wanted."""
    k = 0
    while k < n - 1 and mind.outputs[k] != wanted:
        k += 1
    return k


@jit
def write(s: Record, seat: int, t: Any, seen: int, there: int, k: int, out: Samples, n: int, number: int) -> None:
    """The fields of every sample: the observation, the choices, and the probability of the one that was taken."""
    for i in range(seen):
        out.own[n, i] = t.learner.features[i]
    for i in range(there):
        out.all[n, i] = t.everything[i]
    out.own_count[n] = seen
    out.all_count[n] = there
    out.choice[n] = k
    out.chance[n] = log(t.learner.logits[k])
    out.round[n] = number
    out.seat[n] = seat
    out.places[n] = places_of[s.seats]


@jit
def play(s: Record, t: Any, out: Samples, n: int, number: int, rng: Ints) -> int:
    """Plays a round to its end; returns how many samples there are then."""
    while True:
        seats = actors(s)
        if seats == 0:
            return n
        seat = one(seats, rng) if rest(seats) else lowest(seats)
        kind = t.kinds[seat]
        if kind in (LEARNER, PUPIL):
            taught = at_once(s, seat, t.actions, t.habits, rng) if kind == PUPIL else WAIT
            n = learn(s, seat, taught, t, out, n, number, rng)
            continue
        if kind == THUMB:
            action = at_once(s, seat, t.actions, t.habits, rng)
        else:
            listed = legal(s, seat, t.actions)
            action = t.actions[0] if listed == 1 else policy(s, seat, t.actions, listed, t.older, rng)
        if action != WAIT:
            apply(s, seat, action)


@jit
def deal_out(s: Record, rules: Any, t: Any, rng: Ints) -> None:
    """The next round."""
    size = rules.decks[s.seats]
    for card in range(size):
        t.deck[card] = card
    shuffle(rng, t.deck[:size])
    deal(s, t.deck[:size])


@jit
def gather(s: Record, rules: Any, alone: float, kind: int, t: Any, out: Samples, rng: Ints) -> tuple[int, int]:
    """Plays one match after another until there is no room for another round; returns how many samples and rounds."""
    n = 0
    number = 0
    while True:
        seats = rules.seats[below(rng, len(rules.seats))]
        start(s, seats, rules.options[below(rng, len(rules.options))], below(rng, seats))
        while s.phase == game.DEALING:
            if n + ROOM > len(out.choice):
                return n, number
            seat_all(seats, alone, kind, t, rng)
            deal_out(s, rules, t, rng)
            n = play(s, t, out, n, number, rng)
            places = places_of[seats]
            foretell(s, places, t.fortunes)
            for place in range(places):
                out.ends[number, place] = t.fortunes[place]
            number += 1


@jit
def seat_all(seats: int, alone: float, kind: int, t: Any, rng: Ints) -> None:
    """Seats learners of a kind; sometimes others among them."""
    for seat in range(seats):
        t.kinds[seat] = kind
    if kind == LEARNER and unit(rng) >= alone:
        for _ in range(1 + below(rng, seats - 1)):
            t.kinds[below(rng, seats)] = THUMB if below(rng, 2) else OLDER


@jit
def leads(
    s: Record, seats: int, options: Ints, others: int, rules: Any, t: Any, out: Samples, rng: Ints, leads: Floats
) -> None:
    """Writes for each of many deals how many points the learner is ahead of the others' mean, having sat everywhere."""
    size = rules.decks[seats]
    for i in range(len(leads)):
        for card in range(size):
            t.deck[card] = card
        shuffle(rng, t.deck[:size])
        ahead = 0.0
        for odd in range(seats):
            for seat in range(seats):
                t.kinds[seat] = LEARNER if seat == odd else others
            start(s, seats, options, i % seats)
            deal(s, t.deck[:size])
            play(s, t, out, 0, 0, rng)
            for seat in range(seats):
                ahead += s.gained[seat] if seat == odd else -s.gained[seat] / (seats - 1)
        leads[i] = ahead / seats
