"""A match as OpenSpiel wants it: whose turn it is, what chance may bring, and what each player sees."""

import math
from typing import Any

import msgspec
import numpy as np
import pyspiel

from ludotheque.bots.factored import factors
from ludotheque.envs.interface import NOBODY
from ludotheque.envs.setup import EnvSetup
from ludotheque.envs.single import Single
from ludotheque.envs.spec import Field
from ludotheque.games.chance import seeded
from ludotheque.games.compiled import Record

WATCHER = -1


class OpenSpielState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match in progress. Of several that choose in secret the lowest seat is asked first."""

    def __init__(self, game: Any, setup: EnvSetup) -> None:
        super().__init__(game)
        self.match = Single(setup)
        self.begun = False
        self.deck: list[int] = []
        self.asked = NOBODY
        self.gains = [0.0] * setup.seats
        self.public: list[str] = []  # what all saw done in this round
        self.moves: list[tuple[int, int]] = []  # all that was done in it: by whom, and which action
        self.past: list[list[str]] = [[] for _ in range(setup.seats)]  # what each saw of the rounds before

    def view(self, seat: int) -> Record:
        """A seat's view, in the form that our bots take."""
        return self.match.view(seat)

    def current_player(self) -> int:
        """The player who is asked: a seat, or chance."""
        if self.match.over:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if self.asked == NOBODY else self.asked

    def is_terminal(self) -> bool:
        """Whether the episode is over."""
        return self.match.over

    def returns(self) -> list[float]:
        """The points so far."""
        return [float(points) for points in self.match.state.score[: self.match.setup.seats]]

    def rewards(self) -> list[float]:
        """The points that the last action brought."""
        return self.gains

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of chance, each as likely as any other."""
        outcomes = self._lots()
        return [(outcome, 1.0 / len(outcomes)) for outcome in outcomes]

    def _lots(self) -> list[int]:
        if not self.begun:
            return list(range(self.match.setup.seats))
        if actors := self.match.actors:
            return actors
        cards = self.match.setup.box.rules.deck_size(self.match.setup.seats)
        return sorted(set(range(cards)) - set(self.deck))

    def _legal_actions(self, player: int) -> list[int]:
        found: list[int] = np.flatnonzero(self.match.legal(player)).tolist()
        return found

    def _apply_action(self, action: int) -> None:
        if self.asked != NOBODY:
            self._act(self.asked, action)
        elif not self.begun:
            self.match.start(action)
            self.begun = True
        elif self.match.actors:
            self.asked = action
        else:
            self._draw(action)

    def _draw(self, card: int) -> None:
        """A card of the deck; with the last one the round begins."""
        self.deck.append(card)
        if len(self.deck) == self.match.setup.box.rules.deck_size(self.match.setup.seats):
            self.match.deal(np.array(self.deck))
            self.deck, self.moves = [], []
            self._ask()

    def _ask(self) -> None:
        """Of those who may act the first, but in a market whoever is drawn."""
        actors = self.match.actors
        drawn = self.match.setup.box.market and len(actors) > 1
        self.asked = actors[0] if actors and not drawn else NOBODY

    def _act(self, seat: int, action: int) -> None:
        verb = self._action_to_string(seat, action)
        self.public.append(f"{seat} {verb.split()[0] if is_hidden(self.match.setup, action) else verb}")
        self.moves.append((seat, action))
        self.match.act(seat, action)
        self.gains = [0.0] * len(self.gains)
        if self.match.round_over:
            self._end_round()
        self._ask()

    def _end_round(self) -> None:
        """Everybody gets points, and remembers what there was to see."""
        for seat, past in enumerate(self.past):
            self.gains[seat] = float(self.match.state.gained[seat])
            past += [*self.public, self.seen(seat)]
        self.public = []

    def seen(self, seat: int) -> str:
        """A seat's view, as text; -1 watches."""
        look = self.match.setup.box.look(self.match.view(seat), seat)
        return msgspec.json.encode(look).decode()

    def remembered(self, seat: int) -> str:
        """All that a seat has ever seen, as text."""
        return "\n".join([*self.past[seat], *self.public, self.seen(seat)])

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self.match.setup.interface.texts[action]
        if not self.begun:
            return f"begin {action}"
        if self.match.actors:
            return f"ask {action}"
        return f"deal {self.match.setup.box.notation.CARDS[action]} #{action}"

    def __str__(self) -> str:
        cards = msgspec.json.encode(self.match.setup.box.cards(self.match.state)).decode()
        return f"{self.seen(WATCHER)}\n{cards}\nasked {self.asked}, deck {self.deck}"

    def resample_from_infostate(self, player: int, sampler: Any) -> "OpenSpielState":
        """A match that looks the same to a player, each as likely as any other; OpenSpiel's ISMCTS asks for it."""
        world: OpenSpielState = self.clone()
        world.match = self.match.redealt(player, seeded(int(sampler() * 2**53)))
        world.moves = [
            (seat, action if seat == player else world.done_there(seat, action)) for seat, action in self.moves
        ]
        return world

    def done_there(self, seat: int, action: int) -> int:
        """An action as it was done in this match, where it was dealt anew: a secret one was another."""
        setup = self.match.setup
        if not is_hidden(setup, action):
            return action
        notation = setup.box.notation
        return setup.interface.texts.index(notation.text(notation.secret(self.match.state, seat)))


def is_hidden(setup: EnvSetup, action: int) -> bool:
    """Whether others see only that somebody has chosen, not what."""
    return setup.interface.texts[action].split()[0] in setup.box.notation.HIDDEN


def decisions(setup: EnvSetup) -> int:
    """The most decisions of a round."""
    return setup.interface.spec.decisions or setup.ticks


def tells_all(setup: EnvSetup) -> bool:
    """Whether all that a player has seen goes into a tensor: that of a round does, a match has too many of them."""
    return setup.episode == "round"


class Observer:
    """Writes what a player sees: the vector that all environments share, field by field, and a text.

    With perfect recall the seat and a history follow: a row for each decision of the round, with who chose, from
    oneself on, and the two parts of the action unless it is another's secret. Hands change only by what is done, so
    this and what is seen now tell all that was seen before.
    """

    def __init__(self, setup: EnvSetup, kind: Any, params: Any) -> None:
        if params:
            raise ValueError(f"there are no parameters to an observation, but {params} was given")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all players have")
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        self.recall = kind.perfect_recall
        fields = [field for field in setup.interface.spec.fields if self._shows(field)]
        self._from = {field.name: setup.interface.parts[field.name] for field in fields}
        shapes: dict[str, tuple[int, ...]] = {name: (part.stop - part.start,) for name, part in self._from.items()}
        self._too_long = self.recall and not tells_all(setup)
        self._history = self.recall and self.public and not self._too_long
        if self._history:
            parts = factors(setup.interface.texts)
            self._columns = np.cumsum([0, setup.interface.places, len(parts.firsts)]).tolist()
            width = self._columns[-1] + len(parts.seconds)
            shapes |= {"seat": (setup.seats,), "history": (decisions(setup), width)}
        ends = np.cumsum([math.prod(shape) for shape in shapes.values()])
        self.tensor = np.zeros(ends[-1] if shapes else 0, np.float32)
        pieces = zip(shapes.items(), np.split(self.tensor, ends[:-1]), strict=True) if shapes else ()
        self.dict = {name: piece.reshape(shape) for (name, shape), piece in pieces}

    def _shows(self, field: Field) -> bool:
        return self.private if field.whose == "own" else self.public

    def set_from(self, state: OpenSpielState, player: int) -> None:
        """The numbers of what a player sees now, and with perfect recall has seen so far."""
        if self._too_long:
            raise ValueError("the information state of a match is told as text only; as a tensor with episode=round")
        self._write_now(state, player)
        if self._history:
            self._write_history(state, player)

    def _write_now(self, state: OpenSpielState, player: int) -> None:
        seen = state.match.observe(player if self.private else WATCHER, player)
        for name, part in self._from.items():
            self.dict[name][:] = seen[part]

    def _write_history(self, state: OpenSpielState, player: int) -> None:
        setup, rows = state.match.setup, self.dict["history"]
        parts = factors(setup.interface.texts).parts
        self.dict["seat"][:] = 0
        self.dict["seat"][player] = 1
        rows[:] = 0
        who, first, second = self._columns
        for row, (seat, action) in enumerate(state.moves):
            rows[row, who + (seat - player) % setup.interface.places] = 1
            if not is_hidden(setup, action) or (seat == player and self.private):
                rows[row, first + parts[action, 0]] = 1
                rows[row, second + parts[action, 1]] = 1

    def string_from(self, state: OpenSpielState, player: int) -> str:
        """A player's view now, or all that it has seen so far, as text."""
        if not self.public:
            self._write_now(state, player)
            return f"seat {player} {np.flatnonzero(self.tensor).tolist()}" if self.private else ""
        if not self.private:
            return state.seen(WATCHER)
        return f"seat {player}\n{state.remembered(player) if self.recall else state.seen(player)}"
