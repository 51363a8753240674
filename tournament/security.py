"""What holds for every answer and every request: nothing from elsewhere, nothing inline, nothing too large."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string

from tournament.domain.archive import MAX_BYTES as MAX_ARCHIVE

#: `data:` for pictures only: QR codes and icons inside style sheets.
POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
#: A body of this size has room for a participant list (2 MB) and everything that is typed.
MAX_BODY = 4 * 1024 * 1024
#: Around a file there are the lines of the form.
_FORM = 1024 * 1024
#: Addresses by name that take larger files.
LARGER: dict[str, int] = {"import": MAX_ARCHIVE + _FORM, "backup-upload": MAX_ARCHIVE + _FORM}
#: The largest body of all: whoever serves need not take in more.
MAX_BODY_ANYWHERE = max(MAX_BODY, *LARGER.values())


class ContentSecurityPolicyMiddleware:
    """Sets the Content-Security-Policy of every answer; a view may not loosen it. Over https cookies stay with https."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response["Content-Security-Policy"] = POLICY
        if request.is_secure():
            for cookie in response.cookies.values():
                cookie["secure"] = True
        return response


class BodySizeMiddleware:
    """Refuses bodies that are too large before anybody reads them; it stands before whatever looks for a form's token."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, _kwargs: Any) -> HttpResponse | None:
        """413 with the limit in words, or None to go on."""
        name = request.resolver_match.url_name if request.resolver_match else None
        limit = LARGER.get(name or "", MAX_BODY)
        if _length(request) <= limit:
            return None
        return HttpResponse(render_to_string("errors/too_large.html", {"megabytes": limit // 1024 // 1024}), status=413)


class AddressMiddleware:
    """An address with a null byte is that of no page. PostgreSQL would not even be asked for such a name, and fail."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, _request: HttpRequest, _view: object, _args: object, kwargs: Any) -> None:
        """Before whatever looks something up by the address: access rules, links, versions of live pages."""
        if any("\x00" in value for value in kwargs.values() if isinstance(value, str)):
            raise Http404


def _length(request: HttpRequest) -> int:
    text = str(request.META.get("CONTENT_LENGTH") or "0")
    return int(text) if text.isascii() and text.isdigit() else 0
