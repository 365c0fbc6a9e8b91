from tests.store.databases import database, postgresql, postgresql_database, sqlite_database

__all__ = ["database", "postgresql", "postgresql_database", "sqlite_database"]
