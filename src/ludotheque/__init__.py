"""Ludotheque: a shelf of card games that is open day and night."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludotheque.analysis.analyst import analyse
    from ludotheque.envs.batch import batch
    from ludotheque.games.box import box, shelf
    from ludotheque.games.match import Match

__all__ = ["Match", "analyse", "batch", "box", "shelf"]
_HOMES = {
    "Match": "ludotheque.games.match",
    "analyse": "ludotheque.analysis.analyst",
    "batch": "ludotheque.envs.batch",
    "box": "ludotheque.games.box",
    "shelf": "ludotheque.games.box",
}


def __getattr__(name: str) -> Any:
    """Imports what is asked for when it is asked for, so that `import ludotheque` takes no time."""
    import importlib
    import importlib.metadata

    if name == "__version__":
        return importlib.metadata.version("ludotheque")
    if name in _HOMES:
        return getattr(importlib.import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
