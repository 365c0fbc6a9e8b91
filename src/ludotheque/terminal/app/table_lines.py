"""Lines around a match: people who come and go, commands between rounds, hints, the clock."""

from typing import Any

from rich.markup import escape
from rich.text import Text

from ludotheque.games.wording import say
from ludotheque.terminal.app.drawing import flowing, marked, painted, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.scores import result
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import NOBODY, Message, Sight, hinted
from ludotheque.terminal.typed import meant as meant_words

SEATED = ("sat", "botted")
NAMED = ("stood", "emptied", "left", "returned")


def event_lines(voice: Screen, face: Face, sight: Sight, event: Message) -> list[Text]:
    """An event in lines."""
    kind = event["kind"]
    if kind == "did":
        return face.tell(event.get("happened", []))
    if kind == "said" and (event.get("text") or event.get("preset")):
        words = event.get("text") or voice.text("say", event["preset"])
        return [painted(f"{event['name']}: ", "bold").append(words)]
    if kind in SEATED:
        return [marked(voice.text("around", kind, who=escape(event["name"])))]
    if kind == "claimed":
        who, before = escape(event["name"]), escape(sight.names[event["seat"]])
        return [marked(voice.text("around", kind, who=who, before=before))]
    if kind in NAMED:
        return [marked(voice.text("around", kind, who=escape(sight.names[event["seat"]])))]
    if kind == "started" and (left_out := sight.left_out):
        who = ", ".join(escape(sight.names[seat]) for seat in left_out)
        return [marked(voice.text("around", "unrevealed", who=who))]
    if kind == "dealt":
        return [marked(f"[dim]{voice.text('around', 'dealt', round=(sight.view or {}).get('round', 1))}[/]")]
    return []


def hint(voice: Screen, face: Face, sight: Sight, message: Message) -> list[Text]:
    """A bot's choice, its reasons, and the result that it expects."""
    do, *more = hinted(voice.language, sight, message)
    if message.get("level") == "regular":  # an expert was asked
        more.append(say(voice.language, face.game, "search", "getting_ready"))
    return [painted("☞ ", "bold yellow").append(do, "bold"), *(Text("  ").append(line) for line in more)]


def broken(voice: Screen, message: Message) -> str:
    """The state of a bad connection, as markup."""
    if message["kind"] == "lost":
        return voice.text("app", "lost", seconds=round(message["seconds"]))
    return escape(message["message"])


def warming(voice: Screen, sight: Sight) -> list[Text]:
    """A line that says that some bots play as regulars for now, if they do."""
    searching = any(seat["level"] in ("expert", "master") for seat in sight.table["seats"])
    return [painted(f" {voice.text('play', 'warming')}", "dim")] if sight.regulars and searching else []


def clock(voice: Screen, sight: Sight) -> Text:
    """How much time there is."""
    for what in ("seat", "market", "deal"):
        if (left := sight.left(what)) is not None:
            return painted(f"⏱ {left // 60}:{left % 60:02}", "bold")
    return Text()


def seats(voice: Screen, sight: Sight) -> list[Text]:
    """The people at a table where nothing is played yet."""
    lines = [Text()]
    for i, seat in enumerate(sight.table["seats"]):
        who = painted(seat["name"], "bold") if seat["name"] else painted(voice.text("app", "free"), "dim")
        if seat["level"]:
            who.append(f" ({voice.text('level', seat['level'])})", "dim")
        lines.append(painted(f"  {i + 1}  ", "dim").append_text(who))
    watching = [one["name"] for one in sight.people if sight.seat_of(one["person"]) == NOBODY]
    if watching:
        lines += [Text(), painted(f"  {voice.text('app', 'watching_too', who=', '.join(watching))}", "dim")]
    return [*lines, Text()]


def possible(sight: Sight, person: str) -> list[tuple[str, str, dict[str, Any]]]:
    """Commands around the match: a key, its label, and the command."""
    seat, host = sight.seat_of(person), sight.table["host"] == person
    places = sight.table["seats"]
    if sight.stage == "over":
        return [("n", "again", {"kind": "rematch"})] if seat != NOBODY or host else []
    if sight.dealing:
        return [("Enter", "next_round", {"kind": "ready"})] if seat != NOBODY and not sight.ready else []
    if seat == NOBODY and any(place["claim"] and place["claim"]["person"] == person for place in places):
        return [("u", "stand", {"kind": "stand"})]
    if seat == NOBODY:
        free = any(not place["person"] and not place["claim"] for place in places)
        return [("j", "sit", {"kind": "sit"})] if free else []
    if sight.stage != "open":
        return [("b", "back_again", {"kind": "back"})] if places[seat]["away"] else []
    found: list[tuple[str, str, dict[str, Any]]] = [("u", "stand", {"kind": "stand"})]
    if host:
        found.insert(0, ("Enter", "start", {"kind": "start"}))
    return found


def offers(voice: Screen, sight: Sight, person: str, width: int) -> list[Text]:
    """The same, to be tapped."""
    found = [
        tapped(painted(f" {key} ", "reverse").append(f" {voice.text('keys', word)}"), f"key {key}")
        for key, word, _ in possible(sight, person)
    ]
    return [*flowing(found, width), Text()]


def prompt(voice: Screen, sight: Sight, person: str) -> Text | None:
    """The line around the match; None while one plays."""
    who = ", ".join(f"[bold]{escape(sight.names[place])}[/]" for place in sight.waited_for())
    if sight.stage == "over":
        return marked(f"[bold]{result(voice, sight)}[/]")
    if sight.stage == "open":
        host = sight.table["host"] == person
        return marked(voice.text("app", "open_host" if host else "open_guest"))
    if sight.dealing:
        return marked(voice.text("app", "ready" if sight.ready else "round_over"))
    if sight.seat == NOBODY:
        return marked(voice.text("app", "watching", who=who))
    if sight.table["seats"][sight.seat]["away"]:
        return marked(voice.text("app", "away"))
    return None


def meant(face: Face, sight: Sight, text: str) -> str:
    """The action that was typed."""
    words = face.table.tidy(sight.look(), text).split()
    return meant_words(words, sight.choices)
