"""Which of these tests belong to the database at hand: whole files are put back on SQLite, single archives on PostgreSQL."""

from django.conf import settings

ON_SQLITE = settings.DATABASES["default"]["ENGINE"].endswith("sqlite3")
collect_ignore = ["test_restoring_postgresql.py" if ON_SQLITE else "test_restoring.py"]
