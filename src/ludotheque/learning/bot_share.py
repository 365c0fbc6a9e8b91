"""A share of the matches in which bots that search sit at the table: as rivals that never learn, or as teachers.

A search takes a thousand times as long as a network's choice, so Python conducts these matches.
"""

from collections.abc import Sequence

from ludotheque.bots.mind import Weights
from ludotheque.bots.player import Bot
from ludotheque.games.cards import lowest, one, rest
from ludotheque.games.chance import below, seeded
from ludotheque.games.compiled import Ints
from ludotheque.games.contract import WAIT
from ludotheque.learning.learner import Samples
from ludotheque.learning.share import MOST_PLACES, Share, fill


class BotShare(Share):
    """A share with bots of one level: `against` them one seat learns; a `teacher` plays all seats in lessons."""

    def __init__(self, game: str, size: int, against: str = "", teacher: str = "") -> None:
        super().__init__(game, size)
        self.rivals, self.teachers = self._seated(against), self._seated(teacher)
        self._leads: list[float] = []

    def _seated(self, level: str) -> list[Bot]:
        """A bot of that level for each place; nobody if none is named."""
        return [Bot(self.box.name, level) for _ in range(MOST_PLACES)] if level else []

    def gather(self, weights: Weights, older: Weights, alone: float, fade: float, taught: bool, seed: int) -> Samples:
        """Plays until there are enough samples: with bots if they are wanted now, else as other shares do."""
        if taught and self.teachers:
            return self._gather(weights, self.teachers, True, fade, seed)
        if self.rivals and not taught:
            return self._gather(weights, self.rivals, False, fade, seed)
        return super().gather(weights, older, alone, fade, taught, seed)

    def take_leads(self) -> list[float]:
        """Points by which the learner led its rivals' mean, for each round since this was asked last."""
        leads, self._leads = self._leads, []
        return leads

    def _gather(self, weights: Weights, bots: Sequence[Bot], teach: bool, fade: float, seed: int) -> Samples:
        """Plays one match after another until there is no room for another round."""
        fill(self.table.learner, weights)
        rng = seeded(seed)
        for place, bot in enumerate(bots):
            bot.rng = seeded(seed * MOST_PLACES + place)
        rules, s = self.box.rules, self.state
        n = rounds = 0
        while True:
            seats = int(self.matches.seats[below(rng, len(self.matches.seats))])
            options = self.matches.options[below(rng, len(self.matches.options))]
            rules.start(s, seats, options, below(rng, seats))
            while s.phase == rules.DEALING:
                if n + self.selfplay.ROOM > len(self.samples.choice):
                    return self._judged(n, rounds, weights, fade)
                learners = range(seats) if teach else [below(rng, seats)]
                self.selfplay.deal_out(s, self.matches, self.table, rng)
                n = self._play(learners, bots, teach, n, rounds, rng)
                self._end(seats, rounds, learners)
                rounds += 1

    def _play(self, learners: Sequence[int], bots: Sequence[Bot], teach: bool, n: int, number: int, rng: Ints) -> int:
        """Plays a round to its end; returns how many samples there are then."""
        rules, s = self.box.rules, self.state
        while seats := rules.actors(s):
            seat = one(seats, rng) if rest(seats) else lowest(seats)
            bot = None if seat in learners and not teach else bots[seat]
            action = WAIT if bot is None else bot.choose(self.box.view(s, seat), seat).action
            if seat in learners:
                n = self.selfplay.learn(s, seat, action, self.table, self.samples, n, number, rng)
            else:
                rules.apply(s, seat, action)
        return n

    def _end(self, seats: int, number: int, learners: Sequence[int]) -> None:
        """Notes how a round has ended."""
        s, places = self.state, self.box.rules.places(seats)
        self.selfplay.foretell(s, places, self.table.fortunes)
        self.samples.ends[number, :places] = self.table.fortunes[:places]
        if len(learners) == 1:
            mine = int(s.gained[learners[0]])
            self._leads.append(mine - (int(s.gained[:seats].sum()) - mine) / (seats - 1))
