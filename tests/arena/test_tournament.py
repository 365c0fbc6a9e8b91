"""Tournaments end the same however they are played: alone, together, interrupted, gone on with."""

import multiprocessing
import re
from importlib.util import find_spec
from pathlib import Path

import msgspec
import pytest

from ludotheque.arena import workers
from ludotheque.arena.duplicate import Finished
from ludotheque.arena.keeping import KeepingError
from ludotheque.arena.plan import TournamentPlan, plan_for
from ludotheque.arena.standings import standings
from ludotheque.arena.tournament import counted, run
from ludotheque.arena.workers import Alone, WorkerError
from ludotheque.games.box import shelf

ROUNDS = 96


@pytest.fixture(scope="module")
def plan() -> TournamentPlan:
    return plan_for("willi", ["expert:simulations=10", "newcomer"], seed=5)


@pytest.fixture(scope="module")
def whole(plan: TournamentPlan) -> list[Finished]:
    """The tournament without anything that disturbs it."""
    return run(plan, ROUNDS, workers=1)


def ended(units: list[Finished]) -> list[tuple[int, object]]:
    """All but the times."""
    return [(unit.number, unit.matches) for unit in units]


def test_at_least_so_many_rounds_are_played(whole: list[Finished]) -> None:
    assert [unit.number for unit in whole] == [0, 1, 2]
    assert sum(unit.rounds for unit in whole) == 3 * 4 * 8


@pytest.mark.long
def test_two_workers_end_as_one_does(plan: TournamentPlan, whole: list[Finished]) -> None:
    assert ended(run(plan, ROUNDS, workers=2)) == ended(whole)


def test_another_seed_is_another_tournament(plan: TournamentPlan) -> None:
    other = msgspec.structs.replace(plan, seed=6)
    assert ended(run(plan, 1, workers=1)) != ended(run(other, 1, workers=1))


@pytest.mark.parametrize("game", shelf())
def test_luck_cancels(game: str) -> None:
    """Bots that play the same under different names get exactly the same: they repeat the match in every seat."""
    options = {"holzwurm": {"rounds": "1"}, "wimmuln": {"target": "60"}}.get(game)
    plan = plan_for(game, ["regular:simulations=0", "regular"], options=options)
    for one in standings(plan, run(plan, 33, workers=1)):
        assert one.ahead.mean == pytest.approx(0)
        assert one.ahead.margin == pytest.approx(0)
        assert one.points.margin, "although the decks differ"


def test_the_better_bot_is_ahead_and_rated_higher(plan: TournamentPlan, whole: list[Finished]) -> None:
    expert, newcomer = standings(plan, whole)
    assert expert.ahead.mean > 0 > newcomer.ahead.mean
    assert expert.rating.mu > newcomer.rating.mu
    assert expert.thinking.decisions > 3 * 4 * 8


def test_what_was_interrupted_goes_on(plan: TournamentPlan, whole: list[Finished], tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"

    def impatient(rounds: int) -> None:
        if rounds > 32:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(plan, ROUNDS, keep=file, workers=1, progress=impatient)
    assert len(file.read_text().splitlines()) == 1 + 2
    heard: list[int] = []
    units = run(plan, ROUNDS, keep=file, workers=1, progress=heard.append)
    assert heard[0] == 2 * 32, "it goes on where it stopped"
    assert ended(units) == ended(whole)
    assert len(file.read_text().splitlines()) == 1 + 3


def test_what_is_done_is_not_played_again(
    plan: TournamentPlan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "kept.jsonl"
    first = run(plan, ROUNDS, keep=file, workers=1)
    monkeypatch.setattr(Alone, "finish", lambda _: pytest.fail("nothing is left to play"))
    assert run(plan, ROUNDS, keep=file, workers=1) == first
    assert run(plan, 10, keep=file, workers=1) == first[:1], "fewer rounds need fewer units"


def test_half_a_line_is_played_again(plan: TournamentPlan, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    units = run(plan, ROUNDS, keep=file, workers=1)
    whole = file.read_bytes()
    for cut in (20, len(whole) - 30):
        file.write_bytes(whole[:cut])
        assert ended(run(plan, ROUNDS, keep=file, workers=1)) == ended(units)
        assert len(file.read_bytes().splitlines()) == 1 + 3


def test_units_that_ended_in_another_order_count_in_theirs(plan: TournamentPlan, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    units = run(plan, ROUNDS, keep=file, workers=1)
    header, *lines = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(header + b"".join(reversed(lines)))
    assert run(plan, ROUNDS, keep=file, workers=1) == units


def test_only_the_first_units_without_a_gap_count(whole: list[Finished]) -> None:
    assert counted({0: whole[0], 2: whole[2]}, 33) is None
    assert counted({0: whole[0], 2: whole[2]}, 32) == whole[:1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"seed": 6}, "its seed is 5, not 6"),
        ({"game": "holzwurm"}, "its game is willi, not holzwurm"),
        ({"options": {"tie": "last"}}, "its options are tie=first, swap=any, not tie=last"),
        ({"code": "x"}, "the game or its bots have changed since"),
    ],
)
def test_a_file_of_another_tournament_is_refused(
    plan: TournamentPlan, tmp_path: Path, change: dict[str, object], said: str
) -> None:
    file = tmp_path / "kept.jsonl"
    run(plan, 1, keep=file, workers=1)
    before = file.read_bytes()
    with pytest.raises(KeepingError, match=re.escape(f"is of another tournament: {said}")):
        run(msgspec.structs.replace(plan, **change), 1, keep=file, workers=1)
    assert file.read_bytes() == before


def test_a_file_of_other_bots_is_refused(plan: TournamentPlan, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    run(plan, 1, keep=file, workers=1)
    with pytest.raises(KeepingError, match="its bots are expert:simulations=10, newcomer, not expert, newcomer"):
        run(plan_for("willi", ["expert", "newcomer"], seed=5), 1, keep=file, workers=1)
    stronger = msgspec.structs.replace(plan.bots[0], simulations=11)
    with pytest.raises(KeepingError, match="the levels had other settings"):
        run(msgspec.structs.replace(plan, bots=(stronger, plan.bots[1])), 1, keep=file, workers=1)


@pytest.mark.parametrize("text", ["my diary\n", "my diary", '{"arena": 1}\n'])
def test_a_file_with_something_else_is_left_alone(plan: TournamentPlan, tmp_path: Path, text: str) -> None:
    file = tmp_path / "diary.txt"
    file.write_text(text)
    with pytest.raises(KeepingError, match="is not a tournament's file"):
        run(plan, 1, keep=file, workers=1)
    assert file.read_text() == text


def test_a_broken_line_is_named(plan: TournamentPlan, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    run(plan, 33, keep=file, workers=1)
    header, _, last = file.read_bytes().splitlines(keepends=True)
    file.write_bytes(header + b"{}\n" + last)
    with pytest.raises(KeepingError, match="broken in line 2"):
        run(plan, 33, keep=file, workers=1)


def test_a_worker_that_dies_is_told_of(plan: TournamentPlan, tmp_path: Path) -> None:
    def cruel(rounds: int) -> None:
        for process in multiprocessing.active_children():
            process.kill()

    with pytest.raises(WorkerError, match="a worker was ended from outside"):
        run(plan, ROUNDS, workers=2, progress=cruel, keep=tmp_path / "kept.jsonl")


def test_a_cluster_that_is_not_there_is_told_of(plan: TournamentPlan, monkeypatch: pytest.MonkeyPatch) -> None:
    class Ray:
        def init(self, **settings: object) -> None:
            raise ConnectionError("Failed to connect to Ray cluster at nowhere:1\nand a long story")

    monkeypatch.setattr(workers, "import_ray", Ray)
    with pytest.raises(WorkerError, match=r"cannot be used: Failed to connect to Ray cluster at nowhere:1$"):
        workers.Cluster(plan, 2)


@pytest.mark.skipif(find_spec("ray") is None, reason='Ray is an extra: pip install "ludotheque[ray]"')
@pytest.mark.filterwarnings("default")
def test_a_cluster_ends_as_one_process_does(plan: TournamentPlan, whole: list[Finished]) -> None:
    assert ended(run(plan, ROUNDS, workers=2, ray=True)) == ended(whole)
