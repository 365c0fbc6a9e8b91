"""Getting a game ready: what tables and bots call is machine code, and nothing else waits to be compiled."""

import asyncio
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import compiling
from ludotheque.compiling import CompileQueue
from tests.conftest import COMPILED
from tests.games.test_compiled import run

READY = """
import json, sys
from ludotheque.bots.player import Bot
from ludotheque.compiling import get_ready, is_compiled
from ludotheque.games.box import box
from ludotheque.games.compiled import Verb
from ludotheque.games.match import Match

before = is_compiled("holzwurm")
get_ready("holzwurm")

def compiled():
    verbs = {(module, name): verb for module in list(sys.modules) if module.startswith("ludotheque")
             for name, verb in vars(sys.modules[module]).items() if isinstance(verb, Verb)}
    return {f"{module}.{name}": len(verb.native.signatures) for (module, name), verb in verbs.items()
            if "native" in vars(verb)}

first = compiled()
match = Match("holzwurm", 4, seed=1)
for level in ("newcomer", "regular", "expert", "master"):
    bot, seat = Bot("holzwurm", level, seed=1, compiled=False), match.actors[0]
    action = bot.choose(match.box.view(match.state, seat), seat, 0.1).action
    match.do(seat, match.box.notation.text(action))
    match.view(0)
game = box("holzwurm")
game.from_bytes(match.state.tobytes())
print(json.dumps({"before": before, "after": is_compiled("holzwurm"), "same": compiled() == first}))
"""


def machine_code(cache: Path) -> dict[Path, int]:
    """Files of machine code, and when each was made."""
    return {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}


@pytest.mark.long
@pytest.mark.skipif(not COMPILED or not hasattr(os, "wait4"), reason="is about machine code, and counts processor time")
def test_a_game_is_compiled_once_and_by_one_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque", "compile", "holzwurm"]
    env = os.environ | {"XDG_CACHE_HOME": str(tmp_path)}
    assert run("from ludotheque.compiling import is_compiled; print(is_compiled('holzwurm'))", tmp_path) == "False"
    both = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = []
    for process in both:
        assert process.stdout is not None
        with process.stdout as output:
            said.append(output.read().splitlines())
    ended = [os.wait4(process.pid, 0) for process in both]
    for process, (_, status, _) in zip(both, ended, strict=True):
        process.returncode = status
    assert [status for _, status, _ in ended] == [0, 0]
    for first, last in said:
        assert first == "Compiling holzwurm ..."
        assert last.startswith("holzwurm is compiled (1 of 1, ")
    waited, compiled = sorted(used.ru_utime for _, _, used in ended)
    assert waited < compiled / 2, "the other one only waited"
    made = machine_code(tmp_path)
    assert made
    assert json.loads(run(READY, tmp_path)) == {"before": True, "after": True, "same": True}
    subprocess.run(command, env=env, stdout=subprocess.PIPE, check=True)
    assert machine_code(tmp_path) == made, "nothing is compiled twice"


class Compilers:
    """Processes that are said to compile, and end when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.going: dict[str, asyncio.Future[int]] = {}
        monkeypatch.setattr(compiling, "is_compiled", lambda game: False)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", self.begin)

    async def begin(self, *command: str, **_: object) -> "Compiler":
        """A process that compiles the game that is named last."""
        game = command[-1]
        self.begun.append(game)
        self.going[game] = asyncio.get_running_loop().create_future()
        return Compiler(self.going[game])


class Compiler:
    """One of them."""

    def __init__(self, code: "asyncio.Future[int]") -> None:
        self._code = code
        self.stderr = self

    async def read(self) -> bytes:
        await asyncio.wait([self._code])
        return b"no room left"

    async def wait(self) -> int:
        return await self._code

    async def communicate(self) -> None:
        await self._code

    @property
    def returncode(self) -> int | None:
        return self._code.result() if self._code.done() else None

    def terminate(self) -> None:
        self._code.set_result(-15)


def test_who_sits_down_is_served_first(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        compilers, ready = Compilers(monkeypatch), list[str]()

        async def begun(*games: str) -> None:
            async with asyncio.timeout(20):
                while tuple(compilers.begun) != games:
                    await asyncio.sleep(0)

        queue = CompileQueue(["a", "b", "c", "d"], ready.append, workers=1, load=False)
        work = asyncio.create_task(queue.run())
        await begun("a")
        queue.want("c")  # nobody wants a: it makes room, and is compiled at last
        await begun("a", "c")
        queue.want("b")  # c goes on, since somebody wants it
        compilers.going["c"].set_result(0)
        await begun("a", "c", "b")
        compilers.going["b"].set_result(1)  # it fails, and is not tried again
        await begun("a", "c", "b", "d")
        compilers.going["d"].set_result(0)
        await begun("a", "c", "b", "d", "a")
        compilers.going["a"].set_result(0)
        await work
        assert ready == ["c", "d", "a"]

    asyncio.run(main())
