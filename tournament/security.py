"""Headers that hold for every page: nothing from elsewhere, nothing inline."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

#: `data:` for pictures only: QR codes and icons inside style sheets.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


class ContentSecurityPolicyMiddleware:
    """Sets the Content-Security-Policy of every answer; a view may not loosen it."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Content-Security-Policy"] = POLICY
        return response
