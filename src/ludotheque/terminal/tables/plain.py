"""A game that nobody has drawn yet, on a terminal: all that its views tell, by the names that they give it."""

import functools
from typing import Any, Literal

import msgspec
from rich.markup import escape

from ludotheque.games.box import box
from ludotheque.games.declared import NumberKind, fields_of
from ludotheque.terminal.screen import chip, grid
from ludotheque.terminal.tables import TextTable

ELSEWHERE = ("game", "seat", "seats", "options", "round", "phase", "actors", "hand")  # in titles, names and hands


class PlainTable(TextTable):
    """How it looks."""

    def draw(self, view: Any) -> None:
        """The places with what each has, all else in lines, and one's hand."""
        self.screen.title(f"{box(self.game).notation.TITLE} · {view.round}")
        columns, others = self.parts(view)
        table = grid("", *columns)
        for place, row in enumerate(zip(*columns.values(), strict=True)):
            table.add_row(self.row(place, place in view.actors), *map(self.shown, row))
        self.screen.show(table)
        for name, value in others.items():
            self.screen.line(f"[dim]{name}[/] {self.fact(name, value)}")
        self.screen.hand("", view.hand)

    def parts(self, view: Any) -> tuple[dict[str, list[Any]], dict[str, Any]]:
        """Those fields of a view that have a value for each place, and the others that have any."""
        told = msgspec.to_builtins(view)
        fields = {name: value for name, value in told.items() if name not in ELSEWHERE and value not in (None, [])}
        columns = {name: value for name, value in fields.items() if name in declared_as(self.game, "each")}
        return columns, {name: value for name, value in fields.items() if name not in columns}

    def shown(self, value: Any) -> str:
        """Anything that a view has, as markup."""
        if isinstance(value, dict):
            return " ".join(self.fact(name, one) for name, one in value.items())
        if isinstance(value, list):
            return " ".join(map(self.shown, value))
        return chip(value) if value in box(self.game).notation.CARDS else escape(str(value))

    def fact(self, name: str, value: Any) -> str:
        """A value by its name; a place is somebody's."""
        return self.who(value) if name == "place" or name in declared_as(self.game, "seat") else self.shown(value)

    def question(self, view: Any, begun: str) -> str:
        """The game's own name of this phase."""
        return self.word("phase", view.phase)

    def label(self, view: Any, action: str) -> str:
        """An action as it is written."""
        return " ".join(map(self.shown, action.split()))

    def tell(self, kind: str, facts: dict[str, Any]) -> list[str]:
        """Something that happened, by its name."""
        if facts.get("place") == self.seat:
            return []
        told = [f"[dim]{kind.replace('_', ' ')}[/]", *(self.shown(facts[name]) for name in facts if name != "place")]
        return [" ".join([self.who(facts["place"]), *told] if "place" in facts else told)]


@functools.cache
def declared_as(game: str, what: Literal["each", "seat"]) -> set[str]:
    """The fields of a game's messages that have a value for each place, or that tell of a seat."""
    fields = fields_of(box(game).module.State).items()
    declared = {field.name or name: field.kind for name, field in fields if field.told == "all"}
    return {name for name, kind in declared.items() if (kind.by_place if what == "each" else is_seat(kind))}


def is_seat(kind: NumberKind) -> bool:
    """Whether a number of a state is that of a seat."""
    return kind.writer == "seat" and not kind.shape
