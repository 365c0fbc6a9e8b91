"""A match record, step by step, as lines for people or as JSON for programs."""

from collections.abc import Iterator
from typing import Any

import msgspec

from ludotheque.games.contract import Happening
from ludotheque.games.errors import LudothequeError
from ludotheque.games.match import Act, Deal, Match
from ludotheque.games.record import replay
from ludotheque.table.seen import Round
from ludotheque.terminal.scores import show_ranks, show_round
from ludotheque.terminal.screen import Screen, chips
from ludotheque.terminal.sight import NOBODY, SPARE
from ludotheque.terminal.tables import TextTable, table_of


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a record, and what it led to. Cards that the viewer may not see are left out."""

    step: int
    scores: list[int]
    view: msgspec.Struct
    deal: int = 0  # the round that was dealt
    seat: int | None = None
    do: str | None = None
    at: float | None = None
    happened: list[Happening] = []
    gained: list[int] = []  # if a round is over
    cards: msgspec.Struct | None = None  # everything open
    over: bool = False


class Replay:
    """A record, for one who sees a seat's cards, everybody's (`open_cards`) or nobody's."""

    def __init__(self, text: str, seat: int = NOBODY, open_cards: bool = False) -> None:
        self.text = text
        self.seat = seat
        self.open_cards = open_cards
        self._matches = replay(text)
        self.match: Match = next(self._matches)
        if not NOBODY <= seat < self.match.seats:
            raise LudothequeError(f"seats are 0 to {self.match.seats - 1}; there is no seat {seat}")

    def steps(self) -> Iterator[Step]:
        """The events of each line; the match stands as it was after that line."""
        box = self.match.box
        before = box.view(self.match.state, NOBODY)
        for number, match in enumerate(self._matches, 1):
            after, entry = box.view(match.state, NOBODY), match.log[-1]
            happened = []
            if isinstance(entry, Act):
                happened = box.happened(before, after, entry.seat, box.notation.parse(entry.do))
            yield self._step(number, entry, happened)
            before = after

    def _step(self, number: int, entry: Deal | Act, happened: list[Happening]) -> Step:
        match = self.match
        ended = isinstance(entry, Act) and (match.deal_due or match.over)
        return Step(
            step=number,
            scores=match.scores,
            view=match.view(self.seat),
            deal=int(match.state.rounds) if isinstance(entry, Deal) else 0,
            seat=entry.seat if isinstance(entry, Act) else None,
            do=self._shown(entry) if isinstance(entry, Act) else None,
            at=entry.at if isinstance(entry, Act) else None,
            happened=happened,
            gained=match.round_scores[-1] if ended else [],
            cards=match.cards() if self.open_cards else None,
            over=match.over,
        )

    def _shown(self, act: Act) -> str:
        """An action, without cards that were laid in secret."""
        verb = act.do.split()[0]
        secret = verb in self.match.box.notation.HIDDEN and not self.open_cards and act.seat != self.seat
        return verb if secret else act.do


def tell(replay_: Replay, screen: Screen) -> None:
    """Prints a whole record."""
    match = replay_.match
    names = [*match.names, *[SPARE] * (len(match.scores) - match.seats)]
    table = table_of(screen, match.box.name, NOBODY, names, match.seats)
    screen.title(f"[bold]{match.box.notation.TITLE}[/]")
    screen.line(", ".join(table.who(place) for place in range(len(names))))
    for step in replay_.steps():
        for line in lines(step, replay_, table, screen):
            screen.line(line)
        if step.gained:
            show_round(screen, table, [Round(*one) for one in zip(match.round_scores, match.reasons, strict=True)])
    if match.over:
        show_ranks(screen, table, match.scores)
    else:
        screen.line()
        screen.say("replay", "unfinished")


def lines(step: Step, replay_: Replay, table: TextTable, screen: Screen) -> list[str]:
    """One step, in lines."""
    if step.deal:
        said = screen.text("around", "dealt", round=step.deal)
        return ["", f"[bold]{said}[/]", *hands(replay_, table)]
    assert step.seat is not None
    told, verb = table.tell_all(step.happened), str(step.do).split()[0]
    if step.seat >= 0 and (not told or verb in replay_.match.box.notation.HIDDEN):
        told.insert(0, f"{table.who(step.seat)}: {step.do}")
    return [f"[dim]{step.step:>4}[/]  {line}" for line in told]


def hands(replay_: Replay, table: TextTable) -> list[str]:
    """The hands that may be seen after a deal."""
    match, seat = replay_.match, replay_.seat
    if replay_.open_cards:
        found = vars_of(match.cards())["hands"]
        return [f"      {table.who(place)}  {chips(cards_in(hand))}" for place, hand in enumerate(found) if hand]
    if seat == NOBODY:
        return []
    return [f"      {table.who(seat)}  {chips(cards_in(vars_of(match.view(seat))['hand']))}"]


def cards_in(hand: list[str] | dict[str, int]) -> list[str]:
    """The cards of a hand, or its shares one by one."""
    return hand if isinstance(hand, list) else [letter for letter, n in hand.items() for _ in range(n)]


def vars_of(struct: msgspec.Struct) -> dict[str, Any]:
    """A message as its fields."""
    return {name: getattr(struct, name) for name in struct.__struct_fields__}
