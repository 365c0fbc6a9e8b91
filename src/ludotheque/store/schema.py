"""The tables of the database: one schema for SQLite and PostgreSQL. Its migrations are tested against it.

No foreign keys: an event is written without a look elsewhere, and a table is forgotten with all that belongs to it.
"""

from sqlalchemy import Boolean, Column, Double, Index, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

people = Table(
    "people",
    metadata,
    Column("id", Text, primary_key=True),
    Column("proof", LargeBinary, nullable=False),
    Column("name", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("seen", Double, nullable=False),
    Index("people_by_seen", "seen"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("stage", Text, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("made", Double, nullable=False),
    Column("touched", Double, nullable=False),
    Column("about", LargeBinary, nullable=False),
    Index("tables_by_listing", "listed", "stage", "made"),
    Index("tables_by_stage", "stage", "touched"),
)

sittings = Table(
    "sittings",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("person_id", Text, primary_key=True),
    Column("place", Integer, nullable=False),  # among the people of a summary
    Index("sittings_by_person", "person_id"),
)

events = Table(
    "events",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # a table's events lie side by side
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
