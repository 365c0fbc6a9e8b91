"""Brings a database to the newest schema, whatever version of the program made it.

Alembic does it, and is loaded only when there is something to do: most starts find the newest schema.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from ludotheque.store.contract import NewerDatabaseError

if TYPE_CHECKING:
    from alembic.config import Config
    from sqlalchemy import Connection

MIGRATIONS = Path(__file__).parent / "migrations"
CURRENT = "SELECT version_num FROM alembic_version"


def newest() -> str:
    """The last revision: they are numbered, and so are their files, as in r0001_tables.py."""
    return max(path.name[1:5] for path in MIGRATIONS.glob("versions/r*.py"))


def config() -> "Config":
    """Alembic's settings; there is no alembic.ini."""
    from alembic.config import Config

    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def upgrade(connection: "Connection") -> None:
    """Runs the migrations that are missing, within the transaction that the connection is in."""
    from alembic import command
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    settings = config()
    revisions = {script.revision for script in ScriptDirectory.from_config(settings).walk_revisions()}
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in revisions:
        raise NewerDatabaseError(
            f"the database was made by a newer version of Ludotheque (revision {current}): update the program"
        )
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
