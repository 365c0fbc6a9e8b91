"""Keys that mean the same in every game."""

from typing import TYPE_CHECKING

from ludotheque.games.wording import LANGUAGES
from ludotheque.terminal.app import table_lines
from ludotheque.terminal.app.playing import Playing
from ludotheque.terminal.lines import TableLink
from ludotheque.terminal.sight import NOBODY, Sight

if TYPE_CHECKING:
    from ludotheque.terminal.app.table import TableScreen


def listed(sight: Sight, playing: Playing, line: TableLink) -> list[tuple[str, str]]:
    """The keys at the foot of the screen."""
    plays = sight.stage == "playing" and sight.seat != NOBODY and not sight.dealing
    talk = [] if line.loses else [("m", "say")]
    own = [*playing.keys(), ("h", "hint")] if plays else []
    return [*own, ("s", "scores"), *talk, ("?", "help"), ("q", "leave")]


def around_match(screen: "TableScreen", key: str) -> bool:
    """Handles a key of the match's surroundings; says whether it was one."""
    for name, _, command in table_lines.possible(screen.sight, screen.line.person) if screen.sight.table else []:
        if key == name.lower():
            screen.command(**command)
            return True
    return False


def anywhere(screen: "TableScreen", key: str, letter: str) -> None:
    """Keys that are always there."""
    match letter or key:
        case "?" | "f1":
            screen.show_help()
        case "h":
            if screen.sight.choices:
                screen.command("hint")
                screen.tell_thinking()
        case "s":
            screen.show_sheet()
        case "/":
            screen.type("do")
        case "m" if not screen.line.loses:
            screen.type("say")
        case "l":
            screen.voice.language = following(screen.voice.language)
        case "q":
            screen.leave()


def following(language: str) -> str:
    """The next language."""
    return LANGUAGES[(LANGUAGES.index(language) + 1) % len(LANGUAGES)]
