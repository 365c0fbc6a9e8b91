"""A match on the terminal, line by line: one person against bots."""

import msgspec
from rich.markup import escape

from ludotheque.games.box import box
from ludotheque.games.contract import Happening
from ludotheque.games.errors import NotationError
from ludotheque.games.wording import catalogue
from ludotheque.games.wording import say as game_says
from ludotheque.table.seen import Round
from ludotheque.terminal.asking import ask_game, ask_level, ask_name, ask_seats
from ludotheque.terminal.evening import Manner, farewell, keep, say_how_again, table_for
from ludotheque.terminal.lines.own import ADVISER
from ludotheque.terminal.lines.stepped import Stepped
from ludotheque.terminal.scores import result, show_ranks, show_round
from ludotheque.terminal.screen import LeftError, Screen
from ludotheque.terminal.setting import Setting, check, seats_said
from ludotheque.terminal.sight import Message, Sight, hinted
from ludotheque.terminal.tables import TextTable, table_of
from ludotheque.terminal.typed import meant
from ludotheque.terminal.wording import about

FEW = 12  # so many choices are listed whole; more are made in two steps


def play(setting: Setting, manner: Manner, screen: Screen) -> None:
    """Asks what was not said, and plays a match."""
    if setting.game is not None:
        check(setting, box(setting.game))
    try:
        setting = asked(setting, screen)
    except LeftError:
        screen.say("play", "bye")
        return
    line = table_for(setting, manner, screen, Stepped)
    Evening(screen, line).play()
    if manner.record is not None:
        keep(line.record(), manner.record)


def asked(setting: Setting, screen: Screen) -> Setting:
    """The settings of the command line, the rest answered now."""
    game = box(setting.game) if setting.game is not None else ask_game(screen)
    check(setting, game)
    seats, level = seats_said(setting), setting.level
    if seats is None:
        seats = ask_seats(screen, game)
        level = level or ask_level(screen)
    name = ask_name(screen) if setting.name is None else setting.name
    return msgspec.structs.replace(setting, game=game.name, seats=seats, bots=None, level=level, name=name)


class Evening:
    """One person at a table with bots, to the end of a match."""

    def __init__(self, screen: Screen, line: Stepped) -> None:
        self.screen = screen
        self.line = line
        self.sight = Sight()
        self.waited: set[str] = set()  # levels that had a moment to get ready
        self.take()

    @property
    def table(self) -> TextTable:
        """How the game looks."""
        sight = self.sight
        return table_of(self.screen, sight.box.name, sight.seat, sight.names, sight.seats)

    def play(self) -> None:
        """The match, until it is over or the player leaves."""
        self.greet()
        try:
            while self.sight.stage == "playing":
                self.go_on()
        except (LeftError, KeyboardInterrupt):
            self.screen.line()
            farewell(self.screen, self.sight)
        else:
            show_ranks(self.screen, self.table, self.sight.look().scores)
            self.screen.line(result(self.screen, self.sight))
        say_how_again(self.line, self.screen)

    def go_on(self) -> None:
        """One decision of the player, if one is due; then the bots' turns, or in a market one look of each."""
        if self.sight.dealing:
            if self.screen.live:
                self.screen.ask(self.screen.text("play", "next_round"))
            self.line.ask({"kind": "ready"})
            self.take()
        elif self.sight.choices:
            self.my_turn()
        self.wait_for(self.line.level)
        for _ in self.line.bots_act():
            self.take()

    # The player

    def my_turn(self) -> None:
        """Shows the table, asks, and acts; in a market the player may also let time pass."""
        view, table = self.sight.look(), self.table
        table.draw(view)
        begun = ""
        while True:
            choices = self.choices(begun)
            again = f" [dim]{self.screen.text('play', 'choose_again')}[/]" if begun else ""
            self.screen.line(f"[bold]{table.question(view, begun)}[/]{again}")
            self.screen.options([table.label(view, choice) for choice in choices])
            typed = self.screen.ask(">")
            if self.time_is_up():
                return
            if typed == "?":
                self.explain()
            elif typed.casefold() in ("hint", self.screen.text("play", "hint_word")):
                self.wait_for(ADVISER)
                self.line.ask({"kind": "hint"})
                self.take()
            elif not typed:
                if not begun and not table.has_turns(view):
                    return
                if len(choices) == 1 and self.acted(choices[0]):
                    return
                begun = ""
            elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
                begun = choices[int(typed) - 1]
                if begun in self.sight.choices and self.acted(begun):
                    return
            elif self.acted(self.meant(typed, begun), typed):
                return

    def time_is_up(self) -> bool:
        """Whether the time to decide has brought something: the end of a market."""
        seen = self.sight.n
        self.line.let_time_pass()
        self.take()
        return self.sight.n != seen

    def choices(self, begun: str) -> list[str]:
        """Actions to choose from; if there are many, by their first two words."""
        listed = self.table.menu(self.sight.look(), self.sight.choices)
        if begun:
            return [action for action in listed if action.startswith(f"{begun} ")]
        if len(listed) <= FEW:
            return listed
        starts = {" ".join(action.split()[:2]): action for action in listed}
        many = {start for start in starts if sum(action.startswith(f"{start} ") for action in listed) > 1}
        return [start if start in many else action for start, action in starts.items()]

    def meant(self, typed: str, begun: str) -> str:
        """The action that was typed, whole or in short: its words after those that are clear."""
        return meant(self.table.tidy(self.sight.look(), typed).split(), self.sight.choices, begun)

    def acted(self, action: str, typed: str = "") -> bool:
        """Acts for the player if it is allowed, else says why it is not."""
        game = self.sight.box
        try:
            game.notation.parse(action)
        except NotationError:
            forms = game_says(self.screen.language, game.name, "forms", "action")
            self.screen.say("play", "not_understood", text=escape(typed), forms=escape(forms))
            return False
        self.line.ask({"kind": "do", "do": action, "saw": self.sight.n})
        return self.take()

    # Output

    def take(self) -> bool:
        """Shows what the table has told; whether nothing was refused."""
        fine = True
        for message in self.line.told():
            if message["kind"] == "refused":
                fine = False
                self.screen.line(f"[bold red]✗[/] {escape(message['message'])}")
            elif message["kind"] == "hinted":
                self.show_hint(message)
            elif self.sight.take(message) and message["kind"] == "event":
                self.show_event(message)
        return fine

    def show_event(self, message: Message) -> None:
        """An action and its consequences; after a round its result, and why."""
        happened = msgspec.convert(message["event"].get("happened", []), list[Happening])
        for line in self.table.tell_all(happened):
            self.screen.line(f"  {line}")
            self.screen.pause()
        if "sheet" in message.get("table", {}):
            show_round(self.screen, self.table, msgspec.convert(self.sight.table["sheet"], list[Round]))

    def show_hint(self, message: Message) -> None:
        """The action that an expert would choose in the player's place, and why."""
        do, *more = hinted(self.screen.language, self.sight, message)
        typed = message["do"] or self.screen.text("play", "enter")
        self.screen.line(f"[bold]{escape(do)}[/] [dim]({escape(typed)})[/]")
        for sentence in more:
            self.screen.line(escape(sentence))
        self.screen.line()

    # Around the match

    def greet(self) -> None:
        """The game, who plays, and how to get help."""
        game, table = self.sight.box, self.table
        self.line.playing(self.line.level)  # gets it ready while the player reads
        self.screen.title(f"[bold]{game.notation.TITLE}[/]")
        self.screen.line(str(catalogue(self.screen.language, game.name)["about"]))
        others = ", ".join(table.who(place) for place in range(self.sight.places) if place != self.sight.seat)
        self.screen.say("play", "greet", who=table.who(self.sight.seat), others=others)

    def explain(self) -> None:
        """The rules in short, and what can be typed."""
        game = self.sight.box
        self.screen.title(game.notation.TITLE)
        self.screen.line(about(self.screen.language, "rules", game.name))
        self.screen.line()
        self.screen.line(about(self.screen.language, "moves", game.name))
        self.screen.say("moves", "all")
        self.screen.line()

    def wait_for(self, level: str) -> None:
        """Waits a moment for a level to be compiled; says so if it plays as a regular until then."""
        if level in self.waited:
            return
        self.waited.add(level)
        with self.screen.thinking():
            ready = self.line.wait_for(level)
        if not ready:
            self.screen.line(f"[dim]{self.screen.text('play', 'warming')}[/]")
