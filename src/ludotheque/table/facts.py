"""The facts of a table as plain data: its seats and who has them, its stage, its times, its talk."""

from typing import Literal

import msgspec

from ludotheque.games.contract import Reason
from ludotheque.table import events as e
from ludotheque.table.same import SameCards
from ludotheque.table.setup import Setup

Stage = Literal["open", "playing", "over"]
WATCHING = -1  # the seat of those who have none


class Standing(msgspec.Struct, frozen=True):
    """An answer given in advance, and the round and trick it was given in."""

    do: str
    until: Literal["trick", "round"]
    round: int
    trick: int = msgspec.field(name="stretch")


class Claim(msgspec.Struct, frozen=True):
    """The person who will have a seat from the next deal on."""

    person: str
    name: str


class Place(msgspec.Struct):
    """A seat, and who has it: a person, a bot (it has a level), or nobody."""

    person: str = ""
    name: str = ""
    level: str = ""
    away: bool = False
    ready: bool = False
    commitment: str = ""  # the SHA-256 of a salt that is still to be revealed, or was
    salt: str = ""
    standing: Standing | None = None
    asked: int = 0  # the number, in this seat's stream, of the event that asked it
    asked_at: float = 0.0
    owner: str = ""  # the person to whom the cards of this round were dealt; nobody else may see them
    since: int = 0  # the number, in this seat's stream, from which on it is this person's
    claim: Claim | None = None

    @property
    def free(self) -> bool:
        """Whether nobody sits here."""
        return not (self.person or self.level)

    @property
    def by_bot(self) -> bool:
        """Whether a bot acts here."""
        return bool(self.level) or self.away


class MatchState(msgspec.Struct, frozen=True):
    """A match in progress as plain data."""

    first: int
    state: bytes
    before: bytes
    chosen: dict[int, int]
    round_scores: list[list[int]]
    reasons: list[list[list[Reason]]]


class Facts(msgspec.Struct):
    """Everything about a table but the match itself."""

    id: str
    setup: Setup
    secret: str
    host: str
    made: float
    places: list[Place]
    n: int = 0
    at: float = 0.0  # the time of the last event
    stage: Stage = "open"
    starting_at: float | None = None  # when the host started a match whose salts are being revealed
    match: int = 1  # at this table
    removed: list[str] = []
    owners: dict[str, int] = {}  # who has had which seat in this match
    # How many events watchers, and each seat, have been sent; snapshots know it by an older name
    sent: list[int] = msgspec.field(default_factory=list, name="told")
    commands: bytes = b""  # digests of the commands that were obeyed in this match
    commands_before: bytes = b""  # and of those in the match before
    votes: dict[str, list[str]] = {}  # guests whom others want to be removed, and who wants it
    leaving: list[str] = []  # guests who are removed at the end of the round
    talk: list[e.Said] = []  # the last messages
    spoken: dict[str, int] = {}  # how many messages each person has sent in this match; bots count as one
    round_over_at: float = 0.0
    market_at: float = 0.0  # when everybody began to act
    played_on: e.PlayedOn | None = None  # the moment from which the first match goes on
    same: SameCards | None = None  # the set of deals that the table belongs to
