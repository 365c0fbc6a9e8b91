"""Messages of a table's WebSocket, beside scenes and events (table/seen.py). Each has a `kind`."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ludotheque.bots.because import Because, Deed
from ludotheque.bots.levels import LevelName
from ludotheque.table import commands as c

Ref = Annotated[str, Meta(min_length=1, max_length=40)]
CLOSING = {  # with which a connection is closed, by the reason
    "wrong_origin": 4403,
    "unknown_person": 4401,
    "no_such_table": 4404,
    "other_rules": 4409,
    "log_gap": 4409,
    "unknown_event": 4409,
    "removed": 4410,
    "same_private": 4410,
    "too_many_connections": 4429,
    "too_fast": 4429,
}


MOVED = 1012  # the table is at another server by now, or this one stops: come back


class Hint(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="hint"):
    """Asks which action a bot would choose in one's place."""

    level: LevelName = "expert"


class Mute(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="mute"):
    """Ignores the chat of some people on this connection."""

    people: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=50)]


class Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A client's request. The id is its own; the same id twice acts once and gets the same answer."""

    id: Ref
    command: c.AnyCommand | Hint | Mute


class Identified(msgspec.Struct, frozen=True):
    """As much of a request as its refusal needs, whatever else it says."""

    id: Ref


class Answer(msgspec.Struct, frozen=True, tag_field="kind", tag="answer"):
    """It was done."""

    id: str


class Refused(msgspec.Struct, frozen=True, tag_field="kind", tag="refused"):
    """It was not done; the message is in the person's language."""

    id: str | None
    code: str
    facts: dict[str, Any]
    message: str


class Hinted(msgspec.Struct, frozen=True, tag_field="kind", tag="hinted"):
    """A bot's advice: an action (null: wait), the same as data, its reason, both in the person's language.

    `level` is the one at which the bot plays now.
    """

    id: str
    do: str | None
    deed: Deed
    because: Because
    message: str
    level: LevelName = "expert"


class Here(msgspec.Struct, frozen=True):
    """Somebody who has this table open."""

    person: str
    name: str


class Presence(msgspec.Struct, frozen=True, tag_field="kind", tag="presence"):
    """The people who are connected; and whether experts and masters play as regulars until they are compiled."""

    people: list[Here]
    regulars: bool = False


class Time(msgspec.Struct, frozen=True, tag_field="kind", tag="time"):
    """Seconds until the clock does something: for each seat that must act, for the market, for the next deal."""

    seats: dict[int, float]
    market: float | None
    deal: float | None


class Bye(msgspec.Struct, frozen=True, tag_field="kind", tag="bye"):
    """The server stops or restarts; come back in so many seconds."""

    code: str
    seconds: float


BYE = Bye("moved", 0.2)  # the table is at another server, or on its way there
text = msgspec.json.Encoder().encode  # writes a message as it is sent
requests = msgspec.json.Decoder(Request)
identified = msgspec.json.Decoder(Identified)
