"""Wheedle on the screen: the centre, and a stall for everybody."""

from typing import TYPE_CHECKING

from rich.text import Text

from ludotheque.games.wheedle.notation import Seat, View
from ludotheque.terminal.app.drawing import fitted, marked, painted, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.screen import chip
from ludotheque.terminal.tables.wheedle import WheedleTable, read

if TYPE_CHECKING:
    from ludotheque.terminal.app.playing import Playing

COLUMNS = (4, 15, 7, 7, 13, 11)  # number, name, points, cards, seen, sought; offers have the rest
NARROW = 80  # columns of a table for which these are
SPREAD = 2  # lines between two stalls, at most


class WheedleFace(Face):
    """How it looks."""

    def way_to_play(self) -> "type[Playing]":
        """Everybody at once."""
        from ludotheque.terminal.app.market import Market

        return Market

    @property
    def own(self) -> WheedleTable:
        """The table, whose words for shares are used."""
        table = self.table
        assert isinstance(table, WheedleTable)
        return table

    def title(self, view: View) -> str:
        """The round."""
        return self.text("title", round=view.round, rounds=view.rounds)

    def board(self, view: View, width: int, height: int) -> list[Text]:
        """The centre card, and what everybody seeks and offers; all keep their places."""
        table = self.own
        centre = self.text("face_down")
        if view.centre is not None:  # with its name, if there is room for it
            texts = [self.text("bankrupt", card=card) for card in (table.company(view.centre), chip(view.centre))]
            centre = next((text for text in texts if marked(text).cell_len < width), texts[-1])
        columns = [size * min(max(width, NARROW), 2 * NARROW) // NARROW for size in COLUMNS]
        names = ["", "", *(self.text(key) for key in ("points", "cards", "known", "sought", "offers"))]
        head = [fitted(painted(name, "dim"), size) for name, size in zip(names, columns, strict=False)]
        head.append(painted(names[-1], "dim"))
        stalls = [
            self.stall(view, place, columns) for place in range(view.seats)
        ]  # in the order of their numbers: the keys
        spread = min(max(height - len(stalls) - 2, 0) // (len(stalls) + 1), SPREAD)
        gap = [Text()] * spread
        rows = [line for stall in stalls for line in (*gap, stall)]
        found = [marked(f" {centre}"), *gap, Text("").join(head), *rows]
        return [*[Text()] * (max(height - len(found), 0) // 2), *found]

    def stall(self, view: View, place: int, columns: list[int]) -> Text:
        """One player: an offer that can be taken shines, with its key."""
        player = view.players[place]
        takeable = player.offer is not None and f"take {player.offer.number}" in self.sight.choices
        key = painted(f" {place} ", "reverse bold" if takeable else "dim")
        shown = view.memory[place] if view.memory is not None else {}
        known = " ".join(f"{n if n > 1 else ''}{letter}" for letter, n in shown.items())
        cells = [
            key,
            self.name(place, columns[1], view),
            painted(f" {view.scores[place]}", "bold"),
            Text(f" {player.held}"),
            painted(known, "dim"),
            painted(sought(player), "italic"),
        ]
        line = Text("").join(fitted(cell, size) for cell, size in zip(cells, columns, strict=True))
        line.append_text(self.offer(player, takeable))
        return tapped(line, f"take {place}") if takeable else line

    def name(self, place: int, width: int, view: View) -> Text:
        """A place's name; in a market it is everybody's turn."""
        found = painted(self.sight.names[place], "bold")
        you = f" {self.screen.text('play', 'you')}" if place == self.sight.seat else ""
        return fitted(found.append(you, "dim"), width)

    def offer(self, player: Seat, takeable: bool) -> Text:
        """A place's offers, or that there is nothing more to come."""
        if player.offer is not None:
            found = marked(self.own.offered(player.offer))
            return found.append(" ◂", "bold green") if takeable else found
        return painted(self.text("done_sign") if player.done else "", "dim")

    def deed(self, view: View, action: str) -> str:
        """An action in words."""
        table = self.own
        match action.split():
            case ["offer", given, "for", wanted, *to]:
                one = self.text("to", who=table.who(int(to[1]))) if to else ""
                return self.text("say_offer", give=table.stack(read(given)), want=table.stack(read(wanted)), to=one)
            case ["centre", laid, "for", taken]:
                return self.text("say_centre", lay=table.stack(read(laid)), take=table.stack(read(taken)))
            case ["seek" | "give", *_]:
                return self.text("say_seek")
        return table.label(view, action)


def sought(player: Seat) -> str:
    """An announcement in short, shares sought and shares to give: +BT −F."""
    parts = [f"{sign}{''.join(letters)}" for sign, letters in (("+", player.seeks), ("−", player.gives)) if letters]
    return " ".join(parts)
