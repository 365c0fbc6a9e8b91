"""Wimmüln, RULES.md M1 to M7."""

from itertools import permutations

from . import Options, TurnMatch

NUMBERS = [0, 1, 1, 2, 3, 4, 5, 6, 7, 7, 8, 9]  # M1
TRIANGLES = {0: 1, 1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2, 7: 2, 8: 1, 9: 0}  # M1
HAND = {3: 12, 4: 15, 5: 12, 6: 10}  # M2
TARGET = 200  # M7


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def full_deck(seats: int) -> list[str]:
    """M2: with three players two colours are left out."""
    colours = "ryg" if seats == 3 else "rygbv"
    return [c + str(n) for c in colours for n in NUMBERS]


def bonus(visible: int, hidden: int, tricks: int) -> int:
    """M6."""
    if visible == hidden == tricks:
        return 25
    if tricks == visible:
        return 10 if visible < hidden else 20
    if tricks == hidden:
        return 5 if hidden < visible else 10
    return 0


class Oracle(TurnMatch):
    def __init__(self, seats: int, options: Options, first: int) -> None:
        super().__init__(seats)
        self.same_colour = options.get("same_colour", "trump")
        self.target = int(options.get("target", TARGET))
        self.first = first
        self.phase = ""

    @property
    def over(self) -> bool:
        return self.rounds_played > 0 and max(self.scores) >= self.target  # M7

    def deal(self, deck: list[str]) -> None:
        self.open_round(deck, full_deck(self.places))
        size = HAND[self.places]
        self.held = [deck[size * p : size * (p + 1)] for p in range(self.places)]
        self.dealer = self.left_of(self.first, self.rounds_played)  # M7
        self.trump: str | None = None
        self.trick: list[tuple[int, str]] = []
        self.chosen: dict[int, tuple[str, str]] = {}
        self.guesses: list[tuple[str, str]] = []
        self.won: list[list[list[str]]] = [[] for _ in range(self.places)]
        self.turn = self.dealer
        self.turn_up()

    def turn_up(self) -> None:
        """M3."""
        self.turned = self.held[self.dealer][-2:]
        low, high = sorted(self.turned, key=number)
        one_colour = colour(low) == colour(high)
        equal_numbers = number(low) == number(high)
        if equal_numbers or (one_colour and self.same_colour == "no_trump"):
            self.phase = "lead"
        else:
            self.trump = colour(low)
            self.lead(high)

    def lead(self, card: str) -> None:
        self.held[self.dealer].remove(card)
        self.trick = [(self.dealer, card)]
        self.phase = "guess"

    def actors(self) -> set[int]:
        if not self.in_round:
            return set()
        if self.phase == "guess":
            return {seat for seat in range(self.places) if seat not in self.chosen}
        return {self.turn}

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        if self.phase == "lead":
            return {f"lead {card}" for card in self.turned}
        if self.phase == "guess":
            pairs = permutations(self.held[seat], 2)
            return {f"guess {visible} {hidden}" for visible, hidden in pairs}
        return {f"play {card}" for card in self.playable(seat)}

    def playable(self, seat: int) -> list[str]:
        """M5: follow the led colour if able, otherwise anything."""
        hand = self.held[seat]
        if not self.trick:
            return hand
        led = colour(self.trick[0][1])
        return [card for card in hand if colour(card) == led] or hand

    def follow(self, seat: int, text: str) -> None:
        match text.split():
            case ["lead", card]:
                self.lead(card)
            case ["guess", visible, hidden]:
                self.choose_guess(seat, visible, hidden)
            case ["play", card]:
                self.play(seat, card)

    def choose_guess(self, seat: int, visible: str, hidden: str) -> None:
        """M4: all lay at the same time, so nothing moves before the last choice."""
        self.chosen[seat] = (visible, hidden)
        if len(self.chosen) < self.places:
            return
        self.guesses = [self.chosen[p] for p in range(self.places)]
        for hand, guess in zip(self.held, self.guesses, strict=True):
            hand.remove(guess[0])
            hand.remove(guess[1])
        self.phase = "play"
        self.turn = self.left_of(self.dealer)  # M5

    def play(self, seat: int, card: str) -> None:
        self.held[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) < self.places:
            self.turn = self.left_of(seat)
        else:
            self.award()

    def award(self) -> None:
        self.turn = self.winner()
        self.won[self.turn].append([card for _, card in self.trick])
        self.trick = []
        if not any(self.held):
            self.close_round([self.points(p) for p in range(self.places)])

    def winner(self) -> int:
        """M5."""
        led = colour(self.trick[0][1])
        trumps = [play for play in self.trick if colour(play[1]) == self.trump]
        followed = [play for play in self.trick if colour(play[1]) == led]
        candidates = trumps or followed
        high = max(number(card) for _, card in candidates)
        # Of identical cards the first played is higher.
        return next(seat for seat, card in candidates if number(card) == high)

    def points(self, place: int) -> int:
        """M6."""
        tricks = self.won[place]
        triangles = sum(TRIANGLES[number(card)] for trick in tricks for card in trick)
        visible, hidden = self.guesses[place]
        return triangles + bonus(number(visible), number(hidden), len(tricks))
