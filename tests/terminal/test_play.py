"""Whole matches on the terminal, typed by scripts."""

import os
import re
import string
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count, repeat
from pathlib import Path
from typing import Any

import pytest

from ludotheque.bots.levels import LEVELS
from ludotheque.bots.player import Bot, Choice
from ludotheque.games.box import box, shelf
from ludotheque.games.contract import WAIT
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Act, Match
from ludotheque.games.record import read_record
from ludotheque.games.wording import LANGUAGES, say
from ludotheque.games.wording import catalogue as game_words
from ludotheque.terminal.evening import Manner, play, table_for
from ludotheque.terminal.lines.stepped import Stepped
from ludotheque.terminal.play import Evening
from ludotheque.terminal.screen import WIDTH, Screen
from ludotheque.terminal.setting import Setting
from ludotheque.terminal.wording import HERE, catalogue, chosen_language, listed

SEAT = 0  # the person's
SHORT: dict[str, dict[str, str]] = {
    "willi": {},
    "wimmuln": {"target": "60"},
    "holzwurm": {"rounds": "1"},
    "wheedle": {},
}
Played = Callable[..., str]


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Played:
    """What the screen shows of a match when these lines are typed."""

    def run(lines: Iterator[str] | list[str], record: Path | None = None, **said: Any) -> str:
        typed = iter(lines)

        def read() -> str:
            try:
                return next(typed)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", read)
        usual: dict[str, Any] = {"name": "Tom", "seed": 1, "language": "en"}
        play(Setting(**usual | said), Manner(plain=True, record=record))
        return capsys.readouterr().out

    return run


def evening(game: str, **said: Any) -> Evening:
    """Somebody who has just sat down, and is asked first."""
    setting = Setting(game, name="Tom", **{"seed": 1, **said})
    return Evening(Screen("en"), table_for(setting, Manner(), Screen("en"), Stepped))


def first_at(game: str, seats: int) -> int:
    """A seed by which the player is first."""
    return next(seed for seed in count() if Match(game, seats, seed=seed).actors == [SEAT])


def flat(text: str) -> str:
    """A text without line breaks and markup."""
    return " ".join(re.sub(r"\[/?[a-z ]*\]", "", text).split())


def words(language: str, key: str) -> str:
    """What is said around a match."""
    return flat(catalogue(language)["play"][key])


@pytest.mark.parametrize(
    ("game", "seats", "language"),
    [
        ("willi", 3, "en"),
        ("willi", 4, "fr"),
        ("wimmuln", 3, "nl"),
        ("wimmuln", 6, "de"),
        ("holzwurm", 2, "de"),
        ("holzwurm", 6, "fr"),
        ("wheedle", 4, "en"),
        ("wheedle", 6, "nl"),
    ],
)
def test_a_whole_match_by_typing_1(played: Played, game: str, seats: int, language: str) -> None:
    shown = played(repeat("1"), game=game, seats=seats, language=language, options=SHORT[game])
    assert words(language, "match_over") in shown
    assert f"--bots {seats - 1} --seed 1" in shown
    assert max(map(len, shown.splitlines())) <= WIDTH
    assert "\x1b" not in shown


@pytest.mark.parametrize("game", shelf())
def test_a_whole_match_by_the_notation(
    game: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    sitting = evening(game, seats=box(game).rules.SEATS[-1], seed=2)
    match = sitting.line.table.play
    assert match is not None
    monkeypatch.setattr("builtins.input", lambda: match.legal(SEAT)[-1])
    sitting.play()
    assert match.over
    assert words("en", "match_over") in capsys.readouterr().out


def test_what_was_not_said_is_asked(played: Played) -> None:
    shown = played(["chess", "9", "WIMMÜLN", "7", "2", "5", "Master", "Zoë"], game=None, name=None)
    assert "There is no such game on the shelf" in shown
    assert "This game needs 2 to 5 bots" in shown
    assert "Type a number from 1 to 4, or a name." in shown
    assert "--level master" in shown
    assert re.search(r"At the table: Zoë, \w+, \w+\.", shown)
    for game in shelf():
        assert box(game).notation.TITLE in shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_has_a_name(played: Played, language: str) -> None:
    assert catalogue(language)["level"].keys() == LEVELS.keys()
    for number, (level, name) in enumerate(catalogue(language)["level"].items(), 1):
        for typed in (str(number), level.upper(), name.upper()):
            shown = flat(played(["", typed], game="holzwurm", language=language))
            assert (f"--level {level}" in shown) == (level != "regular")


def test_the_usual_number_of_bots_and_a_name_for_those_who_have_none(played: Played) -> None:
    shown = played(["4", "", "", ""], game=None, name=None)
    assert re.search(r"At the table: Guest, \w+, \w+, \w+\.", shown)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_is_the_games_own(played: Played, language: str) -> None:
    shown = flat(played(["play r5", "hello", "discard r99"], game="willi", seats=4, language=language))
    assert flat(say(language, "willi", "refusal", "not_now", {"phase": "discard"})) in shown
    assert words(language, "not_understood").split("{")[0] + "hello" in shown
    assert words(language, "not_understood").split("{")[0] + "discard r99" in shown


def test_what_is_typed_in_short() -> None:
    mine = evening("holzwurm", seats=2, seed=first_at("holzwurm", 2))
    card = mine.sight.choices[0].split()[1]
    assert mine.meant(card.upper(), "") == f"lay {card} new"
    assert mine.meant(f"{card} new", "") == f"lay {card} new"
    assert mine.meant(f"{card} 3", "") == f"lay {card} @3"
    assert mine.meant("new", f"lay {card}") == f"lay {card} new"
    assert mine.meant("what is this", "") == "what is this"


def test_an_offer_needs_no_verb() -> None:
    mine = evening("wheedle", seats=4, seed=first_at("wheedle", 4))
    assert mine.acted("turn")
    assert mine.meant("2f for b", "") == "offer 2F for B"
    assert mine.meant("seek f give b", "") == "seek F give B"


def test_many_choices_are_made_in_two_steps() -> None:
    mine = evening("wimmuln", seats=4)
    first = mine.choices("")
    assert len(first) <= 15
    assert {f"{start} {action.split()[2]}" for start in first for action in mine.choices(start)} == set(
        mine.sight.choices
    )


def test_a_market_goes_on_when_the_player_waits(played: Played) -> None:
    shown = played(["1", *[""] * 3], game="wheedle", seats=4, seed=1)
    assert shown.count("Wheedle · round 1 of 4") == 5
    assert "offers" in shown


def test_a_stop_a_gift_and_a_swap_with_the_centre_can_be_typed(played: Played) -> None:
    shown = flat(played(["turn", "offer b for nothing", "CENTRE b", "stop"], game="wheedle", seats=4, seed=1))
    assert "Tom lays B in the centre" in shown
    assert "Tom cries “stop”, and is wrong" in shown
    assert "-5" in shown


def test_a_market_with_a_time_limit_ends_by_the_clock(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludotheque.terminal.lines.stepped.monotonic", count(step=10).__next__)
    lines = ["1", *repeat("", 30)]
    limit = {"seconds": "60"}
    assert "Time is up!" in played(lines, game="wheedle", seats=4, seed=1, options=limit)
    assert "Time is up!" not in played(lines, game="wheedle", seats=4, seed=1)


@pytest.mark.parametrize("lines", [[], ["q"], ["1", "Q"]])
def test_leaving_is_polite_and_tells_how_to_come_back(played: Played, lines: list[str]) -> None:
    shown = flat(played(lines, game="willi", bots=3, edition="dutch", seed=77))
    assert "You leave Willi in round 1." in shown
    assert shown.endswith("ludotheque play willi --bots 3 --seed 77 --option tie=last --option swap=colour")


def test_leaving_before_a_game_is_chosen(played: Played) -> None:
    assert "Goodbye" in played([], game=None)


def test_the_same_seed_makes_the_same_match(played: Played) -> None:
    lines = ["1"] * 20
    assert played(lines, game="willi", seats=3) == played(lines, game="willi", seats=3)
    assert played(lines, game="willi", seats=3) != played(lines, game="willi", seats=3, seed=2)


def test_a_record_is_kept(played: Played, tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    played(["1"] * 4, game="willi", seats=4, record=path)
    match = read_record(path.read_text())
    assert match.names[0] == "Tom"
    assert {entry.seat for entry in match.log if isinstance(entry, Act)} == {0, 1, 2, 3}
    assert match.log[0] == Match("willi", 4, seed=1).log[0], "a seed deals the same cards everywhere"


@pytest.mark.parametrize("game", shelf())
def test_experts_play_and_the_same_seed_makes_the_same_match(played: Played, game: str) -> None:
    lines = ["1"] * 12
    shown = played(lines, game=game, seats=4, level="expert")
    assert shown == played(lines, game=game, seats=4, level="expert")
    assert f"play {game} --bots 3 --seed 1 --level expert" in flat(shown)


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hint_says_what_to_type_and_why(played: Played, game: str, language: str) -> None:
    word = catalogue(language)["play"]["hint_word"]
    before = flat(game_words(language, game)["hint"]["advice"].partition("{")[0])
    shown = played(["hint", "1", word.upper()], game=game, seats=4, seed=4, language=language)
    assert flat(shown).count(before) == 2
    for hint in flat(shown).split(before)[1:]:
        typed = hint.partition("(")[2].partition(")")[0]
        assert typed == words(language, "enter") or box(game).notation.parse(typed) >= 0
    assert max(map(len, shown.splitlines())) <= WIDTH


def test_hints_change_nothing(played: Played) -> None:
    def told(shown: str) -> list[str]:
        return [line for line in shown.splitlines() if " plays " in line or "Trick to" in line]

    plain = told(played(["1"] * 12, game="willi", seats=4))
    assert plain
    assert told(played(["hint", "1"] * 12, game="willi", seats=4)) == plain


def test_who_asks_twice_is_told_the_same(played: Played) -> None:
    shown = flat(played(["hint", "hint"], game="willi", seats=4, seed=12))
    first, second = (hint.partition("Lay one card")[0] for hint in shown.split("In your place:")[1:])
    assert first == second


def test_a_bot_that_waits_lets_the_market_go_on(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Bot, "choose", lambda *_: Choice(WAIT))
    shown = played(["turn", "", "hint"], game="wheedle", seats=4, seed=1)
    assert "offers" not in shown
    assert "In your place: wait. (Enter)" in shown


def test_nobody_is_told_to_offer_the_same_again(played: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    offer = Match("wheedle", seats=4, seed=1).box.notation.parse("offer B for A")
    monkeypatch.setattr(Bot, "choose", lambda self, view, seat, *_: Choice(offer if seat == SEAT else WAIT))
    shown = flat(played(["turn", "hint", "offer B for A", "hint"], game="wheedle", seats=4, seed=1))
    assert "In your place: offer one Big Brother Broadcasting for one Airy Dairies. (offer B for A)" in shown
    assert "In your place: wait. (Enter) My offer stands: I wait for somebody to accept it." in shown


@pytest.mark.parametrize("game", shelf())
@pytest.mark.parametrize("language", LANGUAGES)
def test_help_explains_the_rules_and_the_moves(played: Played, game: str, language: str) -> None:
    shown = flat(played(["?"], game=game, seats=4, language=language, seed=4))
    assert flat(catalogue(language)["rules"][game]) in shown
    assert flat(catalogue(language)["moves"][game]) in shown


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess' on the shelf; there are holzwurm, wheedle, willi, wimmuln"),
        ({"game": "willi", "seats": 7}, "Willi is played by 3 to 4, not by 7"),
        ({"game": "willi", "seats": 4, "bots": 2}, "4 seats are one player and 3 bots, not 2"),
        ({"game": "willi", "level": "god"}, "there is no level 'god'; there are newcomer, regular, expert, master"),
        ({"game": "willi", "edition": "klingon"}, "Willi has no edition 'klingon'; it has french, dutch"),
        ({"game": "wimmuln", "options": {"target": "many"}}, "target is a whole number from 1 to 1000, not 'many'"),
        ({"game": "wimmuln", "options": {"target": "0"}}, "target is a whole number from 1 to 1000, not 0"),
        ({"game": "wheedle", "options": {"bankrupt": "x"}}, "bankrupt is one of adds, only, not 'x'"),
        ({"game": "holzwurm", "options": {"speed": "9"}}, "Holzwurm has no option 'speed'; it has rounds"),
        ({"game": "willi", "language": "xx"}, "there is no language 'xx'; there are en, fr, nl, de"),
    ],
)
def test_what_does_not_fit_is_said_at_once(played: Played, said: dict[str, Any], problem: str) -> None:
    with pytest.raises(LudothequeError, match=re.escape(problem)):
        played([], **said)


def test_options_are_read_as_their_kind(played: Played) -> None:
    assert "--option quick_start=True" in flat(played([], game="wheedle", bots=3, options={"quick_start": "true"}))


def test_the_language_is_that_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert chosen_language(None) == "en"
    monkeypatch.setenv("LANG", "nl_BE.UTF-8")
    assert chosen_language(None) == "nl"
    monkeypatch.setenv("LC_ALL", "ja_JP.UTF-8")
    assert chosen_language(None) == "en"
    assert chosen_language("fr") == "fr"


def leaves(table: dict[str, Any], path: str = "") -> dict[str, str]:
    """All texts of a catalogue by their place in it."""
    found: dict[str, str] = {}
    for key, value in table.items():
        found |= leaves(value, f"{path}{key}.") if isinstance(value, dict) else {path + key: value}
    return found


def test_the_catalogues_say_the_same_in_every_language() -> None:
    assert sorted(file.stem for file in (HERE / "words").glob("*.toml")) == sorted(LANGUAGES)
    english = leaves(catalogue("en"))
    for language in LANGUAGES:
        other = leaves(catalogue(language))
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert placeholders(text) == placeholders(english[key]), f"{language}: {key}"
            assert text.strip(), f"{language}: {key}"


def placeholders(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def run(*args: str, typed: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ludotheque", *args]
    return subprocess.run(command, input=typed, capture_output=True, text=True, env=os.environ | env, check=False)


def test_a_pipe_ends_cleanly() -> None:
    done = run("play", "willi", "--bots", "3", "--name", "Tom", "--seed", "3", "--lang", "en", typed="1\n1\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "You leave Willi" in done.stdout


def test_colours_only_where_they_are_wanted() -> None:
    args = ("play", "willi", "--bots", "3", "--name", "Tom", "--seed", "3")
    colour = re.compile(r"\x1b\[[0-9;]*(?:[34][0-7]|[34]8)[;m]")
    assert colour.search(run(*args, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="").stdout)
    plain = run(*args, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1").stdout
    assert not colour.search(plain)
    assert re.search(r"[rygb][1-9]", plain)


@pytest.mark.parametrize(
    "args", [["play", "chess"], ["play", "willi", "--seats", "9"], ["play", "willi", "--option", "tie"], ["dance"]]
)
def test_a_wrong_command_is_told_without_a_traceback(args: list[str]) -> None:
    done = run(*args)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") <= 4


def test_an_unknown_game_is_told_in_one_line() -> None:
    told = run("play", "chess").stderr
    assert told == "ludotheque: there is no game 'chess' on the shelf; there are holzwurm, wheedle, willi, wimmuln\n"


def test_version_and_help() -> None:
    assert re.fullmatch(r"ludotheque \d+\.\d+\.\d+\n", run("--version").stdout)
    assert "Play a game on this terminal" in run("--help").stdout
    told = run("play", "--help").stdout
    assert "--seed" in told
    assert "--level" in told


def test_the_start_is_light() -> None:
    """Help needs neither NumPy nor Rich; a game for people needs no compiler."""
    light = "import sys, ludotheque.cli; print(*{'numpy', 'numba', 'ludotheque.games.box'} & sys.modules.keys())"
    assert subprocess.check_output([sys.executable, "-c", light], text=True).strip() == ""
    game = (
        "import sys\n"
        "from ludotheque.terminal.evening import Manner, play\n"
        "from ludotheque.terminal.setting import Setting\n"
        "play(Setting('wheedle', bots=3, name='Tom', seed=1), Manner(plain=True))\n"
        "assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", game], input="1\n1\n1\n", text=True, check=True, capture_output=True)


@pytest.mark.parametrize(("language", "word"), [("en", "and"), ("fr", "et"), ("nl", "en"), ("de", "und")])
def test_a_shared_victory_lists_its_winners(language: str, word: str) -> None:
    assert listed(language, ["Ada"]) == "Ada"
    assert listed(language, ["Ada", "Bruno"]) == f"Ada {word} Bruno"
    assert listed(language, ["Ada", "Bruno", "Cleo"]) == f"Ada, Bruno {word} Cleo"
