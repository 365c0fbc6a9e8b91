"""Brings a database to the newest schema, whatever version of the program made it."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from ludotheque.store.contract import NewerDatabaseError

MIGRATIONS = Path(__file__).parent / "migrations"


def config() -> Config:
    """Alembic's settings; there is no alembic.ini."""
    settings = Config()
    settings.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    settings.set_main_option("path_separator", "os")
    return settings


def upgrade(connection: Connection) -> None:
    """Runs the migrations that are missing, within the transaction that the connection is in."""
    settings = config()
    scripts = ScriptDirectory.from_config(settings)
    current = MigrationContext.configure(connection).get_current_revision()
    if current == scripts.get_current_head():
        return
    if current is not None and current not in {script.revision for script in scripts.walk_revisions()}:
        raise NewerDatabaseError(
            f"the database was made by a newer version of Ludotheque (revision {current}): update the program"
        )
    settings.attributes["connection"] = connection
    command.upgrade(settings, "head")
