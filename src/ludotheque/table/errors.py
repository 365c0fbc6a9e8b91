"""Why a table refuses something, as data to be worded in any language."""

import functools
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ludotheque.games.errors import IllegalMoveError, LudothequeError, NotationError
from ludotheque.games.wording import say


class RefusedError(LudothequeError):
    """A refusal of a request to a table; `code` and `facts` say why."""

    def __init__(self, code: str, **facts: Any) -> None:
        self.code = code
        self.facts = facts
        super().__init__(worded("en", code, facts))


Refusal = RefusedError | IllegalMoveError | NotationError
REFUSALS = (RefusedError, IllegalMoveError, NotationError)


@functools.cache
def words(language: str) -> dict[str, str]:
    """The tables' texts in one language."""
    text = (Path(__file__).parent / "words" / f"{language}.toml").read_text("utf-8")
    found: dict[str, str] = tomllib.loads(text)["refusal"]
    return found


def worded(language: str, code: str, facts: Mapping[str, Any]) -> str:
    """A refusal in a sentence."""
    return words(language)[code].format(**facts)


def said(language: str, game: str, problem: Refusal) -> str:
    """Why a table, or the rules of its game, refused something."""
    if isinstance(problem, RefusedError):
        return worded(language, problem.code, problem.facts)
    table = "refusal" if isinstance(problem, IllegalMoveError) else "notation"
    return say(language, game, table, problem.code, problem.facts)
