"""Playing, whatever the game: what stands below the board, and what keys and taps do."""

from abc import ABC, abstractmethod
from typing import Any, Protocol

from rich.text import Text

from ludotheque.terminal.app.faces import Face
from ludotheque.terminal.screen import Screen
from ludotheque.terminal.sight import Sight


class Host(Protocol):
    """The screen on which one plays."""

    sight: Sight
    voice: Screen

    def do(self, action: str) -> None:
        """Acts, in the notation."""

    def command(self, kind: str, **facts: object) -> None:
        """Asks the table for something else."""

    def complain(self, markup: str) -> None:
        """Says what is wrong, until something else happens."""


class Playing(ABC):
    """How one plays."""

    def __init__(self, host: Host, face: Face) -> None:
        self.host = host
        self.face = face

    @property
    def sight(self) -> Sight:
        """The viewer's copy of the table."""
        return self.host.sight

    def text(self, key: str, **facts: object) -> str:
        """A text of the screen around a game, as markup."""
        return self.host.voice.text("app", key, **facts)

    def names(self, places: list[int]) -> str:
        """Names at some places."""
        return ", ".join(self.face.table.who(place) for place in places)

    @abstractmethod
    def see(self, view: Any) -> None:
        """Something has changed."""

    @abstractmethod
    def prompt(self, view: Any) -> Text:
        """The question of the moment, and its reason."""

    @abstractmethod
    def lines(self, view: Any, width: int, height: int) -> list[Text]:
        """The lines below the board."""

    @abstractmethod
    def key(self, key: str, letter: str) -> bool:
        """A key was pressed; whether it means anything here."""

    @abstractmethod
    def pick(self, what: str) -> None:
        """Something was tapped."""

    @abstractmethod
    def keys(self) -> list[tuple[str, str]]:
        """The keys that matter now, and what they are for."""
