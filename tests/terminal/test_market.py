"""Wheedle on the whole screen: everything happens at once."""

import asyncio
from typing import Any

from ludotheque.terminal.app.market import NEW, Market
from tests.terminal.arrange import Seat, home, seated


def market(seat: Seat) -> Market:
    """Where one trades."""
    assert isinstance(seat.app.table.playing, Market)
    return seat.app.table.playing


async def opened(seat: Seat) -> None:
    """Waits until the centre card is turned, by whoever deals."""
    await seat.until(lambda: seat.sight.choices)
    if "turn" in seat.sight.choices:
        await seat.press("t")
    await seat.until(lambda: seat.sight.phase == "trade")


def me(seat: Seat) -> Any:
    return seat.sight.look().players[0]


def dealt_by_me(pace: float = 60.0) -> Any:
    return home("wheedle", 4, pace=pace, first=0)


def test_an_offer_is_put_together_and_withdrawn() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        hand = seat.sight.look().hand
        give, want = next(iter(hand)), next(letter for letter in "FCABT" if letter not in list(hand)[:1])
        await seat.press(give, "left", want, "right")
        assert market(seat).offer() == f"offer {give} for {want}"
        await seat.press("o")
        await seat.until(lambda: me(seat).offer is not None)
        assert (me(seat).offer.give, me(seat).offer.want) == ({give: 1}, {want: 1})
        await seat.press("w")
        await seat.until(lambda: me(seat).offer is None)

    seated(dealt_by_me(), act)


def test_a_gift_to_one_alone() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        give = next(iter(seat.sight.look().hand))
        await seat.press(give, "left", "t", "enter")
        await seat.until(lambda: me(seat).offer is not None)
        assert (me(seat).offer.want, me(seat).offer.to) == ({}, 1)

    seated(dealt_by_me(), act)


def test_by_mouse() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        give = next(iter(seat.sight.look().hand))
        await seat.tap(f"less {give}")
        await seat.tap("key o")
        await seat.until(lambda: me(seat).offer is not None)

    seated(dealt_by_me(), act)


def test_the_centre_a_word_and_a_search() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        centre, hand = seat.sight.look().centre, seat.sight.look().hand
        lay = next(letter for letter in hand if letter != centre)
        await seat.press(lay, "c")
        await seat.until(lambda: seat.sight.look().centre == lay)
        await seat.press("F", "right", "k")
        await seat.until(lambda: me(seat).seeks == ["F"])
        await seat.press("escape", "d")
        await seat.until(lambda: me(seat).done)
        await seat.press("d")
        await seat.until(lambda: not me(seat).done)

    seated(dealt_by_me(), act)


def test_nobody_gives_more_than_they_hold() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        hand = seat.sight.look().hand
        letter = next(iter(hand))
        await seat.press(letter, *["left"] * (hand[letter] + 3))
        assert market(seat).draft == {letter: -hand[letter]}
        await seat.press(*["right"] * (hand[letter] + 20))
        assert market(seat).draft[letter] > 0

    seated(dealt_by_me(), act)


def test_a_wrong_stop_must_be_meant() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        assert not seat.sight.look().stop_is_right
        await seat.press("exclamation_mark")
        assert "Press ! again" in seat.shown()
        await seat.press("down", "exclamation_mark")
        assert seat.sight.phase == "trade", "it was something else in between"
        await seat.press("exclamation_mark")
        await seat.until(lambda: seat.sight.dealing)
        assert seat.sight.look().scores[0] == -5

    seated(dealt_by_me(), act)


def test_an_offer_that_has_just_changed_cannot_be_taken() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        line = seat.app.line
        hand = seat.sight.look().hand
        letter = next(letter for letter in "BTGHNPACF" if letter in hand)
        play = line.table.play  # type: ignore[attr-defined]
        has = next(text.split()[1] for text in play.legal(1) if text.startswith("offer") and text.split()[1] != letter)
        line.act_for(1, play.box.notation.parse(f"offer {has[-1]} for {letter}"))  # type: ignore[attr-defined]
        await seat.until(lambda: seat.sight.look().players[1].offer is not None)
        await seat.press("1")
        assert seat.sight.look().players[1].offer is not None
        await asyncio.sleep(NEW)
        await seat.press("1")
        await seat.until(lambda: seat.sight.look().players[1].offer is None)
        assert "takes the offer of" in seat.shown()
        await seat.press("2")
        assert "There is no offer at that seat" in seat.shown()

    seated(dealt_by_me(), act)


def test_bots_act_in_their_own_time_and_rest_while_one_reads() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        await seat.until(lambda: any(player.offer for player in seat.sight.look().players[1:]))
        await seat.press("question_mark")
        await asyncio.sleep(0.2)
        before = seat.sight.n
        await asyncio.sleep(0.3)
        assert seat.sight.n == before
        await seat.press("escape")
        await seat.until(lambda: seat.sight.n > before)

    seated(dealt_by_me(pace=0.05), act)


def test_a_market_with_a_time_limit_ends_by_the_clock() -> None:
    async def act(seat: Seat) -> None:
        await opened(seat)
        assert "⏱ 1:00" in seat.shown() or "⏱ 0:59" in seat.shown()
        seat.app.line.table.facts.market_at -= 60  # type: ignore[attr-defined]
        seat.app.line._tick()  # type: ignore[attr-defined]
        await seat.until(lambda: seat.sight.dealing)
        assert "Time is up!" in seat.shown()

    seated(home("wheedle", 4, pace=60.0, first=0, options={"seconds": 60}), act)
