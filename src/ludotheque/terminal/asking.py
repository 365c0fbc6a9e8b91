"""Questions, line by line, for whatever the command line left open."""

from ludotheque.bots.levels import LEVELS
from ludotheque.games.box import Box, box, shelf
from ludotheque.games.wording import catalogue
from ludotheque.terminal.screen import Screen, grid
from ludotheque.terminal.setting import LEVEL


def ask_game(screen: Screen) -> Box:
    """Which game is to be played."""
    names = shelf()
    screen.say("start", "welcome")
    screen.line()
    table = grid("", "", "")
    for number, name in enumerate(names, 1):
        about = catalogue(screen.language, name)["about"]
        table.add_row(f"[dim]{number}[/]", f"[bold]{box(name).notation.TITLE}[/]", str(about))
    screen.show(table)
    screen.line()
    while True:
        typed = screen.ask(screen.text("start", "which_game")).casefold()
        if typed.isdecimal() and 1 <= int(typed) <= len(names):
            return box(names[int(typed) - 1])
        found = [name for name in names if typed in (name, box(name).notation.TITLE.casefold())]
        if found:
            return box(found[0])
        screen.say("start", "no_such_game", last=len(names))


def ask_seats(screen: Screen, game: Box) -> int:
    """How many bots are to play."""
    low, high = game.rules.SEATS[0] - 1, game.rules.SEATS[-1] - 1
    usual = min(max(low, 3), high)
    while True:
        typed = screen.ask(screen.text("start", "bots", low=low, high=high, usual=usual))
        if not typed:
            return usual + 1
        if typed.isdecimal() and low <= int(typed) <= high:
            return int(typed) + 1
        screen.say("start", "bots_range", low=low, high=high)


def ask_level(screen: Screen) -> str:
    """How well the bots are to play."""
    names = [screen.text("level", name) for name in LEVELS]
    while True:
        screen.options(names)
        typed = screen.ask(screen.text("start", "level", usual=screen.text("level", LEVEL))).casefold()
        if not typed:
            return LEVEL
        for number, (name, called) in enumerate(zip(LEVELS, names, strict=True), 1):
            if typed in (str(number), name, called.casefold()):
                return name
        screen.say("start", "no_such_level", last=len(names))


def ask_name(screen: Screen) -> str:
    """The name that the player chooses."""
    guest = screen.text("start", "guest")
    return screen.ask(screen.text("start", "name", guest=guest))[:20] or guest
