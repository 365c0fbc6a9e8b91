"""How the schema came to be, revision by revision, run by Alembic."""
