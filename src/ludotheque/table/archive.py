"""Matches of a table, read from its log: as records that anyone can keep, play again and check."""

from ludotheque.games.fair import Fair, commitment
from ludotheque.games.match import Act, Deal, forget_last
from ludotheque.games.record import Header, header_of, record_text
from ludotheque.table import events as e
from ludotheque.table.errors import RefusedError
from ludotheque.table.state import Table

Timed = tuple[float, e.AnyEvent]


def record(name: str, log: list[Timed], match: int) -> str:
    """The record of a finished match; matches at a table count from 1."""
    table: Table | None = None
    header: Header | None = None
    lines: list[Deal | Act] = []
    begun = 0.0
    for at, event in log:
        if table is None:
            assert isinstance(event, e.Made)
            table = Table.begin(name, event, at)
            continue
        table.apply(event, at)
        if table.facts.match != match:
            continue
        if isinstance(event, e.Started):
            header, begun = header_at_start(table), at
        note(lines, event, round(at - begun, 3))
        if table.facts.stage == "over":
            assert header is not None
            return record_text(header, lines)
    if table is None or not 1 <= match <= table.facts.match:
        raise RefusedError("no_such_match")
    raise RefusedError("not_over")


def header_at_start(table: Table) -> Header:
    """What the match is, with what its decks are shuffled from."""
    assert table.play is not None
    if table.facts.setup.lesson:
        return header_of(table.play, table.names(), lesson=True)
    secret = table.facts.secret
    commitments = [place.commitment for place in table.facts.places]
    fair = Fair(
        commitment(bytes.fromhex(secret)),
        secret,
        salts=[place.salt for place in table.facts.places],
        salt_commitments=commitments if any(commitments) else [],
        first_chosen=table.facts.setup.first is not None,
    )
    return header_of(table.play, table.names(), fair)


def note(lines: list[Deal | Act], event: e.AnyEvent, at: float) -> None:
    """Adds a deal or an action; a choice that was changed takes the place of the one before."""
    if isinstance(event, e.Dealt):
        lines.append(Deal(deal=event.deck))
    elif isinstance(event, e.Did):
        if event.again:
            forget_last(lines, event.seat)
        lines.append(Act(seat=event.seat, do=event.do, at=at))
