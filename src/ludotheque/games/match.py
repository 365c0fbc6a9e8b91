"""A match for people and programs: texts in, typed views out, dealt by itself.

>>> match = Match("willi", seats=4, edition="dutch", seed=7)
>>> match.actors
[0, 1, 2, 3]
>>> match.do(0, match.legal(0)[0])
>>> match.actors
[1, 2, 3]
"""

import secrets
from collections.abc import Sequence

import msgspec
import numpy as np

from ludotheque.games.box import FINE, NOT_A_SEAT, Box, Reason, Value, box, named_first, seats_in
from ludotheque.games.chance import Stream
from ludotheque.games.compiled import Ints, Record
from ludotheque.games.errors import DeckError, IllegalMoveError, SeatsError
from ludotheque.games.wording import say

CLOCK = -1  # acts for the table: time is up
MANY = 12  # legal actions that a message lists before it stops


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck of a round, as card names in shuffled order."""

    deal: str


class Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a seat did, and when (in whatever unit the caller uses)."""

    seat: int
    do: str
    at: float | None = None


class Match:
    """One match in progress. With a seed it can be repeated exactly; without one it is shuffled by a secure source.

    Without `dealt` it waits for decks from elsewhere: from a record, or from a table that shuffles by itself.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        edition: str | None = None,
        seed: int | None = None,
        names: Sequence[str] | None = None,
        first: int | None = None,
        dealt: bool = True,
        **options: Value,
    ) -> None:
        self.box = box(game)
        self.seats = self.box.rules.SEATS[-1] if seats is None else seats
        self.box.check_seats(self.seats)
        self.names = [f"Seat {seat}" for seat in range(self.seats)] if names is None else list(names)
        if len(self.names) != self.seats:
            raise SeatsError(f"{self.seats} seats need {self.seats} names, not {len(self.names)}")
        self.options = self.box.options(edition, options)
        secret = secrets.token_bytes(32) if seed is None else f"seed {seed}".encode()
        drawn = drawn_first(self.box, self.names, secret) if first is None else first
        self.state: Record = self.box.new(self.seats, self.options, drawn)
        self.first = int(self.state.first)  # the game may know better: Willi himself starts among three
        self.log: list[Deal | Act] = []
        self.round_scores: list[list[int]] = []
        self.reasons: list[list[list[Reason]]] = []
        self._secret = secret if dealt else None
        if dealt:
            self.deal()

    @property
    def actors(self) -> list[int]:
        """The seats that may act now."""
        return seats_in(self.box.rules.actors(self.state))

    @property
    def deal_due(self) -> bool:
        """Whether the next round waits for its deck; never so in a match that deals by itself."""
        return bool(self.state.phase == self.box.rules.DEALING)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.state.phase == self.box.rules.OVER)

    @property
    def scores(self) -> list[int]:
        """The points so far; in Willi for four places, also when three play."""
        return [int(n) for n in self.state.score[: self.box.rules.places(self.seats)]]

    @property
    def winners(self) -> list[int]:
        """Who won; several share a victory. Nobody before the end."""
        return [place for place, score in enumerate(self.scores) if self.over and score == max(self.scores)]

    def legal(self, seat: int) -> list[str]:
        """What a seat may do now. Wheedle's offers are endless: there it is a choice of them."""
        return [self.box.notation.text(action) for action in self.box.legal(self.state, seat)]

    def allowed(self, seat: int, text: str) -> bool:
        """Whether an action is legal now."""
        return self._why(seat, self.box.notation.parse(text)) == FINE

    def do(self, seat: int, text: str, at: float | None = None) -> None:
        """Acts for a seat; a finished round is followed by a deal. What is not allowed raises, and changes nothing."""
        action = self.box.notation.parse(text)
        if why := self._why(seat, action):
            raise self._refusal(seat, action, why)
        self.box.rules.apply(self.state, seat, action)
        self.log.append(Act(seat=seat, do=self.box.notation.text(action), at=at))
        self._after()

    def _why(self, seat: int, action: int) -> int:
        return int(self.box.rules.why(self.state, seat, action)) if CLOCK <= seat < self.seats else NOT_A_SEAT

    def _after(self) -> None:
        if self.state.phase in (self.box.rules.DEALING, self.box.rules.OVER):
            places = self.box.rules.places(self.seats)
            self.round_scores.append([int(n) for n in self.state.gained[:places]])
            self.reasons.append(self.box.notation.reasons(self.state))
        if self.state.phase == self.box.rules.DEALING and self._secret is not None:
            self.deal()

    def deal(self, deck: Ints | None = None) -> None:
        """Starts the next round, from a deck given or from its own; a match with decks of its own does so by itself."""
        size = self.box.rules.deck_size(self.seats)
        if not self.deal_due:
            raise DeckError("no deal is due: the round is still being played, or the match is over")
        if deck is None:
            self._secret = self._secret or secrets.token_bytes(32)
            deck = Stream(self._secret, f"deal {self.state.rounds + 1}").deck(size)
        if not np.array_equal(np.sort(deck), np.arange(size)):
            raise DeckError(f"a deck of this match has each of its {size} cards once")
        self.box.rules.deal(self.state, deck)
        self.log.append(Deal(deal=" ".join(self.box.notation.CARDS[card] for card in deck)))

    def view(self, seat: int) -> msgspec.Struct:
        """What a seat sees, typed and ready for JSON; seat -1 watches."""
        if not -1 <= seat < self.seats:
            raise SeatsError(f"seats are 0 to {self.seats - 1}, and -1 watches; there is no seat {seat}")
        return self.box.notation.look(self.box.view(self.state, seat), seat)

    def cards(self) -> msgspec.Struct:
        """Everything open: for replays and tests, never for players."""
        return self.box.notation.cards(self.state)

    def _refusal(self, seat: int, action: int, why: int) -> IllegalMoveError:
        code = self.box.refusals[why]
        facts = self.box.notation.facts(self.state, seat, action, why)
        message = say("en", self.box.name, "refusal", code, facts)
        legal = self.legal(seat)
        if legal:
            shown = ", ".join(legal[:MANY]) + (" ..." if len(legal) > MANY else "")
            message += " " + say("en", self.box.name, "refusal", "legal", {"actions": shown})
        return IllegalMoveError(message, code, facts)


def drawn_first(game: Box, names: Sequence[str], secret: bytes) -> int:
    """Who starts or deals first: by name where the game says so, else by lot."""
    wanted = getattr(game.module, "FIRST_NAME", None)
    called = named_first(names, wanted) if wanted else None
    return Stream(secret, "first").below(len(names)) if called is None else called
