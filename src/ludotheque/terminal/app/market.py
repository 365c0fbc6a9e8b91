"""Playing in a market: one's shares, an offer that is being put together, and words that count at once."""

from time import monotonic

from rich.text import Text

from ludotheque.games.wheedle.notation import LETTERS, View
from ludotheque.games.wheedle.rules import MAJORITY, SHARES
from ludotheque.terminal.app.drawing import fitted, flowing, marked, painted, tapped
from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.app.playing import Host, Playing
from ludotheque.terminal.screen import chip

KEYS = {"turn": "t", "stop": "!", "done": "d", "undone": "d", "withdraw": "w"}
NEW = 0.3  # seconds for which an offer that has changed cannot be taken: nobody has read it
WIDEST = 110  # columns of a line of a company
NAME = 25  # columns for the name of a company


class Market(Playing):
    """A list of companies with a cursor. What one would give counts down, what one wants counts up."""

    def __init__(self, host: Host, face: Face) -> None:
        super().__init__(host, face)
        self.cursor = 0
        self.draft: dict[str, int] = {}  # by company: so many wanted, or, below zero, given
        self.to: int | None = None
        self.sure = False  # whether stop was pressed before
        self._offers: dict[int, tuple[int, float]] = {}  # by seat: the number of its offer, and since when it stands
        self._round = 0

    def see(self, view: View) -> None:
        """Notes which offers are new, and drops from the draft what one does not hold any more."""
        if view.round != self._round:
            self._round, self.draft, self.to = view.round, {}, None
        for place, player in enumerate(view.players):
            number = player.offer.number if player.offer is not None else -1
            if self._offers.get(place, (None, 0.0))[0] != number:
                self._offers[place] = number, monotonic()
        self.draft = {letter: max(n, -view.hand.get(letter, 0)) for letter, n in self.draft.items()}
        self.draft = {letter: n for letter, n in self.draft.items() if n}

    def prompt(self, view: View) -> Text:
        """The question of the moment, and facts that are wise to know."""
        if view.phase == "sort" and not self.sight.choices:
            return marked(self.text("waiting", who=self.names(self.sight.waited_for())))
        if self.sure:
            return marked(f"[bold]{self.text('stop_wrong')}[/]")
        if view.phase == "trade" and not view.stop_is_right:
            return marked(f"[bold]{self.text('trade')}[/]")
        return marked(f"[bold]{self.face.table.question(view, '')}[/]")

    # Drawing

    def lines(self, view: View, width: int, height: int) -> list[Text]:
        """The companies, the draft, and the words."""
        return [
            *(self.company(view, i, width) for i in range(len(LETTERS))),
            self.drafted(view),
            self.words(view, width),
        ]

    def company(self, view: View, i: int, width: int) -> Text:
        """One's shares of a company, the line of its majority, and the place that it has in the draft."""
        letter, held = LETTERS[i], view.hand.get(LETTERS[i], 0)
        line = painted("▸" if i == self.cursor else " ", "bold yellow")
        line.append_text(marked(chip(letter))).append(" ")
        line.append_text(fitted(painted(self.face.table.word("company", letter), "bold" if held else "dim"), NAME))
        whole, majority = int(SHARES[i]), int(MAJORITY[i])
        line.append_text(fitted(Text(stack(held, majority, whole)), 11))
        line.append_text(fitted(painted(f"{held}/{whole}" if held else "", "bold"), 5))
        line.append_text(fitted(self.worth(view, letter, held, majority, whole), max(10, min(width, WIDEST) - 59)))
        line = tapped(line, f"company {i}")
        return line.append_text(self.buttons(letter))

    def worth(self, view: View, letter: str, held: int, majority: int, whole: int) -> Text:
        """The points that the shares bring, or the companies that are missing."""
        bankrupt = letter == view.centre
        if not held:
            return painted(self.face.text("is_bankrupt") if bankrupt else "", "dim")
        key = "has_all" if held == whole else "has_majority" if held >= majority else "lacks"
        if bankrupt and held < majority:
            return painted(self.face.text("is_bankrupt"), "bold red")
        found = painted(self.face.text(key, missing=majority - held), "green" if held >= majority else "")
        return found.append(" ✖", "bold red") if bankrupt else found

    def buttons(self, letter: str) -> Text:
        """Less and more of a company in the draft, and how many."""
        n = self.draft.get(letter, 0)
        shown = {True: f"+{n}", False: f"−{-n}"}[n > 0] if n else "·"
        less, more = tapped(Text(" ‹ "), f"less {letter}"), tapped(Text(" › "), f"more {letter}")
        return Text("").join([less, painted(f"{shown:^3}", "reverse bold" if n else "dim"), more])

    def drafted(self, view: View) -> Text:
        """The offer that is being put together."""
        if not self.draft:
            return painted(f" {self.text('draft_empty')}", "dim")
        offer = self.face.deed(view, self.offer())
        found = marked(f" {offer}?  ")
        buttons = [("o", "offer"), ("t", "to"), ("x", "clear"), ("k", "seek")]
        return found.append_text(Text(" ").join(self.button(key, word) for key, word in buttons))

    def button(self, key: str, word: str) -> Text:
        """A key to be tapped."""
        name = self.host.voice.text("keys", word)
        return tapped(painted(f" {key} ", "reverse").append(f" {name}", "not reverse"), f"key {key}")

    def words(self, view: View, width: int) -> Text:
        """One-word actions."""
        said = [word for word in KEYS if word in self.sight.choices]
        pieces = []
        for word in said:
            label = marked(self.face.text(f"say_{word}"))
            right = word == "stop" and view.stop_is_right
            paint = "reverse bold green" if right else "reverse"
            pieces.append(tapped(painted(f" {KEYS[word]} ", paint).append(" ").append_text(label), f"key {KEYS[word]}"))
        return flowing(pieces, width)[0] if pieces else Text()

    # Input

    def offer(self) -> str:
        """The draft in the notation."""
        give, want = (written(self.draft, sign) or "nothing" for sign in (-1, 1))
        return f"offer {give} for {want}" + ("" if self.to is None else f" to {self.to}")

    def key(self, key: str, letter: str) -> bool:
        """Arrows build an offer, letters say something, digits take what the seat offers."""
        was_sure, self.sure = self.sure, False
        match key:
            case "up" | "down":
                self.cursor = (self.cursor + (1 if key == "down" else -1)) % len(LETTERS)
            case "left" | "right":
                self.add(LETTERS[self.cursor], 1 if key == "right" else -1)
            case "escape" | "x":
                had, self.draft, self.to = bool(self.draft), {}, None
                return had
            case "enter":
                return self.post()
            case _ if letter and letter in LETTERS:
                self.cursor = LETTERS.index(letter)
            case _:
                return self.said(letter, was_sure)
        return True

    def said(self, letter: str, was_sure: bool) -> bool:
        """The meaning of a letter, digit or sign."""
        if letter.isdigit():
            self.take(int(letter))
        elif letter == "o":
            self.post()
        elif letter == "k":
            self.seek()
        elif letter == "c":
            self.centre()
        elif letter == "!":
            self.stop(was_sure)
        elif letter == "t" and self.draft:
            self.readdress()
        else:
            word = next((word for word, key in KEYS.items() if key == letter and word in self.sight.choices), "")
            if word:
                self.host.do(word)
            return bool(word)
        return True

    def add(self, letter: str, step: int) -> None:
        """One more wanted, or one more given; never more than there are, or than one holds."""
        view = self.sight.look()
        n = self.draft.get(letter, 0) + step
        least, most = -view.hand.get(letter, 0), int(SHARES[LETTERS.index(letter)]) - view.hand.get(letter, 0)
        self.draft[letter] = min(max(n, least), most)
        if not self.draft[letter]:
            del self.draft[letter]

    def post(self) -> bool:
        """Makes the offer."""
        if not self.draft:
            return False
        self.host.do(self.offer())
        self.draft, self.to = {}, None
        return True

    def seek(self) -> None:
        """Says what one would want and give, which binds nobody."""
        give, want = ("".join(c for c in LETTERS if self.draft.get(c, 0) * sign > 0) for sign in (-1, 1))
        parts = [f"{word} {part}" for word, part in (("seek", want), ("give", give)) if part]
        if parts:
            self.host.do(" ".join(parts))

    def centre(self) -> None:
        """Lays a share of the company under the cursor in the centre, and takes what one sees there."""
        view = self.sight.look()
        if view.centre is not None:
            self.host.do(f"centre {LETTERS[self.cursor]} for {view.centre}")

    def stop(self, was_sure: bool) -> None:
        """Cries stop; a wrong one must be meant."""
        view = self.sight.look()
        if view.stop_is_right or was_sure or "stop" not in self.sight.choices:
            self.host.do("stop")
        else:
            self.sure = True

    def readdress(self) -> None:
        """To everybody, or to the next one alone."""
        others: list[int | None] = [None, *(seat for seat in range(self.sight.seats) if seat != self.sight.seat)]
        self.to = others[(others.index(self.to) + 1) % len(others)]

    def take(self, place: int) -> None:
        """Takes the offer that was seen there for long enough to be read."""
        number, since = self._offers.get(place, (-1, 0.0))
        if number < 0:
            self.host.complain(self.text("no_offer"))
        elif monotonic() - since >= NEW:
            self.host.do(f"take {number}")

    def pick(self, what: str) -> None:
        """A company, one more or less of it, or an offer."""
        kind, _, rest = what.partition(" ")
        if kind == "company":
            self.cursor = int(rest)
        elif kind in ("less", "more"):
            self.cursor = LETTERS.index(rest)
            self.add(rest, 1 if kind == "more" else -1)
        elif kind == "take":
            self.take(int(rest))

    def keys(self) -> list[tuple[str, str]]:
        """Keys that can be pressed."""
        return [("↑↓", "company"), ("←", "give"), ("→", "want"), ("c", "centre")]


def stack(held: int, majority: int, whole: int) -> str:
    """Shares as squares, with the line of the majority: ■■□□□│····."""
    squares = "■" * held + "□" * max(0, majority - held)
    squares += "·" * (whole - len(squares))
    return f"{squares[:majority]}│{squares[majority:]}"


def written(draft: dict[str, int], sign: int) -> str:
    """One side of the draft."""
    parts = [(letter, draft.get(letter, 0) * sign) for letter in LETTERS]
    return "".join(f"{n if n > 1 else ''}{letter}" for letter, n in parts if n > 0)
