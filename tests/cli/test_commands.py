"""Commands as a user types them: what they say, how they end, and that nothing is ever told by a traceback."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from ludotheque import Match, cli
from ludotheque.games.box import shelf
from ludotheque.games.errors import LudothequeError
from ludotheque.games.record import write_record
from ludotheque.games.wording import LANGUAGES
from ludotheque.server.settings import Settings
from ludotheque.table import commands as c
from ludotheque.table.archive import record as archived
from ludotheque.table.timing import REVEAL
from ludotheque.terminal.rulebook import drawn, rules_text
from ludotheque.terminal.screen import Screen
from tests.table.arrange import HOST, opened, salt_of

COMMANDS = ("play", "serve", "compile", "rules", "replay", "verify", "arena", "tune", "bots", "bench")


def run(*words: str, typed: str = "") -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained about."""
    result = CliRunner().invoke(cli.app, list(words), input=typed)
    if isinstance(result.exception, LudothequeError):  # main tells it in a line, and ends with 2
        return 2, result.stdout, str(result.exception)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture
def record(tmp_path: Path) -> Path:
    match = Match("willi", seats=3, seed=1, names=["Ann", "Bob", "Cleo"])
    for seat in range(3):
        match.do(seat, match.legal(seat)[0])
    path = tmp_path / "match.jsonl"
    path.write_text(write_record(match))
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command: str) -> None:
    code, told, _ = run(command, "--help")
    assert code == 0
    assert f"{command} [OPTIONS]" in told
    assert command in run("--help")[1]


def test_without_a_command_the_shelf_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def serve(settings: Settings, told: Callable[[int], None]) -> None:
        told(settings.port or 1234)

    monkeypatch.setattr("ludotheque.server.serve.serve", serve)
    monkeypatch.setattr("ludotheque.cli.serve.show_page", opened.append)
    code, told, _ = run()
    assert code == 0
    assert told == f"Ludotheque is open at {opened[0]} (Ctrl-C closes it)\n"
    assert run("--help")[1].startswith("Usage:")


def test_wrong_commands_say_what_would_be_right(record: Path, tmp_path: Path) -> None:
    broken, binary = tmp_path / "broken.jsonl", tmp_path / "binary.jsonl"
    broken.write_text(record.read_text().splitlines()[0] + '\n{"deal": "r1"}\n')
    binary.write_bytes(b"\xff\x00")
    wrong = {
        ("play", "chess"): "there is no game 'chess' on the shelf; there are holzwurm, wheedle, willi, wimmuln",
        ("play", "willi", "--pace", "warp"): "the pace is one of quick, usual, calm, not 'warp'",
        ("play", "willi", "--option", "tie"): "write KEY=VALUE, not 'tie'",
        ("play", "willi", "--option", "tie=x"): "tie is one of",
        ("play", "wimmuln", "--option", "target=0"): "target is a whole number from 1 to 1000, not 0",
        ("play", "https://host/x"): "a link to a table looks like https://host/t/NAME",
        ("play", "willi", "--record", str(tmp_path / "no" / "x")): "cannot be written",
        ("rules", "chess"): "there is no game 'chess'",
        ("compile", "chess"): "there is no game 'chess'",
        ("rules", "willi", "--lang", "xx"): "there is no language 'xx'; there are en, fr, nl, de",
        ("replay", str(tmp_path / "none")): "cannot be read: No such file or directory",
        ("replay", str(tmp_path)): "cannot be read",
        ("replay", str(binary)): "is not a text",
        ("replay", str(broken), "--plain"): "line 2: the deck lacks the card 'r2'",
        ("replay", str(record), "--seat", "3"): "seats are 0 to 2; there is no seat 3",
        ("replay", str(record), "--seat", "1", "--open"): "not both",
        ("bench", "everything"): "measure play, search, envs, analysis, puzzles or live, not 'everything'",
        ("bench", "--json", str(tmp_path / "no" / "x")): "cannot be written",
        ("frobnicate",): "No such command 'frobnicate'",
    }
    for words, said in wrong.items():
        code, _, err = run(*words)
        assert code == 2, words
        assert said in " ".join(err.replace("│", " ").split()), (words, err)


def test_verify_says_no_with_1(record: Path, tmp_path: Path) -> None:
    code, told, err = run("verify", str(record))
    assert (code, told) == (1, "")
    assert "NOT as promised: the record does not tell what its decks were shuffled from" in err
    code, told, _ = run("verify", "--json", str(record), str(tmp_path / "none"))
    assert code == 1
    assert [json.loads(line)["ok"] for line in told.splitlines()] == [False, False]


def test_verify_says_what_is_proven_and_what_is_only_stated(tmp_path: Path) -> None:
    room = opened("holzwurm", 3, 2, options={"rounds": 2}, first=1).commit(HOST, "bob")
    room.ask(HOST, c.Start())
    room.ask(HOST, c.Reveal(salt_of(HOST)))
    room.after(REVEAL)
    room.play(Random(1), 10_000)
    path = tmp_path / "match.jsonl"
    path.write_text(archived("t", room.log, 1), "utf-8")
    code, told, _ = run("verify", str(path))
    assert code == 0
    assert "2 deals, all shuffled from the secret that was promised" in told
    assert "Salts: promised before the start. Not revealed, so left out: Bob." in told
    assert "First: Bob, not drawn: the record states that the host chose, and cannot prove it." in told
    assert "INCOMPLETE" not in told
    path.write_text("".join(path.read_text("utf-8").splitlines(keepends=True)[:12]), "utf-8")
    code, told, _ = run("verify", str(path))
    assert code == 0
    assert "INCOMPLETE: it ends after 1 deals and 10 actions" in told
    assert "the rest cannot be known" in told
    code, told, _ = run("verify", "--json", str(path))
    verdict = json.loads(told)
    assert (verdict["ok"], verdict["over"], verdict["acts"], verdict["left_out"]) == (True, False, 10, [1])
    assert (verdict["first"], verdict["promised"]) == ("chosen", True)


def test_replay_reads_what_is_piped_in(record: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "replay", "-", "--json"]
    done = subprocess.run(command, input=record.read_text(), capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == 4
    assert json.loads(done.stdout.splitlines()[-1])["do"] == "discard"


def test_replay_ends_quietly_when_nobody_reads_on(record: Path) -> None:
    many = record.read_text().splitlines()
    record.write_text("\n".join(many) + "\n")
    command = f"{sys.executable} -m ludotheque replay {record} --plain | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", shelf())
def test_rules_can_be_read_in_every_language(game: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = rules_text(game, language)
    Screen(language).show(drawn(text))
    shown = capsys.readouterr().out
    assert text.splitlines()[0].removeprefix("# ") in shown
    assert "```" not in shown
    assert "caption:" not in shown
    assert "<!--" not in shown
    assert "**" not in shown


def test_rules_lists_the_games_and_is_data_for_programs() -> None:
    code, told, _ = run("rules", "--lang", "en")
    assert code == 0
    assert all(game in told for game in shelf())
    listed = json.loads(run("rules", "--json")[1])
    assert [one["game"] for one in listed] == list(shelf())
    willi = json.loads(run("rules", "willi", "--json", "--lang", "fr")[1])
    assert willi["text"].startswith("# Willi")
    assert willi["editions"].keys() == {"french", "dutch"}


def test_a_pipe_gets_the_plain_game() -> None:
    code, told, _ = run("play", "willi", "--bots", "3", "--name", "Tom", "--seed", "3", "--lang", "en", typed="1\n")
    assert code == 0
    assert "You leave Willi in round 1" in told


def test_the_shell_completes_games_and_levels() -> None:
    def completed(*words: str) -> set[str]:
        line = " ".join(("ludotheque", *words))
        env = os.environ | {
            "_LUDOTHEQUE_COMPLETE": "complete_bash",
            "COMP_WORDS": line,
            "COMP_CWORD": str(len(words)),
        }
        script = "import sys; sys.argv[0] = 'ludotheque'; from ludotheque.cli import main; main()"
        done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)
        return set(done.stdout.split())

    assert completed("play", "wi") == {"willi", "wimmuln"}
    assert completed("play", "willi", "--level", "m") == {"master"}
    assert "replay" in completed("re")
