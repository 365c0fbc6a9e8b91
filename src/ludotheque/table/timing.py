"""When time will bring something to a table: seats run out of it, a market ends, the next round is dealt."""

from typing import NamedTuple

from ludotheque.table.setup import ALLOWANCE, PAUSE
from ludotheque.table.state import Table

REVEAL = 5.0  # seconds for players' programs to reveal their salts
LIMIT = "seconds"  # the option that limits how long a market lasts


class Deadlines(NamedTuple):
    """When seats, the market, and the pause before a deal run out of time."""

    seats: dict[int, float]
    market: float | None
    deal: float | None


NEVER = Deadlines({}, None, None)


def deadlines(table: Table, all_ready: bool) -> Deadlines:
    """When time will bring something, if nothing else happens before."""
    if table.facts.starting_at is not None:
        return Deadlines({}, None, table.facts.starting_at + REVEAL)
    play, allowance = table.play, ALLOWANCE[table.facts.setup.clock]
    if play is None or (allowance is None and not play.box.market and not play.deal_due):
        return NEVER
    return Deadlines(out_of_time(table, allowance), market_over(table), dealt(table, all_ready))


def out_of_time(table: Table, allowance: float | None) -> dict[int, float]:
    """When bots sit in for those who take too long."""
    places = table.facts.places
    if allowance is None or (table.facts.setup.box.market and len(table.actors) > 1):
        return {}
    waited_for = [seat for seat in table.actors if places[seat].person and not places[seat].away]
    return {seat: places[seat].asked_at + allowance for seat in waited_for}


def market_over(table: Table) -> float | None:
    """When a market ends by the clock."""
    play = table.play
    if play is None or not play.box.market or len(table.actors) < 2 or not play.options.get(LIMIT):
        return None
    return table.facts.market_at + float(play.options[LIMIT])


def dealt(table: Table, all_ready: bool) -> float | None:
    """When the next round is dealt: at once when all are ready, else after a pause."""
    facts = table.facts
    if facts.stage != "playing" or table.play is None or not table.play.deal_due:
        return None
    return facts.round_over_at + (0.0 if all_ready else PAUSE[facts.setup.clock])
