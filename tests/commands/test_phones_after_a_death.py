"""The server is killed while a hall of phones taps, and started again: every acknowledged tap is there once, the rest comes."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

from tests.hall.people import Measured, Phone, fill, lost_or_doubled
from tests.hall.servers import Waitress, make_evening

from .running import manage

PHONES, DEATHS = 32, 2
SECONDS_ALIVE, SECONDS_DEAD = 3.0, 1.5


def test_every_acknowledged_tap_is_there_once_and_phones_go_on_by_themselves(tmp_path: Path) -> None:
    server = Waitress(tmp_path)
    evening = make_evening(server.environment, 64)
    server.start()
    measured = Measured()
    phones = [
        Phone(lambda: server.port, measured, address=address, serial=int(serial), tap_every=0.7, poll_every=0.9)
        for serial, address in evening["matches"].items()
    ]
    over = threading.Event()
    hall = threading.Thread(
        target=lambda: (fill([*phones], DEATHS * (SECONDS_ALIVE + SECONDS_DEAD) + 12), over.set()), daemon=True
    )
    try:
        hall.start()
        for _ in range(DEATHS):
            time.sleep(SECONDS_ALIVE)
            server.kill()
            server.buried()
            time.sleep(SECONDS_DEAD)
            server.start()
        hall.join(90)
        assert over.is_set()
        for phone in phones:  # the fingers rest, the pages are still open
            phone.poll()
    finally:
        server.end()
    manage(tmp_path, "export", evening["slug"], tmp_path / "evening.json")
    journal = json.loads((tmp_path / "evening.json").read_text(encoding="utf-8"))["journal"]
    assert lost_or_doubled(phones, journal) == []
    assert measured.faults == []
    assert measured.unanswered, "nobody noticed the deaths: they came at the wrong moment"
    assert [phone.serial for phone in phones if phone.queue] == [], "what waited has been delivered"
    assert all(phone.tapped == len(phone.acknowledged) for phone in phones)
    assert manage(tmp_path, "verify", tmp_path / "evening.json").returncode == 0
