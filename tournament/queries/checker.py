"""The guest's page that recomputes a draw: as one file that needs no server, and the link that fills it in."""

import re
from pathlib import Path
from urllib.parse import quote

from django.contrib.staticfiles import finders
from django.templatetags.static import static
from django.urls import reverse

from tournament import links
from tournament.domain.psd1 import hex_of
from tournament.models import Draw, SealChain, Tournament

#: What a part of an address after # may hold as it is, besides letters and digits.
_PLAIN = ":=.-_/+"
#: Longer addresses make a code that a phone does not read from paper any more.
MOST_CHARACTERS = 1000
_STYLE = re.compile(r'<link rel="stylesheet" href="([^"]+)">')
_SCRIPT = re.compile(r'<script src="([^"]+)"></script>')
#: A file has no server to say it: nothing from elsewhere, and nothing sent anywhere.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"


def single_file(page: str) -> str:
    """The page with its style sheets and scripts inside; FileNotFoundError for one that does not exist."""
    page = _STYLE.sub(lambda link: f"<style>\n{_source(link[1])}</style>", page)
    page = _SCRIPT.sub(lambda link: f"<script>\n{_source(link[1])}</script>", page)
    policy = f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
    return page.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n  {policy}', 1)


def _source(address: str) -> str:
    name = address.removeprefix(static(""))
    found = finders.find(name)
    if not isinstance(found, str):
        raise FileNotFoundError(name)
    text = Path(found).read_text(encoding="utf-8")
    if "</script" in text.lower() or "</style" in text.lower():
        raise ValueError(f"{name} cannot stand inside a page")
    return text


def link_part(
    *, field: str, secret: str = "", public: str = "", seal: str = "", first_draw: int = 1, check: str = ""
) -> str:
    """What follows # in a link to the checker: it fills in the whole page, and computes if the secret is given.

    A line end of FIELD is written "/", a space "+": so a link of a usual field fits a QR code. The part after # never
    leaves the guest's device.

    >>> link_part(field="PSD1 field\\nid=a\\n", public="33.12")
    'field=PSD1+field/id=a/&public=33.12'
    """
    first = "" if first_draw == 1 else str(first_draw)
    given = {"field": field, "secret": secret, "public": public, "seal": seal, "first": first, "announced": check}
    return "&".join(f"{name}={_in_link(text)}" for name, text in given.items() if text)


def _in_link(text: str) -> str:
    return quote(text.replace(" ", "+").replace("\n", "/"), safe=_PLAIN)


def link_of(draw: Draw, chain: SealChain | None) -> str:
    """The part after # for a draw that was carried out by PSD1; "" for one by hand. No query."""
    if draw.field is None or draw.secret is None:
        return ""
    return link_part(
        field=draw.field, secret=draw.secret, public=draw.public or "0", seal=chain.seal if chain else "",
        first_draw=chain.first_draw if chain else 1, check=hex_of(draw.result or "")[:8],
    )  # fmt: skip


def draw_page(tournament: Tournament, number: int) -> str:
    """The address of the guests' page of a draw, which leads on to the checker; "" while the tournament is not published."""
    if not tournament.published:
        return ""
    path = reverse("public-draw", kwargs={"slug": tournament.slug, "number": number})
    return f"{_base(tournament)}{path}"


def code_for(tournament: Tournament, number: int, part: str) -> str:
    """What a QR code beside a draw says: the checker with everything filled in; for a field too long for that the guests'
    page of the draw, where one touch does the same; "" where there is neither. `part`: what `link_of` says. No query.
    """
    link = f"{page_address(tournament)}#{part}"
    if part and len(link) <= MOST_CHARACTERS:
        return link
    return draw_page(tournament, number) if part else ""


def page_address(tournament: Tournament) -> str:
    """The checker's address, for phones in the hall."""
    return f"{_base(tournament)}{reverse('draw-checker')}"


def _base(tournament: Tournament) -> str:
    return links.public_address(tournament).rpartition("/t/")[0]
