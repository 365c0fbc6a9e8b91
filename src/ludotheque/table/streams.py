"""Streams told again from a log: what somebody missed, or a whole match to look back at."""

from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.seen import Scenes
from ludotheque.table.state import WATCHING, Table

MOST_MISSED = 200  # events that are told one by one; who missed more gets a whole scene


def missed(name: str, log: list[tuple[float, e.AnyEvent]], viewer: int, since: int) -> list[bytes] | None:
    """The messages after number `since` of a viewer's stream, told again; None if they are too many, or never were."""
    (at, first), *rest = log
    assert isinstance(first, e.Made)
    table, scenes = Table.begin(name, first, at), None
    messages: list[bytes] = []
    for at, event in rest:
        if scenes is None and table.facts.told[viewer + 1] == since:
            scenes = Scenes(table)
            scenes.whole(viewer)
        table.apply(event, at)
        if scenes is not None:
            messages += scenes.after(event, {viewer}).values()
    if scenes is None:
        return [] if table.facts.told[viewer + 1] == since else None
    return messages if len(messages) <= MOST_MISSED else None


def replayed(name: str, log: list[tuple[float, e.AnyEvent]], match: int, viewer: int) -> list[bytes]:
    """A finished match as a seat was told of it, or with all cards open for those who watch: a scene, then events."""
    (at, first), *rest = log
    assert isinstance(first, e.Made)
    if not WATCHING <= viewer < first.setup.seats:
        raise RefusedError("no_such_seat", seat=viewer, last=first.setup.seats - 1)
    table, scenes = Table.begin(name, first, at), None
    messages: list[bytes] = []
    for at, event in rest:
        table.apply(event, at)
        if table.facts.match != match:
            continue
        if isinstance(event, e.Started):
            scenes = Scenes(table, open_cards=viewer == WATCHING)
            messages = [scenes.whole(viewer)]
        elif scenes is not None:
            messages += scenes.after(event, {viewer}).values()
        if table.facts.stage == "over":
            return messages
    raise RefusedError("not_over" if match == table.facts.match else "no_such_match")
