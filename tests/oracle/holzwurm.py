"""Holzwurm, RULES.md H1 to H8. Slots count from 0; an empty slot is an empty list."""

from . import Options, TurnMatch

COLOURS = "byrgvx"
GREY = "x"
WORM = "-13"
# H1: the number cards; there is no grey 1.
DECK = [c + str(n) for c in COLOURS for n in range(1, 12) if c + str(n) != "x1"]
FATE = 5  # H2
HAND = {2: 15, 3: 15, 4: 15, 5: 12, 6: 10}  # H3
SLOTS = 5  # H4
OUT_POINTS = 30  # H7
ROUNDS = 3  # H8


def colour(card: str) -> str:
    return card[0]


def number(card: str) -> int:
    return int(card[1:])


def value(card: str) -> int:
    """H1: even numbers count plus, odd ones minus; 13 is odd as well."""
    return number(card) if number(card) % 2 == 0 else -number(card)


def pile_of_fate(cards: list[str]) -> list[str]:
    """H2, the top card first; of equal values the earlier colour lies nearer the top."""
    by_colour = sorted(cards, key=lambda card: COLOURS.index(colour(card)))
    return [*sorted(by_colour, key=lambda card: -value(card)), WORM]


def row_colour(row: list[str]) -> str | None:
    """H4: a row of grey cards only has no colour yet."""
    fixed = [colour(card) for card in row if colour(card) != GREY]
    return fixed[0] if fixed else None


class Oracle(TurnMatch):
    def __init__(self, seats: int, options: Options, first: int) -> None:
        super().__init__(seats)
        self.rounds = int(options.get("rounds", ROUNDS))
        self.first = first

    @property
    def over(self) -> bool:
        return self.rounds_played == self.rounds  # H8

    def deal(self, deck: list[str]) -> None:
        self.open_round(deck, DECK)
        size, rest = HAND[self.places], deck[FATE:]
        self.fate = pile_of_fate(deck[:FATE])
        self.held = [rest[size * p : size * (p + 1)] for p in range(self.places)]
        self.out = rest[size * self.places :]  # H3
        self.rows: list[list[str]] = [[] for _ in range(SLOTS)]
        self.turn = self.left_of(self.first, self.rounds_played)  # H3

    def actors(self) -> set[int]:
        return {self.turn} if self.in_round else set()

    def legal(self, seat: int) -> set[str]:
        if seat not in self.actors():
            return set()
        hand = self.held[seat]
        return {f"lay {card} {where}" for card in hand for where in self.places_for(card)}

    def places_for(self, card: str) -> list[str]:
        """H4."""
        taken = [slot for slot in range(SLOTS) if self.rows[slot]]
        of_colour = [s for s in taken if row_colour(self.rows[s]) == colour(card)]
        still_open = [s for s in taken if row_colour(self.rows[s]) is None]
        new = ["new"] if len(taken) < SLOTS else []
        if colour(card) == GREY:
            return [f"@{slot}" for slot in taken] + new
        if of_colour:
            return [f"@{slot}" for slot in of_colour]
        return [f"@{slot}" for slot in still_open] + new

    def follow(self, seat: int, text: str) -> None:
        _, card, where = text.split()
        slot = self.rows.index([]) if where == "new" else int(where[1:])
        self.held[seat].remove(card)
        if number(card) > len(self.rows[slot]):
            self.rows[slot].append(card)
        else:
            self.take_row(seat, slot, card)
        self.end_turn(seat)

    def take_row(self, seat: int, slot: int, card: str) -> None:
        """H6."""
        self.held[seat] += [*self.rows[slot], card, self.fate.pop(0)]
        self.rows[slot] = []

    def end_turn(self, seat: int) -> None:
        """H7: the round ends at once when somebody is out or the −13 is taken."""
        if not self.held[seat] or not self.fate:
            self.close_round([self.points(hand) for hand in self.held])
        else:
            self.turn = self.left_of(seat)

    def points(self, hand: list[str]) -> int:
        """H7: only who went out has no cards."""
        return sum(value(card) for card in hand) if hand else OUT_POINTS
