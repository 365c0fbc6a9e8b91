"""A match on this terminal from its beginning to its end: on the whole screen, or line by line where that is better."""

import os
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import msgspec
from rich.markup import escape

from ludotheque.bots.levels import nearest
from ludotheque.bots.pace import PACES
from ludotheque.games.box import box
from ludotheque.games.errors import LudothequeError
from ludotheque.table.setup import Pace, Setup, tidy_name
from ludotheque.terminal.lines.home import Home
from ludotheque.terminal.lines.links import Link, LinkError, ask, come_in, is_link, read_link
from ludotheque.terminal.lines.own import MatchSoFar, OwnTable
from ludotheque.terminal.scores import result
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import LEVEL, SEEDS, Setting, check, same_again, seats_said
from ludotheque.terminal.sight import NOBODY, Sight
from ludotheque.terminal.wording import chosen_language

USUAL_SEATS = 4
Own = TypeVar("Own", bound=OwnTable)


class Manner(msgspec.Struct, frozen=True):
    """How one plays: line by line, only watching, how fast the bots are, where the match is kept."""

    plain: bool = False
    watch: bool = False
    pace: str = "usual"
    record: Path | None = None


def whole_screen() -> bool:
    """Whether there is a screen to draw on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM", "dumb") not in ("dumb", "unknown")


def play(setting: Setting, manner: Manner) -> None:
    """Plays, wherever it is."""
    voice = Screen(chosen_language(setting.language))
    if manner.pace not in PACES:
        raise LudothequeError(f"the pace is one of {', '.join(PACES)}, not {manner.pace!r}")
    plain = manner.plain or not whole_screen()
    if setting.game is not None and is_link(setting.game):
        visit(read_link(setting.game), setting, manner, voice, plain)
    elif plain:
        from ludotheque.terminal.play import play as play_plainly

        play_plainly(setting, manner, voice)
    else:
        play_at_home(setting, manner, voice)


# At home


def play_at_home(setting: Setting, manner: Manner, voice: Screen) -> None:
    """A match against bots, on the whole screen."""
    if setting.game is None:
        from ludotheque.terminal.app.shelf import ShelfApp

        chosen = ShelfApp(setting, voice).run()
        if chosen is None:
            voice.say("play", "bye")
            return
        setting = chosen
    home = table_for(setting, manner, voice, Home)
    from ludotheque.terminal.app.app import TableApp

    app = TableApp(home, voice)
    app.run()
    if app.table.sight.table:
        farewell(voice, app.table.sight)
        say_how_again(home, voice)
    if manner.record is not None:
        keep(home.record(), manner.record)


def table_for(
    setting: Setting,
    manner: Manner,
    voice: Screen,
    begin: Callable[[Setup, str, str, str, int, MatchSoFar | None], Own],
) -> Own:
    """The table that was asked for, begun."""
    game = box(setting.game or "")
    options = check(setting, game)
    usual = min(max(USUAL_SEATS, game.rules.SEATS[0]), game.rules.SEATS[-1])
    strength = setting.level or LEVEL
    setup = Setup(
        game.name,
        seats_said(setting) or usual,
        options=options,
        level=nearest(strength),
        memory=True,
        pace=cast(Pace, manner.pace),
    )
    name = tidy_name(setting.name or voice.text("start", "guest"))
    seed = secrets.randbelow(SEEDS) if setting.seed is None else setting.seed
    return begin(setup, name, voice.language, strength, seed, setting.start)


def farewell(voice: Screen, sight: Sight) -> None:
    """How it ended, or how far it was."""
    view = sight.view or {}
    left = voice.text("play", "left", game=sight.box.notation.TITLE, round=view.get("round", 1))
    voice.line(result(voice, sight) or left)
    scores = zip(sight.names, view.get("scores", []), strict=False)
    voice.line("  " + " · ".join(f"[bold]{escape(name)}[/] {score}" for name, score in scores))


def say_how_again(home: OwnTable, voice: Screen) -> None:
    """How to get the same cards again, if the match began here."""
    if home.table.played_on is not None:
        return
    setup = home.table.facts.setup
    command = same_again(setup.box, setup.seats, home.seed, home.level, setup.all_options())
    voice.say("play", "again", command=command)


def keep(record: str, path: Path) -> None:
    """Writes a match record."""
    try:
        path.write_text(record, "utf-8")
    except OSError as problem:
        raise LudothequeError(f"{path} cannot be written: {problem.strerror}") from None


# On a server


def visit(link: Link, setting: Setting, manner: Manner, voice: Screen, plain: bool) -> None:
    """A table on a server; or, by a key, one's own tables there."""
    me = come_in(link, setting.name, voice.language, voice.text("start", "guest"))
    if not link.table:
        list_tables(link, me.token, me.name, voice)
        return
    ask(link.origin, f"/api/tables/{link.table}")
    if plain:
        raise LinkError("a table on a server needs the whole screen of a terminal: leave out --plain, and do not pipe")
    from ludotheque.terminal.app.app import TableApp
    from ludotheque.terminal.lines.away import Away

    app = TableApp(Away(link, me, manner.watch), voice)
    app.run()
    seat = app.table.sight.seat_of(me.id)
    if seat != NOBODY and app.table.sight.stage == "playing":
        voice.say("app", "come_back", link=f"{link.origin}/t/{link.table}")
    else:
        voice.say("play", "bye")


def list_tables(link: Link, token: str, name: str, voice: Screen) -> None:
    """One's own tables, with their links."""
    tables, _ = ask(link.origin, "/api/tables/mine", token)
    voice.say("app", "known", name=name, place=link.origin)
    for table in tables:
        title = box(table["game"]).notation.TITLE
        voice.line(f"  ludotheque play {link.origin}/t/{table['id']}  [dim]{title}, {table['stage']}[/]")
