"""The table fills its window: what is played lies in the middle, rivals around it."""

from random import Random

import pytest

from tests.terminal.arrange import SMALL, Seat, home, seated

SIZES = (SMALL, (120, 40), (200, 50))
GAMES = [("willi", 3), ("willi", 4), ("wimmuln", 3), ("wimmuln", 6), ("holzwurm", 2), ("holzwurm", 6), ("wheedle", 4)]
FRAMES = set("╭╮╰╯┌┐└┘╔╗╚╝")  # the corners of cards


def board_of(seat: Seat) -> list[str]:
    """The board as it is drawn, line by line."""
    region = seat.app.table.pane("board").region
    return [line[region.x : region.right] for line in seat.lines()[region.y : region.bottom]]


async def some_play(seat: Seat) -> None:
    """Until something lies on the table."""
    await seat.until(lambda: seat.sight.choices)
    if not seat.sight.box.market:  # where everybody has a stall from the beginning
        begun = seat.sight.n
        await seat.play_on(
            Random(1), lambda: seat.sight.n > begun + 4 and bool(seat.sight.choices) and not seat.reading
        )
    seat.app.table.draw()
    await seat.pilot.pause()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_part_of_the_window_is_left_empty(game: str, seats: int, size: tuple[int, int]) -> None:
    async def act(seat: Seat) -> None:
        await some_play(seat)
        table = seat.app.table
        covered = sum(table.pane(name).region.area for name in ("top", "board", "news", "prompt", "below", "foot"))
        assert covered >= 0.99 * size[0] * size[1], "what is left is a line beside the news"
        board = board_of(seat)
        width, height = len(board[0]), len(board)
        assert height >= size[1] // 3 or game == "wheedle", "its companies stand below"
        halves = {
            "left": [line[: width // 2] for line in board],
            "right": [line[width // 2 :] for line in board],
            "top": board[: height // 2],
            "bottom": board[height // 2 :],
        }
        assert not [half for half, lines in halves.items() if not "".join(lines).strip()]

    seated(home(game, seats), act, size)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("game", "seats"), [("willi", 3), ("willi", 4), ("wimmuln", 3), ("wimmuln", 5), ("wimmuln", 6)]
)
def test_the_trick_lies_in_the_middle_and_rivals_sit_around_it(game: str, seats: int, size: tuple[int, int]) -> None:
    async def act(seat: Seat) -> None:
        await some_play(seat)
        board = board_of(seat)
        width, height = len(board[0]), len(board)
        corners = [(x, y) for y, line in enumerate(board) for x, letter in enumerate(line) if letter in FRAMES]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        top, bottom = min(y for _, y in corners), max(y for _, y in corners)
        assert abs((left + right) / 2 - width / 2) <= 2
        assert abs((top + bottom) / 2 - height / 2) <= height / 6
        rivals = {
            name: (line.index(name), y) for name in seat.sight.names[1:] for y, line in enumerate(board) if name in line
        }
        assert set(rivals) == set(seat.sight.names[1:])
        assert all(not (left <= x <= right and top <= y <= bottom) for x, y in rivals.values()), "none on the cards"
        assert any(x < left and top <= y <= bottom for x, y in rivals.values()), "one sits on the left"
        assert any(x > right and top <= y <= bottom for x, y in rivals.values()), "one sits on the right"
        above = [name for name, (_, y) in rivals.items() if y < top]
        assert len(above) == len(rivals) - 2

    seated(home(game, seats), act, size)
