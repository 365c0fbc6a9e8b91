"""The deal of the day in a terminal, on a server: what there is to play, the table where one plays it, how all did."""

from typing import Any
from urllib.parse import urlsplit

from rich.markup import escape

from ludotheque.games.box import box
from ludotheque.terminal.evening import Manner, visit, whole_screen
from ludotheque.terminal.lines.links import Guest, Link, LinkError, ask, come_in
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import Setting
from ludotheque.terminal.wording import chosen_language

MOST_SHOWN = 20  # lines of a ranking


def today(place: str, game: str | None, name: str | None, language: str | None) -> None:
    """Lists the deals of the day; with a game, plays its deal, or tells how all did who have."""
    voice = Screen(chosen_language(language))
    origin = origin_of(place)
    me = come_in(Link(origin), name, voice.language, voice.text("start", "guest"))
    deals, _ = ask(origin, "/api/today", me.token)
    if game is None:
        show_deals(deals, origin, voice)
        return
    found = {deal["promise"]["game"]: deal for deal in deals}
    if game not in found:
        raise LinkError(voice.text("today", "none", game=game, games=", ".join(found)))
    if found[game]["mine"]["progress"] != "over":
        play(found[game]["promise"]["set"], origin, me, voice)
    show_ranking(found[game]["promise"]["set"], origin, me, voice)


def origin_of(place: str) -> str:
    """The server that somebody means."""
    parts = urlsplit(place.strip())
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise LinkError(f"{place!r} is not the address of a server; such an address looks like https://host")
    return f"{parts.scheme}://{parts.netloc}"


def show_deals(deals: list[Any], origin: str, voice: Screen) -> None:
    """Today's deals, and how far one is."""
    voice.say("today", "title")
    for deal in deals:
        game, mine = deal["promise"]["game"], deal["mine"]
        facts = {"points": mine["points"], "rank": mine["rank"], "players": mine["players"]}
        how = voice.text("today", mine["progress"], **facts)
        voice.line(f"  [bold]{box(game).notation.TITLE}[/] · {how}  [dim]ludotheque today {origin} {game}[/]")


def play(name: str, origin: str, me: Guest, voice: Screen, turn: int = 0) -> None:
    """Plays a turn of a set, or goes on, at the one table that there is for it."""
    if not whole_screen():
        raise LinkError("a table on a server needs the whole screen of a terminal: do not pipe")
    table, _ = ask(origin, f"/api/sets/{name}/turns/{turn}", me.token, {})
    visit(Link(origin, table["id"]), Setting(), Manner(), voice, plain=False)


def show_ranking(name: str, origin: str, me: Guest, voice: Screen) -> None:
    """How all did, for those who have played; and the result to share."""
    found, _ = ask(origin, f"/api/sets/{name}", me.token)
    if not found["done"]:
        voice.say("today", "hidden")
        return
    for one in found["ranking"][:MOST_SHOWN]:
        show_ranked(one, me, voice)
    for bot in found["bots"]:
        voice.line(f"[dim]      {voice.text('level', bot['level'])}  {bot['points']}[/]")
    voice.line()
    voice.line(f"Ludotheque · {escape(found['mine'][0]['share'])}")
    voice.line(f"{origin}/same/{name}")


def show_ranked(one: Any, me: Guest, voice: Screen) -> None:
    """A line of a ranking."""
    over = "" if one["over"] is None else f" ({one['over']:+d})".replace("-", "−")
    line = f"{one['rank']:>4}. {escape(one['name'])}  {one['points']}{over}"
    voice.line(f"[bold]{line}[/]" if one["person"] == me.id else line)
