"""Wheedle, RULES.md D1 to D9.

Option `quick_start` only hides hands (D2); with everything open it changes nothing.
"""

import re
from dataclasses import dataclass

from . import Match, Options

# D1, in the order in which the notation names them.
TOTALS = {"B": 9, "T": 9, "G": 7, "H": 7, "N": 7, "P": 7, "A": 5, "C": 5, "F": 5}
DECK = [company for company, total in TOTALS.items() for _ in range(total)]
HAND = {4: 15, 5: 12, 6: 10}  # D2
STOP_POINTS = 5  # D6, D7
CLOCK = -1

COMPANIES = re.compile("".join(f"{company}?" for company in TOTALS))
SHARES = re.compile("".join(f"(?:[1-9]?{company})?" for company in TOTALS))


def names_companies(text: str) -> bool:
    return text != "" and COMPANIES.fullmatch(text) is not None


def names_shares(text: str) -> bool:
    return text != "" and SHARES.fullmatch(text) is not None


def shares(text: str) -> list[str]:
    """The cards that a text like 2FB names."""
    if text == "nothing":
        return []
    parts = re.findall("([1-9]?)([A-Z])", text)
    return [company for count, company in parts for _ in range(int(count or 1))]


def contains(cards: list[str], part: list[str]) -> bool:
    return all(cards.count(card) >= part.count(card) for card in part)


def majority(company: str, count: int) -> bool:
    """D5."""
    return 2 * count > TOTALS[company]


@dataclass(frozen=True)
class Offer:
    number: int
    maker: int
    give: list[str]
    want: list[str]
    to: int | None


class Oracle(Match):
    def __init__(self, seats: int, options: Options, first: int) -> None:
        super().__init__(seats)
        self.bankrupt = options.get("bankrupt", "adds")
        self.seconds = int(options.get("seconds", 0))
        self.first = first

    @property
    def over(self) -> bool:
        return self.rounds_played == self.places  # D9

    def deal(self, deck: list[str]) -> None:
        self.open_round(deck, DECK)
        self.dealer = self.left_of(self.first, self.rounds_played)  # D9
        size, rest = HAND[self.places], deck[1:]
        self.centre = deck[0]  # D2
        self.held = [rest[size * p : size * (p + 1)] for p in range(self.places)]
        self.turned = False
        self.announced: dict[int, str] = {}
        self.offers: list[Offer] = []
        self.offers_made = 0
        self.finished: set[int] = set()

    def actors(self) -> set[int]:
        if not self.in_round:
            return set()
        return set(range(self.places)) if self.turned else {self.dealer}

    def allowed(self, seat: int, text: str) -> bool:
        if not self.in_round:
            return False
        if not self.turned:
            return seat == self.dealer and text == "turn"  # D2
        if seat == CLOCK:
            return text == "time" and self.seconds > 0  # D8
        return seat in self.actors() and self.may(seat, text)

    def may(self, seat: int, text: str) -> bool:
        match text.split(" "):
            case ["seek" | "give", companies]:
                return names_companies(companies)
            case ["seek", sought, "give", given]:
                return names_companies(sought) and names_companies(given)
            case ["offer", give, "for", want]:
                return self.may_offer(seat, give, want)
            case ["offer", give, "for", want, "to", to]:
                return self.may_offer(seat, give, want) and to in self.others(seat)
            case ["withdraw"]:
                return any(offer.maker == seat for offer in self.offers)
            case ["take", number]:
                return self.may_take(seat, number)
            case ["centre", lay, "for", take]:
                return lay in self.held[seat] and take == self.centre  # D4
            case ["stop"]:
                return True  # D5: at any time
            case ["done"]:
                return seat not in self.finished
            case ["undone"]:
                return seat in self.finished
        return False

    def others(self, seat: int) -> list[str]:
        return [str(other) for other in range(self.places) if other != seat]

    def may_offer(self, seat: int, give: str, want: str) -> bool:
        if not names_shares(give) or not (want == "nothing" or names_shares(want)):
            return False
        given, wanted = shares(give), shares(want)
        apart = not set(given) & set(wanted)
        return apart and contains(self.held[seat], given) and contains(DECK, wanted)

    def may_take(self, seat: int, number: str) -> bool:
        return any(
            str(offer.number) == number
            and offer.maker != seat
            and offer.to in (None, seat)
            and contains(self.held[seat], offer.want)
            for offer in self.offers
        )

    def do(self, seat: int, text: str) -> None:
        if not self.allowed(seat, text):
            raise ValueError(f"seat {seat} may not {text!r}")
        match text.split(" "):
            case ["turn"]:
                self.turned = True
            case ["seek" | "give", *_]:
                self.announced[seat] = text
            case ["offer", give, "for", want, *to]:
                self.offer(seat, give, want, int(to[1]) if to else None)
            case ["withdraw"]:
                self.withdraw(seat)
            case ["take", number]:
                self.take(seat, int(number))
            case ["centre", lay, "for", _]:
                self.swap_centre(seat, lay)
            case ["stop"]:
                self.stop(seat)
            case ["done"]:
                self.agree(seat)
            case ["undone"]:
                self.finished.remove(seat)
            case ["time"]:
                self.close_round(self.points())  # D8

    def offer(self, seat: int, give: str, want: str, to: int | None) -> None:
        self.withdraw(seat)  # each seat has at most one standing offer
        self.offers_made += 1
        given, wanted = shares(give), shares(want)
        self.offers.append(Offer(self.offers_made, seat, given, wanted, to))

    def withdraw(self, seat: int) -> None:
        self.offers = [offer for offer in self.offers if offer.maker != seat]

    def take(self, seat: int, number: int) -> None:
        """D3."""
        [offer] = [offer for offer in self.offers if offer.number == number]
        self.withdraw(offer.maker)
        self.move(offer.give, offer.maker, seat)
        self.move(offer.want, seat, offer.maker)
        self.drop_unfillable()

    def move(self, cards: list[str], giver: int, receiver: int) -> None:
        for card in cards:
            self.held[giver].remove(card)
            self.held[receiver].append(card)

    def drop_unfillable(self) -> None:
        self.offers = [o for o in self.offers if contains(self.held[o.maker], o.give)]

    def swap_centre(self, seat: int, lay: str) -> None:
        """D4."""
        self.held[seat].remove(lay)
        self.held[seat].append(self.centre)
        self.centre = lay
        self.drop_unfillable()

    def stop(self, seat: int) -> None:
        if self.stop_is_right(seat):
            points = self.points()
            points[seat] += STOP_POINTS  # D7
        else:
            points = [0] * self.places
            points[seat] = -STOP_POINTS  # D6
        self.close_round(points)

    def stop_is_right(self, seat: int) -> bool:
        """D5."""
        hand = self.held[seat]
        return hand != [] and all(majority(card, hand.count(card)) for card in hand)

    def agree(self, seat: int) -> None:
        """D8."""
        self.finished.add(seat)
        if len(self.finished) == self.places:
            self.close_round(self.points())

    def points(self) -> list[int]:
        return [sum(self.company_points(company, hand.count(company)) for company in TOTALS) for hand in self.held]

    def company_points(self, company: str, count: int) -> int:
        """D7. Nobody can hold all of the bankrupt company: one card is the centre."""
        if company != self.centre:
            return count * self.worth(company, count)
        if self.bankrupt == "only":
            return -count
        return count * self.worth(company, count) - count

    def worth(self, company: str, count: int) -> int:
        if count == TOTALS[company]:
            return 2
        return 1 if majority(company, count) else 0
