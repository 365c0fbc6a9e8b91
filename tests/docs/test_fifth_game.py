"""Minnow, the game that docs/adding-a-game.md works through, is a game like any other."""

import asyncio
import doctest
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, repeat
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.bots.because import because, worded
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.player import Bot
from ludotheque.games.box import box, shelf
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import blank
from ludotheque.games.match import Match
from ludotheque.games.record import read_record, write_record
from ludotheque.games.wording import LANGUAGES, catalogue, say
from ludotheque.learning.share import Share
from ludotheque.learning.trainer import Schedule, Trainer
from ludotheque.terminal.evening import Manner, play
from ludotheque.terminal.setting import Setting
from tests.docs.fifth import GAME, SHELF, SPECS, put_on_the_shelf, take_off_the_shelf
from tests.envs import test_batch
from tests.games.arrange import go, refused, stacked, told, undealt
from tests.games.test_chance import is_uniform
from tests.games.test_conformance import digest
from tests.games.variants import Options
from tests.server.serving import quick, serving
from tests.terminal import test_app
from tests.terminal.arrange import SMALL

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = ("conformance", "laws", "record", "wording", "bots")
OF_OTHERS = "beats_chance or negotiator or markets or compiled_and_interpreted"  # these know the four games only
AHEAD = 2  # points a match that a regular is ahead of chance, at least


@pytest.fixture(autouse=True, scope="module")
def _on_the_shelf() -> Iterator[None]:
    """Beside the four, for the tests of this file only."""
    put_on_the_shelf()
    shelf.cache_clear()
    box(GAME).compile()
    yield
    take_off_the_shelf()
    shelf.cache_clear()


def dealt(*hands: str, first: int = 0, options: Options | None = None) -> Match:
    """Hands that begin with these cards; who plays is who has one."""
    return stacked(undealt(GAME, len(hands), options or {}, first), hands, [3] * len(hands))


def view(match: Match, seat: int = -1) -> Any:
    return match.view(seat)


@pytest.mark.long
def test_the_tests_that_hold_for_every_game_hold_for_it() -> None:
    """Laws, conformance, records, words and bots, in a run of their own that sees this game only."""
    files = [f"tests/games/test_{name}.py" for name in CONTRACT]
    words = ["-p", "tests.docs.fifth", "-k", f"not ({OF_OTHERS})", "--positions", "6000", *files]
    plain = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "--tb=short"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *plain, *words], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


@pytest.mark.long
def test_compiled_and_interpreted_it_plays_the_same() -> None:
    code = "from tests.docs import fifth; fifth.pytest_configure(); "
    code += f"from tests.games.test_conformance import digest; print(digest({GAME!r}))"
    command = [sys.executable, "-W", "error", "-c", code]
    env = {"NUMBA_DISABLE_JIT": "1", "PATH": ""}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == digest(GAME)


def test_the_guide_plays_it() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "adding-a-game.md"), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_the_guide_shows_every_file_of_it() -> None:
    """Excerpts are taken from the files when the site is built; every one that is marked is shown."""
    guide = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    for path in (*sorted((SHELF / GAME).glob("*.py")), SPECS / f"{GAME}.py"):
        marked = re.findall(r"\[start:(\w+)\]", path.read_text("utf-8"))
        assert marked or not path.stat().st_size
        for name in marked:
            assert f'"{path.relative_to(ROOT)}:{name}"' in guide


def test_a_whole_game_is_short() -> None:
    """Rules, notation, bot, words in four languages and the learning interface."""
    files = [path for path in (SHELF / GAME).rglob("*") if path.suffix in (".py", ".toml")]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in (*files, SPECS / f"{GAME}.py")) <= 550


def test_the_guide_states_its_rules() -> None:
    said = re.sub(r"[>*\s-]+", " ", (ROOT / "docs" / "adding-a-game.md").read_text("utf-8"))
    prose = re.sub(r"[\s-]+", " ", str(box(GAME).module.__doc__).partition("\n\n")[2].strip())
    assert prose in said


# The rules


def test_N1_N2_three_of_twelve_cards_each() -> None:
    match = Match(GAME, 3, seed=1)
    held = [card for hand in match.cards().hands for card in hand]  # type: ignore[attr-defined]
    assert len(set(held)) == 9
    assert set(held) < {f"f{number}" for number in range(1, 13)}


def test_N3_any_card_in_turn() -> None:
    match = dealt("f1 f5 f9", "f2 f6 f10", "f3 f7 f11", first=1)
    assert (match.actors, match.legal(1)) == ([1], ["lay f2", "lay f6", "lay f10"])
    go(match, "1 lay f6")
    assert match.actors == [2]
    assert refused(match, 2, "lay f6") == "not_in_hand"
    assert refused(match, 0, "lay f1") == "not_your_turn"


def test_N4_the_biggest_catches_the_smallest_and_leads() -> None:
    match = go(dealt("f1 f5 f9", "f2 f6 f10", "f3 f7 f11"), "0 lay f5", "1 lay f10")
    assert told(match, "2 lay f3") == ["laid 2 f3", "caught 1 f3"]
    assert (view(match).caught, match.actors) == ([[], ["f3"], []], [1])


def test_N5_a_caught_fish_counts_its_number() -> None:
    match = dealt("f1 f5 f9", "f2 f6 f10")
    go(match, "0 lay f9", "1 lay f6", "0 lay f1", "1 lay f2", "1 lay f10")
    assert told(match, "0 lay f5") == ["laid 0 f5", "caught 1 f5", "round_over"]
    assert match.round_scores == [[6, 1 + 5]]
    assert [(one.kind, one.points) for one in match.reasons[0][1]] == [("caught", 1), ("caught", 5)]


def test_N6_the_start_moves_on_and_the_target_ends_the_match() -> None:
    match = Match(GAME, 2, seed=3, first=1)
    starters = []
    while not match.over:
        starters.append(view(match).starter)
        while len(starters) == match.state.rounds and not match.over:
            go(match, f"{match.actors[0]} {match.legal(match.actors[0])[0]}")
    assert starters == [(1 + i) % 2 for i in range(len(starters))]
    *earlier, _ = np.cumsum(match.round_scores, axis=0).tolist()
    assert max(match.scores) >= 20 > max(map(max, earlier))
    assert dealt("f1", "f2", options={"target": 5}).options == {"target": 5}


# Worlds, bots, words


def test_worlds_are_uniform() -> None:
    """All the ways to deal the six unseen cards to the two others, who have one and two left, come equally often."""
    match = go(dealt("f1 f5 f9", "f2 f6 f10", "f3 f7 f11"), "0 lay f9", "1 lay f2", "2 lay f3", "0 lay f1", "1 lay f6")
    seen = match.box.view(match.state, 1)
    unseen = {match.box.notation.CARDS.index(card) for card in ("f4", "f5", "f7", "f8", "f11", "f12")}
    worlds = {
        (first, second)
        for first in combinations(sorted(unseen), 1)
        for second in combinations(sorted(unseen - set(first)), 2)
    }
    world, rng = blank(match.box.rules.RECORD)[0], seeded(1)
    found: Counter[object] = Counter()
    for _ in range(200 * len(worlds)):
        assert match.box.redeal(seen, 1, rng, world)
        found[tuple(tuple(c for c in range(12) if int(world.hand[seat]) >> c & 1) for seat in (0, 2))] += 1
    assert set(found) == worlds
    assert is_uniform(found, len(worlds))


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_every_level_play_to_the_end_and_say_why(level: str) -> None:
    match, bot = Match(GAME, 3, seed=5), Bot(GAME, level, seed=1)
    said = set()
    while not match.over:
        seat = match.actors[0]
        seen = match.box.view(match.state, seat)
        choice = bot.choose(seen, seat, seconds=0.02)
        said |= {worded(language, GAME, because(match.box, seen, seat, choice)) for language in LANGUAGES}
        match.do(seat, match.box.notation.text(choice.action))
    assert len(said) > 20
    assert write_record(read_record(write_record(match))) == write_record(match)


@pytest.mark.parametrize(("seats", "episode"), [(2, "match"), (3, "round"), (4, "match")])
def test_agents_learn_it_in_batches(seats: int, episode: str) -> None:
    test_batch.test_a_batch_is_matches_played_one_by_one(GAME, seats, episode, {})
    assert ludotheque.batch(GAME, 8, seats=seats).mask.shape == (8, 12)


@pytest.mark.long
@pytest.mark.slow
def test_networks_learn_it_without_another_line() -> None:
    trainer = Trainer(GAME, Schedule(iterations=30, samples=8192, minibatch=1024, lessons=10))
    share, habits = Share(GAME, 0), box(GAME).bot.Habits()
    before = share.leads(trainer.weights, habits, 3, 100, seed=1).mean()
    assert len([*trainer.run()]) == 30
    assert share.leads(trainer.weights, habits, 3, 100, seed=1).mean() > before + 0.3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_regular_beats_chance(seats: int) -> None:
    bot, chance = Bot(GAME, "regular", seed=seats), np.random.default_rng(seats)
    ahead = []
    for i in range(40 * seats):
        match, me = Match(GAME, seats, seed=i // seats, first=0), i % seats
        while not match.over:
            seat = match.actors[0]
            actions = match.box.legal(match.state, seat)
            chosen = (
                bot.choose(match.box.view(match.state, seat), seat).action if seat == me else chance.choice(actions)
            )
            match.act(seat, int(chosen))
            if match.deal_due:
                match.deal()
        ahead.append(match.scores[me] - (sum(match.scores) - match.scores[me]) / (seats - 1))
    assert np.mean(ahead) > AHEAD


# Played everywhere, before anybody has drawn it


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_played_line_by_line(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    typed = chain(["?", "hint", ""], repeat("1"))
    monkeypatch.setattr("builtins.input", lambda: next(typed))
    record = tmp_path / "minnow.jsonl"
    play(Setting(game=GAME, name="Tom", seed=1, language=language, bots=2), Manner(plain=True, record=record))
    shown = capsys.readouterr().out
    assert str(catalogue(language, GAME)["about"]) in shown
    assert say(language, GAME, "phase", "play") in shown
    assert read_record(record.read_text()).over


def test_it_is_played_on_the_whole_screen() -> None:
    test_app.test_a_whole_match_by_keys(GAME, 3, "en")
    for size in (SMALL, (120, 40)):
        test_app.test_every_part_fits_on_the_screen(GAME, 4, size)


def test_it_is_played_over_a_live_server(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(quick(str(tmp_path / "tables.db"))) as server:
            ann, bob = await server.guests("Ann", "Bob")
            table = await ann.make(GAME, 4, level="regular")
            async with ann.at(table) as host, bob.at(table) as guest:
                await guest.ask("sit")
                await host.start()
                await asyncio.gather(host.play_on(Random(1)), guest.play_on(Random(2)))
                assert host.view is not None
                assert max(host.view["scores"]) >= 20
            record = read_record((await ann.get(f"/api/tables/{table}/matches/1/record")).text)
            assert record.over

    asyncio.run(main())
