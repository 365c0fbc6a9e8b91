"""Breaks a game's rules in every small way, one at a time, and shows the changes that no test notices.

Run by `python3 do.py mutate GAME`, uncompiled. The sources stay as they are: each mutant lives in a forked process that
imports the changed rules and runs the tests marked `interpreted`, the game's own first. Verdicts are kept in
.mutants/GAME.jsonl: an interrupted run goes on where it stopped, and after a change to the tests only survivors are
tried again.
"""

import ast
import difflib
import hashlib
import json
import os
import resource
import sys
from collections.abc import Iterator
from importlib.machinery import SourceFileLoader
from pathlib import Path
from time import perf_counter
from typing import Any

import numba  # noqa: F401 - here, once, rather than in each fork
import pytest
from hypothesis import HealthCheck, Phase, settings

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "src" / "ludotheque" / "games"
TESTS = ROOT / "tests" / "games"
MEMORY = 4 << 30  # bytes that a mutant may use
PYTEST = ["-xq", "--tb=short", "-minterpreted", "-pno:cacheprovider", "-pno:xdist", "--hypothesis-profile=mutate"]
PYTEST += ["-Wignore::pytest.PytestAssertRewriteWarning"]  # Hypothesis was there before pytest
QUICK: dict[str, Any] = {
    "database": None,
    "deadline": None,
    "derandomize": True,
    "max_examples": 15,
    "phases": [Phase.explicit, Phase.generate],
    "suppress_health_check": list(HealthCheck),
}
SWAPS: dict[type, list[Any]] = {
    ast.Add: [ast.Sub], ast.Sub: [ast.Add], ast.Mult: [ast.FloorDiv], ast.FloorDiv: [ast.Mult], ast.Mod: [ast.FloorDiv],
    ast.LShift: [ast.RShift], ast.RShift: [ast.LShift], ast.BitAnd: [ast.BitOr], ast.BitOr: [ast.BitAnd],
    ast.BitXor: [ast.BitOr], ast.Lt: [ast.LtE, ast.GtE], ast.LtE: [ast.Lt, ast.Gt], ast.Gt: [ast.GtE, ast.LtE],
    ast.GtE: [ast.Gt, ast.Lt], ast.Eq: [ast.NotEq], ast.NotEq: [ast.Eq], ast.In: [ast.NotIn], ast.NotIn: [ast.In],
    ast.Is: [ast.IsNot], ast.IsNot: [ast.Is], ast.And: [ast.Or], ast.Or: [ast.And],
}  # fmt: skip


def changes(node: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, ast.AST]]:  # noqa: C901 - a table
    """Mutations of a node: pairs of old and new."""
    match node:
        case ast.Constant(value=bool(value)):
            yield node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield from ((node, ast.Constant(other)) for other in (value + 1, value - 1))
        case ast.BinOp(left, op, right):
            yield from ((node, ast.BinOp(left, swap(), right)) for swap in SWAPS.get(type(op), []))
        case ast.BoolOp(op, values):
            yield from ((node, ast.BoolOp(swap(), values)) for swap in SWAPS[type(op)])
        case ast.Compare(left, ops, others):
            for i, comparison in enumerate(ops):
                yield from (
                    (node, ast.Compare(left, [*ops[:i], s(), *ops[i + 1 :]], others)) for s in SWAPS[type(comparison)]
                )
        case ast.UnaryOp(operand=operand):
            yield node, operand
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield test, ast.UnaryOp(ast.Not(), test)
        case ast.AugAssign(target, op, value):
            yield from ((node, ast.AugAssign(target, swap(), value)) for swap in SWAPS.get(type(op), []))
            yield node, ast.Pass()
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]) | ast.Expr(value=ast.Call()):
            yield node, ast.Pass()
        case ast.Break():
            yield node, ast.Continue()
        case ast.Continue():
            yield node, ast.Break()
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield node, ast.Return(ast.Constant(0))


def running(node: ast.AST) -> Iterator[ast.AST]:
    """The node and all below it that runs: no annotations, no decorators."""
    yield node
    for field, value in ast.iter_fields(node):
        if field not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from running(child)


def mutants(source: str) -> list[str]:
    """The whole source with one change, for every change."""
    text = source.encode()  # the parser counts columns in bytes
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found = []
    for node in running(ast.parse(source)):
        for old, new in changes(node):
            start = starts[old.lineno - 1] + old.col_offset
            stop = starts[(old.end_lineno or old.lineno) - 1] + (old.end_col_offset or 0)
            bare = (
                isinstance(new, ast.stmt | ast.Constant | ast.Name) or text[start - 1 :][:1] + text[stop:][:1] == b"()"
            )
            words = ast.unparse(new) if bare else f"({ast.unparse(new)})"
            found.append((start, text[:start] + words.encode() + text[stop:]))
    return [mutant.decode() for _, mutant in sorted(found)]


def start_tests(game: str, source: str, limit: int, output: int) -> int:
    """Run the game's tests against a changed source, in a process with so many seconds of its own; returns its id."""
    if process := os.fork():
        return process
    try:
        for stream in (1, 2):
            os.dup2(output, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        code, get_code = compile(source, GAMES / game / "rules.py", "exec"), SourceFileLoader.get_code
        rules = f"ludotheque.games.{game}.rules"
        SourceFileLoader.get_code = lambda self, fullname: code if fullname == rules else get_code(self, fullname)  # type: ignore[method-assign]
        os.environ["LUDOTHEQUE_GAMES"] = game
        os._exit(pytest.main([*PYTEST, *tests_of(game)]))
    finally:
        os._exit(1)


def tests_of(game: str) -> list[str]:
    """The game's own tests first, then those for all games, the quickest to notice something first."""
    return [str(TESTS / f"test_{name}.py") for name in (game, "golden", "oracles", "laws", "conformance")]


def all_games() -> list[str]:
    return sorted(path.parent.name for path in GAMES.glob("*/rules.py"))


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def try_all(game: str, mutants: dict[str, str], limit: int) -> Iterator[tuple[str, str]]:
    """Keys and verdicts of all mutants, as they come in."""
    waiting, silence = list(mutants), os.open(os.devnull, os.O_WRONLY)
    working: dict[int, str] = {}  # by process
    while waiting or working:
        while waiting and len(working) < len(os.sched_getaffinity(0)):
            key = waiting.pop(0)
            working[start_tests(game, mutants[key], limit, silence)] = key
        process, status = os.wait()
        yield working.pop(process), "killed" if status else "survived"


def main(*args: str) -> int:
    if len(args) != 1 or args[0] not in all_games():
        print(f"Which game? python3 do.py mutate GAME, with one of: {', '.join(all_games())}")
        return 2
    (game,) = args
    os.chdir(ROOT)
    settings.register_profile("mutate", **QUICK)
    source = (GAMES / game / "rules.py").read_text()
    _, status, usage = os.wait4(start_tests(game, source, 600, sys.stdout.fileno()), 0)
    if status:
        print("The tests must pass before they can tell good rules from bad ones.")
        return 1
    limit = round(5 + 3 * (usage.ru_utime + usage.ru_stime))  # of processor time, however busy the machine is

    notes = ROOT / ".mutants" / f"{game}.jsonl"
    notes.parent.mkdir(exist_ok=True)
    notes.touch()
    known = {key: (verdict, context) for key, verdict, context in map(json.loads, notes.read_text().splitlines())}
    context = digest(*(path.read_text() for folder in (TESTS, GAMES) for path in sorted(folder.rglob("*.py"))))
    everything = {digest(mutant): mutant for mutant in mutants(source)}
    settled = {key for key, (verdict, where) in known.items() if verdict == "killed" or where == context}
    waiting = {key: mutant for key, mutant in everything.items() if key not in settled}
    print(
        f"{len(everything)} mutants, {len(waiting)} to be tried, each for at most {limit} s of processor time",
        flush=True,
    )
    start = perf_counter()
    with notes.open("a") as log:
        for done, (key, verdict) in enumerate(try_all(game, waiting, limit), 1):
            known[key] = verdict, context
            print(json.dumps([key, verdict, context]), file=log, flush=True)
            if done % 50 == 0:
                print(f"{done} tried, {60 * done / (perf_counter() - start):.0f} a minute", flush=True)

    survivors = [mutant for key, mutant in everything.items() if known[key][0] == "survived"]
    for mutant in survivors:
        diff = difflib.unified_diff(source.splitlines(), mutant.splitlines(), lineterm="", n=2)
        print("", *list(diff)[2:], sep="\n")
    print(f"\n{len(survivors)} of {len(everything)} mutants of {game} survived.")
    return min(len(survivors), 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
