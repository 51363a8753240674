"""Counting queries as the rule says: batches of one bulk insert count once."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext


@contextmanager
def queries(expected: int) -> Iterator[None]:
    """Assert the number of queries in this block; directly repeated inserts into one table are one."""
    with CaptureQueriesContext(connection) as captured:
        yield
    counted: list[str] = []
    for query in captured.captured_queries:
        sql = query["sql"]
        if sql.startswith("INSERT") and counted and counted[-1].split("(")[0] == sql.split("(")[0]:
            continue
        counted.append(sql)
    assert len(counted) == expected, "\n".join([f"{len(counted)} queries instead of {expected}:", *counted])
