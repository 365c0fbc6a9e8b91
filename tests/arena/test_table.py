"""One match between bots."""

from typing import Any

import pytest

from ludotheque.arena import table as tables
from ludotheque.arena.duplicate import play_unit
from ludotheque.arena.plan import plan_for, units
from ludotheque.arena.table import CLOSED, BotMatch
from ludotheque.bots.levels import level
from ludotheque.bots.player import Choice
from ludotheque.games.box import box, shelf
from ludotheque.games.chance import Stream
from ludotheque.games.compiled import Record
from ludotheque.games.contract import WAIT
from ludotheque.games.wheedle.rules import DONE, SORTING, TURN, UNDONE


def table_of(game: str, secret: bytes = b"secret", seats: int = 4, **options: Any) -> BotMatch:
    return BotMatch(game, [level(game, "regular")] * seats, box(game).options(given=options), secret)


@pytest.mark.parametrize("game", shelf())
def test_a_match_is_played_to_its_end_and_again_the_same(game: str) -> None:
    first, second = (table_of(game).play() for _ in range(2))
    assert first.rounds >= 3
    assert len(first.scores) == 4
    assert (first.rounds, first.scores, first.endings, first.acts) == (
        second.rounds,
        second.scores,
        second.endings,
        second.acts,
    )
    assert all(first.seconds)


def test_another_secret_is_another_match() -> None:
    assert table_of("willi").play().scores != table_of("willi", b"other").play().scores


def test_every_arrangement_gets_the_same_decks(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[tuple[str, list[int]]] = []

    class Recorded(Stream):
        def __init__(self, secret: bytes, label: str) -> None:
            super().__init__(secret, label)
            self.label = label

        def deck(self, size: int) -> Any:
            deck = super().deck(size)
            dealt.append((self.label, deck.tolist()))
            return deck

    monkeypatch.setattr(tables, "Stream", Recorded)
    plan = plan_for("wimmuln", ["newcomer", "regular"], options={"target": "60"})
    unit = next(units(plan))
    rounds = [match.rounds for match in play_unit(plan, unit).matches][-len(unit.seatings) :]
    decks = dealt[-sum(rounds) :]  # a first call also warms up
    known = dict(decks[: rounds[0]])
    assert len({str(deck) for deck in known.values()}) == rounds[0], "each round has a deck of its own"
    for label, deck in decks:
        assert known.setdefault(label, deck) == deck


class Sleeper:
    """Turns the centre card if it must, then waits for ever."""

    def choose(self, view: Record, seat: int) -> Choice:
        return Choice(TURN if view.phase == SORTING else WAIT)


class Ditherer:
    """Is done, then not, then done again."""

    def choose(self, view: Record, seat: int) -> Choice:
        if view.phase == SORTING:
            return Choice(TURN)
        return Choice(UNDONE if int(view.done) >> seat & 1 else DONE)


SLEEPER: Any = Sleeper()  # they have of a bot what an arena calls
DITHERER: Any = Ditherer()


def test_a_market_in_which_nobody_acts_is_closed() -> None:
    table = table_of("wheedle")
    table.bots = [SLEEPER] * 4
    assert table.play().endings == {CLOSED: 4}


def test_a_market_with_a_clock_ends_in_time() -> None:
    table = table_of("wheedle", seconds=60)
    table.bots = [SLEEPER] * 4
    outcome = table.play()
    assert outcome.endings == {"time_up": 4}
    assert outcome.acts["wait"] < 4 * 4 * 60


def test_a_clock_that_is_quicker_than_the_dealer_waits_for_the_market_to_open() -> None:
    assert table_of("wheedle", seconds=1).play().rounds == 4


def test_a_market_is_closed_over_the_heads_of_those_who_cannot_decide() -> None:
    table = table_of("wheedle")
    table.bots = [SLEEPER, SLEEPER, SLEEPER, DITHERER]
    assert table.play().endings == {CLOSED: 4}


def test_bots_end_a_market_by_themselves() -> None:
    outcome = table_of("wheedle", seats=5).play()
    assert sum(outcome.endings.values()) == 5
    assert CLOSED not in outcome.endings
    assert outcome.acts["turn"] == 5


def test_what_is_not_allowed_is_not_played() -> None:
    table = table_of("willi")
    table.bots[2].choose = lambda *_: Choice(WAIT)  # type: ignore[method-assign]  # one bot of this test only
    with pytest.raises(AssertionError, match="regular chose -1 at 2"):
        table.play()


def test_forced_moves_are_no_decisions() -> None:
    table = table_of("wheedle", seconds=60)
    table.bots = [SLEEPER] * 4
    outcome = table.play()
    assert outcome.acts["turn"] == 4, "which the dealer cannot but do"
    assert sum(map(len, outcome.seconds)) == outcome.acts["wait"]
