"""A record as a table would have told it, so that the screens of live tables can show it."""

import msgspec

from ludotheque.games.match import Deal
from ludotheque.games.record import header_in, read_record
from ludotheque.table import events as e
from ludotheque.table.setup import Setup
from ludotheque.table.state import Table, Timed
from ludotheque.table.streams import retold
from ludotheque.terminal.sight import Message

NO_SECRET = "00" * 32


def past(text: str, viewer: int, open_cards: bool) -> list[Message]:
    """A scene, then an event for each line of the record; watchers may see all cards."""
    match, header = read_record(text), header_in(text.partition("\n")[0])
    setup = Setup(header.game, header.seats, options=header.options, memory=True)
    table = Table.begin("record", e.Made(setup=setup, secret=NO_SECRET), 0.0)
    for seat, name in enumerate(header.names):
        table.apply(e.Sat(seat=seat, person=f"player {seat}", name=name), 0.0)
    table.apply(e.Started(rules=header.rules, first=header.first), 0.0)
    log: list[Timed] = [
        (0.0, e.Dealt(deck=one.deal)) if isinstance(one, Deal) else (one.at or 0.0, e.Did(seat=one.seat, do=one.do))
        for one in match.log
    ]
    messages = retold(table, viewer, table.walk(log), open_cards)
    return [msgspec.json.decode(message) for message in messages]
