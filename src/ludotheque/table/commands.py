"""Commands that people can give at a table."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.bots.levels import LevelName
from ludotheque.games.fair import LONGEST_SALT
from ludotheque.table.setup import Pace

LONGEST_TEXT = 240
Preset = Literal[
    "", "hello", "well_played", "thanks", "sorry", "oops", "sigh", "lucky", "hurry", "thinking", "good_game", "again",
    "bye",
]  # fmt: skip

Seat = Annotated[int, Meta(ge=0, le=11)]
Action = Annotated[str, Meta(min_length=1, max_length=80)]


class Command(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="kind"):
    """Anything that a person asks of a table."""


class Sit(Command, frozen=True, tag="sit"):
    """Take a seat: a free one, a bot's, or the first free one if none is named.

    In a match only one's own seat is taken at once; another one is claimed, and one's own from the next deal on.
    """

    seat: Seat | None = None


class Stand(Command, frozen=True, tag="stand"):
    """Leave one's seat, or give up the claim to one; in the middle of a match a bot takes over."""


class AddBot(Command, frozen=True, tag="add_bot"):
    """The host gives an empty seat to a bot, of the table's level if none is named."""

    seat: Seat
    level: LevelName | None = None


class Empty(Command, frozen=True, tag="empty"):
    """The host sends a bot away."""

    seat: Seat


class Commit(Command, frozen=True, tag="commit"):
    """Promise a salt for the deals, by its SHA-256 in hexadecimal digits."""

    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


class Reveal(Command, frozen=True, tag="reveal"):
    """Show the salt that was promised, once the table asks for it."""

    salt: Annotated[str, Meta(min_length=1, max_length=LONGEST_SALT, pattern="^[0-9a-zA-Z_-]*$")]


class Start(Command, frozen=True, tag="start"):
    """The host starts the match: bots fill what is empty, players reveal their salts, cards are dealt."""


class Do(Command, frozen=True, tag="do"):
    """Act: an action in the game's notation. `saw` is the number of the last event one has seen."""

    do: Action
    saw: Annotated[int, Meta(ge=0)]


class GiveStanding(Command, frozen=True, tag="standing"):
    """Give an answer in advance, such as `pass`, until the trick or round is over; an empty one takes it back."""

    do: Annotated[str, Meta(max_length=80)] = ""
    until: Literal["trick", "round"] = "trick"


class Ready(Command, frozen=True, tag="ready"):
    """On to the next round."""


class Back(Command, frozen=True, tag="back"):
    """Here again: the bot that sat in may go."""


class ChangePace(Command, frozen=True, tag="pace"):
    """Sets how fast bots act from now on; any seat may."""

    pace: Pace


class Say(Command, frozen=True, tag="say"):
    """Say something to the table: free text, or a preset that each reads in their own language."""

    text: Annotated[str, Meta(max_length=LONGEST_TEXT)] = ""
    preset: Preset = ""


class Remove(Command, frozen=True, tag="remove"):
    """Remove a guest, for good: the host may; in a match at the end of the round, or at once when most others agree."""

    person: Annotated[str, Meta(min_length=1, max_length=40)]


class Rematch(Command, frozen=True, tag="rematch"):
    """Once more, at the same table."""


AnyCommand = (
    Sit | Stand | AddBot | Empty | Commit | Start | Reveal | Do | GiveStanding | Ready | Back | ChangePace | Say
    | Remove | Rematch
)  # fmt: skip
