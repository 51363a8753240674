"""What all tables of the product have in common."""

import django_tables2 as tables


class PageTable(tables.Table):
    """A table on a page: empty cells are empty, headings sort, rows become small sheets on a phone."""

    class Meta:
        abstract = True
        default = ""
        template_name = "components/table.html"
