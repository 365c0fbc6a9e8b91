"""The contract that every game fulfils: what its modules say, and the words and numbers that they share."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Protocol

import msgspec
import numpy as np

from ludotheque.games.compiled import Ints, Record, jit
from ludotheque.games.declared import Message
from ludotheque.games.errors import OptionError
from ludotheque.games.writing import Bytes

Value = str | int | bool
Fact = str | int | Sequence[str | int]
Redeal = Callable[[Record, int, Ints, Record], bool]  # a random world that fits a view; False if there is none
Said = tuple[str, dict[str, Fact]]  # a key of a game's words, and the facts for it

# Why an action is refused; games add their own from OWN_REFUSALS on
FINE, MATCH_OVER, DEAL_DUE, NOT_A_SEAT, NOT_YOUR_TURN, UNKNOWN_ACTION, OWN_REFUSALS = range(7)
CLOCK = -1  # the seat that acts for the table: time is up
WAIT = -1  # no action: what a bot answers that does nothing for now, in a game in which anyone may act at any time
COMMON_REFUSALS = ("fine", "match_over", "deal_due", "not_a_seat", "not_your_turn", "unknown_action")
DEALING = 0  # the first phase of every game


@jit
def common_refusal(s: Record, seat: int, action: int, over: int, actions: int) -> int:
    """Why an action is refused in any game: nothing can be done now, or there is no such seat or action."""
    if s.phase == over:
        return MATCH_OVER
    if s.phase == DEALING:
        return DEAL_DUE
    if not 0 <= seat < s.seats:
        return NOT_A_SEAT
    return FINE if 0 <= action < actions else UNKNOWN_ACTION


@jit
def next_seat(s: Record, seat: int) -> int:
    """The seat to the left."""
    return 0 if seat + 1 == s.seats else seat + 1


class Option(msgspec.Struct, frozen=True):
    """A rule that the table may choose: among `choices`, or a number from `low` to `high`. The first is the default."""

    name: str
    choices: tuple[str | bool, ...] = ()
    low: int = 0
    high: int = 0
    default: int = 0

    def code(self, value: Value) -> int:
        """The number that stands for a value in the record."""
        if self.choices:
            if not any(value is choice or (value == choice and isinstance(value, str)) for choice in self.choices):
                raise OptionError(f"{self.name} is one of {', '.join(map(str, self.choices))}, not {value!r}")
            return self.choices.index(value)
        if isinstance(value, bool) or not isinstance(value, int) or not self.low <= value <= self.high:
            raise OptionError(f"{self.name} is a whole number from {self.low} to {self.high}, not {value!r}")
        return value

    def read(self, text: str) -> Value:
        """The value that somebody typed, in any case; the text itself if it means none, which `code` refuses."""
        if self.choices:
            return next((choice for choice in self.choices if str(choice).lower() == text.lower()), text)
        with suppress(ValueError):
            return int(text)
        return text

    def value(self, code: int) -> Value:
        """The values that a number in the record stands for."""
        return self.choices[code] if self.choices else int(code)


class Reason(msgspec.Struct, frozen=True):
    """Why a place got some points in a round, to be worded in any language."""

    kind: str
    points: int
    facts: dict[str, Fact] = {}


class Happening(msgspec.Struct, frozen=True):
    """Something that everybody saw happen, to be shown or worded by those who know no rules."""

    kind: str
    facts: dict[str, Fact] = {}


class Rules(Protocol):
    """The contract of a game's `rules` module; all from EDITIONS on has a default, as `Box` says."""

    VERSION: int  # of the rules, named in records
    SEATS: tuple[int, ...]
    OPTIONS: tuple[Option, ...]
    State: type  # the fields of a match, declared
    RECORD: np.dtype[np.void]
    DEALING: int  # phases that every game has: a deal is due; the match is over
    OVER: int
    MOST_LEGAL: int  # no seat ever has more legal actions than this
    REFUSALS: tuple[str, ...]

    def start(self, s: Record, seats: int, options: Ints, first: int, /) -> None:
        """A new match."""

    def deal(self, s: Record, deck: Ints, /) -> None:
        """The next round, from a shuffled deck."""

    def actors(self, s: Record, /) -> int:
        """The seats that may act now, as a set of bits."""

    def legal(self, s: Record, seat: int, out: Ints, /) -> int:
        """Writes the legal actions of an actor, returns how many. `out` has room for MOST_LEGAL, all of it to use."""

    def why(self, s: Record, seat: int, action: int, /) -> int:
        """Why an action is refused, or FINE."""

    def apply(self, s: Record, seat: int, action: int, /) -> None:
        """An allowed action, with everything that follows by itself."""

    def view(self, s: Record, seat: int, out: Record, /) -> None:
        """The view of a seat; seat -1 watches."""

    EDITIONS: dict[str, dict[str, Value]]
    FIRST_NAME: str  # a player of this name is the first, if there is one

    def places(self, seats: int, /) -> int:
        """How many scores there are."""

    def deck_size(self, seats: int, /) -> int:
        """How many cards are shuffled."""


class Notation(Protocol):
    """The contract of a game's `notation` module; all from PRINTED on has a default, as `Box` says.

    Two more things may stand there: the class `View`, a view as a typed message, and `cards(s)`, everything open.
    """

    TITLE: str
    CARDS: tuple[str, ...]  # the names of the cards; identical cards have identical names

    def parse(self, text: str, /) -> int:
        """The action that a text means."""

    def text(self, action: int, /) -> str:
        """How an action is written."""

    def facts(self, s: Record, seat: int, action: int, why: int, /) -> dict[str, Fact]:
        """The facts of a refusal."""

    def reasons(self, s: Record, /) -> list[list[Reason]]:
        """For each place, where the points of the round just finished came from."""

    PRINTED: dict[str, dict[str, int]]  # the numbers on each card that its name does not tell
    MEMORY: tuple[str, ...]  # fields of a view that only an attentive player would know while a round is played
    HIDDEN: tuple[str, ...]  # verbs whose cards the others do not see; they are told the verb only
    STANDING: tuple[str, ...]  # actions that may be given in advance, until `standing_until` changes

    def secret(self, s: Record, seat: int, /) -> int:
        """The action that a seat has done in secret in this round, where one of HIDDEN was."""

    def dealt(self, s: Record, /) -> list[tuple[int, list[str]]]:
        """The parts of the deck in order, while a round is played: how many cards each has, and which of the cards
        that lie unseen by somebody came from it. By default none does: such a round cannot be dealt anew."""

    def standing_until(self, s: Record, /) -> int:
        """A number that changes when actions given in advance have had their time."""

    def fixed(self, s: Record, /) -> dict[str, Any]:
        """More fields of a view that stay the same from the beginning of a match to its end."""


class Hands(msgspec.Struct, frozen=True):
    """Everything open, where a game says nothing else: the hands."""

    hands: list[list[str]]


class Fields(Protocol):
    """The contract of a game's `fields` module.

    More may stand there. `TOLD_ALONE` has the fields of a view that are a seat's own, if not all are as declared.
    `own(s, seat, field, out, at)` writes those that are derived. `choice(action, out, at)` writes a legal action as a
    player is offered it; in a market that is what needs no more than a tap: all else is not written.
    """

    TOLD: Message  # the fields of a view that everybody sees

    def shown(self, s: Record, field: int, out: Bytes, at: int, /) -> int:
        """Writes a field that is derived as JSON, by number, at a place of `out`; returns the place after it."""

    def happened(self, was: Record, now: Record, seat: int, action: int, out: Bytes, at: int, /) -> int:
        """Writes what all saw follow from an action, as Happenings in order, each after a comma; by what a spectator
        saw right before and right after it. That the round is over is added where it is."""


class Reasons(Protocol):
    """The contract of a game's `because` module."""

    def because(self, view: Record, seat: int, action: int, /) -> Said:
        """Why somebody who sees that would do so: a kind of reason, and its facts."""

    def deed(self, view: Record, action: int, /) -> Said:
        """An action in words: a kind of deed, and its facts."""
