"""The shelf where the boxes stand, one a game.

A game is a folder of modules. `rules` is the one statement of its rules: a record and the verbs over it. `worlds` deals
what a seat has not seen, `notation` says how people read and write actions, `fields` writes what they see, `bot` plays
by rules of thumb, `because` explains what it does. A box brings them together, and is the only way to them: what has to
do with any game asks its box. `contract.py` says what the modules owe.
"""

import functools
import importlib
import pkgutil
from collections.abc import Callable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.games.cards import cards_in
from ludotheque.games.compiled import Ints, Record, Records, Verb, blank, compile_all, for_game, recorded
from ludotheque.games.contract import (
    COMMON_REFUSALS,
    FINE,
    Fields,
    Hands,
    Happening,
    Notation,
    Reasons,
    Redeal,
    Rules,
    Value,
)
from ludotheque.games.declared import Message, message, ranges, types_of, within
from ludotheque.games.errors import BrokenStateError, OptionError, SeatsError, UnknownGameError

ROOM = 131_072  # bytes for all that can be seen of a match by everybody around it, several times over


class Box:
    """One game of the shelf."""

    def __init__(self, name: str, package: str) -> None:
        self.name = name
        self.package = package
        self.module, worlds, fields = self._compiled = [self._module(part) for part in ("rules", "worlds", "fields")]
        self.rules = cast(Rules, self.module)
        self.redeal: Redeal = worlds.redeal
        self.notation = cast(Notation, self._module("notation"))
        self.fields = cast(Fields, fields)
        every = len(self.notation.CARDS)
        default(self.rules, EDITIONS={}, FIRST_NAME="", places=lambda seats: seats, deck_size=lambda seats: every)
        default(self.notation, PRINTED={}, MEMORY=(), HIDDEN=(), fixed=lambda s: {}, dealt=lambda s: [])
        default(self.notation, STANDING=(), standing_until=lambda s: 0)
        self.refusals = (*COMMON_REFUSALS, *self.rules.REFUSALS)
        self.compiled = False

    def compile(self) -> None:
        """From here on the verbs run as machine code. Until then Python interprets them: slower, but at once."""
        for module in self._compiled:
            compile_all(module)
        self.compiled = True

    @property
    def home(self) -> Path:
        """The folder of its modules."""
        return Path(str(self.module.__file__)).parent

    @functools.cached_property
    def views(self) -> ModuleType:
        """A step and a look around for this game: views.py."""
        every = [] if hasattr(self.fields, "choice") else map(self.notation.text, range(self.module.ACTIONS))
        given: dict[str, Any] = {"fields": self.fields, "memory": self.notation.MEMORY, "offers": [*every]}
        given |= {"told": self.fields.TOLD, "alone": self.told_alone}
        return for_game("ludotheque.games.views", self.module, compiled=False, **given)

    @functools.cached_property
    def told_alone(self) -> Message:
        """The fields of a view that are a seat's own: by default as they are declared."""
        given: Message | None = getattr(self.fields, "TOLD_ALONE", None)
        return given or message(self.rules.State, "own")

    @functools.cached_property
    def view_type(self) -> type[msgspec.Struct]:
        """The type of a view: `seat`, `actors`, what is `fixed`, and what `fields` tells. A game that somebody draws
        writes the type out, so that what draws it can be checked; else it is made from what is declared."""
        if hasattr(self.notation, "View"):
            return cast(type[msgspec.Struct], self.notation.View)
        types = types_of(self.rules.State)
        told = {name: types.get(name, Any) for name in (*self.fields.TOLD.sources, *self.told_alone.sources)}
        told |= {name: told[name] | None for name in self.notation.MEMORY}
        fixed = {"game": str, "seat": int | None, "seats": int, "options": dict[str, Value], "actors": list[int]}
        return msgspec.defstruct("View", [*(fixed | told).items()], frozen=True)

    def _module(self, part: str) -> ModuleType:
        return importlib.import_module(f"{self.package}.{part}")

    @functools.cached_property
    def bot(self) -> ModuleType:
        """The game's `bot` module: a `policy`, LEVELS, and the parameters of a search."""
        return self._module("bot")

    @functools.cached_property
    def reasons(self) -> Reasons:
        """Why bots do what they do."""
        return cast(Reasons, self._module("because"))

    @functools.cached_property
    def manners(self) -> ModuleType:
        """The game's `manners` module; only markets have one."""
        return self._module("manners")

    @functools.cached_property
    def chances(self) -> ModuleType:
        """The game's `chances` module, by which a market is judged when it is over; only markets have one."""
        return self._module("chances")

    @functools.cached_property
    def sight(self) -> ModuleType | None:
        """The game's `sight` module, by which networks look at it; not all games have one."""
        return self._module("sight") if (self.home / "sight.py").exists() else None

    @functools.cached_property
    def market(self) -> bool:
        """Whether everybody may act at any time, as the game's `bot.py` says by MARKET."""
        return bool(getattr(self.bot, "MARKET", False))

    def check_seats(self, seats: int) -> None:
        """Raises if that many people cannot play."""
        if seats not in self.rules.SEATS:
            low, high = self.rules.SEATS[0], self.rules.SEATS[-1]
            raise SeatsError(f"{self.notation.TITLE} is played by {low} to {high}, not by {seats}")

    def options(self, edition: str | None = None, given: Mapping[str, Value] | None = None) -> dict[str, Value]:
        """All options of a match: the defaults, then an edition's, then those given."""
        known = {option.name: option for option in self.rules.OPTIONS}
        chosen = {name: option.value(option.default) for name, option in known.items()}
        if edition is not None:
            if edition not in self.rules.EDITIONS:
                names = ", ".join(self.rules.EDITIONS) or "none"
                raise OptionError(f"{self.notation.TITLE} has no edition {edition!r}; it has {names}")
            chosen |= self.rules.EDITIONS[edition]
        for name, value in (given or {}).items():
            if name not in known:
                names = ", ".join(known)
                raise OptionError(f"{self.notation.TITLE} has no option {name!r}; it has {names}")
            known[name].code(value)
            chosen[name] = value
        return chosen

    def read_options(self, edition: str | None, texts: Mapping[str, str]) -> dict[str, Value]:
        """All options of a match, by what somebody typed."""
        known = {option.name: option for option in self.rules.OPTIONS}
        return self.options(
            edition, {name: known[name].read(text) if name in known else text for name, text in texts.items()}
        )

    def codes(self, options: Mapping[str, Value]) -> Ints:
        """Options as the numbers that `start` takes."""
        return np.array([option.code(options[option.name]) for option in self.rules.OPTIONS], np.int64)

    def new(self, seats: int, options: Mapping[str, Value] | None = None, first: int = 0) -> Record:
        """A match that has been started, as one record."""
        return self.start(seats, options, first)[0]

    def start(self, seats: int, options: Mapping[str, Value] | None = None, first: int = 0, n: int = 1) -> Records:
        """A match that has been started, as the first of n records; the others are empty."""
        self.check_seats(seats)
        if not 0 <= first < self.rules.places(seats):
            raise SeatsError(f"the first to start or deal is a seat from 0 to {seats - 1}, not {first}")
        states = blank(self.rules.RECORD, n)
        self.rules.start(states[0], seats, self.codes(self.options(given=options)), first)
        return states

    def legal(self, s: Record, seat: int) -> list[int]:
        """The legal actions of a seat, in order; none if it may not act."""
        if seat < 0 or not int(self.rules.actors(s)) >> seat & 1:
            return []
        out = np.empty(self.rules.MOST_LEGAL, np.int64)
        return sorted(out[: self.rules.legal(s, seat, out)].tolist())

    def allowed(self, s: Record, seat: int, action: int) -> bool:
        """Whether an action is legal now."""
        return bool(self.rules.why(s, seat, action) == FINE)

    def view(self, s: Record, seat: int) -> Record:
        """The view of a seat, as a record of its own."""
        out = blank(self.rules.RECORD)[0]
        self.rules.view(s, seat, out)
        return out

    def native(self, name: str) -> Callable[..., Any]:
        """A function of views.py, as machine code once this box is compiled."""
        verb: Verb[..., Any] = getattr(self.views, name)
        return verb.native if self.compiled else verb.function

    def choices(self, view: Record, seat: int) -> list[str]:
        """Actions offered to a seat by its view: all legal ones, in a market those that need no more than a tap."""
        room, out = np.empty(self.rules.MOST_LEGAL, np.int64), np.empty(ROOM, np.uint8)
        end = self.native("choices")(as_numbers(view), seat, room, self.memories(1)[1][0], out)
        return msgspec.json.decode(b"{%b}" % out[1:end].tobytes(), type=dict[str, list[str]])["choices"]

    def memories(self, seats: int) -> tuple[Ints, NDArray[np.int32]]:
        """Room for what `broadcast` in views.py keeps: the views that everybody knows, and the offers of each seat."""
        numbers = len(self.views.FIELD) + seats * len(self.views.OWN_NUMBERS)
        return np.zeros(numbers, np.int64), np.zeros((seats, self.rules.MOST_LEGAL + 1), np.int32)

    def look(self, view: Record, seat: int, memory: bool = True) -> msgspec.Struct:
        """A view as a typed message. Without `memory` the fields of MEMORY are None while a round is played."""
        shown, own = self.written(as_numbers(view), seat, memory)
        fixed = msgspec.json.encode({"seat": seat if seat >= 0 else None} | self.fixed(view))[:-1]
        return msgspec.json.decode(fixed + shown + own + b"}", type=self.view_type)

    def cards(self, s: Record) -> msgspec.Struct:
        """Everything open, for replays and tests: by default the hands."""
        if hasattr(self.notation, "cards"):
            return cast(msgspec.Struct, self.notation.cards(s))
        names = self.notation.CARDS
        return Hands([[names[card] for card in cards_in(int(hand))] for hand in s.hand[: s.seats]])

    def fixed(self, s: Record) -> dict[str, Any]:
        """Those fields of a view that stay the same from the beginning of a match to its end."""
        options = enumerate(self.rules.OPTIONS, 1)  # in a record they follow the number of seats
        chosen = {option.name: option.value(int(s[i])) for i, option in options}
        return {"game": self.name, "seats": int(s.seats), "options": chosen, **self.notation.fixed(s)}

    def happened(self, before: Record, after: Record, seat: int, action: int) -> list[Happening]:
        """The public consequences of an action, in order, by a spectator's views right before and right after it."""
        out, (was, now) = np.empty(ROOM, np.uint8), (as_numbers(view) for view in (before, after))
        end = self.native("happened")(was, now, seat, action, out)
        return msgspec.json.decode(out[:end].tobytes() or b"[]", type=list[Happening])

    def written(self, view: Ints, seat: int, memory: bool) -> tuple[bytes, bytes]:
        """A seat's view, given as plain numbers, in two parts: with everybody, and alone; as fields of JSON."""
        out, ends = np.empty(ROOM, np.uint8), np.empty(2, np.int64)
        self.native("whole")(view, seat, memory, out, ends)
        return out[: ends[0]].tobytes(), out[ends[0] : ends[1]].tobytes()

    def from_bytes(self, data: bytes) -> Record:
        """A record from its bytes; raises where they are too many or too few, or a number is out of its range.

        Whether the numbers fit each other is not asked: who keeps bytes keeps a checksum of them (table/snapshot.py).
        """
        size = self.rules.RECORD.itemsize
        if len(data) != size:
            raise BrokenStateError(f"a state of {self.notation.TITLE} has {size} bytes, not {len(data)}")
        numbers = np.frombuffer(bytearray(data), np.int64)
        if not within(numbers, ranges(self.rules.State)):
            raise BrokenStateError(f"these bytes are not a state of {self.notation.TITLE}")
        return recorded(self.rules.RECORD, numbers)


def default(module: Any, **values: Any) -> None:
    """Puts into a module what it does not say itself."""
    for name, value in values.items():
        vars(module).setdefault(name, value)


@functools.cache
def shelf() -> tuple[str, ...]:
    """The names of the games: the folders beside this module."""
    path = importlib.import_module("ludotheque.games").__path__
    return tuple(module.name for module in pkgutil.iter_modules(path) if module.ispkg)


@functools.cache
def box(name: str) -> Box:
    """The game of that name."""
    if name not in shelf():
        raise UnknownGameError(f"there is no game {name!r} on the shelf; there are {', '.join(shelf())}")
    return Box(name, f"ludotheque.games.{name}")


def as_numbers(record: Record) -> Ints:
    """A copy of a record as plain numbers."""
    return np.frombuffer(bytearray(record.tobytes()), np.int64)


def is_open(rules: ModuleType, s: Record) -> bool:
    """Whether no round is being played, so that its results lie open."""
    return bool(s.phase in (rules.DEALING, rules.OVER))


def seats_in(bits: int) -> list[int]:
    """The seats of a set of bits."""
    return [*_seats(int(bits))]


@functools.lru_cache(1 << 10)
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(cards_in(bits))
