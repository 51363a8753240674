"""What all tables of the product have in common."""

from typing import Any

import django_tables2 as tables


class PageTable(tables.Table):  # type: ignore[misc]  # the library has no types
    """A table on a page: empty cells are empty, headings sort, rows become small sheets on a phone."""

    def __init__(self, *args: Any, default: str = "", **kwargs: Any) -> None:
        super().__init__(*args, default=default, **kwargs)
