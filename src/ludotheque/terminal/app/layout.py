"""Where things lie on the table: what is played in the middle, rivals around it, oneself below.

Rivals sit clockwise from the left, by the top, to the right; where the middle is too wide for that, all at the top.
"""

from collections.abc import Sequence

from rich.text import Text

from ludotheque.terminal.app.drawing import fitted

Block = Sequence[Text]  # lines of one width
GAP = 1  # columns between the middle and who sits beside it
SIDES = 2  # rivals that sit left and right, where there is room


def block_of(lines: Sequence[Text]) -> list[Text]:
    """Lines made as wide as the widest of them."""
    width = max((line.cell_len for line in lines), default=0)
    return [fitted(line, width) for line in lines]


def narrowed(lines: Sequence[Text], most: int) -> list[Text]:
    """Lines made as wide as the widest of them needs to be, but for spaces at its end, and no wider than that."""
    for line in lines:
        line.rstrip()
    width = min(max(line.cell_len for line in lines), most)
    return [fitted(line, width) for line in lines]


def width_of(block: Block) -> int:
    """The columns of a block."""
    return block[0].cell_len if block else 0


def canvas(width: int, height: int, blocks: Sequence[tuple[int, int, Block]]) -> list[Text]:
    """Blocks at their columns and lines; what would lie over another to its left is moved to its right."""
    found = [Text(no_wrap=True) for _ in range(height)]
    for x, y, block in sorted(blocks, key=lambda one: one[0]):
        for i, line in enumerate(block):
            if 0 <= y + i < height:
                row = found[y + i]
                row.append(" " * (x - row.cell_len)).append_text(line)
    return [fitted(row, width) for row in found]


def beside_of(middle: Block, width: int) -> int:
    """The columns on each side of the middle of a table of some width."""
    return (width - width_of(middle)) // 2 - GAP


def table(middle: Block, rivals: Sequence[Block], own: Block, width: int, height: int) -> list[Text]:
    """A whole table of that size."""
    beside = len(rivals) >= SIDES and max(map(width_of, rivals)) <= beside_of(middle, width)
    left, top, right = (rivals[:1], rivals[1:-1], rivals[-1:]) if beside else ((), rivals, ())
    head = max(map(len, top), default=0)
    room = max(height - head - len(own), 0)
    centre = head + max(room - len(middle), 0) // 2
    across = head + max(room - max(map(len, [*left, *right]), default=0), 0) // 2
    blocks = [((width - width_of(middle)) // 2, centre, middle)]
    blocks += [((2 * i + 1) * width // (2 * len(top)) - width_of(one) // 2, 0, one) for i, one in enumerate(top)]
    blocks += [(0, across, one) for one in left]
    blocks += [(width - width_of(one), across, one) for one in right]
    blocks.append(((width - width_of(own)) // 2, max(height - len(own), head), own))
    return canvas(width, height, blocks)
