"""Information-set Monte Carlo tree search, as machine code.

This source is executed once for each game, with `game` being that game's rules (see `for_game` in compiled.py) and
`brain` what the search goes by: a module with a `policy`, perhaps a `value` for playouts that are cut short, perhaps a
`weigh` that says beforehand how good each choice looks. All are given a `mind`: the numbers that they go by.

A simulation deals a world that fits the view, walks down the tree by what is done in public, adds a node, plays the
round to its end by rules of thumb, and tells every node on its way what its mover got. One tree serves all worlds: a
node stands for a sequence of actions, and counts how often its action was there to be chosen (Cowling, Powley and
Whitehouse 2012). Everybody plays for themselves (max^n). What others choose in secret is never a node: they choose by
rules of thumb, from their own hand, and the searcher does not learn what.
"""

from math import exp, sqrt
from types import ModuleType

import numpy as np

from ludotheque.games.cards import has, lowest, one, rest
from ludotheque.games.chance import below, unit
from ludotheque.games.compiled import Floats, Ints, Record, Verb, jit, record_of
from ludotheque.games.contract import WAIT

game: ModuleType
bot: ModuleType
brain: ModuleType
redeal: Verb[[Record, int, Ints, Record], bool]
rounds_left, SECRET, SWING = bot.rounds_left, bot.SECRET, bot.SWING
policy = brain.policy

ROOT = 0
NONE = -1
FREE = -2  # in place of a first choice: the search chooses by itself
MIX, STIR = 0x9E3779B1, 0x85EBCA6B  # scatter keys over the table
LOW, HIGH = 0, 1  # of the fortunes seen
LOG = np.log(np.arange(1, 1 << 16))  # of 1, 2, 3 ...; larger numbers hardly differ


class Node:
    """Statistics of an action after the actions before it; the sums are its mover's."""

    parent: int
    action: int
    visits: int
    available: int  # how often it could have been chosen
    prior: float  # how likely it was thought to be chosen, if anything was thought
    fortune: float
    points: float
    squares: float  # of the points


class SearchSettings:
    """How to search."""

    places: int  # how many scores there are
    explore: float  # how much is tried beside what seems best
    trust: float  # how often others are taken to play by the rules of thumb, rather than for the best found
    thumb: float  # how often a playout follows the rules of thumb, rather than chance
    wide: float  # how many choices are looked at, in roots of the visits
    horizon: int  # how many decisions a playout has


NODE = record_of(Node)
SETTINGS = record_of(SearchSettings)


@jit
def all_legal(s: Record, seat: int, mind: Record, out: Ints) -> int:
    """All legal actions: what is worth a thought in most games."""
    return game.legal(s, seat, out)


candidates = vars(bot).get("candidates", all_legal)


@jit
def by_thumb(s: Record, seat: int, actions: Ints, mind: Record, rng: Ints) -> int:
    """The action of a seat by rules of thumb."""
    n = candidates(s, seat, mind, actions)
    return actions[0] if n == 1 else policy(s, seat, actions, n, mind, rng)


at_once = vars(brain).get("at_once", by_thumb)  # the same where that is quicker without listing what can be done


@jit
def search(
    view: Record, seat: int, first: int, worlds: Ints, settings: Record, mind: Record, simulations: int, rng: Ints,
    nodes: Record, used: Ints, table: Ints, world: Record, actions: Ints, unseen: Ints, path: Ints, movers: Ints,
    fortunes: Floats, seen: Floats,
) -> int:  # fmt: skip
    """Adds so many simulations to a tree; returns how many there were: fewer if no world fits the view.

    All may be those of one `first` choice: then its simulations go through `worlds`, seeds that all choices share.
    """
    for done in range(simulations):
        if first != FREE:
            known = find(nodes, table, ROOT, first)
            rng[0] = worlds[nodes[known].visits % len(worlds) if known != NONE else 0]
        if not redeal(view, seat, rng, world):
            return done
        depth = descend(
            world, seat, first, settings, mind, rng, nodes, used, table, actions, unseen, path, movers, seen
        )
        play_out(world, settings, mind, rng, actions)
        tell(world, settings, mind, nodes, path, movers, depth, fortunes, seen)
    return simulations


@jit
def descend(
    s: Record, seat: int, first: int, settings: Record, mind: Record, rng: Ints,
    nodes: Record, used: Ints, table: Ints, actions: Ints, unseen: Ints, path: Ints, movers: Ints, seen: Floats,
) -> int:  # fmt: skip
    """Walks down the tree, by a first choice if there is one, and adds to it; returns the length of the path."""
    node = ROOT
    nodes[ROOT].visits += 1
    depth = 0
    while depth < len(path):
        seats = game.actors(s)
        if seats == 0:
            break
        mover = next_mover(seats, seat, rng)
        if mover != seat and s.phase == SECRET:
            game.apply(s, mover, at_once(s, mover, actions, mind, rng))
            continue
        n = candidates(s, mover, mind, actions)
        modelled = mover != seat and settings.trust > 0.0 and unit(rng) < settings.trust
        if depth == 0 and first != FREE:
            action = first
        elif n == 1:
            action = actions[0]
        elif modelled:
            action = policy(s, mover, actions, n, mind, rng)
        else:
            action = chosen(s, mover, settings, mind, rng, nodes, used, table, node, actions, n, unseen, seen)
        if action != WAIT:
            game.apply(s, mover, action)
        child = find(nodes, table, node, action)
        if child == NONE:
            child = added(nodes, used, table, node, action, 0.0)
            if child == NONE:
                break
        known = nodes[child].visits > 0
        node = child
        path[depth] = node
        movers[depth] = mover
        depth += 1
        if not known and not modelled and n > 1:
            break
    return depth


@jit
def next_mover(seats: int, seat: int, rng: Ints) -> int:
    """The seat that acts next: the searcher first; else any of those who may act at once."""
    if has(seats, seat):
        return seat
    return one(seats, rng) if rest(seats) else lowest(seats)


@jit
def by_bounds(
    s: Record, mover: int, settings: Record, mind: Record, rng: Ints,
    nodes: Record, used: Ints, table: Ints, node: int, actions: Ints, n: int, unseen: Ints, seen: Floats,
) -> int:  # fmt: skip
    """A new action, the most promising by rules of thumb first, or the best of the known ones (UCB1)."""
    new = 0
    best = actions[0]
    most = -1e9
    span = max(seen[HIGH] - seen[LOW], 1e-9)
    for i in range(n):
        child = find(nodes, table, node, actions[i])
        if child == NONE:
            unseen[new] = actions[i]
            new += 1
            continue
        nodes[child].available += 1
        visits = nodes[child].visits
        value = (nodes[child].fortune / visits - seen[LOW]) / span
        value += settings.explore * sqrt(LOG[min(nodes[child].available, len(LOG)) - 1] / visits)
        if value > most:
            most = value
            best = actions[i]
    known = n - new
    if new == 0 or (known > 0 and known >= settings.wide * sqrt(nodes[node].visits)):
        return best
    return unseen[0] if new == 1 else policy(s, mover, unseen, new, mind, rng)


@jit
def by_priors(
    s: Record, mover: int, settings: Record, mind: Record, rng: Ints,
    nodes: Record, used: Ints, table: Ints, node: int, actions: Ints, n: int, unseen: Ints, seen: Floats,
) -> int:  # fmt: skip
    """The action with the best of what is known and what was thought of it beforehand (PUCT).

    What was never tried counts as much as what was tried there on the average.
    """
    if not expanded(s, mover, mind, nodes, used, table, node, actions, n, unseen):
        return policy(s, mover, actions, n, mind, rng)
    visits, fortune = 0, 0.0
    for i in range(n):
        child = nodes[unseen[i]]
        visits += child.visits
        fortune += child.fortune
    span = max(seen[HIGH] - seen[LOW], 1e-9)
    untried = (fortune / visits - seen[LOW]) / span if visits > 0 else 0.0
    eager = settings.explore * sqrt(visits + 1.0)
    best = actions[0]
    most = -1e9
    for i in range(n):
        child = nodes[unseen[i]]
        value = (child.fortune / child.visits - seen[LOW]) / span if child.visits > 0 else untried
        value += eager * child.prior / (1.0 + child.visits)
        if value > most:
            most = value
            best = actions[i]
    return best


@jit
def expanded(
    s: Record, mover: int, mind: Record,
    nodes: Record, used: Ints, table: Ints, node: int, actions: Ints, n: int, children: Ints,
) -> bool:  # fmt: skip
    """Whether there is a node for each action after a node, if need be a new one; writes them to `children`."""
    new = 0
    for i in range(n):
        children[i] = find(nodes, table, node, actions[i])
        new += children[i] == NONE
    if new == 0:
        return True
    if used[0] + new > len(nodes):
        return False
    weigh(s, mover, actions, n, mind, mind.priors)
    for i in range(n):
        if children[i] == NONE:
            children[i] = added(nodes, used, table, node, actions[i], mind.priors[i])
    return True


weigh = vars(brain).get("weigh", by_bounds)  # which is never called as one
chosen = by_priors if weigh is not by_bounds else by_bounds


@jit
def slot_of(table: Ints, parent: int, action: int) -> int:
    """Where in the table a key is looked for first."""
    key = parent * MIX + (action & 0x7FFFFFFF) * STIR + (action >> 31)
    return (key ^ key >> 29) & (len(table) - 1)


@jit
def find(nodes: Record, table: Ints, parent: int, action: int) -> int:
    """The node of an action after a node, or NONE."""
    slot = slot_of(table, parent, action)
    while table[slot] != ROOT:
        child = table[slot]
        if nodes[child].parent == parent and nodes[child].action == action:
            return child
        slot = (slot + 1) & (len(table) - 1)
    return NONE


@jit
def added(nodes: Record, used: Ints, table: Ints, parent: int, action: int, prior: float) -> int:
    """A new node, or NONE when there is no room."""
    if used[0] == len(nodes):
        return NONE
    child = used[0]
    used[0] += 1
    nodes[child].parent = parent
    nodes[child].action = action
    nodes[child].visits = 0
    nodes[child].available = 1
    nodes[child].prior = prior
    nodes[child].fortune = 0.0
    nodes[child].points = 0.0
    nodes[child].squares = 0.0
    slot = slot_of(table, parent, action)
    while table[slot] != ROOT:
        slot = (slot + 1) & (len(table) - 1)
    table[slot] = child
    return child


@jit
def play_out(s: Record, settings: Record, mind: Record, rng: Ints, actions: Ints) -> None:
    """Plays the round to its end, or as far as playouts go."""
    for _ in range(settings.horizon):
        seats = game.actors(s)
        if seats == 0:
            return
        seat = one(seats, rng) if rest(seats) else lowest(seats)
        if settings.thumb == 0.0 or (settings.thumb < 1.0 and unit(rng) >= settings.thumb):
            action = actions[below(rng, candidates(s, seat, mind, actions))]
        else:
            action = at_once(s, seat, actions, mind, rng)
        if action != WAIT:
            game.apply(s, seat, action)


@jit
def foretell(s: Record, places: int, fortunes: Floats) -> None:
    """Each place's share of the match: at its end for certain, before that by how far the scores lie apart."""
    most = s.score[0]
    for place in range(1, places):
        most = max(most, s.score[place])
    whole = 0.0
    apart = SWING * sqrt(rounds_left(s)) if s.phase != game.OVER else 0.01
    for place in range(places):
        fortunes[place] = exp((s.score[place] - most) / apart)
        whole += fortunes[place]
    for place in range(places):
        fortunes[place] /= whole


@jit
def by_score(s: Record, places: int, mind: Record, fortunes: Floats) -> None:
    """The worth of an unfinished round: that of the scores before it."""
    foretell(s, places, fortunes)


value = vars(brain).get("value", by_score)


@jit
def tell(
    s: Record, settings: Record, mind: Record, nodes: Record, path: Ints, movers: Ints, depth: int,
    fortunes: Floats, seen: Floats,
) -> None:  # fmt: skip
    """Adds the result of a simulation to the nodes of its path, each from its mover's side (backpropagation)."""
    if game.actors(s):
        value(s, settings.places, mind, fortunes)
    else:
        foretell(s, settings.places, fortunes)
    whole = 0
    for place in range(settings.places):
        whole += s.gained[place]
        seen[LOW] = min(seen[LOW], fortunes[place])
        seen[HIGH] = max(seen[HIGH], fortunes[place])
    for i in range(depth):
        node = nodes[path[i]]
        mover = movers[i]
        others = (whole - s.gained[mover]) / (settings.places - 1)
        points = s.gained[mover] - others
        node.visits += 1
        node.fortune += fortunes[mover]
        node.points += points
        node.squares += points * points
