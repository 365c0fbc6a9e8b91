"""A viewer's copy of a table: a scene, and the changes since (docs/protocol.md)."""

from time import monotonic
from typing import Any

import msgspec

from ludotheque.bots.because import Because, Deed, advice
from ludotheque.games.box import Box, box
from ludotheque.terminal.wording import shown_name

Message = dict[str, Any]
NOBODY = -1  # the seat of those who watch
SPARE = "Willi"  # who sits at a place that is no seat


class Sight:
    """A table as one viewer sees it."""

    def __init__(self) -> None:
        self.n = -1
        self.table: Message = {}
        self.view: Message | None = None
        self.mine: Message = {}
        self.people: list[Message] = []
        self.regulars = False  # whether bots that search play as regulars, until they are compiled
        self._time: Message = {}
        self._time_at = 0.0

    def take(self, message: Message) -> bool:
        """One message: a scene replaces everything, an event changes some of it. Whether anything is to be seen."""
        match message["kind"]:
            case "scene":
                self.n, self.table = message["n"], message["table"]
                self.view, self.mine = message["view"], message["mine"]
            case "event":
                self._change(message)
            case "presence":
                self.people, self.regulars = message["people"], message["regulars"]
            case "time":
                self._time, self._time_at = message, monotonic()
            case _:
                return False
        return True

    def _change(self, message: Message) -> None:
        self.n = message["n"]
        if message["event"]["kind"] == "again":
            self.view, self.mine = None, {}
        self.table = self.table | message.get("table", {})
        if "view" in message:
            self.view = (self.view or {}) | message["view"]
        self.mine = self.mine | message.get("mine", {})

    # The table

    @property
    def box(self) -> Box:
        """The game."""
        return box(self.table["setup"]["game"])

    @property
    def stage(self) -> str:
        """How far the table is: open, playing or over; nothing before it was seen."""
        return str(self.table.get("stage", ""))

    @property
    def left_out(self) -> list[int]:
        """The seats that promised a salt for the deals and did not reveal it."""
        promises = zip(self.table["salt_commitments"], self.table["salts"], strict=True)
        return [seat for seat, (promised, salt) in enumerate(promises) if promised and not salt]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.table["seats"])

    @property
    def places(self) -> int:
        """How many scores there are."""
        return int(self.box.rules.places(self.seats))

    @property
    def seat(self) -> int:
        """One's own seat, or NOBODY; before the match it is known by nobody but the person."""
        found = self.mine.get("seat")
        return NOBODY if found is None else int(found)

    def seat_of(self, person: str) -> int:
        """The seat of a person, or NOBODY."""
        people = [seat["person"] for seat in self.table.get("seats", [])]
        return people.index(person) if person and person in people else NOBODY

    @property
    def names(self) -> list[str]:
        """The names of all places."""
        names = [shown_name(str(seat["name"])) for seat in self.table["seats"]]
        return names + [SPARE] * (self.places - len(names))

    # The match

    def look(self) -> Any:
        """The match as this viewer sees it, typed as the game's own View; None if there is nothing to be seen."""
        if self.view is None:
            return None
        return msgspec.convert({**self.view, **self.mine}, self.box.view_type)

    @property
    def phase(self) -> str:
        """The phase of the match; nothing without one."""
        return str((self.view or {}).get("phase", ""))

    @property
    def dealing(self) -> bool:
        """Whether a round is over and the next not dealt."""
        return self.stage == "playing" and self.phase == "dealing"

    @property
    def choices(self) -> list[str]:
        """The actions that the viewer may choose from."""
        return list(self.mine.get("choices", [])) if self.stage == "playing" else []

    @property
    def ready(self) -> bool:
        """Whether one has said so."""
        return self.seat != NOBODY and bool(self.table["seats"][self.seat]["ready"])

    def waited_for(self) -> list[int]:
        """The seats that must act."""
        return list((self.view or {}).get("actors", []))

    def left(self, what: str) -> int | None:
        """Seconds until the clock does something: for the own `seat`, the `market` or the next `deal`."""
        found = self._time.get("seats", {}).get(str(self.seat)) if what == "seat" else self._time.get(what)
        return None if found is None else max(0, round(found - (monotonic() - self._time_at)))


def hinted(language: str, sight: Sight, message: Message) -> list[str]:
    """A hint in sentences: what to do, and why."""
    deed, why = msgspec.convert(message["deed"], Deed), msgspec.convert(message["because"], Because)
    return advice(language, sight.box.name, deed, why, sight.names)
