"""Interpreted at once, compiled when asked, and never stale."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludotheque
from ludotheque.games.box import box, shelf
from ludotheque.games.cards import MOST, cards_in, listed
from ludotheque.games.compiled import Verb, record_of
from ludotheque.games.match import Match
from tests.conftest import COMPILED

SOURCE = Path(ludotheque.__file__).parent


def run(code: str, home: Path, source: Path = SOURCE) -> str:
    """What a new Python process prints, with the sources and the cache given."""
    env = {"HOME": str(home), "XDG_CACHE_HOME": str(home), "PYTHONPATH": str(source.parent), "PATH": os.environ["PATH"]}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_is_quick_and_imports_neither_numba_nor_numpy(tmp_path: Path) -> None:
    code = (
        "import time; t = time.process_time(); import ludotheque, sys; t = time.process_time() - t; "
        "print(t, 'numba' in sys.modules, 'numpy' in sys.modules)"
    )
    times = [run(code, tmp_path).split() for _ in range(3)]
    assert min(float(words[0]) for words in times) < 0.3
    assert times[0][1:] == ["False", "False"]


@pytest.mark.parametrize("game", shelf())
def test_a_first_move_is_quick_and_compiles_nothing(game: str, tmp_path: Path) -> None:
    code = (
        "import time; t = time.process_time(); import ludotheque, sys; "
        f"m = ludotheque.Match({game!r}, seed=1); m.do(m.actors[0], m.legal(m.actors[0])[0]); m.view(0); "
        "print(time.process_time() - t, 'numba' in sys.modules)"
    )
    took, numba = min(run(code, tmp_path).split() for _ in range(3))
    assert float(took) < 1
    assert numba == "False"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="is about machine code")
def test_a_changed_rule_is_never_run_stale(tmp_path: Path) -> None:
    """A constant is changed in a file that the compiled function only imports from: Numba alone would not notice."""
    copied = tmp_path / "ludotheque"
    shutil.copytree(SOURCE, copied, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "from ludotheque.games.box import box; willi = box('willi'); willi.rules.why.compile(); s = willi.new(4); "
        "print(willi.rules.why(s, 0, 0), sum(willi.rules.why.native.stats.cache_hits.values()))"
    )
    assert run(code, tmp_path, copied) == "2 0"
    assert run(code, tmp_path, copied) == "2 1"
    contract = copied / "games" / "contract.py"
    text = contract.read_text("utf-8")
    contract.write_text(
        text.replace("FINE, MATCH_OVER, DEAL_DUE, NOT_A_SEAT", "FINE, MATCH_OVER, NOT_A_SEAT, DEAL_DUE")
    )
    assert run(code, tmp_path, copied) == "3 0"


@pytest.mark.skipif(not COMPILED, reason="is about machine code")
def test_bounds_are_checked_in_machine_code() -> None:
    game = box("willi")
    s = game.new(4)
    with pytest.raises(IndexError):
        game.rules.legal(s, 7, np.empty(1, np.int64))


@pytest.mark.skipif(not COMPILED, reason="is about machine code")
def test_every_verb_is_compiled() -> None:
    for name in shelf():
        verbs = [value for value in vars(box(name).module).values() if isinstance(value, Verb)]
        assert verbs
        assert all(type(verb.native).__name__ == "Dispatcher" for verb in verbs)


@pytest.mark.skipif(not COMPILED, reason="is about machine code")
def test_no_machine_code_is_made_for_plain_records() -> None:
    """A table would wait for the compiler, and for the numbers to be handed over one by one."""
    for name in shelf():
        for seed in range(5):
            Match(name, seed=seed).view(0)
        for verb in vars(box(name).module).values():
            if isinstance(verb, Verb):
                assert not any(type(given).__name__ == "NamedTuple" for given in given_to(verb)), verb


def given_to(verb: Verb[..., Any]) -> Iterator[object]:
    """The types of arguments that a verb was compiled for."""
    for signature in getattr(verb.native, "signatures", ()):
        yield from signature


@pytest.mark.interpreted
def test_where_nothing_can_be_written_the_cache_goes_to_the_temporary_folder(tmp_path: Path) -> None:
    from ludotheque.games.native import writable

    blocked = tmp_path / "file"
    blocked.write_text("")
    assert writable(tmp_path / "fine") == tmp_path / "fine"
    assert writable(blocked / "folder").parent.exists()


@pytest.mark.interpreted
def test_machine_code_of_a_month_ago_is_forgotten(tmp_path: Path) -> None:
    from ludotheque.games.native import forget_older

    for name, days in (("old", 31), ("young", 29), ("newest", 0)):
        (tmp_path / name).mkdir()
        then = 1_700_000_000 - days * 86_400
        os.utime(tmp_path / name, (then, then))
    forget_older(tmp_path / "newest")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["newest", "young"]


def test_a_field_named_like_numpys_own_is_refused() -> None:
    class Fields:
        size: int

    with pytest.raises(AssertionError, match="size"):
        record_of(Fields)


@pytest.mark.interpreted
def test_machine_code_has_a_place_for_each_state_of_sources_and_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from ludotheque.games.native import complete

    rules = tmp_path / "rules.py"
    rules.write_text("CARDS = 36")
    first = complete("willi", tmp_path)
    assert complete("willi", tmp_path) == first
    rules.write_text("CARDS = 40")
    changed = complete("willi", tmp_path)
    monkeypatch.setenv("NUMBA_OPT", "1")
    assert len({first, changed, complete("willi", tmp_path), complete("wimmuln", tmp_path)}) == 4


VERBS = """
import numpy as np

from ludotheque.games.cards import count, lowest
from ludotheque.games.compiled import Ints, Record, blank, copy, copy_masked, jit, word


@jit
def twice(number: int) -> int:
    return 2 * number


@jit
def bits(cards: int) -> int:
    return twice(100) + twice(count(cards)) + lowest(cards)


@jit
def shown(source: Record, target: Record, mask: Ints, blanks: Ints) -> int:
    copy(source, target)
    before = word(target, 1)
    copy_masked(source, target, mask, blanks)
    return before
"""
CALLED = """
from verbs import *

source, target = blank(np.dtype([("first", np.int64), ("second", np.int64)]), 2)
source["first"], source["second"] = 5, 7
given = source, target, np.array([-1, 0]), np.array([0, -1])
print(bits(0b1100), shown(*given), target)
for verb in (bits, shown):
    verb.compile()
print(bits(0b1100), shown(*given), target, *(type(verb.native).__name__ for verb in (bits, shown)))
"""


@pytest.mark.slow
@pytest.mark.interpreted
def test_machine_code_does_what_python_does(tmp_path: Path) -> None:
    """In a process that compiles: what verbs call, single instructions for bits, records that are copied and masked."""
    (tmp_path / "verbs.py").write_text(VERBS)
    folders = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(SOURCE.parent)]), "XDG_CACHE_HOME": str(tmp_path)}
    env = {name: value for name, value in os.environ.items() if name != "NUMBA_DISABLE_JIT"} | folders
    done = subprocess.run([sys.executable, "-c", CALLED], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    python, machine = done.stdout.splitlines()
    assert python == "206 7 (5, -1)"
    assert machine == f"{python} Dispatcher Dispatcher"


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="is about machine code")
def test_what_is_only_called_by_machine_code_is_compiled_once_and_not_for_itself(tmp_path: Path) -> None:
    """A text is written in many places, by many numbers: Numba alone would compile each of them."""
    code = (
        "from tests.docs.fifth import put_on_the_shelf; put_on_the_shelf(); "  # a game that is quickly compiled
        "from ludotheque.games.box import box; from ludotheque.games import writing; "
        "from ludotheque.games.warm import warm_up_views; warm_up_views(box('minnow')); "
        "print(len(writing.text.linked.signatures), 'native' in vars(writing.text))"
    )
    assert run(code, tmp_path) == "1 False"
    kept = {path.name.split("-")[0].rpartition(".")[2] for path in tmp_path.rglob("*.nbi")}
    assert kept == {"step", "begin", "acting", "broadcast", "see", "whole", "choices", "happened"}


@pytest.mark.skipif(not COMPILED, reason="compares machine code")
@pytest.mark.parametrize("kind", [np.int16, np.int64])
def test_machine_code_lists_cards_in_order_wherever_they_fit(kind: type[np.generic]) -> None:
    """Also where there is no room to write several at a time, and none of what is before them is touched."""
    chance, native = np.random.default_rng(1), listed.native
    for n in [*range(MOST)] * 3:
        cards = sum(1 << int(card) for card in chance.choice(MOST, n, replace=False))
        for first, room in ((0, n), (3, n + 3), (5, n + 40), (2, 200)):
            out: Any = np.full(room, -7, kind)
            assert native(cards, 100, out, first) == first + n
            assert out[first : first + n].tolist() == [100 + card for card in cards_in(cards)]
            assert (out[:first] == -7).all()


@pytest.mark.skipif(not COMPILED, reason="compares machine code")
def test_machine_code_lists_no_cards_where_they_do_not_fit() -> None:
    for first, room in ((0, 2), (1, 3), (30, 32)):
        with pytest.raises(IndexError):
            listed.native(0b1011, 0, np.zeros(room, np.int64), first)
