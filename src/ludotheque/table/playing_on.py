"""Playing on from a moment of a finished match: a table of its own, whose log repeats the play until then.

So the log of that table tells everything about it, as any other does; nothing of it is ever claimed to be fair.
"""

from random import Random
from typing import Annotated

import msgspec
from msgspec import Meta

from ludotheque.bots.levels import LevelName
from ludotheque.games.compiled import Ints
from ludotheque.games.match import Deal, Match
from ludotheque.games.redealt import NoDealError, played, redealt
from ludotheque.table import events as e
from ludotheque.table.archive import deeds, finished
from ludotheque.table.errors import RefusedError
from ludotheque.table.names import bot_name
from ludotheque.table.setup import Pace, Setup
from ludotheque.table.state import DEED, Timed


class PlayOn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wish to play on: from which moment and seat, by which cards, against which bots."""

    at: Annotated[int, Meta(ge=0)]  # deals and actions of the match count from 0
    seat: Annotated[int, Meta(ge=0, le=11)]
    new_deal: bool = False  # what that seat could not see is dealt anew
    level: LevelName = "regular"
    pace: Pace = "usual"


def moment_of(name: str, log: list[Timed], match: int, at: int) -> tuple[Setup, Match]:
    """How a finished match was set up, and the match as it was right after a deal or an action."""
    walk = list(finished(name, log, match))
    table, done = walk[-1][0], [(time, event) for _, time, event in walk]
    play = table.play
    assert play is not None
    moments = [i for i, (_, event) in enumerate(done) if isinstance(event, DEED)]
    if at >= len(moments):
        raise RefusedError("no_such_moment", at=at, last=len(moments) - 1)
    return table.facts.setup, played(play, table.names(), deeds(done[: moments[at] + 1]))


def seen_from(match: Match, wish: PlayOn, rng: Ints) -> Match:
    """The match to go on with, by the true cards or others."""
    if wish.seat >= match.seats:
        raise RefusedError("no_such_seat", seat=wish.seat, last=match.seats - 1)
    if match.over:
        raise RefusedError("nothing_left")
    try:
        return redealt(match, wish.seat, rng) if wish.new_deal else match
    except NoDealError:
        raise RefusedError("no_new_deal") from None


def set_up_again(setup: Setup, wish: PlayOn) -> Setup:
    """The same game, for one person and bots."""
    return msgspec.structs.replace(setup, level=wish.level, pace=wish.pace, lesson=False, listed=False)


def goes_on(
    match: Match, source: e.PlayedOn, person: str, name: str, level: LevelName, chance: Random
) -> list[e.AnyEvent]:
    """The events of such a table after it was made: who sits there, and what was dealt and done until then.

    Bots go by the names of those whose seats they have.
    """
    events: list[e.AnyEvent] = [e.Sat(seat=source.seat, person=person, name=name, by=person)]
    for seat, called in enumerate(match.names):
        if seat != source.seat:
            events.append(
                e.Botted(seat=seat, level=level, name=bot_name(match.names, chance) if called == name else called)
            )
    events += [source, e.Started(rules=match.box.rules.VERSION, first=match.first)]
    for deed in match.log:
        events.append(
            e.Dealt(deck=deed.deal) if isinstance(deed, Deal) else e.Did(seat=deed.seat, do=deed.do, bot=True)
        )
    return events
