"""The learning interfaces as tables for docs/environments.md: `python -m ludotheque.envs.tables` prints them."""

from itertools import groupby

from ludotheque.envs.interface import Interface
from ludotheque.envs.setup import set_up
from ludotheque.envs.spec import NUMBER, ONE_OF, PLACE, PLACES, SET, STACK, Field
from ludotheque.games.box import box, shelf

WHOSE = {"table": "the table's", "each": "each place's", "own": "one's own"}


def table(game: str) -> str:
    """All that is to be known of a game: its actions, its fields, and how long its vector is."""
    seats = box(game).rules.SEATS
    sizes = {n: set_up(game, n).interface for n in seats}
    lengths = " · ".join(f"{n} seats: {sizes[n].size} numbers, {len(sizes[n].texts)} actions" for n in seats)
    return "\n\n".join(
        [f"### {box(game).notation.TITLE}", lengths, actions(sizes[seats[-1]]), fields(sizes[seats[-1]])]
    )


def actions(interface: Interface) -> str:
    """The numbers of the actions, and how these are written."""
    lines = ["| number | action |", "| --- | --- |"]
    for _, group in groupby(enumerate(interface.texts), lambda one: one[1].split()[0]):
        (first, text), *others = group
        last, end = others[-1] if others else (first, text)
        lines.append(f"| {first}–{last} | `{text}` … `{end}` |" if others else f"| {first} | `{text}` |")
    return "\n".join(lines)


def fields(interface: Interface) -> str:
    """The fields of the vector, in order."""
    lines = ["| field | whose | numbers | what it says |", "| --- | --- | --- | --- |"]
    lines += [
        f"| `{field.name}` | {WHOSE[field.whose]} | {numbers(interface, field)} | {field.about} |"
        for field in interface.spec.fields
    ]
    return "\n".join(lines)


def numbers(interface: Interface, field: Field) -> str:
    """How many numbers a part of a field has, and what they are."""
    shape = interface.box.rules.RECORD[field.name].shape if field.whose == "table" else ()
    times = f"{shape[0]} × " if shape else ""
    said = {
        NUMBER: f"{times}1, divided by {field.by}",
        ONE_OF: f"{times}{sum(field.widths)}: one of them",
        PLACE: "places: one of them",
        SET: f"{times}{sum(field.widths)}: a set",
        PLACES: "places: a set",
        STACK: f"{times}{sum(field.widths)} counts, divided by {field.by}",
    }
    return said[field.kind]


if __name__ == "__main__":
    print("\n\n".join(table(game) for game in shelf()))
