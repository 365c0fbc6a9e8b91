"""Looks for more puzzles of a game: `python3 do.py puzzles GAME [--more 50] [--seed 0]`.

They are added to those that come with the package, each as soon as it is found; what is there already is not added
again. The same seed finds the same puzzles in the same order.
"""

import argparse
from pathlib import Path

import msgspec
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from ludotheque.arena.puzzling import hunted
from ludotheque.games.box import box, shelf
from ludotheque.puzzles.puzzle import Puzzle

HOME = Path(__file__).parent.parent / "src" / "ludotheque" / "puzzles" / "shipped"


def main() -> None:
    """Hunts, and shows how far it is."""
    asked = argparse.ArgumentParser(description="Look for more puzzles of a game.")
    asked.add_argument("game", choices=shelf())
    asked.add_argument("--more", type=int, default=50, help="how many to add")
    asked.add_argument("--seed", type=int, default=0, help="the same number finds the same")
    wish = asked.parse_args()
    box(wish.game).compile()
    file = HOME / f"{wish.game}.jsonl"
    HOME.mkdir(exist_ok=True)
    known = file.read_bytes().splitlines() if file.exists() else []
    shipped = [msgspec.json.decode(line, type=Puzzle) for line in known]
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.completed}/{task.total}"))
    with Progress(*columns, TimeElapsedColumn()) as shown, file.open("ab") as kept:
        task = shown.add_task(wish.game, total=wish.more)

        def progress(rounds: int, found: int) -> None:
            shown.update(task, completed=found, description=f"{wish.game}: {rounds} rounds played, puzzles")

        for one in hunted(wish.game, wish.seed, wish.more, shipped, progress):
            kept.write(msgspec.json.encode(one) + b"\n")
            kept.flush()


if __name__ == "__main__":
    main()
