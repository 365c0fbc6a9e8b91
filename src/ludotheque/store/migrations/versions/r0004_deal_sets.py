"""Sets of deals that several tables play: who has played them, and what bots made of them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "deal_sets",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("begins", sa.Double, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index("deal_sets_by_begin", "deal_sets", ["kind", "begins"])
    op.create_table(
        "attempts",
        sa.Column("set_id", sa.Text, primary_key=True),
        sa.Column("person_id", sa.Text, primary_key=True),
        sa.Column("turn", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_id", sa.Text, nullable=False),
    )
    op.create_index("attempts_by_table", "attempts", ["table_id"])
    op.create_table(
        "bot_results",
        sa.Column("set_id", sa.Text, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("level", sa.Text, primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
    )
