"""Matches in which one seat learns and a bot plays the others, as machine code.

This source is executed once for each game and brain, with `game` being that game's rules, `kernel` what steps its
matches and `search` what chooses by that brain: rules of thumb, or a network (see `for_game` in compiled.py).
"""

from types import ModuleType
from typing import Any

from ludotheque.envs.arrays import AGAIN, LEAVE, BatchPlan, Matches, Opponents, Scratch
from ludotheque.games.compiled import Ints, jit
from ludotheque.games.contract import WAIT

game: ModuleType
kernel: ModuleType
search: ModuleType
apply = game.apply
asked, begin, deal_out, ended, play, show = (
    kernel.asked, kernel.begin, kernel.deal_out, kernel.ended, kernel.play, kernel.show,
)  # fmt: skip
EPISODE, NOTHING = kernel.EPISODE, kernel.NOTHING
by_thumb = search.by_thumb


@jit
def forward(
    m: Matches, choices: Ints, others: Opponents, mind: Any, plan: BatchPlan, desk: Scratch, first: int, last: int
) -> None:
    """Makes a choice in each of these matches, then those of the others, until the learner is asked or the episode is
    over, and shows what the learner sees then. An episode that ends before the learner was asked does not count."""
    how = plan.how[0]
    for i in range(first, last):
        if choices[i] == LEAVE:
            continue
        s, rng = m.states[i], m.rngs[i]
        if choices[i] == AGAIN:
            begin_episode(m, i, others, plan, desk)
        else:
            others.acted[i] |= m.seat[i] == others.learner[i]
            m.ticks[i] += 1
            play(s, m.words[i], m.seat[i], choices[i], how.seats, plan.codes)
        while True:
            end = ended(s, m.ticks[i], how)
            if end == EPISODE and not others.acted[i]:
                begin_episode(m, i, others, plan, desk)
            elif end != NOTHING:
                m.ticks[i] = 0
                for place in range(how.seats):
                    others.gained[i, place] += s.gained[place]
                if end == EPISODE:
                    seat = others.learner[i]
                    break
                deal_out(s, rng, desk.deck)
            seat = asked(s, rng, how.market)
            if seat == others.learner[i] or not others.inside:
                break
            action = by_thumb(s, seat, desk.actions, mind, others.rngs[i])
            m.ticks[i] += 1
            if action != WAIT:
                apply(s, seat, action)
        m.done[i] = end == EPISODE and others.acted[i]
        m.seat[i] = seat
        show(m, i, i + 1, plan, desk)


@jit
def begin_episode(m: Matches, i: int, others: Opponents, plan: BatchPlan, desk: Scratch) -> None:
    """A new episode, in which nobody has gained anything."""
    begin(m.states[i], m.rngs[i], plan.how[0], plan.options, desk.deck)
    m.ticks[i] = 0
    others.acted[i] = False
    for place in range(len(others.gained[i])):
        others.gained[i, place] = 0
