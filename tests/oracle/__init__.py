"""Slow, list-based readings of RULES.md, written apart from the compiled rules.

Each module's `Oracle` plays one match with everything open, so that tests can
compare the two move by move. Here stands only what all four games share.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping

Options = Mapping[str, str | int | bool]


class Match(ABC):
    def __init__(self, places: int) -> None:
        self.places = places
        self.scores = [0] * places
        self.round_scores = [0] * places
        self.rounds_played = 0
        self.in_round = False
        self.held: list[list[str]] = [[] for _ in range(places)]

    @property
    @abstractmethod
    def over(self) -> bool: ...

    @abstractmethod
    def actors(self) -> set[int]: ...

    @abstractmethod
    def deal(self, deck: list[str]) -> None: ...

    @abstractmethod
    def do(self, seat: int, text: str) -> None: ...

    @property
    def deal_due(self) -> bool:
        return not self.in_round and not self.over

    @property
    def winners(self) -> set[int]:
        """A tie for the match is a shared victory. Nobody has won before the end."""
        best = max(self.scores)
        return {p for p in range(self.places) if self.over and self.scores[p] == best}

    @property
    def hands(self) -> list[list[str]]:
        return [sorted(hand) for hand in self.held]

    def left_of(self, place: int, steps: int = 1) -> int:
        return (place + steps) % self.places

    def open_round(self, deck: list[str], full_deck: list[str]) -> None:
        if not self.deal_due:
            raise ValueError("no deal is due")
        if sorted(deck) != sorted(full_deck):
            raise ValueError(f"not the {len(full_deck)} cards of this game: {deck}")
        self.in_round = True

    def close_round(self, points: list[int]) -> None:
        self.round_scores = points
        self.scores = [old + new for old, new in zip(self.scores, points, strict=True)]
        self.rounds_played += 1
        self.in_round = False


class TurnMatch(Match):
    """A match whose legal actions can be listed."""

    @abstractmethod
    def legal(self, seat: int) -> set[str]: ...

    @abstractmethod
    def follow(self, seat: int, text: str) -> None:
        """Carry out an action that is known to be legal."""

    def do(self, seat: int, text: str) -> None:
        if text not in self.legal(seat):
            raise ValueError(f"seat {seat} may not {text!r}, only {self.legal(seat)}")
        self.follow(seat, text)
