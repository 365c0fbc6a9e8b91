"""A flag for every setting, so that the command line, its help and the settings never disagree."""

import inspect
from collections.abc import Callable
from typing import Any

import typer

from ludotheque.server.settings import Described, described

Command = Callable[..., None]


def with_flags(command: Command) -> Command:
    """The command, which then takes every setting by its name; None for those not given."""
    own = list(inspect.signature(command).parameters.values())[:-1]  # the last one takes them all
    flags = [flag(setting) for setting in described().values()]
    command.__signature__ = inspect.Signature([*own, *flags])  # type: ignore[attr-defined]  # functions have one once it is set
    command.__annotations__ = {one.name: one.annotation for one in (*own, *flags)}
    return command


def flag(setting: Described) -> inspect.Parameter:
    """One setting as Typer wants it."""
    usual: Any = setting.default
    kind: Any = list[str] if isinstance(usual, tuple) else type(usual)
    names = f"{setting.flag}/--no-{setting.flag[2:]}" if kind is bool else setting.flag
    shown = ("yes" if usual else "no") if kind is bool else usual
    help_ = setting.meaning if shown in ("", ()) else f"{setting.meaning} [{shown}]"
    option = typer.Option(None, names, help=help_, show_default=False, metavar=None if kind is bool else kind_of(usual))
    return inspect.Parameter(setting.name, inspect.Parameter.KEYWORD_ONLY, default=option, annotation=kind | None)


def kind_of(usual: object) -> str:
    """The placeholder of a flag's value in the help text."""
    return "NUMBER" if isinstance(usual, int | float) else "TEXT"
