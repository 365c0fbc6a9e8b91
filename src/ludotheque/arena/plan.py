"""Plans of tournaments, exact enough to repeat the results and to go on with them."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import repeat
from pathlib import Path
from random import Random

import msgspec

import ludotheque.bots
from ludotheque.arena.seating import EntrantsError, Seating, arrangements, entered, league
from ludotheque.bots.levels import Level, level
from ludotheque.games.box import Box, box
from ludotheque.games.contract import Value

USUAL_SEATS = {"wheedle": 5}  # four elsewhere; a market wants more


class TournamentPlan(msgspec.Struct, frozen=True):
    """A tournament. `table` is the one that is always played; a league has none."""

    game: str
    bots: tuple[Level, ...]
    seats: int
    table: Seating | None
    options: dict[str, Value]
    seed: int
    rules: int  # their version
    code: str  # a digest of all that decides how these bots play

    @property
    def labels(self) -> list[str]:
        """The entrants' names, each once."""
        names = [one.name for one in self.bots]
        return [name if name not in names[:i] else f"{name} (again)" for i, name in enumerate(names)]


class DuplicateDeal(msgspec.Struct, frozen=True):
    """A match to be played in several arrangements, from the same decks."""

    number: int
    seatings: tuple[Seating, ...]


def plan_for(
    game: str,
    names: Sequence[str],
    seats: int | None = None,
    seed: int = 0,
    edition: str | None = None,
    options: Mapping[str, str] | None = None,
) -> TournamentPlan:
    """A tournament as people ask for it; raises if anything does not fit."""
    played = box(game)
    if len(names) < 2:
        raise EntrantsError("an arena needs two bots at least, such as: expert regular")
    if seats is None:
        seats = usual_seats(played)
    played.check_seats(seats)
    entrants, table = entered(list(names), seats)
    return TournamentPlan(
        game=game,
        bots=tuple(level(game, name) for name in entrants),
        seats=seats,
        table=table,
        options=played.read_options(edition, options or {}),
        seed=seed,
        rules=played.rules.VERSION,
        code=code_of(played),
    )


def usual_seats(played: Box) -> int:
    """How many play if nobody says."""
    wanted = USUAL_SEATS.get(played.name, 4)
    return wanted if wanted in played.rules.SEATS else played.rules.SEATS[-1]


def code_of(played: Box) -> str:
    """A digest of the game's and the bots' files: with other ones the same plan may end otherwise."""
    stamp = hashlib.sha256()
    for folder in (Path(str(played.module.__file__)).parent, Path(ludotheque.bots.__path__[0])):
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts and "words" not in file.parts:
                stamp.update(file.name.encode() + file.read_bytes())
    return stamp.hexdigest()[:16]


def units(plan: TournamentPlan) -> Iterator[DuplicateDeal]:
    """Units of play, in order and without end."""
    tables = repeat(plan.table) if plan.table is not None else league(len(plan.bots), plan.seats, plan.seed)
    for number, table in enumerate(tables):
        yield DuplicateDeal(number, tuple(arrangements(table, Random(f"seats {plan.seed} {number}"))))
