"""Lessons in many courses: the coach always comes to an end, and nothing that it could say is there for nothing."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import hatch_build
import msgspec
import pytest

from ludotheque.bots.player import Bot
from ludotheque.games.contract import WAIT
from ludotheque.table.lesson import DEALS
from tests.table.arrange import started

pytestmark = pytest.mark.long

FIRST = {"willi": 3, "wimmuln": 3, "holzwurm": 0, "wheedle": 0}  # as lesson.ts says
RANDOM = 8  # courses by chance
MOST = 600  # steps; who has traded so long says that it is done
Choose = Callable[[list[str]], str]


def ways() -> Iterator[tuple[str, Choose | None]]:
    """Ways to choose; none: by rules of thumb, as hints do."""
    yield "first", lambda legal: legal[0]
    yield "last", lambda legal: legal[-1]
    yield "takes", lambda legal: next((one for one in legal if one.startswith("take ")), legal[0])
    yield "hint", None
    for seed in range(RANDOM):
        yield f"random {seed}", Random(seed).choice


def course(game: str, how: str, choose: Choose | None) -> dict[str, Any]:
    """What seat 0 sees and does until the first round of a lesson is over."""
    play = started(game, 4, 1, lesson=True, first=FIRST[game]).table.play
    assert play is not None
    chance, moments = Random(how), list[dict[str, Any]]()
    bots = [Bot(game, "regular", seed=5), *(Bot(game, "newcomer", seed=seed) for seed in range(3))]
    for step in range(MOST):
        actors = [seat for seat in range(4) if play.box.rules.actors(play.state) >> seat & 1]
        seen = msgspec.to_builtins(play.view(0))
        if not actors:
            return {"game": game, "how": how, "moments": [*moments, {"view": seen, "choices": [], "did": None}]}
        legal = [play.box.notation.text(action) for action in play.box.legal(play.state, 0)] if 0 in actors else []
        seat = chance.choice(actors)
        action = bots[seat].choose(play.box.view(play.state, seat), seat).action
        if seat == 0 and choose is not None:
            action = play.box.notation.parse(choose([one for one in legal if one != "stop"] or legal))
        if "done" in legal and step > MOST // 2:
            seat, action = 0, play.box.notation.parse("stop")
        did = play.box.notation.text(action) if seat == 0 and action != WAIT else None
        moments.append({"view": seen, "choices": legal, "did": did})
        if action != WAIT:
            play.box.rules.apply(play.state, seat, action)
    raise AssertionError(f"{game} does not end")


def test_every_lesson_ends_whatever_one_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    courses = [course(game, how, choose) for game in DEALS for how, choose in ways()]
    (tmp_path / "lessons.json").write_text(json.dumps(courses))
    monkeypatch.setenv("LESSONS", str(tmp_path / "lessons.json"))
    hatch_build.npm("exec", "--", "vitest", "run", "tests/lessons.test.ts")
