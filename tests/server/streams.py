"""Every viewer's messages of a table, rebuilt from the log alone."""

from collections import Counter
from collections.abc import Iterable

from ludotheque.server.hall import timed
from ludotheque.store.contract import EventRow
from ludotheque.table import events as e
from ludotheque.table.seen import Scenes
from ludotheque.table.state import Table
from tests.server.serving import Message

Heard = dict[int, str]  # messages as they came, by their numbers


class Streams:
    """The events and scenes of every viewer, by number."""

    def __init__(self, table: str, rows: list[EventRow], scenes_wanted: dict[int, set[int]]) -> None:
        log = timed(rows)
        (at, first), *rest = log
        assert isinstance(first, e.Made)
        state = Table.begin(table, first, at)
        scenes = Scenes(state)
        viewers = range(-1, state.facts.setup.seats)
        self.events: dict[int, Heard] = {viewer: {} for viewer in viewers}
        self.scenes: dict[int, Heard] = {viewer: {} for viewer in viewers}
        for viewer in viewers:
            scenes.whole(viewer)
        for at, event in rest:
            state.apply(event, at)
            for viewer, message in scenes.after(event, set(viewers)).items():
                self.events[viewer][state.facts.sent[viewer + 1]] = message.decode()
            for viewer in viewers:
                n = state.facts.sent[viewer + 1]
                if n in scenes_wanted.get(viewer, ()):
                    self.scenes[viewer][n] = scenes.whole(viewer).decode()
        self.end = state
        self.caused = Counter((event.by, event.id) for _, event in log if event.id)


def numbers(messages: Iterable[Message], kind: str) -> set[int]:
    """The numbers of messages of a kind."""
    return {message["n"] for message in messages if message["kind"] == kind}
