"""Willi, RULES.md W1 to W12. Place 3 is Willi himself when three play (W11)."""

from . import Options, TurnMatch

DECK = [c + str(n) for c in "rygb" for n in range(1, 10)]  # W1
PLACES = 4
HAND = 9
ROUNDS = 8  # W10
TRICKS = 8
TRICKS_EACH = 2  # W7
WILLI = 3
WILLI_BONUS = 12  # W11
SCORE_CARDS = [3, 1, 0, 2]  # W9, from the highest total to the lowest


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def score_cards(totals: list[int]) -> list[int]:
    """W9: those who tie get nothing, and use up the places they fill."""
    points = []
    for total in totals:
        place = sum(other > total for other in totals)
        tied = totals.count(total) > 1
        points.append(0 if tied else SCORE_CARDS[place])
    return points


class Oracle(TurnMatch):
    def __init__(self, seats: int, options: Options, first: int) -> None:
        super().__init__(PLACES)
        self.tie = options.get("tie", "first")
        self.swap = options.get("swap", "any")
        self.humans = list(range(seats))
        self.first = first if seats == PLACES else WILLI  # W11: he starts the first
        self.phase = ""

    @property
    def over(self) -> bool:
        return self.rounds_played == ROUNDS

    def deal(self, deck: list[str]) -> None:
        self.open_round(deck, DECK)
        # W2. Willi's pile (W11) is a hand in order, its top card first.
        self.held = [deck[HAND * p : HAND * (p + 1)] for p in range(PLACES)]
        self.chosen: dict[int, str] = {}
        self.out: list[str] = []
        self.won: list[list[list[str]]] = [[] for _ in range(PLACES)]
        self.trick: list[tuple[int, str]] = []
        self.caller: int | None = None
        self.windows: list[int] = []
        self.turn = self.left_of(self.first, self.rounds_played)  # W10
        self.phase = "discard"

    def actors(self) -> set[int]:
        if not self.in_round:
            return set()
        if self.phase == "discard":
            return {seat for seat in self.humans if seat not in self.chosen}
        if self.phase == "call":
            return {self.windows[0]}
        return {self.turn}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if self.phase == "discard":
            return {f"discard {card}" for card in self.held[seat]}
        if self.phase == "call":
            return {"willi", "pass"}
        if self.phase == "swap":
            return {"keep"} | self.swaps(seat)
        return {f"play {card}" for card in self.playable(seat)}

    def playable(self, seat: int) -> list[str]:
        """W4: follow the colour or show the number; without the colour, anything."""
        hand = self.held[seat]
        if not self.trick:
            return hand  # W3
        led = self.trick[0][1]
        same_colour = [card for card in hand if colour(card) == colour(led)]
        same_number = [card for card in hand if number(card) == number(led)]
        return same_colour + same_number if same_colour else hand

    def swaps(self, seat: int) -> set[str]:
        """W8: one hand card for one card of the trick."""
        return {
            f"swap {give} {take}"
            for give in self.held[seat]
            for _, take in self.trick
            if self.swap == "any" or colour(give) == colour(take)
        }

    def follow(self, seat: int, text: str) -> None:
        match text.split():
            case ["discard", card]:
                self.choose_discard(seat, card)
            case ["play", card]:
                self.lay(seat, card)
            case ["willi"]:
                self.caller = seat  # W6: the trick is theirs, no window opens again
                self.windows = []
                self.go_on()
            case ["pass"]:
                self.windows.pop(0)
                self.go_on()
            case ["swap", give, take]:
                self.exchange(seat, give, take)
                self.finish_trick(seat)
            case ["keep"]:
                self.finish_trick(seat)

    def choose_discard(self, seat: int, card: str) -> None:
        """W2: all choose at the same time, so nothing moves before the last choice."""
        self.chosen[seat] = card
        if len(self.chosen) < len(self.humans):
            return
        for chooser, discard in self.chosen.items():
            self.held[chooser].remove(discard)
            self.out.append(discard)
        self.go_on()

    def lay(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        self.windows = self.call_windows()
        self.go_on()

    def call_windows(self) -> list[int]:
        """W6: the one who just played, then those before, from the leader on."""
        if self.caller is not None or len(self.trick) == PLACES:
            return []
        players = [seat for seat, _ in self.trick]
        order = [players[-1], *players[:-1]]
        return [seat for seat in order if seat in self.humans and self.wants(seat)]

    def wants(self, seat: int) -> bool:
        """W7: whoever has two tricks gets no more."""
        return len(self.won[seat]) < TRICKS_EACH

    def go_on(self) -> None:
        """Everything that follows by itself, up to the next decision."""
        if self.windows:
            self.phase = "call"
        elif len(self.trick) == PLACES:
            self.award()
        else:
            self.next_to_play()

    def next_to_play(self) -> None:
        if self.trick:
            self.turn = self.left_of(self.trick[-1][0])
        self.phase = "play"
        if self.turn not in self.humans:
            self.lay(WILLI, self.held[WILLI][0])  # W11: the top card, whatever it is

    def award(self) -> None:
        winner = self.lowest() if self.caller is None else self.caller
        self.turn = winner
        if winner in self.humans and self.held[winner]:
            self.phase = "swap"  # W8; after the eighth trick no hand is left
        else:
            self.finish_trick(winner)

    def lowest(self) -> int:
        """W5 among those who still want tricks (W7)."""
        entitled = [(seat, card) for seat, card in self.trick if self.wants(seat)]
        low = min(number(card) for _, card in entitled)
        equals = [seat for seat, card in entitled if number(card) == low]
        return equals[0] if self.tie == "first" else equals[-1]

    def exchange(self, seat: int, give: str, take: str) -> None:
        self.held[seat].remove(give)
        self.held[seat].append(take)
        self.trick = [(s, give if card == take else card) for s, card in self.trick]

    def finish_trick(self, winner: int) -> None:
        self.won[winner].append([card for _, card in self.trick])
        self.trick = []
        self.caller = None
        if sum(len(tricks) for tricks in self.won) == TRICKS:
            self.close_round(score_cards(self.totals()))
        else:
            self.go_on()  # W8: the winner leads

    def totals(self) -> list[int]:
        """W9, with what Willi adds (W11)."""
        return [
            sum(number(card) for trick in self.won[place] for card in trick)
            + (0 if place in self.humans else WILLI_BONUS)
            for place in range(PLACES)
        ]
