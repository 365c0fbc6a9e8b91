"""A match in progress: texts in, typed views out. It waits for decks and keeps no log: matches and tables add these."""

from collections.abc import Mapping

import msgspec
import numpy as np

from ludotheque.games.box import Box, seats_in
from ludotheque.games.compiled import Ints, Record, copy, numbers, recorded
from ludotheque.games.contract import CLOCK, FINE, NOT_A_SEAT, WAIT, Reason, Value
from ludotheque.games.errors import DeckError, IllegalMoveError, SeatsError
from ludotheque.games.wording import say

MANY = 12  # legal actions that a message lists before it stops


class Play:
    """The rounds of a match from its first deal to its end."""

    def __init__(self, box: Box, seats: int, options: Mapping[str, Value], first: int) -> None:
        self.box = box
        self.seats = seats
        self.options = dict(options)
        # The current state, the one in which those who act now were asked, and the one before the last step
        states = box.start(seats, self.options, first, n=3)
        self.state: Record = states[0]
        self.numbers, self.numbers_before, self._was = numbers(states).reshape(3, -1)  # the same
        self._phase = memoryview(states.view(np.ndarray)["phase"][:1].data)  # the same number, quicker to read
        self._dealing, self._over = box.rules.DEALING, box.rules.OVER
        self.first = int(self.state.first)  # the game may know better: Willi himself starts among three
        self.round_scores: list[list[int]] = []
        self.reasons: list[list[list[Reason]]] = []
        self.last = WAIT  # the last action
        self.chosen: dict[int, int] = {}  # who has chosen already while others at the same time still think
        self.before: Record = states[1]  # the state when they began to
        self.actors: list[int] = []  # the seats that may act now

    def note_actors(self) -> None:
        """Asks the rules who may act now: once after every step."""
        self.actors = seats_in(self.box.native("acting")(self.numbers))

    @property
    def deal_due(self) -> bool:
        """Whether the next round waits for its deck."""
        return self._phase[0] == self._dealing

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._phase[0] == self._over

    @property
    def asked_in(self) -> Record:
        """The state in which those who act now were asked: for all who choose at the same time, that before any did."""
        return self.before if self.chosen else self.state

    @property
    def scores(self) -> list[int]:
        """The points so far; in Willi for four places, also when three play."""
        return [int(n) for n in self.state.score[: self.box.rules.places(self.seats)]]

    @property
    def winners(self) -> list[int]:
        """The winners; several share a victory. Nobody before the end."""
        scores = self.scores if self.over else []
        return [place for place, score in enumerate(scores) if score == max(scores)]

    def legal(self, seat: int) -> list[str]:
        """The actions that a seat may take now. Wheedle's offers are endless: there it is a choice of them."""
        return [self.box.notation.text(action) for action in self.box.legal(self.state, seat)]

    def allowed(self, seat: int, text: str) -> bool:
        """Whether an action is legal now."""
        return self.why(self.state, seat, self.box.notation.parse(text)) == FINE

    def why(self, state: Record, seat: int, action: int) -> int:
        """Why an action is refused, whatever seat is named."""
        return int(self.box.rules.why(state, seat, action)) if CLOCK <= seat < self.seats else NOT_A_SEAT

    def act(self, seat: int, action: int) -> None:
        """Acts for a seat. What is not allowed raises, and changes nothing."""
        known = CLOCK <= seat < self.seats
        why = self.box.native("step")(self.numbers, self._was, seat, action) if known else NOT_A_SEAT
        if why:
            raise self.refusal(self.state, seat, action, why)
        self.last = action
        self._note_choice(seat, action)
        self.note_actors()
        if self.deal_due or self.over:
            places = self.box.rules.places(self.seats)
            self.round_scores.append([int(n) for n in self.state.gained[:places]])
            self.reasons.append(self.box.notation.reasons(self.state))

    def _note_choice(self, seat: int, action: int) -> None:
        """Remembers a choice that others make at the same time, until the last of them has made it."""
        if self.box.market or len(self.actors) < 2:
            self.chosen.clear()
            return
        if not self.chosen:
            self.numbers_before[:] = self._was
        self.chosen[seat] = action

    def change(self, seat: int, action: int) -> None:
        """Another choice instead of the one made, while others still think. What is not allowed changes nothing."""
        if seat not in self.chosen:
            raise self.refusal(self.state, seat, action, self.why(self.state, seat, action) or NOT_A_SEAT)
        state = recorded(self.box.rules.RECORD, self.numbers_before.copy())
        for other, choice in self.chosen.items():
            if other != seat:
                self.box.rules.apply(state, other, choice)
        if why := self.why(state, seat, action):
            raise self.refusal(state, seat, action, why)
        self.box.rules.apply(state, seat, action)
        copy(state, self.state)
        self.note_actors()
        del self.chosen[seat]
        self.chosen[seat] = action

    def deal(self, deck: Ints) -> None:
        """Starts the next round."""
        size = self.box.rules.deck_size(self.seats)
        if not self.deal_due:
            raise DeckError("no deal is due: the round is still being played, or the match is over")
        if sorted(deck.tolist()) != list(range(size)):
            raise DeckError(f"a deck of this match has each of its {size} cards once")
        self.box.native("begin")(self.numbers, deck)
        self.note_actors()

    def view(self, seat: int) -> msgspec.Struct:
        """The view of a seat, typed and ready for JSON; seat -1 watches."""
        if not -1 <= seat < self.seats:
            raise SeatsError(f"seats are 0 to {self.seats - 1}, and -1 watches; there is no seat {seat}")
        return self.box.look(self.box.view(self.state, seat), seat)

    def cards(self) -> msgspec.Struct:
        """Everything open: for replays and tests, never for players."""
        return self.box.cards(self.state)

    def refusal(self, state: Record, seat: int, action: int, why: int) -> IllegalMoveError:
        """The error that says why an action is not allowed, and what would be."""
        code = self.box.refusals[why]
        facts = self.box.notation.facts(state, seat, action, why)
        message = say("en", self.box.name, "refusal", code, facts)
        legal = self.legal(seat)
        if legal:
            shown = ", ".join(legal[:MANY]) + (" ..." if len(legal) > MANY else "")
            message += " " + say("en", self.box.name, "refusal", "legal", {"actions": shown})
        return IllegalMoveError(message, code, facts)
