"""Errors in what people and programs ask for. Each says what was wrong and what would be right."""

from typing import Any


class LudothequeError(ValueError):
    """Any request that could not be fulfilled."""


class UnknownGameError(LudothequeError):
    """There is no such box on the shelf."""


class SeatsError(LudothequeError):
    """A number of players that this game cannot have, or a seat that is not there."""


class OptionError(LudothequeError):
    """An option, or its value, that the game does not have."""


class MoveError(LudothequeError):
    """An action that cannot be done; `code` and `facts` say why, to be worded in any language."""

    def __init__(self, message: str, code: str, facts: dict[str, Any]) -> None:
        super().__init__(message)
        self.code = code
        self.facts = facts


class NotationError(MoveError):
    """A text that is not an action or a card."""


class IllegalMoveError(MoveError):
    """A well-formed action that is not allowed now."""


class DeckError(LudothequeError):
    """A deck that is not the game's, or a deal that is not due."""


class RecordError(LudothequeError):
    """A match record that is broken or against the rules, with the line where it goes wrong."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(f"line {line}: {problem}")
        self.line = line


class BrokenStateError(LudothequeError):
    """Bytes that are not a state of this game."""
