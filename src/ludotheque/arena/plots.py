"""Plots, for which matplotlib must be installed."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludotheque.arena.keeping import check_writable
from ludotheque.arena.report import TournamentReport, fair
from ludotheque.arena.standings import EntrantResult
from ludotheque.arena.statistics import Estimate
from ludotheque.arena.workers import MissingError
from ludotheque.games.box import box
from ludotheque.games.errors import LudothequeError

GREEN, GOLD, GREY = "#1b7f5c", "#b8860b", "#555555"
KINDS = (".png", ".svg", ".pdf")


class PlotError(LudothequeError):
    """A plot that cannot be drawn into that file."""


def pyplot() -> Any:
    """Matplotlib's pyplot, drawing into files only."""
    try:
        import matplotlib as mpl
    except ImportError:
        raise MissingError('--plot needs matplotlib: pip install "ludotheque[plot]"') from None
    mpl.use("agg")
    from matplotlib import pyplot as plt

    return plt


def check_plot(path: Path) -> None:
    """Raises if no plot can be drawn into that file."""
    pyplot()
    if path.suffix not in KINDS:
        raise PlotError(f"a plot's name ends in {', '.join(KINDS)}, unlike {path}")
    check_writable(path)


def draw(report: TournamentReport, path: Path) -> None:
    """Each entrant's lead and wins with their intervals, the best on top."""
    plt = pyplot()
    rows = sorted(report.standings, key=lambda one: one.ahead.mean)
    figure, (left, right) = plt.subplots(
        1, 2, figsize=(9, 0.45 * len(rows) + 1.6), layout="constrained", sharey=True, width_ratios=(3, 2)
    )
    bars(left, rows, [one.ahead for one in rows], GREEN)
    left.axvline(0, color=GREY, linewidth=0.8)
    left.set_xlabel("points a round ahead of the others, with 95 % intervals")
    bars(right, rows, [one.wins for one in rows], GOLD)
    right.axvline(fair(report.plan), color=GREY, linewidth=0.8, linestyle="--")
    right.set_xlim(left=0)
    right.set_xlabel("share of wins; dashed: if all were equal")
    plan = report.plan
    figure.suptitle(f"{box(plan.game).notation.TITLE}, {plan.seats} seats, {report.rounds} rounds", fontsize=10)
    save(figure, path)


def bars(axes: Any, rows: Sequence[EntrantResult], values: Sequence[Estimate], colour: str) -> None:
    """A bar for each entrant."""
    axes.barh(
        [one.name for one in rows],
        [value.mean for value in values],
        xerr=[value.margin or 0.0 for value in values],
        color=colour,
        error_kw={"ecolor": GREY, "capsize": 3},
    )
    axes.spines[["top", "right"]].set_visible(False)


def draw_strength(curves: Mapping[str, Sequence[EntrantResult]], path: Path) -> None:
    """Strength over thinking time, a panel for each game."""
    if not curves:
        raise PlotError("no strength over thinking time has been measured yet, so there is nothing to draw")
    columns, rows = min(2, len(curves)), (len(curves) + 1) // 2
    figure, panels = pyplot().subplots(
        rows, columns, figsize=(4.5 * columns, 3 * rows + 0.5), layout="constrained", squeeze=False
    )
    for axes, (game, points) in zip(panels.flat, curves.items(), strict=False):
        thought = [one for one in points if one.thinking.median_ms is not None]
        axes.errorbar(
            [one.thinking.median_ms for one in thought],
            [one.ahead.mean for one in thought],
            yerr=[one.ahead.margin or 0.0 for one in thought],
            color=GREEN,
            marker="o",
            ecolor=GREY,
            capsize=3,
        )
        for one in thought:
            label = one.name.rpartition("=")[2]
            axes.annotate(
                label, (one.thinking.median_ms, one.ahead.mean), xytext=(4, -11), textcoords="offset points", fontsize=7
            )
        axes.axhline(0, color=GREY, linewidth=0.8, linestyle="--")
        axes.set_xscale("log")
        axes.set_title(box(game).notation.TITLE, fontsize=10)
        axes.spines[["top", "right"]].set_visible(False)
    for axes in panels.flat[len(curves) :]:
        axes.set_visible(False)
    figure.supxlabel("median thinking time in ms, and simulations", fontsize=9)
    figure.supylabel("points a round ahead of regulars", fontsize=9)
    save(figure, path)


def save(figure: Any, path: Path) -> None:
    """Writes a figure and lets it go."""
    figure.savefig(path, dpi=130)
    pyplot().close(figure)
