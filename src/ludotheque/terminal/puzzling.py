"""`ludotheque puzzle`: a moment of a round, a handful of choices, and which of them is the best."""

from random import Random

import msgspec
from rich.markup import escape

from ludotheque.bots.because import Deed, worded, worded_deed
from ludotheque.games.errors import LudothequeError
from ludotheque.puzzles.puzzle import puzzles
from ludotheque.puzzles.showing import PuzzleShown, shown, solution
from ludotheque.terminal.screen import LeftError, Screen
from ludotheque.terminal.sight import Sight
from ludotheque.terminal.tables import table_of


def puzzle_of(game: str, number: int | None, chance: Random) -> str:
    """The puzzle of that number, or any; its name."""
    every = puzzles(game)
    if not every:
        raise LudothequeError(f"there are no puzzles of {game}")
    if number is None:
        return chance.choice(every).id
    if not 1 <= number <= len(every):
        raise LudothequeError(f"puzzles of {game} are numbered from 1 to {len(every)}; there is no {number}")
    return every[number - 1].id


def as_json(game: str, name: str) -> str:
    """A puzzle and its solution, for programs."""
    return msgspec.json.encode({"puzzle": shown(game, name), "solution": solution(game, name)}).decode()


def solve(game: str, name: str, screen: Screen) -> bool:
    """Asks a puzzle and explains it; whether it was solved. Who leaves has not solved it."""
    asked, sight = shown(game, name), Sight()
    for message in asked.messages:
        sight.take(msgspec.json.decode(message))
    table = table_of(screen, game, sight.seat, sight.names, sight.seats)
    screen.title(
        f"[bold]{sight.box.notation.TITLE}[/] {screen.text('puzzle', 'title', number=asked.number, of=asked.of)}"
    )
    table.draw(sight.look())
    screen.say("puzzle", "ask")
    screen.options([said(screen, sight, game, one.deed) for one in asked.options])
    try:
        chosen = choice(asked, screen)
    except LeftError:
        return False
    explain(game, name, chosen, sight, screen)
    return chosen == solution(game, name).best


def choice(asked: PuzzleShown, screen: Screen) -> str:
    """The choice that is typed, by its number or as an action."""
    texts = [one.do for one in asked.options]
    while True:
        typed = screen.ask(">")
        if typed.isdecimal() and 1 <= int(typed) <= len(texts):
            return texts[int(typed) - 1]
        if typed and typed in texts:
            return typed
        screen.say("puzzle", "not_a_choice", last=len(texts))


def explain(game: str, name: str, chosen: str, sight: Sight, screen: Screen) -> None:
    """Whether that was it, why the best is the best, and what the others give away."""
    found = solution(game, name)
    best = said(screen, sight, game, found.choices[0].deed)
    screen.say("puzzle", "solved" if chosen == found.best else "missed", best=best)
    screen.say("analysis", "why", why=escape(worded(screen.language, game, found.because)))
    for one in found.choices[1:]:
        deed = said(screen, sight, game, one.deed)
        screen.say("puzzle", "gives_away", deed=deed, points=f"{one.gives_away:.1f}", margin=f"{one.margin:.1f}")
    screen.line()


def said(screen: Screen, sight: Sight, game: str, deed: Deed) -> str:
    """A choice in words."""
    return escape(worded_deed(screen.language, game, deed, sight.names))
