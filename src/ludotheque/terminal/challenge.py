"""A challenge in a terminal, on a server: made, played by its link, and how all did."""

import re
from typing import Any
from urllib.parse import urlsplit

from rich.markup import escape

from ludotheque.bots.levels import nearest
from ludotheque.games.box import box
from ludotheque.terminal.lines.links import Guest, Link, LinkError, ask, come_in
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import LEVEL, Setting, check, seats_said
from ludotheque.terminal.today import MOST_SHOWN, origin_of, play, show_ranked
from ludotheque.terminal.wording import chosen_language

FORM = "a link to a challenge looks like https://host/challenge/ID; to make one, name a server and a game"
USUAL_SEATS = 4


def challenge(place: str, setting: Setting, each: bool) -> None:
    """With a game, makes a challenge on that server; else plays the one of that link, or tells how all did."""
    voice = Screen(chosen_language(setting.language))
    origin = origin_of(place)
    name = None if setting.game is not None else id_of(place)
    me = come_in(Link(origin), setting.name, voice.language, voice.text("start", "guest"))
    if name is None:
        name = make(setting, each, origin, me)
        voice.say("challenge", "made", link=f"{origin}/challenge/{name}")
        return
    found = look(name, origin, me)
    turns = [one for one in found["mine"] if one["progress"] != "over"]
    if turns and not found["known"]:
        say_progress(found, turns[0]["turn"], voice)
        play(name, origin, me, voice, turns[0]["turn"])
        found = look(name, origin, me)
    show(found, name, origin, me, voice)


def id_of(place: str) -> str:
    """The challenge that a link leads to."""
    found = re.fullmatch("/challenge/([A-Za-z0-9_-]+)/?", urlsplit(place.strip()).path)
    if found is None:
        raise LinkError(f"{place!r} leads to no challenge; {FORM}")
    return found[1]


def make(setting: Setting, each: bool, origin: str, me: Guest) -> str:
    """A new challenge with the settings that were given."""
    game = box(setting.game or "")
    options = check(setting, game)
    usual = min(max(USUAL_SEATS, game.rules.SEATS[0]), game.rules.SEATS[-1])
    wish = {
        "game": game.name,
        "seats": seats_said(setting) or usual,
        "options": options,
        "level": nearest(setting.level or LEVEL),
        "turns": "each" if each else "same",
    }
    made, _ = ask(origin, "/api/challenges", me.token, wish)
    return str(made["id"])


def look(name: str, origin: str, me: Guest) -> Any:
    """The challenge as one sees it now."""
    return ask(origin, f"/api/challenges/{name}", me.token)[0]


def say_progress(found: Any, turn: int, voice: Screen) -> None:
    """The challenge in a line, before one plays."""
    title, of = box(found["promise"]["game"]).notation.TITLE, len(found["seats"])
    voice.say("challenge", "turn", game=title, turn=turn + 1, of=of, seat=found["seats"][turn] + 1)


def show(found: Any, name: str, origin: str, me: Guest, voice: Screen) -> None:
    """How all did, for those who have played; else who has finished."""
    if found["done"]:
        for one in found["ranking"][:MOST_SHOWN]:
            show_ranked(one, me, voice)
        for one in found["original"]:
            voice.line(f"   –. {escape(one['name'])}  {one['points']}  [dim]{voice.text('challenge', 'original')}[/]")
        voice.line()
        voice.say("challenge", "compare", link=f"{origin}/challenge/{name}")
        return
    for one in found["players"]:
        voice.line(f"  {escape(one['name'])}  {one['turns']}/{len(found['seats'])}")
    voice.say("today", "hidden")
