"""Clients that send half a request hold no thread and are cut off; what is too large is refused before it was sent."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator

import pytest
from waitress.server import create_server

from tournament.management import serving
from tournament.security import MAX_BODY_ANYWHERE

HALF = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf"
WHOLE = b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PATIENCE = 20


@pytest.fixture
def port(monkeypatch) -> Iterator[int]:
    """A server with the options of `serve`, but patience for one second only."""
    monkeypatch.setattr(serving, "SILENT_SECONDS", 1)

    def answer(_environ, start_response):
        start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", "2")])
        return [b"ok"]

    server = create_server(answer, host="127.0.0.1", port=0, **serving.server_options())
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server.effective_port
    server.close()
    thread.join(PATIENCE)


def _said(connection: socket.socket) -> bytes:
    return connection.recv(1000)


def _connect(port: int, text: bytes) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
    connection.sendall(text)
    return connection


def test_others_are_answered_while_many_are_silent_and_the_silent_are_cut_off(port) -> None:
    silent = [_connect(port, HALF) for _number in range(3 * serving.THREADS)]
    other = _connect(port, WHOLE)
    assert _said(other).startswith(b"HTTP/1.1 200")
    assert [_said(connection) for connection in silent] == [b""] * len(silent)
    for connection in (*silent, other):
        connection.close()


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: %d\r\n\r\n" % (MAX_BODY_ANYWHERE + 1), b"413"),
        (b"GET / HTTP/1.1\r\nX: " + b"a" * 70_000 + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\nHost : localhost\r\n\r\n", b"400"),
    ],
)
def test_what_cannot_be_served_is_refused_at_once(port, text, status) -> None:
    with _connect(port, text) as connection:
        assert _said(connection).split()[1] == status
