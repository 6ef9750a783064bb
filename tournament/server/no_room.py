"""What somebody gets for whom the server has no room: a sentence, or a stream that its page opens again."""

from __future__ import annotations

from tournament.live.hub import AsgiMessage, Send

RETRY = 5  # seconds
SENTENCE = (
    "Too many pages of this night are open at this moment. Close those that you do not need, wait a few seconds, and "
    "load this page again. Nothing that you entered is lost."
)


async def no_room(scope: AsgiMessage, receive: object, send: Send) -> None:
    """Answer any request without Django.

    After an error a browser gives a stream up for good, so a stream ends well, and says when to open it again. A phone
    takes an answer without `X-Night` for none: its outbox keeps the tap and sends it again.
    """
    stream = scope["path"].startswith("/live/")
    headers = [(b"connection", b"close"), (b"cache-control", b"no-store"), (b"retry-after", b"%d" % RETRY)]
    kind = b"text/event-stream" if stream else b"text/plain; charset=utf-8"
    content = f"retry: {1000 * RETRY}\n: {SENTENCE}\n\n" if stream else f"{SENTENCE}\n"
    await send(
        {
            "type": "http.response.start",
            "status": 200 if stream else 503,
            "headers": [*headers, (b"content-type", kind), (b"content-length", b"%d" % len(content))],
        }
    )
    await send({"type": "http.response.body", "body": content.encode()})
