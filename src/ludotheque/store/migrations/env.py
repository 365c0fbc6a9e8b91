"""Executed by Alembic: migrates over the connection it is given, in the transaction that is open there."""

from alembic import context

from ludotheque.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
context.run_migrations()
