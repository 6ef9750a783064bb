"""A whole club's file is read from whoever organizes a club, and from nobody else."""

from __future__ import annotations

import http.client
from contextlib import closing

import pytest

from tests.support.hall_server import Hall
from tests.support.http_visitor import Visitor

IMPORT = "/club/data/import/"
BOUNDARY = "a-boundary"
LARGE = 5_000_000


def send_file(hall: Hall, visitor: Visitor, path: str, content: bytes) -> tuple[int, str]:
    """Send a file as a browser does, and return the answer's status and text."""
    token = visitor.cookies.get("csrftoken", "")
    parts = {"csrfmiddlewaretoken": token.encode(), 'file"; filename="club.json': content}
    body = b"".join(
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n'.encode() + value + b"\r\n"
        for name, value in parts.items()
    )
    headers = {
        "Content-Type": f"multipart/form-data; boundary={BOUNDARY}",
        "Cookie": "; ".join(f"{name}={value}" for name, value in visitor.cookies.items()),
    }
    with closing(http.client.HTTPConnection("127.0.0.1", hall.port, timeout=60)) as connection:
        connection.request("POST", path, body + f"--{BOUNDARY}--\r\n".encode(), headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def refused(hall: Hall, visitor: Visitor, path: str) -> bool:
    """Whether the server takes no large file there: it says so, or hangs up on who goes on sending."""
    try:
        status, text = send_file(hall, visitor, path, b"x" * LARGE)
    except (BrokenPipeError, ConnectionResetError):
        return True
    return status == 413 and "This is too much at once" in text


@pytest.mark.long
def test_the_organizer_sends_a_large_file_and_others_do_not(hall: Hall) -> None:
    organizer, stranger = Visitor(hall, hall.organizer_path).open(IMPORT), Visitor(hall, "/j/")
    status, text = send_file(hall, organizer, IMPORT, b"x" * LARGE)
    assert status == 400 and "This file is not JSON" in text, "it was read"
    assert refused(hall, stranger, IMPORT)
    status, text = send_file(hall, organizer, "/club/paper/", b"x" * LARGE)
    assert status == 400 and "This field is required" in text, "a photograph as a logo gets the form, and what is wrong"
    assert refused(hall, organizer, "/club/people/import/"), "only where a whole club comes in"
    assert refused(hall, organizer, "/nowhere/")
