"""Faults for as long as one likes: python3 do.py chaos --minutes 10

Rounds of a minute, each with new people at new tables, on servers that stay. A finding is printed, and the round's
history kept beside the servers' logs.
"""

import argparse
import asyncio
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random, SystemRandom

from tests.cluster.history import write
from tests.cluster.nemesis import WEIGHTS, Nemesis
from tests.cluster.servers import Postgres, postgres
from tests.cluster.world import TABLES, Round, cluster

FOLDER = Path(__file__).resolve().parents[2] / ".chaos"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """The settings of a run."""
    parser = argparse.ArgumentParser(prog="python3 do.py chaos", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument("--servers", type=int, default=3, help="how many servers (3)")
    parser.add_argument("--seed", type=int, default=None, help="repeats the faults of a run, though not their moments")
    parser.add_argument("--round", type=float, default=45.0, help="seconds of faults in a round (45)")
    parser.add_argument("--every", type=float, default=1.5, help="seconds between two faults on average (1.5)")
    parser.add_argument(
        "--weights", type=weights, default=WEIGHTS, help=f"such as {','.join(f'{k}={n}' for k, n in WEIGHTS.items())}"
    )
    return parser.parse_args(words)


def weights(text: str) -> dict[str, int]:
    """How often each fault is chosen; those not named never are."""
    found = {name: int(number) for name, _, number in (part.partition("=") for part in text.split(","))}
    if unknown := found.keys() - WEIGHTS.keys():
        raise argparse.ArgumentTypeError(f"there is no fault {min(unknown)}; there are {', '.join(WEIGHTS)}")
    return found


async def chaos(database: Postgres, asked: argparse.Namespace, seed: int) -> bool:
    """Round after round until time is over; whether there was no finding."""
    chance, good = Random(seed), True
    faults: Counter[str] = Counter()
    commands = rounds = 0
    async with cluster(asked.servers, database, FOLDER) as servers:
        end = time.monotonic() + 60 * asked.minutes
        while time.monotonic() < end:
            rounds += 1
            one = Round(servers, chance, TABLES)
            nemesis = Nemesis(servers.servers, database, chance, one.history.append, asked.weights, asked.every)
            await one.play(nemesis, min(asked.round, max(10.0, end - time.monotonic())))
            found = [*await one.judged(), *nemesis.problems]
            faults += nemesis.done
            commands += one.commands
            print(f"round {rounds}: {one.commands} commands, {told(nemesis.done)}, {len(found)} findings", flush=True)
            if found:
                good = False
                history = FOLDER / f"history-{seed}-{rounds}.jsonl"
                write(one.history, history)
                print(*found[:20], f"The history is {history}, logs of servers are beside it.", sep="\n", flush=True)
        fell = {server.name: server.fell for server in servers.servers if server.fell}
    print(f"\n{rounds} rounds with seed {seed}: {commands} commands acknowledged, {told(faults)}.")
    if fell:
        print(f"Servers fell by themselves: {fell}")
    print("No findings." if good and not fell else "There were findings: see above.")
    return good and not fell


def told(faults: Counter[str]) -> str:
    """Faults and how many."""
    return ", ".join(f"{number} {name}" for name, number in sorted(faults.items())) or "no faults"


def main(*words: str) -> int:
    """Runs it; 1 if something was found."""
    asked = arguments(words)
    seed = SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed
    FOLDER.mkdir(exist_ok=True)
    with postgres() as database:
        return 0 if asyncio.run(chaos(database, asked, seed)) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
