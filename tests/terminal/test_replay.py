"""Match records, step by step."""

import asyncio
import json
from random import Random

import pytest

from ludotheque.games.box import shelf
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Match
from ludotheque.games.record import read_record, replay, write_record
from ludotheque.terminal.app.replay import Moment, ReplayApp
from ludotheque.terminal.app.sheet import Overlay
from ludotheque.terminal.lines.past import past
from ludotheque.terminal.replay import show_replay
from ludotheque.terminal.replaying import Replay
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import Sight

NAMES = ["Ann", "Bob", "Cleo", "Dora"]


def record(game: str, most: int = 80) -> str:
    """Some of a match, played at random."""
    match, chance = Match(game, 4, seed=3, names=NAMES), Random(1)
    for _ in range(most):
        if not match.over:
            seat = chance.choice(match.actors)
            match.do(seat, chance.choice(match.legal(seat)))
    return write_record(match)


@pytest.mark.parametrize("game", shelf())
def test_every_step_is_a_line_of_json(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = record(game)
    show_replay(text, -1, True, True, False, "en")
    steps = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [step["step"] for step in steps] == list(range(1, text.count("\n")))
    assert steps[0]["deal"] == 1
    assert steps[-1]["scores"] == read_record(text).scores
    assert all("hands" in step["cards"] for step in steps)


def test_secrets_stay_secret_unless_all_is_open() -> None:
    text = record("willi", 4)
    closed, mine, opened = (
        [step.do for step in Replay(text, seat, all_).steps() if step.do]
        for seat, all_ in ((-1, False), (0, False), (-1, True))
    )
    assert closed == ["discard"] * 4
    assert sorted(map(len, mine)) == [7, 7, 7, 10], "one's own has its card"
    assert all(len(do) == 10 for do in opened)
    assert next(iter(Replay(text, -1, False).steps())).view.hand == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_record_is_told_in_lines(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    show_replay(record(game), -1, True, False, False, language)
    told = capsys.readouterr().out
    for name in NAMES:
        assert name in told
    assert len(told.splitlines()) > 40


@pytest.mark.parametrize("seat", [4, -2])
def test_there_is_no_such_seat(seat: int) -> None:
    with pytest.raises(LudothequeError, match="seats are 0 to 3"):
        Replay(record("willi"), seat)


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize(("seat", "open_cards"), [(-1, True), (1, False)])
def test_arrows_step_forwards_and_backwards(game: str, seat: int, open_cards: bool) -> None:
    messages = past(record(game), seat, open_cards)

    async def run() -> None:
        app = ReplayApp(messages, Screen("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            table = app.table

            async def press(*keys: str) -> None:
                for key in keys:
                    await pilot.press(key)
                    await pilot.app.workers.wait_for_complete()
                await pilot.pause()

            await press("right", "space", "enter")
            assert table.at == 3
            third = table.sight.look()
            await press("down", "left", "up")
            assert table.at == 2
            await press("right")
            assert table.sight.look() == third
            await press("end")
            assert table.at == len(messages) - 1
            assert f"Step {table.at} of {table.at}" in str(table.pane("prompt").visual)
            await press("home")
            assert table.at == 0
            await press("s")
            assert isinstance(app.screen, Overlay)
            await press("escape", "q")
        assert not app.is_running

    asyncio.run(run())


@pytest.mark.parametrize(("key", "new_deal"), [("p", False), ("n", True)])
@pytest.mark.parametrize(("seat", "sits"), [(-1, None), (2, 2)])
def test_one_plays_on_from_where_one_is(key: str, new_deal: bool, seat: int, sits: int | None) -> None:
    text = record("willi")
    match = next(match for step, match in enumerate(replay(text)) if step == 5)

    async def run() -> Moment | None:
        app = ReplayApp(past(text, seat, False), Screen("en"))
        async with app.run_test(size=(80, 24)) as pilot:
            for one in (key, *["right"] * 5, key):  # before the first deal there is nothing to play on from
                await pilot.press(one)
                await pilot.app.workers.wait_for_complete()
        return app.return_value

    assert asyncio.run(run()) == Moment(5, match.actors[0] if sits is None else sits, new_deal)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_names_in_a_record_cannot_paint_the_terminal(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["\x1b[31mAnn\x1b[2J", "B\nob\u202e", "\x9b\u200b", "[bold]Cas[/]"]
    match = Match("willi", names=names, seed=3)
    text = write_record(match)
    show_replay(text, -1, False, False, False, language)
    told = capsys.readouterr().out
    assert "[31mAnn[2J" in told
    assert "Bob" in told
    assert not set(told) & {"\x1b", "\x9b", "\u202e", "\u200b"}
    sight = Sight()
    for message in past(text, -1, False):
        sight.take(message)
    assert sight.names[:4] == ["[31mAnn[2J", "Bob", "?", "[bold]Cas[/]"]
