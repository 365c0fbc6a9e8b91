"""Matches on the whole screen, by keys and by mouse."""

from random import Random

import pytest

from ludotheque.games.record import read_record
from ludotheque.games.wording import LANGUAGES
from ludotheque.terminal.app.faces import face_of
from ludotheque.terminal.wording import catalogue
from tests.terminal.arrange import SMALL, Seat, home, seated

SHORT: dict[str, dict[str, object]] = {"wimmuln": {"target": 20}, "holzwurm": {"rounds": 1}}


@pytest.mark.parametrize(
    ("game", "seats", "language"),
    [
        pytest.param("willi", 3, "en", marks=pytest.mark.long),
        ("wimmuln", 6, "fr"),
        ("holzwurm", 4, "nl"),
        pytest.param("wheedle", 6, "de", marks=pytest.mark.long),
    ],
)
def test_a_whole_match_by_keys(game: str, seats: int, language: str) -> None:
    async def act(seat: Seat) -> None:
        width = SMALL[0]
        await seat.play_on(Random(seats), lambda: bool(seat.sight.table["sheet"]))
        await seat.until(lambda: seat.reading and seat.lines())
        assert len(seat.lines()) == SMALL[1]
        assert all(len(line) <= width for line in seat.lines())
        await seat.play_on(Random(seats))
        await seat.until(lambda: seat.app.table._sheets == len(seat.sight.table["sheet"]))
        if seat.reading:  # else a key that was meant for the market has closed it
            await seat.press("escape")
        assert catalogue(language)["keys"]["again"] in seat.shown()
        record = read_record(seat.app.line.record())  # type: ignore[attr-defined]
        assert record.over
        assert record.scores == seat.sight.look().scores
        await seat.press("n")
        await seat.until(lambda: seat.sight.stage == "playing")

    seated(home(game, seats, options=SHORT.get(game, {})), act, language=language)


@pytest.mark.parametrize(("game", "seats"), [("willi", 4), ("wimmuln", 3), ("holzwurm", 6), ("wheedle", 5)])
@pytest.mark.parametrize("size", [SMALL, (120, 40)])
def test_every_part_fits_on_the_screen(game: str, seats: int, size: tuple[int, int]) -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        table = seat.app.table
        foot = table.pane("foot").region
        assert foot.bottom == size[1], "everything is to be seen, down to the keys"
        assert table.pane("below").region.height > 4
        for name in ("top", "board", "below", "foot"):
            assert max(len(line) for line in str(table.pane(name).visual).split("\n")) <= size[0]
        await seat.pilot.resize_terminal(100, 30)
        await seat.until(lambda: table.pane("foot").region.bottom == 30)

    seated(home(game, seats, pace=0.0), act, size)


def test_what_happens_as_the_screen_closes_is_drawn_in_vain() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        table = seat.app.table
        await table.query("#top, #board").remove()  # as an application that ends does, part by part
        table.draw()

    seated(home("willi", 4), act)


def test_a_tap_plays_a_card() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        card = seat.sight.look().hand[3]
        await seat.tap("hand 3")
        await seat.until(lambda: seat.sight.look().discarded == card)
        await seat.until(lambda: seat.sight.phase == "play")

    seated(home("willi", 4), act)


def test_what_all_choose_at_once_can_be_chosen_again() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        await seat.press("enter")
        first = seat.sight.look().discarded
        assert seat.sight.mine["changeable"]
        assert "you may choose again" in seat.shown()
        await seat.press("right", "enter")
        assert seat.sight.look().discarded not in (None, first)

    seated(home("willi", 4, pace=60.0), act)


def test_two_steps_to_a_guess_and_back() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.phase == "guess" and seat.sight.choices)
        await seat.press("enter")
        assert "Which card do you hide under it?" in seat.shown()
        await seat.press("escape")
        assert "Choose the card that you lay open." in seat.shown()
        await seat.press("right", "enter", "enter")
        await seat.until(lambda: seat.sight.look().guesses[0].hidden)

    seated(home("wimmuln", 4), act)


def test_a_card_that_cannot_be_played_says_why() -> None:
    async def act(seat: Seat) -> None:
        def must_follow() -> bool:
            asked = {choice.split()[-1] for choice in seat.sight.choices if choice.startswith("play")}
            return 0 < len(asked) < len(seat.sight.look().hand)

        await seat.play_on(Random(3), must_follow)
        hand = seat.sight.look().hand
        wrong = next(i for i, card in enumerate(hand) if f"play {card}" not in seat.sight.choices)
        await seat.tap(f"hand {wrong}")
        await seat.until(lambda: "✗ You hold" in seat.shown())
        assert len(seat.sight.look().hand) == len(hand)

    seated(home("willi", 4), act)


def test_colours_and_numbers_leap_along_the_hand() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        hand = seat.sight.look().hand
        turn = seat.app.table.playing.turn  # type: ignore[union-attr]
        last = hand[-1]
        await seat.press(last[0])
        assert turn.here.word[0] == last[0]
        await seat.press(last[1:])
        assert turn.here.word[1:] == last[1:]

    seated(home("willi", 4), act)


def test_a_hint_says_what_and_why() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        await seat.press("h")
        await seat.until(lambda: "In your place:" in seat.shown())
        assert seat.shown().rstrip().endswith((".", ":"))  # an expert may still be getting ready

    seated(home("willi", 4, seed=4), act)


def test_an_action_can_be_typed() -> None:
    async def act(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        card = seat.sight.look().hand[-1]
        await seat.press("slash", *card, "enter")
        await seat.until(lambda: seat.sight.look().discarded == card)
        await seat.press("slash", *"nonsense", "enter")
        await seat.until(lambda: "is not an action" in seat.shown())

    seated(home("willi", 4, pace=60.0), act)


def test_help_lists_the_keys_and_the_rules() -> None:
    async def act(seat: Seat) -> None:
        await seat.press("question_mark")
        assert seat.reading
        text = "\n".join(seat.lines())
        assert "choose a card" in text
        assert "The rules in short" in text
        await seat.press("down", "pagedown", "escape")
        assert not seat.reading

    seated(home("holzwurm", 4), act)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_language_can_be_changed_at_any_time(language: str) -> None:
    async def act(seat: Seat) -> None:
        for _ in range(LANGUAGES.index(language)):
            await seat.press("l")
        assert catalogue(language)["keys"]["leave"] in seat.shown()

    seated(home("willi", 3), act)


def test_leaving_asks_only_where_something_is_lost() -> None:
    async def nothing_done(seat: Seat) -> None:
        await seat.press("q")
        assert not seat.app.is_running

    async def something_done(seat: Seat) -> None:
        await seat.until(lambda: seat.sight.choices)
        await seat.press("enter")
        await seat.press("q")
        assert seat.app.is_running
        assert "Press q again" in seat.shown()
        await seat.press("right")
        await seat.press("q")
        assert seat.app.is_running, "something else was pressed in between"
        await seat.press("q")
        assert not seat.app.is_running

    async def in_a_hurry(seat: Seat) -> None:
        await seat.press("ctrl+c")
        assert not seat.app.is_running

    for act in (nothing_done, something_done, in_a_hurry):
        seated(home("willi", 4, pace=60.0), act)


def test_the_same_seed_deals_the_same_cards_as_in_lines() -> None:
    from ludotheque.games.match import Match

    async def act(seat: Seat) -> None:
        match = Match("willi", 4, seed=9, names=["Tom", "Ada", "Bruno", "Carla"])
        assert seat.sight.look().hand == match.view(0).hand  # type: ignore[attr-defined]

    seated(home("willi", 4, seed=9, pace=60.0), act)


def test_a_trick_that_was_won_is_to_be_read() -> None:
    async def act(seat: Seat) -> None:
        await seat.play_on(Random(1), lambda: sum(seat.sight.look().tricks) > 0)
        face = face_of(seat.app.table.voice, seat.sight)
        face.tell([{"kind": "won", "facts": {"place": 1, "cards": ["r1", "r2", "r3", "r4"], "places": [1, 2, 3, 0]}}])
        drawn = "\n".join(map(str, face.board(seat.sight.look(), *SMALL)))
        assert "★ wins" in drawn
        for card in ("r 1", "r 2", "r 3", "r 4"):
            assert card in drawn

    seated(home("willi", 4), act)
