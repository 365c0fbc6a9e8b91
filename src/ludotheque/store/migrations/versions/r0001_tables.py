"""The first schema: people, tables, sittings, events, snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("proof", sa.LargeBinary, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("language", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("people_by_seen", "people", ["seen"])
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("stage", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("touched", sa.Double, nullable=False),
        sa.Column("about", sa.LargeBinary, nullable=False),
    )
    op.create_index("tables_by_listing", "tables", ["listed", "stage", "made"])
    op.create_index("tables_by_stage", "tables", ["stage", "touched"])
    op.create_table(
        "sittings",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("place", sa.Integer, nullable=False),
    )
    op.create_index("sittings_by_person", "sittings", ["person_id"])
    op.create_table(
        "events",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.Text, primary_key=True),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
