"""Two matches with the same cards, side by side: what was chosen in each trick, and the points of each round.

Where a game has no tricks, one's own choices are counted. Once two people have chosen differently, they meet other
cards and other answers, so that the tricks after it agree only in their numbers.
"""

from itertools import zip_longest

import msgspec

from ludotheque.bots.because import Deed, deed
from ludotheque.games.box import Box
from ludotheque.games.play import Play
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.state import Table, Timed

SECRETLY = 0  # the number of what is chosen before the first trick, at the same time as others


class LyingCard(msgspec.Struct, frozen=True):
    """A card that lay in the trick, and the place it came from."""

    place: int
    card: str


class TrickPlayed(msgspec.Struct, frozen=True):
    """Somebody's choices in one trick: what lay there before, what was chosen, the place that took it."""

    lying: list[LyingCard]
    chosen: list[Deed]
    taken_by: int | None = None


class RoundPlayed(msgspec.Struct, frozen=True):
    """Somebody's round: its points, and the choices by the numbers of tricks."""

    gained: int
    tricks: dict[int, TrickPlayed]


class MatchPlayed(msgspec.Struct, frozen=True):
    """A finished match as one seat played it."""

    seat: int
    names: list[str]  # by place
    points: int
    rounds: list[RoundPlayed]


class ComparedTrick(msgspec.Struct, frozen=True):
    """A trick of two matches; None for whom the round was over before."""

    trick: int
    same: bool  # whether both chose the same
    sides: tuple[TrickPlayed | None, TrickPlayed | None]


class ComparedRound(msgspec.Struct, frozen=True):
    """A round of two matches."""

    round: int
    gained: tuple[int | None, int | None]
    tricks: list[ComparedTrick]


def match_played(name: str, log: list[Timed], match: int, seat: int) -> MatchPlayed:
    """A match of a table's log, as that seat played it to its end."""
    (at, made), *rest = log
    assert isinstance(made, e.Made)
    table = Table.begin(name, made, at)
    story: Story | None = None
    for at, event in rest:
        if story is not None and isinstance(event, e.Did) and event.seat == seat:
            story.choose(event)
        table.apply(event, at)
        if table.facts.match != match or table.play is None:
            continue
        story = story or Story(table.play, seat)
        story.follow()
        if table.facts.stage == "over":
            return MatchPlayed(seat, names_of_places(table, table.play), table.play.scores[seat], story.rounds)
    raise RefusedError("not_over")


def names_of_places(table: Table, play: Play) -> list[str]:
    """The names at all places; one that the game itself plays has the game's name."""
    more = play.box.rules.places(play.seats) - play.seats
    return [*table.names(), *[play.box.notation.TITLE] * more]


class Story:
    """The rounds of one seat, gathered while a match is played again."""

    def __init__(self, play: Play, seat: int) -> None:
        self.play = play
        self.seat = seat
        self.rounds: list[RoundPlayed] = []
        self._tricks: dict[int, TrickPlayed] = {}
        self._won = won(play)
        self._taken: list[LyingCard] = []  # the cards of the last trick, as long as they lie there

    def choose(self, event: e.Did) -> None:
        """A choice of the seat, right before it is made; one that was changed takes the place of the one before."""
        box = self.play.box
        verb = event.do.split()[0]
        if verb in box.notation.STANDING:
            return  # to pass is to choose nothing; how often one is asked depends on the others
        number = self._number(verb)
        view = box.view(self.play.asked_in, self.seat)
        choice = deed(box, view, box.notation.parse(event.do))
        before = self._tricks.get(number)
        if before is None:
            self._tricks[number] = TrickPlayed(lying(self.play), [choice])
            return
        chosen = before.chosen[:-1] if event.again else before.chosen
        self._tricks[number] = msgspec.structs.replace(before, chosen=[*chosen, choice])

    def _number(self, verb: str) -> int:
        if verb in self.play.box.notation.HIDDEN:
            return SECRETLY
        if has_tricks(self.play.box):
            swapping = self._taken and lying(self.play) == self._taken  # with the trick that was just taken
            return sum(self._won) + (not swapping)
        return 1 + len(self._tricks)

    def follow(self) -> None:
        """Looks at what has come of a step: a trick that was taken, a round that is over."""
        now = won(self.play)
        number = sum(now)
        if number == 1 + sum(self._won) and number in self._tricks:
            taker = next(place for place, (was, has) in enumerate(zip(self._won, now, strict=True)) if has > was)
            self._tricks[number] = msgspec.structs.replace(self._tricks[number], taken_by=taker)
            self._taken = lying(self.play)
        self._won = now
        if len(self.play.round_scores) > len(self.rounds):
            self.rounds.append(RoundPlayed(self.play.round_scores[-1][self.seat], self._tricks))
            self._tricks = {}


def has_tricks(box: Box) -> bool:
    """Whether a game counts tricks."""
    return "tricks" in (box.rules.RECORD.names or ())


def won(play: Play) -> list[int]:
    """The tricks of each place in this round; nothing where there are none."""
    return [int(n) for n in play.state.tricks] if has_tricks(play.box) else []


def lying(play: Play) -> list[LyingCard]:
    """The cards of the trick now, in the order in which they were laid."""
    trick = getattr(play.cards(), "trick", [])
    return [LyingCard(one.place, one.card) for one in trick]


def compared(one: MatchPlayed, other: MatchPlayed) -> list[ComparedRound]:
    """Two matches with the same cards, round by round."""
    found = []
    for number, (mine, theirs) in enumerate(zip_longest(one.rounds, other.rounds), 1):
        both = [{} if played is None else played.tricks for played in (mine, theirs)]
        tricks = []
        for trick in sorted({*both[0], *both[1]}):
            sides = both[0].get(trick), both[1].get(trick)
            chosen = [None if side is None else side.chosen for side in sides]
            tricks.append(ComparedTrick(trick, chosen[0] == chosen[1], sides))
        gained = None if mine is None else mine.gained, None if theirs is None else theirs.gained
        found.append(ComparedRound(number, gained, tricks))
    return found
