"""Events of a table, as they are stored. Some are secret: seen.py says what each viewer is told.

Every event names who caused it (`by`, a person's id; empty for the table itself) and the command that did (`id`), so
that a command that comes twice acts once, also after a restart.
"""

from typing import Literal

import msgspec

from ludotheque.bots.levels import LevelName
from ludotheque.table.same import SameCards
from ludotheque.table.setup import Pace, Setup


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="kind"):
    """Anything that happens at a table."""

    by: str = ""
    id: str = ""


class Made(Event, frozen=True, tag="made"):
    """A table, with the secret of its first match (hexadecimal)."""

    setup: Setup
    secret: str
    same: SameCards | None = None  # the set of deals that it belongs to; then the secret is that of the set


class Sat(Event, frozen=True, tag="sat"):
    """A person takes a seat, perhaps a bot's."""

    seat: int
    person: str
    name: str


class Claimed(Event, frozen=True, tag="claimed"):
    """A person will have a bot's seat from the next deal on; nobody sees a hand that was dealt to another."""

    seat: int
    person: str
    name: str


class Unclaimed(Event, frozen=True, tag="unclaimed"):
    """A person gives up the claim to a seat."""

    seat: int


class Stood(Event, frozen=True, tag="stood"):
    """A person leaves a seat; in the middle of a match a bot takes over."""

    seat: int


class Botted(Event, frozen=True, tag="botted"):
    """A bot takes an empty seat."""

    seat: int
    level: LevelName
    name: str


class Emptied(Event, frozen=True, tag="emptied"):
    """A bot leaves its seat."""

    seat: int


class Voted(Event, frozen=True, tag="voted"):
    """A vote to remove a guest from a running match. The host's takes effect at the end of the round."""

    person: str
    host: bool = False


class Removed(Event, frozen=True, tag="removed"):
    """A guest must go and cannot come back."""

    person: str


class Salted(Event, frozen=True, tag="salted"):
    """A player adds a salt that was not promised before; only in logs from before there were promises."""

    seat: int
    salt: str


class Committed(Event, frozen=True, tag="committed"):
    """A player promises a salt, by its SHA-256."""

    seat: int
    hash: str


class Starting(Event, frozen=True, tag="starting"):
    """The host starts the match: seats are fixed, and promised salts are to be revealed."""


class Revealed(Event, frozen=True, tag="revealed"):
    """A player shows the salt that was promised."""

    seat: int
    salt: str


class Started(Event, frozen=True, tag="started"):
    """The match begins."""

    rules: int  # their version
    first: int


class PlayedOn(Event, frozen=True, tag="played_on"):
    """The first match of this table goes on from a moment of another; what was dealt and done there follows.

    A match between bots, or a record, has no table.
    """

    table: str
    match: int
    at: int  # the moment: deals and actions count from 0
    seat: int  # who plays on
    new_deal: bool = False  # whether what that seat could not see is dealt anew


class Dealt(Event, frozen=True, tag="dealt"):
    """A round begins, from a deck of card names."""

    deck: str


class Did(Event, frozen=True, tag="did"):
    """A seat acts: by its owner, by a bot, or by a choice given in advance. Seat -1 is the clock."""

    seat: int
    do: str
    bot: bool = False
    again: bool = False  # another choice instead of the one made


class Stands(Event, frozen=True, tag="stands"):
    """A player gives an answer in advance, until the trick or round is over; an empty one takes it back."""

    seat: int
    do: str = ""
    until: Literal["trick", "round"] = "trick"


class Readied(Event, frozen=True, tag="readied"):
    """A player has seen the scores and waits for the next round."""

    seat: int


class Left(Event, frozen=True, tag="left"):
    """A player is away or out of time; a bot sits in."""

    seat: int
    late: bool = False


class Returned(Event, frozen=True, tag="returned"):
    """A player is there again."""

    seat: int


class Resumed(Event, frozen=True, tag="resumed"):
    """The match goes on after a time without anybody; for so many seconds its clocks stood still."""

    slept: float


class Paced(Event, frozen=True, tag="paced"):
    """A player has chosen how fast bots act from now on."""

    pace: Pace


class Said(Event, frozen=True, tag="said"):
    """Somebody says something: free text, or a preset that each reads in their own language. A bot has only a seat."""

    name: str
    person: str = ""
    text: str = ""
    preset: str = ""
    seat: int | None = None  # a bot's


class Again(Event, frozen=True, tag="again"):
    """A rematch at the same table, with the secret of the next match."""

    secret: str


AnyEvent = (
    Made | Sat | Claimed | Unclaimed | Stood | Botted | Emptied | Voted | Removed | Salted | Committed | Starting
    | Revealed | PlayedOn | Started | Dealt | Did | Stands | Readied | Left | Returned | Resumed | Paced | Said | Again
)  # fmt: skip

_decoder = msgspec.json.Decoder(AnyEvent)
encode = msgspec.json.Encoder().encode  # writes an event as it is stored


def decode(body: bytes) -> AnyEvent:
    """A stored event."""
    return _decoder.decode(body)
