"""The tables of the database: one schema for SQLite and PostgreSQL. Its migrations are tested against it.

`servers`, `leases` and `cluster` are used by PostgreSQL only.

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

deal_sets = Table(
    "deal_sets",
    metadata,
    Column("id", Text, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("made", Double, nullable=False),
    Column("begins", Double, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Index("deal_sets_by_begin", "kind", "begins"),
)

attempts = Table(
    "attempts",
    metadata,
    Column("set_id", Text, primary_key=True),
    Column("person_id", Text, primary_key=True),
    Column("turn", Integer, primary_key=True, autoincrement=False),  # one each, whoever asks at the same time
    Column("table_id", Text, nullable=False),
    Index("attempts_by_table", "table_id"),
)

bot_results = Table(
    "bot_results",
    metadata,
    Column("set_id", Text, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("level", Text, primary_key=True),
    Column("points", Integer, nullable=False),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("n", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

servers = Table(
    "servers",
    metadata,
    Column("id", Text, primary_key=True),
    Column("address", Text, nullable=False),  # at which it hears other servers
    Column("expires", Double, nullable=False),  # by the database's clock; then its tables are free to be taken
)

leases = Table(
    "leases",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("server", Text, nullable=False),  # empty: nobody has the table
    Column("epoch", Integer, nullable=False),  # grows with every taking
    Index("leases_by_server", "server"),
)

cluster = Table(
    "cluster",
    metadata,
    Column("name", Text, primary_key=True),  # "secret": what servers show each other
    Column("value", Text, nullable=False),
)


analyses = Table(
    "analyses",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("match", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
)
