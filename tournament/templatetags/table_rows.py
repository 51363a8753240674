"""The cells of a table's row, written in one go: a page of fifty rows is made anew for every desk whenever a result comes in."""

from django import template
from django.utils.formats import localize
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django_tables2.columns import BoundColumn
from django_tables2.rows import BoundRow

register = template.Library()


@register.simple_tag
def row_cells(row: BoundRow) -> SafeString:
    """All cells of a row. What they say of their column is the same in every row and written once a table."""
    heads: dict[str, SafeString] = row._table.__dict__.setdefault("heads_of_cells", {})
    return format_html_join(
        "", "<td{}>{}</td>", ((_head(heads, column), localize(cell)) for column, cell in row.items())
    )


def _head(heads: dict[str, SafeString], column: BoundColumn) -> SafeString:
    if column.name not in heads:
        attributes = column.attrs.get("td", {})
        heads[column.name] = format_html(' data-label="{}" {}', column.header, attributes.as_html())
    return heads[column.name]
