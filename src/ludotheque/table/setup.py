"""A host's settings of a table, beside the friends."""

import unicodedata
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ludotheque.bots.levels import LevelName
from ludotheque.games.box import Box, box
from ludotheque.games.contract import Value
from ludotheque.table.errors import RefusedError

LONGEST_NAME = 24
BLANK = dict.fromkeys(
    map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " "
)  # Hangul fillers, Braille's blank: letters by name
Clock = Literal["off", "relaxed", "brisk"]
Pace = Literal["quick", "usual", "calm"]
ALLOWANCE: dict[str, float | None] = {"off": None, "relaxed": 60.0, "brisk": 20.0}  # seconds for a decision
PAUSE = {"off": 60.0, "relaxed": 30.0, "brisk": 12.0}  # seconds between rounds, unless all are ready before


class Setup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game and how it is played at this table."""

    game: str
    seats: Annotated[int, Meta(ge=1, le=12)]
    edition: str | None = None
    options: dict[str, Value] = {}  # those that are not as in the edition, or as usual
    clock: Clock = "off"
    level: LevelName = "regular"  # of bots that fill seats, or sit in for somebody
    pace: Pace = "usual"  # of bots; calm: they leave time to read
    hints: bool = True
    memory: bool = False  # what has been played so far is shown
    spectators: bool = True
    open_cards: bool = False  # spectators see all cards of a round once it is over
    listed: bool = False
    lesson: bool = False  # prepared deals, for newcomers and their coach; never listed, never claimed to be fair
    first: Annotated[int, Meta(ge=0, le=11)] | None = None  # who starts or deals first; drawn by lot if nobody is named

    @property
    def box(self) -> Box:
        """The game."""
        return box(self.game)

    def all_options(self) -> dict[str, Value]:
        """Every option of the rules."""
        return self.box.options(self.edition, self.options)

    def check(self) -> None:
        """Raises unless such a match can be played."""
        self.box.check_seats(self.seats)
        self.all_options()
        if self.first is not None and self.first >= self.seats:
            raise RefusedError("no_such_seat", seat=self.first, last=self.seats - 1)
        if self.lesson and self.listed:
            raise RefusedError("lesson_listed")


def tidy_name(name: str, most: int = LONGEST_NAME) -> str:
    """A name that can be shown anywhere, or a refusal."""
    tidy = " ".join(unicodedata.normalize("NFC", name).translate(BLANK).split())
    if not 1 <= len(tidy) <= most:
        raise RefusedError("name_length", most=most)
    kinds = {unicodedata.category(letter)[0] for letter in tidy}
    if "C" in kinds or not kinds & {*"LNPS"}:  # control characters, or marks that are on nothing
        raise RefusedError("name_letters")
    return tidy
