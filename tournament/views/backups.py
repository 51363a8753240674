"""After a change: a backup in the background, if the last one is ten minutes old."""

import time
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from tournament.services.backups import backup_if_due

READING = frozenset({"GET", "HEAD", "OPTIONS"})
#: Seconds between two looks into the folder: forty taps a second need not list it each time.
LOOKS_EVERY = 5.0


class BackupMiddleware:
    """Activity is what somebody sent and what was taken."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self._next_look = 0.0

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method not in READING and response.status_code < 400 and time.monotonic() >= self._next_look:
            self._next_look = time.monotonic() + LOOKS_EVERY
            backup_if_due()
        return response
