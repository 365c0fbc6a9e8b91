"""Matches of a table, read from its log: as records that anyone can keep, play again and check."""

from collections.abc import Iterator

from ludotheque.games.fair import Fair, commitment
from ludotheque.games.match import Act, Deal, forget_last
from ludotheque.games.record import RecordHeader, header_of, record_text
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.state import Table, Timed


def finished(name: str, log: list[Timed], match: int) -> Iterator[tuple[Table, float, e.AnyEvent]]:
    """A finished match from its start to its end: each event, and the table after it. Matches count from 1."""
    (at, made), *rest = log
    assert isinstance(made, e.Made)
    table = Table.begin(name, made, at)
    for at, event in table.walk(rest):
        if table.facts.match == match and table.play is not None:
            yield table, at, event
            if table.facts.stage == "over":
                return
    raise RefusedError("not_over" if match == table.facts.match else "no_such_match")


def record(name: str, log: list[Timed], match: int) -> str:
    """The record of a finished match."""
    header: RecordHeader | None = None
    events: list[Timed] = []
    for table, at, event in finished(name, log, match):
        header = header or header_at_start(table)
        events.append((at, event))
    assert header is not None
    return record_text(header, deeds(events))


def header_at_start(table: Table) -> RecordHeader:
    """The head of the match's record, with the seed of its decks."""
    assert table.play is not None
    if table.facts.setup.lesson:
        return header_of(table.play, table.names(), lesson=True)
    if table.prepared:
        return header_of(table.play, table.names(), played_on=True)
    secret = table.facts.secret
    commitments = [place.commitment for place in table.facts.places]
    fair = Fair(
        commitment(bytes.fromhex(secret)),
        secret,
        salts=table.salts,
        salt_commitments=commitments if any(commitments) else [],
        first_chosen=table.facts.setup.first is not None,
    )
    return header_of(table.play, table.names(), fair)


def deeds(log: list[Timed]) -> list[Deal | Act]:
    """The deals and actions of the last match in a log; a choice that was changed takes the place of the one before."""
    lines: list[Deal | Act] = []
    begun = 0.0
    for at, event in log:
        if isinstance(event, e.Started):
            lines, begun = [], at
        elif isinstance(event, e.Dealt):
            lines.append(Deal(deal=event.deck))
        elif isinstance(event, e.Did):
            if event.again:
                forget_last(lines, event.seat)
            lines.append(Act(seat=event.seat, do=event.do, at=round(at - begun, 3)))
    return lines
