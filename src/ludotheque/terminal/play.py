"""A match on the terminal: one person against bots."""

import secrets
import time

import msgspec
from rich.markup import escape

from ludotheque.bots.because import advice, because, deed
from ludotheque.bots.levels import LEVELS
from ludotheque.bots.player import Choice
from ludotheque.games.box import CLOCK, WAIT, box
from ludotheque.games.chance import below, seeded
from ludotheque.games.compiled import Record, blank, copy
from ludotheque.games.errors import IllegalMoveError, NotationError
from ludotheque.games.match import Match
from ludotheque.games.wording import say as game_says
from ludotheque.terminal.asking import ask_game, ask_level, ask_name, ask_seats
from ludotheque.terminal.hosting import ME, Host
from ludotheque.terminal.rival import Rival
from ludotheque.terminal.screen import LeftError, Screen
from ludotheque.terminal.setting import LEVEL, SEEDS, Setting, check, seats_said
from ludotheque.terminal.typed import meant
from ludotheque.terminal.wording import chosen_language

BOT_NAMES = ("Ada", "Bruno", "Cleo", "Dora", "Emil", "Flo")
WATCHER = -1
FEW = 12  # so many choices are listed whole; more are made in two steps
ADVISER = "expert"  # whom the player may ask for a hint


def play(setting: Setting) -> None:
    """Asks what was not said, and plays a match."""
    screen = Screen(chosen_language(setting.language))
    if setting.game is not None:
        check(setting, box(setting.game))
    try:
        game = box(setting.game) if setting.game is not None else ask_game(screen)
        values = check(setting, game)
        seats, strength = seats_said(setting), setting.level
        if seats is None:
            seats = ask_seats(screen, game)
            strength = strength or ask_level(screen)
        name = ask_name(screen) if setting.name is None else setting.name
    except LeftError:
        screen.say("play", "bye")
        return
    seed = secrets.randbelow(SEEDS) if setting.seed is None else setting.seed
    names = [name, *(bot for bot in BOT_NAMES if bot.casefold() != name.strip().casefold())][:seats]
    match = Match(game.name, seats, edition=setting.edition, seed=seed, names=names, **values)
    Evening(screen, match, seed, strength or LEVEL).play()


def by_strength(strength: str) -> int:
    """How strong a level is, among all."""
    return list(LEVELS).index(strength.partition(":")[0])


class Evening(Host):
    """One person at a table with bots, to the end of a match."""

    def __init__(self, screen: Screen, match: Match, seed: int, strength: str = LEVEL) -> None:
        super().__init__(screen, match, seed, strength)
        self.rival = Rival(match.box, strength, seed)
        self.adviser = Rival(match.box, max(ADVISER, strength, key=by_strength), seed)
        self.chance = seeded(seed)
        self.begun: dict[int, float] = {}  # when each round was first seen to have a limit

    def play(self) -> None:
        """The match, until it is over or the player leaves."""
        self.greet()
        try:
            while not self.match.over:
                self.go_on()
        except (LeftError, KeyboardInterrupt):
            self.leave()
        else:
            self.result()

    def go_on(self) -> None:
        """One decision; in a market one of the player's, then one of each bot."""
        if ME in self.match.actors:
            self.my_turn()
        elif len(self.match.actors) == 1:
            self.bot_acts(self.match.actors[0])
        if len(self.match.actors) > 1:
            self.bots_together()

    # The player

    def my_turn(self) -> None:
        """Shows the table, asks, and acts; in a market the player may also let time pass."""
        self.time_is_up()  # from here on it runs
        view = self.look(self.match.state)
        self.table.draw(view)
        begun = ""
        while True:
            choices = self.choices(begun)
            again = f" [dim]{self.screen.text('play', 'choose_again')}[/]" if begun else ""
            self.screen.line(f"[bold]{self.table.question(view, begun)}[/]{again}")
            self.screen.options([self.table.label(view, choice) for choice in choices])
            self.rival.get_ready()
            typed = self.screen.ask(">")
            if self.time_is_up():
                self.act(CLOCK, "time")
                return
            if typed == "?":
                self.explain()
            elif typed.casefold() in ("hint", self.screen.text("play", "hint_word")):
                self.advise()
            elif not typed:
                if not begun and not self.table.has_turns(view):
                    return
                if len(choices) == 1 and self.acted(choices[0]):
                    return
                begun = ""
            elif typed.isdecimal() and 1 <= int(typed) <= len(choices):
                begun = choices[int(typed) - 1]
                if begun in self.match.legal(ME) and self.acted(begun):
                    return
            elif self.acted(self.meant(typed, begun), typed):
                return

    def time_is_up(self) -> bool:
        """Whether a round that has a time limit has lasted that long."""
        limit = self.match.options.get("seconds")
        if not limit or not self.match.allowed(CLOCK, "time"):
            return False
        begun = self.begun.setdefault(int(self.match.state.rounds), time.monotonic())
        return time.monotonic() - begun >= int(limit)

    def choices(self, begun: str) -> list[str]:
        """Actions to choose from; if there are many, by their first two words."""
        legal = self.match.legal(ME)
        listed = self.table.menu(self.look(self.match.state), legal)
        if begun:
            return [action for action in listed if action.startswith(f"{begun} ")]
        if len(listed) <= FEW:
            return listed
        starts = {" ".join(action.split()[:2]): action for action in listed}
        many = {start for start in starts if sum(action.startswith(f"{start} ") for action in listed) > 1}
        return [start if start in many else action for start, action in starts.items()]

    def meant(self, typed: str, begun: str) -> str:
        """The action that was typed, whole or in short: its words after those that are clear."""
        words = self.table.tidy(self.look(self.match.state), typed).split()
        return meant(words, self.match.legal(ME), begun)

    def acted(self, action: str, typed: str = "") -> bool:
        """Acts for the player if it is allowed, else says why it is not."""
        try:
            self.act(ME, action)
        except NotationError:
            forms = game_says(self.screen.language, self.match.box.name, "forms", "action")
            self.screen.say("play", "not_understood", text=escape(typed), forms=escape(forms))
        except IllegalMoveError as refused:
            said = game_says(self.screen.language, self.match.box.name, "refusal", refused.code, refused.facts)
            self.screen.line(f"[bold red]✗[/] {escape(said)}")
        else:
            return True
        return False

    def advise(self) -> None:
        """What an expert would do in the player's place, and why."""
        box, language = self.match.box, self.screen.language
        view = box.view(self.match.state, ME)
        self.wait_for(self.adviser)
        choice = self.adviser.advise(view, ME)
        typed = self.screen.text("play", "enter") if choice.action == WAIT else box.notation.text(choice.action)
        if self.table.says_nothing_new(self.look(self.match.state), ME, typed):
            choice, typed = Choice(WAIT), self.screen.text("play", "enter")
        done, why = deed(box, view, choice.action), because(box, view, ME, choice)
        do, *more = advice(language, box.name, done, why, self.match.names)
        self.screen.line(f"[bold]{escape(do)}[/] [dim]({escape(typed)})[/]")
        for sentence in more:
            self.screen.line(escape(sentence))
        self.screen.line()

    # The bots

    def wait_for(self, rival: Rival) -> None:
        """Until a bot is ready to play, or for a moment: then it plays as a regular until it is, and that is said."""
        rival.get_ready()
        if rival.ready or rival.waited:
            return
        with self.screen.thinking():
            rival.wait()
        if not rival.ready:
            self.screen.line(f"[dim]{self.screen.text('play', 'warming')}[/]")

    def bot_acts(self, seat: int) -> None:
        """One decision of a bot."""
        view = self.match.box.view(self.match.state, seat)
        self.wait_for(self.rival)
        choice = self.rival.choose(view, seat)
        if choice.action == WAIT:
            return
        action = self.match.box.notation.text(choice.action)
        if not self.table.says_nothing_new(self.look(self.match.state), seat, action):
            self.act(seat, action)

    def bots_together(self) -> None:
        """Each bot that may act does so once, in random order, until the round is over."""
        rounds = len(self.match.round_scores)
        seats = [seat for seat in self.match.actors if seat != ME]
        while seats and len(self.match.round_scores) == rounds:
            seat = seats.pop(below(self.chance, len(seats)))
            if seat in self.match.actors:
                self.bot_acts(seat)

    # What happens

    def act(self, seat: int, action: str) -> None:
        """Somebody acts; all see what they may see of it."""
        box, rounds = self.match.box, len(self.match.round_scores)
        before, after = box.view(self.match.state, WATCHER), blank(box.rules.RECORD)[0]
        copy(self.match.state, after)  # the match deals by itself when a round is over
        self.match.do(seat, action)
        done = box.notation.parse(action)
        box.rules.apply(after, seat, done)
        for line in self.table.tell_all(box.happened(before, box.view(after, WATCHER), seat, done)):
            self.screen.line(f"  {line}")
            self.screen.pause()
        if len(self.match.round_scores) > rounds:
            self.score()

    def look(self, state: Record) -> msgspec.Struct:
        """What the player sees."""
        return self.match.box.look(self.match.box.view(state, ME), ME)
