"""What is said around a match, line by line: a greeting, help, scores, a farewell."""

from ludotheque.games.match import Match
from ludotheque.games.wording import catalogue
from ludotheque.terminal.scores import ranks, round_scores
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.setting import same_again
from ludotheque.terminal.sight import SPARE
from ludotheque.terminal.tables import table_of
from ludotheque.terminal.wording import listed

ME = 0


class Host:
    """Who lays the table for one person."""

    def __init__(self, screen: Screen, match: Match, seed: int, strength: str) -> None:
        self.screen = screen
        self.match = match
        self.seed = seed
        self.strength = strength
        names = (*match.names, *[SPARE] * (match.box.rules.places(match.seats) - match.seats))
        self.table = table_of(screen, match.box.name, ME, names, match.seats)

    def greet(self) -> None:
        """The game, who plays, and how to get help."""
        title = self.match.box.notation.TITLE
        self.screen.title(f"[bold]{title}[/]")
        self.screen.line(str(catalogue(self.screen.language, self.match.box.name)["about"]))
        others = ", ".join(self.table.who(place) for place in range(1, len(self.table.names)))
        self.screen.say("play", "greet", who=self.table.who(ME), others=others)

    def explain(self) -> None:
        """The rules in short, and what can be typed."""
        self.screen.title(self.match.box.notation.TITLE)
        self.screen.line(self.screen.text("rules", self.match.box.name).strip())
        self.screen.line()
        self.screen.line(self.screen.text("moves", self.match.box.name).strip())
        self.screen.say("moves", "all")
        self.screen.line()

    def score(self) -> None:
        """What the round brought, and why."""
        self.screen.title(self.screen.text("play", "round_over", round=len(self.match.round_scores)))
        self.screen.show(round_scores(self.screen, self.table, self.match))
        if self.screen.live and not self.match.over:
            self.screen.ask(self.screen.text("play", "next_round"))

    def result(self) -> None:
        """Who won."""
        self.screen.title(self.screen.text("play", "match_over"))
        self.screen.show(ranks(self.table, self.match))
        winners = [self.table.who(place) for place in self.match.winners]
        key = "you_win" if self.match.winners == [ME] else "wins" if len(winners) == 1 else "share"
        self.screen.say("play", key, who=listed(self.screen.language, winners))
        self.again()

    def leave(self) -> None:
        """A polite word, how far the match was, and how to get the same cards again."""
        self.screen.line()
        self.screen.say("play", "left", game=self.match.box.notation.TITLE, round=int(self.match.state.rounds))
        scores = enumerate(self.match.scores)
        self.screen.line("  " + " · ".join(f"{self.table.who(place)} {score}" for place, score in scores))
        self.again()

    def again(self) -> None:
        """How to get the same cards again."""
        command = same_again(self.match.box, self.match.seats, self.seed, self.strength, self.match.options)
        self.screen.say("play", "again", command=command)
