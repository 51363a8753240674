"""Pages that look again every few seconds: an unchanged one costs one indexed query and an empty answer.

A part of a page that lives looks like this (the view answers with the inside of the box only):

    <div id="calls" data-live hx-get="{% url 'round-calls' slug %}" hx-trigger="every 3s">…</div>
    {% block scripts %}<script src="{% static 'tournament/js/live.js' %}" defer></script>{% endblock %}

    urlpatterns += watched(guard(Role.SCORER, [path("…", calls, name="round-calls")]), Scope.ROUND)

`live.js` sends the ETag it got last; 304 leaves the box, its focus and its selection as they are.
"""

import functools
import re
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from hashlib import sha256

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseNotModified
from django.urls import URLPattern
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags
from django.utils.translation import get_language

from tournament import clock
from tournament.models import Scope, ScopeVersion

#: So many times as long as it took to make it, a state that many see is shown though there may be a newer one: when two
#: hundred tables begin at once, the boards take a tenth of the processor, on a slow machine too.
REST = 10
#: How long it is kept at most.
KEPT_SECONDS = 60
#: Seconds after which a part that is being made is no longer waited for.
LONGEST_WAIT = 2.0
_MAKING = threading.Lock()
_AGE = re.compile(r'(?:W/)?"([0-9]{1,18})\.([0-9]{1,18})-[0-9a-f]{32}"')

View = Callable[..., HttpResponseBase]


def versioned(
    *scopes: Scope, each: timedelta | None = None, shared: bool = False, small: bool = False
) -> Callable[[View], View]:
    """For GET views: a weak ETag from the versions of these scopes; 304 by one query where the reader has that state.

    `each`: the page also shows how time goes by and is stale after so long. Works inside a guard (the tournament is
    `request.tournament`) and, for pages open to everybody, around one (it is the `slug` of the address). Not for pages
    that show messages or forms with a `request_key`: they are different each time.

    `shared`: many readers see the very same, so a state is rendered once in a process and kept for the others. Only for
    parts without a form: a token of one reader must not reach another. `small`: a few numbers, which wait for nothing.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def look(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
            if request.method not in {"GET", "HEAD"}:
                return view(request, *args, **kwargs)
            reader = None if shared else _reader(request)
            etag = _etag(request, _slug(request, kwargs), scopes, each, reader)
            if etag and _is_known(request, etag):
                return _marked(HttpResponseNotModified(), etag)
            with nullcontext(True) if small else _one_at_a_time(wait=not shared) as alone:
                if shared and etag and (kept := _kept(request, etag, older=not alone)) is not None:
                    return kept
                began = time.monotonic()
                answer = view(request, *args, **kwargs)
                if shared and etag:
                    _keep(request, answer, etag, rests_until=time.monotonic() + REST * (time.monotonic() - began))
            if etag and answer.status_code == 200:
                _marked(answer, etag)
            return answer

        look.looks_at = scopes  # type: ignore[attr-defined]  # tests ask every view for it
        return look

    return decorate


def watched(
    patterns: Iterable[URLPattern],
    *scopes: Scope,
    each: timedelta | None = None,
    shared: bool = False,
    small: bool = False,
) -> list[URLPattern]:
    """`versioned` around guarded patterns: an unchanged page costs one query even before its access rule.

    Whoever knows an ETag has been let in to see what it stands for; nobody can guess one.
    """
    decorate = versioned(*scopes, each=each, shared=shared, small=small)
    return [URLPattern(one.pattern, decorate(one.callback), one.default_args, one.name) for one in patterns]


def once(request: HttpRequest, *scopes: Scope, each: timedelta, make: Callable[[], str]) -> str:
    """A piece of a guarded page that is the same for all who have these roles: made once for each of its states. One query.

    Without forms, as with `shared`.
    """
    etag = _etag(request, _slug(request, {}), scopes, each, None)
    kept: tuple[str, str] | None = cache.get(_place(request, "piece"))
    if kept is not None and kept[0] == etag:
        return kept[1]
    made = make()
    cache.set(_place(request, "piece"), (etag, made), KEPT_SECONDS)
    return made


@contextmanager
def _one_at_a_time(*, wait: bool) -> Iterator[bool]:
    """Live parts are made one after the other: together they would be no faster, and every tap would wait for all of them.

    Whether it is this one's turn; with `wait` it is in the end, but nobody waits for one that hangs.
    """
    alone = _MAKING.acquire(timeout=LONGEST_WAIT) if wait else _MAKING.acquire(blocking=False)
    try:
        yield alone
    finally:
        if alone:
            _MAKING.release()


def _kept(request: HttpRequest, etag: str, *, older: bool) -> HttpResponseBase | None:
    """The last state that was made here, if it has this ETag, or is so fresh that it will do, or if `older` will do.

    Never one that is older than what the reader has: another process may have shown him a newer state.
    """
    kept: tuple[str, float, bytes] | None = cache.get(_place(request))
    if kept is None or (kept[0] != etag and not older and time.monotonic() >= kept[1]):
        return None
    if kept[0] != etag and not _is_old_enough_for(request, kept[0]):
        return None
    return _marked(HttpResponseNotModified() if _is_known(request, kept[0]) else HttpResponse(kept[2]), kept[0])


def _keep(request: HttpRequest, answer: HttpResponseBase, etag: str, *, rests_until: float) -> None:
    if isinstance(answer, HttpResponse) and answer.status_code == 200:
        cache.set(_place(request), (etag, rests_until, answer.content), KEPT_SECONDS)


def _place(request: HttpRequest, what: str = "page") -> str:
    """One for each address, language and set of roles: a new state takes the place of the one before, so that nothing piles up."""
    roles = sorted(getattr(request, "roles", ()))
    return f"{what}:{sha256(f'{get_language()} {roles} {request.get_full_path()}'.encode()).hexdigest()}"


def _slug(request: HttpRequest, kwargs: dict[str, object]) -> str:
    tournament = getattr(request, "tournament", None)
    return tournament.slug if tournament is not None else str(kwargs.get("slug", ""))


def _etag(request: HttpRequest, slug: str, scopes: tuple[Scope, ...], each: timedelta | None, reader: object) -> str:
    """What the answer depends on, as one number nobody can guess, behind its age; "" for a tournament there is not. One query.

    The age is open, so that of two states of a page the newer one can be told: the sum of the versions, which only grow,
    and the piece of time.
    """
    versions = sorted(
        ScopeVersion.objects.filter(tournament__slug=slug, scope__in=scopes).values_list("scope", "version")
    )
    if not versions:
        return ""
    part_of_time = int(clock.now().timestamp() // each.total_seconds()) if each else None
    depends = [
        request.get_full_path(),
        reader,
        sorted(getattr(request, "roles", ())),
        get_language(),
        bool(getattr(request, "htmx", False)),
        part_of_time,
        versions,
    ]
    secret = salted_hmac("tournament.live", repr(depends), algorithm="sha256").hexdigest()[:32]
    return f'W/"{sum(version for _scope, version in versions)}.{part_of_time or 0}-{secret}"'


def _is_old_enough_for(request: HttpRequest, kept: str) -> bool:
    """Whether the reader certainly has nothing newer than the state with this ETag."""
    present = _age(kept)
    ages = [_age(tag) for tag in parse_etags(request.headers.get("If-None-Match", ""))]
    return present is not None and all(
        known is not None and known[0] <= present[0] and known[1] <= present[1] for known in ages
    )


def _age(etag: str) -> tuple[int, int] | None:
    """How new the state with this ETag is, None for one that did not come from here. Two of the same page can be compared."""
    found = _AGE.fullmatch(etag)
    return (int(found[1]), int(found[2])) if found else None


def _reader(request: HttpRequest) -> object:
    """Who reads: the session, which stands for its account without asking for either."""
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME) or getattr(getattr(request, "user", None), "pk", None)


def _is_known(request: HttpRequest, etag: str) -> bool:
    known = parse_etags(request.headers.get("If-None-Match", ""))
    return etag.removeprefix("W/") in {tag.removeprefix("W/") for tag in known}


def _marked(answer: HttpResponseBase, etag: str) -> HttpResponseBase:
    answer["ETag"] = etag
    answer["Cache-Control"] = "no-cache"
    if isinstance(answer, HttpResponse):
        patch_vary_headers(answer, ["HX-Request", "Cookie", "Accept-Language"])
    return answer
