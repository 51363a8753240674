"""Counting queries as the rule says: batches of one bulk insert count once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext


def counted(captured: CaptureQueriesContext) -> list[str]:
    """The queries that count: directly repeated inserts into one table are one, and so are batches of one update."""
    kept: list[str] = []
    for query in captured.captured_queries:
        sql = query["sql"]
        head = (
            sql.split("(")[0]
            if sql.startswith("INSERT")
            else sql.split(" IN (")[0]
            if sql.startswith("UPDATE")
            else None
        )
        if head and kept and kept[-1].startswith(head):
            continue
        kept.append(sql)
    return kept


@contextmanager
def queries(expected: int) -> Iterator[None]:
    """Assert the number of queries in this block."""
    with CaptureQueriesContext(connection) as captured:
        yield
    kept = counted(captured)
    assert len(kept) == expected, "\n".join([f"{len(kept)} queries instead of {expected}:", *kept])
