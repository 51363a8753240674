"""Triggers that forbid changing or deleting journal and cash book, on SQLite and PostgreSQL."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor

#: Tables whose rows may only be added.
TABLES = ("tournament_journalentry", "tournament_cashentry")
MESSAGE = "append-only: rows may be added, never changed or deleted"


def create_triggers(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Install the triggers; does nothing where they stand already."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE OR REPLACE FUNCTION tournament_append_only() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
    for table in TABLES:
        for event in ("UPDATE", "DELETE"):
            name = f"{table}_no_{event.lower()}"
            if schema_editor.connection.vendor == "postgresql":
                schema_editor.execute(
                    f"CREATE OR REPLACE TRIGGER {name} BEFORE {event} ON {table} "
                    "FOR EACH ROW EXECUTE FUNCTION tournament_append_only()"
                )
            else:
                schema_editor.execute(
                    f"CREATE TRIGGER IF NOT EXISTS {name} BEFORE {event} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
                )


def drop_triggers(schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Remove the triggers (undoing the migration; emptying a test database)."""
    for table in TABLES:
        for event in ("update", "delete"):
            on_table = f" ON {table}" if schema_editor.connection.vendor == "postgresql" else ""
            schema_editor.execute(f"DROP TRIGGER IF EXISTS {table}_no_{event}{on_table}")
