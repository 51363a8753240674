"""The page that says who may do what; made from the access rules themselves."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from .asked import GuardedRequest
from .permission_matrix import Column, column_title, matrix


@require_GET
def show(request: GuardedRequest) -> HttpResponse:
    """Rows: pages; columns: who."""
    columns = [(column, column_title(column)) for column in Column]
    return render(request, "director/permissions.html", {"rows": matrix(), "columns": columns})
