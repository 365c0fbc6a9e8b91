"""Rows of a group of writes, table by table, in a form that both databases make their statements from."""

from collections.abc import Iterator, Sequence

import msgspec
from msgspec.structs import astuple

from ludotheque.store.grouping import Group


class Insert(msgspec.Struct, frozen=True):
    """A statement around the rows that it inserts; the types are PostgreSQL's."""

    head: str
    types: tuple[str, ...]
    tail: str = ""


EVENTS = Insert("INSERT INTO events (table_id, n, at, body)", ("text", "int", "float8", "bytea"))
TABLES = Insert(
    "INSERT INTO tables (id, game, stage, listed, made, touched, about)",
    ("text", "text", "text", "bool", "float8", "float8", "bytea"),
    """ON CONFLICT (id) DO UPDATE SET game = excluded.game, stage = excluded.stage, listed = excluded.listed,
    made = excluded.made, touched = excluded.touched, about = excluded.about""",
)
SITTINGS = Insert(
    "INSERT INTO sittings (table_id, person_id, place)", ("text", "text", "int"), "ON CONFLICT DO NOTHING"
)
SNAPSHOTS = Insert(
    "INSERT INTO snapshots (table_id, n, body)",
    ("text", "int", "bytea"),
    "ON CONFLICT (table_id) DO UPDATE SET n = excluded.n, body = excluded.body WHERE excluded.n > snapshots.n",
)


def inserts(group: Group) -> Iterator[tuple[Insert, Sequence[tuple[object, ...]]]]:
    """The rows for each table that gets some. All servers insert in the same order, so that none waits in a circle."""
    summaries = sorted(group.summaries.values(), key=lambda one: one.id)
    each: tuple[tuple[Insert, list[tuple[object, ...]]], ...] = (
        (EVENTS, sorted(map(astuple, group.rows))),
        (TABLES, [(t.id, t.game, t.stage, t.listed, t.made, t.touched, t.about) for t in summaries]),
        (SITTINGS, [(t.id, person, place) for t in summaries for place, person in enumerate(t.people)]),
        (SNAPSHOTS, [(one.table, one.n, one.body) for _, one in sorted(group.snapshots.items())]),
    )
    return ((insert, rows) for insert, rows in each if rows)
