"""What all tables of the product have in common."""

from typing import Any

import django_tables2 as tables
from django.http import HttpRequest
from django_tables2 import RequestConfig


class PageTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """A table on a page: empty cells are empty, headings sort, rows become small sheets on a phone."""

    def __init__(self, *args: Any, default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, default=default, **kwargs)


class Pages(RequestConfig):  # type: ignore[misc]
    """Sorts a table as the address asks and shows the page it asks for. How many rows a page has is not the address's to say:
    a round of thousands in one answer would keep everybody else waiting."""

    def __init__(self, request: HttpRequest, rows: int) -> None:
        super().__init__(request, paginate={"per_page": rows})
        self.rows = rows

    def configure(self, table: tables.Table) -> tables.Table:
        """The table, sorted and cut into pages."""
        super().configure(table)
        if table.paginator.per_page != self.rows:
            table.paginate(page=1, per_page=self.rows)
        return table
