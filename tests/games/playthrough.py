"""Playthroughs that a person can check: what was dealt, what was done, what all could see change, and why it scored.

Run `python -m tests.games.playthrough` to write tests/games/golden/ anew after a change of the rules that is meant.
"""

import random
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ludotheque.games.box import box
from ludotheque.games.chance import seeded
from ludotheque.games.contract import CLOCK
from ludotheque.games.match import Act, Deal, Match
from ludotheque.games.record import deck_called
from ludotheque.games.wording import say
from tests.games.variants import GAMES, OPTIONS, Variant, called

FOLDER = Path(__file__).parent / "golden"
DETAILED = 2  # rounds in which everything that changes is shown


def chosen() -> Iterator[Variant]:
    """Every set of options and every number of seats of every game at least once."""
    for game in GAMES:
        seats = box(game).rules.SEATS
        sets = list(product(*OPTIONS[game].values()))
        for i in range(max(len(seats), len(sets))):
            values = sets[i % len(sets)]
            yield game, seats[i % len(seats)], dict(zip(OPTIONS[game], values, strict=True))


def told(match: Match, entries: list[Deal | Act]) -> Iterator[str]:
    """The match played by these entries, line by line."""
    options = ", ".join(f"{name} {value}" for name, value in match.options.items())
    yield f"{match.box.notation.TITLE}, {match.seats} seats, {options}, first {match.first}"
    for entry in entries:
        before = seen(match)
        if isinstance(entry, Deal):
            match.deal(deck_called(entry.deal.split(), match))
            yield f"\nround {match.state.rounds}: deck {entry.deal}"
            yield from (f"  {name}: {value}" for name, value in leaves(msgspec.to_builtins(match.cards())) if value)
            continue
        match.do(entry.seat, entry.do)
        changed = [
            f"{name} = {value or 'none'}" for name, value in seen(match).items() if value != before.get(name, "")
        ]
        shown = changed and match.state.rounds <= DETAILED
        yield f"{entry.seat} {entry.do}".ljust(24) + (f" | {'; '.join(changed)}" if shown else "")
        if match.deal_due or match.over:
            yield from scored(match)
    yield f"\nthe end: {match.scores}, won by {match.winners}"


def seen(match: Match) -> dict[str, str]:
    """What a spectator sees: every fact by its name."""
    return dict(leaves(msgspec.to_builtins(match.view(-1))))


def leaves(value: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """The facts of a message, named by where they stand; what is flat is one fact."""
    parts = list(value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ())
    if name and all(is_flat(part) for _, part in parts):
        yield name, flat(value)
    else:
        for key, part in parts:
            yield from leaves(part, f"{name}.{key}" if name else str(key))


def is_flat(value: Any) -> bool:
    """Whether a part of a message can be told in a few words."""
    return not isinstance(value, dict | list) or (
        isinstance(value, dict)
        and len(value) == 2
        and not any(isinstance(part, dict | list) for part in value.values())
    )


def flat(value: Any) -> str:
    """A part of a message in a few words."""
    if isinstance(value, dict):
        return " ".join(f"{key} {flat(part)}" for key, part in value.items())
    if isinstance(value, list):
        return (", " if any(isinstance(part, dict) for part in value) else " ").join(map(flat, value))
    return "-" if value is None else str(value)


def scored(match: Match) -> Iterator[str]:
    """Why each place got its points in the round just finished."""
    for place, reasons in enumerate(match.reasons[-1]):
        parts = [f"{say('en', match.box.name, 'reason', why.kind, why.facts)} {why.points:+}" for why in reasons]
        yield f"  {place}: {match.round_scores[-1][place]:+} ({'; '.join(parts)})"


def entries_in(text: str) -> Iterator[Deal | Act]:
    """The deals and actions that a playthrough tells of."""
    for line in text.splitlines():
        if ": deck " in line:
            yield Deal(deal=line.split(": deck ")[1])
        elif line[:2] == "-1" or line[:1].isdigit():
            seat, action = line.split(" | ")[0].split(maxsplit=1)
            yield Act(seat=int(seat), do=action.strip())


def played(variant: Variant) -> list[Deal | Act]:
    """A match of bots who follow their rules of thumb most of the time; the clock may end a round."""
    game, seats, options = variant
    chance = random.Random(called(variant))
    rng = seeded(chance.randrange(1000))
    bot = box(game).bot
    habits = bot.Habits()
    match = Match(game, seats, seed=chance.randrange(1000), first=seats - 1, **options)
    while not match.over:
        seat = chance.choice(match.actors)
        actions = match.box.legal(match.state, seat)
        if options.get("seconds") and match.allowed(CLOCK, "time") and chance.random() < 0.01:
            match.do(CLOCK, "time")
        elif chance.random() < 0.8:
            view = match.box.view(match.state, seat)
            action = bot.policy(view, seat, np.array(actions), len(actions), habits, rng)
            match.do(seat, match.box.notation.text(int(action)))
        else:
            match.do(seat, chance.choice([text for text in match.legal(seat) if text != "stop"]))
    return match.log


def written(variant: Variant, entries: list[Deal | Act]) -> str:
    """A playthrough as its file has it."""
    game, seats, options = variant
    match = Match(game, seats, first=seats - 1, dealt=False, **options)
    return "\n".join(line.rstrip() for line in told(match, entries)) + "\n"


if __name__ == "__main__":
    for variant in chosen():
        (FOLDER / f"{called(variant)}.txt").write_text(written(variant, played(variant)), "utf-8")
