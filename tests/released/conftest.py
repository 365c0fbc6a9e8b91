from tests.store.databases import postgresql, postgresql_database

__all__ = ["postgresql", "postgresql_database"]
