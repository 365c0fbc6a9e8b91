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

from ludotheque.games.box import Box, box
from ludotheque.games.chance import Stream
from ludotheque.games.compiled import Ints
from ludotheque.games.contract import Value
from ludotheque.games.errors import DeckError, SeatsError
from ludotheque.games.play import Play


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The deck of a round, as card names in shuffled order."""

    deal: str


class Act(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action of a seat, and its time (in whatever unit the caller uses)."""

    seat: int
    do: str
    at: float | None = None


class Match(Play):
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
        found = box(game)
        seats = found.rules.SEATS[-1] if seats is None else seats
        found.check_seats(seats)
        self.names = [f"Seat {seat}" for seat in range(seats)] if names is None else list(names)
        if len(self.names) != seats:
            raise SeatsError(f"{seats} seats need {seats} names, not {len(self.names)}")
        secret = secrets.token_bytes(32) if seed is None else f"seed {seed}".encode()
        drawn = drawn_first(found, self.names, secret) if first is None else first
        super().__init__(found, seats, found.options(edition, options), drawn)
        self.log: list[Deal | Act] = []
        self._secret = secret if dealt else None
        if dealt:
            self.deal()

    def do(self, seat: int, text: str, at: float | None = None) -> None:
        """Acts for a seat; a finished round is followed by a deal. What is not allowed raises, and changes nothing."""
        action = self.box.notation.parse(text)
        self.act(seat, action)
        self.log.append(Act(seat=seat, do=self.box.notation.text(action), at=at))
        if self.deal_due and self._secret is not None:
            self.deal()

    def change(self, seat: int, action: int) -> None:
        """Another choice instead of the one made, while others still think; the log tells only of this one."""
        super().change(seat, action)
        forget_last(self.log, seat)
        self.log.append(Act(seat=seat, do=self.box.notation.text(action)))

    def deal(self, deck: Ints | None = None) -> None:
        """Starts the next round, from a deck given or from its own; a match with decks of its own does so by itself."""
        if deck is None:
            if not self.deal_due:
                raise DeckError("no deal is due: the round is still being played, or the match is over")
            self._secret = self._secret or secrets.token_bytes(32)
            deck = Stream(self._secret, f"deal {self.state.rounds + 1}").deck(self.box.rules.deck_size(self.seats))
        super().deal(deck)
        self.log.append(Deal(deal=deck_text(self.box, deck)))


def forget_last(log: list[Deal | Act], seat: int) -> None:
    """Takes the last thing that a seat did out of a log."""
    del log[max(i for i, entry in enumerate(log) if isinstance(entry, Act) and entry.seat == seat)]


def deck_text(game: Box, deck: Ints) -> str:
    """A deck as the names of its cards."""
    return " ".join([game.notation.CARDS[card] for card in deck.tolist()])


def first_by_name(game: Box, names: Sequence[str]) -> int | None:
    """The seat of the player whose name makes them first, where the game has such a name."""
    wanted = game.rules.FIRST_NAME
    return next((seat for seat, name in enumerate(names) if wanted and name.strip().casefold() == wanted), None)


def drawn_first(game: Box, names: Sequence[str], secret: bytes) -> int:
    """The seat that starts or deals first: by name where the game says so, else by lot."""
    called = first_by_name(game, names)
    return Stream(secret, "first").below(len(names)) if called is None else called
