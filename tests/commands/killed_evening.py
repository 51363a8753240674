"""An evening over HTTP that is played to its end however often the program dies: what comes next is read from its archive."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tournament.domain.psd1 import hex_of
from tournament.domain.verification import verify

from .over_http import Visitor

SETTINGS = {
    "format": "cards", "card_word": "los", "cards_offered": "32", "card_price": "5", "max_cards_per_person": "4",
    "table_count": "4", "bummerl_to_win": "2", "rules_preset": "turnier-scharf", "method": "two-pot", "play_place3": "on",
    "play_place5": "on", "play_place7": "on", "prize_policy": "several", "tie_policy": "shared", "no_show_minutes": "10",
    "paper_language": "de", "starts_on": "2026-11-28", "starts_time": "18:00", "venue": "Gasthof Post",
    "prize-TOTAL_FORMS": "3", "prize-INITIAL_FORMS": "0",
}  # fmt: skip
PEOPLE, PRICE = 9, 5

Archive = dict[str, Any]


@dataclass
class Write:
    """One entry: where it is sent, what is sent, and how often an archive shows it, in all places at once."""

    what: str
    path: str
    form: dict[str, Any]
    shown: Callable[[Archive], int]
    sent: int = 0
    acknowledged: bool = False


@dataclass
class Evening:
    """A tournament, and everything that was sent for it so far."""

    slug: str
    visitor: Visitor
    dice: random.Random
    writes: list[Write] = field(default_factory=list)

    def next_write(self) -> Write | None:
        """What a careful director does next; None when the tournament is finished."""
        now = self.visitor.archive(self.slug)
        return None if now is not None and now["tournament"]["state"] == "finished" else self._next(now)

    def send(self, write: Write) -> None:
        """Send it, the same again if it was sent before; Died leaves it unacknowledged."""
        write.sent += 1
        if write not in self.writes:
            self.writes.append(write)
        status, _headers, page = self.visitor.post(write.path, write.form)
        assert status == 302, f"{write.what}: {status}\n{page.decode()}"
        write.acknowledged = True

    def faults(self) -> Iterator[str]:
        """What an archive taken now must not show: acknowledged writes missing or doubled, others more than once, halves."""
        now = self.visitor.archive(self.slug)
        if now is None:
            yield from (f"{write.what}: acknowledged and gone" for write in self.writes if write.acknowledged)
            return
        yield from (f"{each.code} {each.where}: {each.text}" for each in verify(now))
        for write in self.writes:
            found = write.shown(now)
            if found != 1 and (write.acknowledged or found):
                yield f"{write.what}: {'acknowledged' if write.acknowledged else 'sent'}, there {found} times"

    def unacknowledged(self) -> Write | None:
        return next((write for write in self.writes if not write.acknowledged), None)

    # --- what comes next -------------------------------------------------------------------------------------------

    def _next(self, now: Archive | None) -> Write:
        if now is None:
            return self._write(
                "create",
                "/neu/",
                SETTINGS | {"name": f"Abend {self.slug}", "slug": self.slug},
                _told("create", "tournament"),
            )
        at, state = f"/t/{self.slug}/", now["tournament"]["state"]
        if state == "sale":
            return self._sale(now, at)
        open_match = next((match for match in now["matches"] if match["outcome"] == "open"), None)
        if now["prepared_draw"] is not None:
            return self._draw(now["prepared_draw"], at)
        if open_match is not None:
            return self._result(open_match, now, at)
        return self._draw_due(now, at)

    def _sale(self, now: Archive, at: str) -> Write:
        number = len(now["people"]) + 1
        if number <= PEOPLE:
            name, count = f"Spieler {number}", self.dice.randint(1, 3)
            form = {"who": name, "place": f"Ort {number}", "cards": str(count), "sell": "1"}
            return self._write(f"sell {count} to {name}", f"{at}kassa/", form, lambda found: _sold(found, name, count))
        sold = len(now["cards"])
        size = next(numbers for numbers in (8, 16, 32) if numbers >= sold)
        return self._write(
            "close", f"{at}kassa/schliessen/", {"numbers": str(size)}, _told("sale_closed", "tournament")
        )

    def _draw(self, prepared: Archive, at: str) -> Write:
        number = prepared["number"]
        form = {"public": [str(self.dice.randint(0, 99))], "field_hash": hex_of(prepared["field"])}
        told = _told("draw", f"draw {number}")
        return self._write(
            f"draw {number}", f"{at}auslosung/losen/", form,
            lambda found: told(found) if any(draw["number"] == number for draw in found["draws"]) else -told(found),
        )  # fmt: skip

    def _result(self, match: Archive, now: Archive, at: str) -> Write:
        serial, won_left, lost = match["id"], self.dice.random() < 0.5, self.dice.randint(0, 1)
        number = match["number"] if match["stage"] == "main" else f"P{match['number']}"
        round_ = max(each["round"] for each in now["matches"] if each["stage"] == "main")
        score = [2, lost] if won_left else [lost, 2]
        told = _told("result", f"match {serial}")

        def shown(found: Archive) -> int:
            row = next(each for each in found["matches"] if each["id"] == serial)
            stored = (
                row["outcome"] == "played"
                and row["score"] == score
                and row["winner"] == row["left" if won_left else "right"]
            )
            return told(found) if stored else -told(found)

        form = {"number": str(number), "winner": "l" if won_left else "r", "score": f"2{lost}"}
        return self._write(f"result of match {serial}", f"{at}runde/{round_}/eintragen/", form, shown)

    def _draw_due(self, now: Archive, at: str) -> Write:
        number = len(now["draws"]) + 1
        for stage in ("main", "place5-8"):
            _status, _headers, page = self.visitor.get(f"{at}auslosung/")
            if f'name="stage" value="{stage}"' in page.decode():
                told = _told("draw_prepared", f"draw {number}")
                return self._write(
                    f"prepare draw {number}", f"{at}auslosung/vorbereiten/", {"stage": stage, "method": "two-pot"}, told
                )
        return self._write("finish", f"{at}preise/beenden/", {"confirm": "beenden"}, _told("finish", "tournament"))

    def _write(self, what: str, path: str, form: dict[str, Any], shown: Callable[[Archive], int]) -> Write:
        return Write(f"{self.slug}: {what}", path, form | {"request_key": f"{self.dice.getrandbits(128):032x}"}, shown)


def _told(kind: str, subject: str) -> Callable[[Archive], int]:
    """How often the journal tells it."""
    return lambda found: sum((each["kind"], each["subject"]) == (kind, subject) for each in found["journal"])


def _sold(found: Archive, name: str, count: int) -> int:
    """A sale is a person, his cards, an entry of the cash book and one of the journal: all of them, or 0 for none of them."""
    people = [person["start_number"] for person in found["people"] if person["name"] == name]
    if not people:
        return 0
    number = people[0]
    cards = sum(card["start_number"] == number for card in found["cards"])
    money = [each["amount"] for each in found["cash"] if each["text"].startswith(f"Startnummer {number}:")]
    told = sum((each["kind"], each["subject"]) == ("cards_sold", f"person {number}") for each in found["journal"])
    whole = (len(people), cards, money) == (1, count, [f"{PRICE * count}.00"])
    return told if whole else -1
