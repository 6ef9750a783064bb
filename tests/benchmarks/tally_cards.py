"""Measures the CPU time of drawing tally cards, as a ratio to the least that Python can do, and the memory.

    python -m tests.benchmarks.tally_cards

The floor writes the same cards (four a page, twelve games, one QR code each) as raw page streams: f-strings, Helvetica
that is not embedded, the QR code by segno with a fixed mask as one path, zlib, a cross-reference table. It has no
layout, fonts, tags or links. The cards are drawn without backs, and with backs and a theme's ornaments. All draw in
this process, in turn; the fastest of three runs counts.

Memory is measured in fresh processes: before drawing (Python and the modules), and at the peak.
"""

from __future__ import annotations

import subprocess
import sys
import time
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import segno

from tally.paper.card_backs import Back
from tally.paper.club_look import ClubLook, Theme
from tally.paper.document import Heading, Job, compose
from tally.paper.tally_cards import Card, CardRow, draw_tally_cards

HEADING = Heading("Summer Euchre Night", "Friday, June 12, 2026")
MOST_RATIO, MOST_WITH_BACKS, MOST_MB = 2.2, 3.0, 60
LOOK = ClubLook(club="Elks Lodge of Dayton", theme=Theme.FALL)


def make_cards(count: int) -> list[Card]:
    """Make cards, each with its own name, code and address."""
    return [
        Card(
            number,
            f"Margaret W. {number}",
            f"K7QM-{number:04d}",
            f"HTTP://192.168.1.50:8000/J/K7QM{number:04d}",
            tuple(
                CardRow(
                    game,
                    (number + game) % 30 + 1,
                    number * game % count + 1,
                    ((number + game * 7) % count + 1, (number + game * 11) % count + 1),
                )
                for game in range(1, 13)
            ),
        )
        for number in range(1, count + 1)
    ]


def draw_pdf(cards: Sequence[Card]) -> bytes:
    """Draw the cards as the site does."""
    return compose("Tally cards", Job(), [("Tally cards", partial(draw_tally_cards, heading=HEADING, cards=cards))])


def draw_pdf_with_backs(cards: Sequence[Card]) -> bytes:
    """Draw the cards with a theme's ornaments and their backs."""
    drawing = partial(draw_tally_cards, heading=HEADING, cards=cards, back=Back("2026"))
    return compose("Tally cards", Job(backs=True, look=LOOK), [("Tally cards", drawing)])


def floor(cards: Sequence[Card]) -> bytes:
    """Write the same cards as raw page streams."""
    objects = [b"", b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"]
    kids = []
    for start in range(0, len(cards), 4):
        stream = zlib.compress(
            "\n".join(
                f"q 1 0 0 1 {place % 2 * 306} {396 - place // 2 * 396} cm {_raw_card(each)} Q"
                for place, each in enumerate(cards[start : start + 4])
            ).encode("latin-1")
        )
        objects.append(b"<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream" % (len(stream), stream))
        objects.append(
            b"<</Type/Page/Parent 1 0 R/MediaBox[0 0 612 792]/Contents %d 0 R"
            b"/Resources<</Font<</F 2 0 R>>>>>>" % len(objects)
        )
        kids.append(b"%d 0 R" % len(objects))
    objects[0] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (len(kids), b" ".join(kids))
    objects.append(b"<</Type/Catalog/Pages 1 0 R>>")
    out, places = bytearray(b"%PDF-1.4\n"), []
    for number, each in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj %s endobj\n" % (number, each)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    count = len(objects)
    return bytes(out) + (
        b"xref\n0 %d\n0000000000 65535 f \n%strailer<</Size %d/Root %d 0 R>>\nstartxref\n%d\n%%%%EOF"
        % (count + 1, table, count + 1, count, len(out))
    )


def _raw_card(each: Card) -> str:
    code = segno.make_qr(each.address, error="m", version=2, mask=2, boost_error=False)
    path = []
    for top, row in enumerate(code.matrix):
        start = row.find(1)
        while start >= 0:
            end = row.find(0, start) % 26
            path.append(f"{start} {24 - top} {end - start} 1 re")
            start = row.find(1, end)
    texts = [
        f"1 0 0 1 {x} {y} Tm ({text}) Tj"
        for x, y, text in (
            (14, 360, each.number),
            (40, 360, each.name),
            (40, 320, HEADING.night),
            (40, 305, HEADING.date),
            (200, 305, each.code),
            (14, 14, "Loners"),
        )
    ]
    for index, row in enumerate(each.rows):
        y = 270 - index * 20
        opponents = row.opponents or ("", "")
        texts += [
            f"1 0 0 1 {x} {y} Tm ({text}) Tj"
            for x, text in (
                (20, row.game),
                (60, row.table),
                (90, row.partner),
                (120, opponents[0]),
                (145, opponents[1]),
            )
        ]
    heads = " ".join(
        f"1 0 0 1 {14 + 40 * index} 290 Tm ({head}) Tj"
        for index, head in enumerate(("Game", "Table", "With", "Against", "Us", "Them", "Initials"))
    )
    lines = [f"14 {285 - 20 * index} m 292 {285 - 20 * index} l" for index in range(14)]
    lines += [f"{14 + 40 * index} 25 m {14 + 40 * index} 300 l" for index in range(8)]
    return (
        f"0.3 w {' '.join(lines)} S BT /F 12 Tf {heads} {' '.join(texts)} ET "
        f"q 2.3 0 0 2.3 234 324 cm {' '.join(path)} f Q"
    )


def cpu_seconds(work: Callable[[Sequence[Card]], bytes], cards: Sequence[Card]) -> tuple[float, bytes]:
    """Return the CPU seconds of the fastest of three runs, and the PDF."""
    fastest, pdf = 1e9, b""
    for _ in range(3):
        start = time.process_time()
        pdf = work(cards)
        fastest = min(fastest, time.process_time() - start)
    return fastest, pdf


def memory(count: int) -> tuple[float, float]:
    """Return the megabytes of a fresh process before it draws so many cards, and at its peak."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.tally_cards", "--memory", str(count)],
        capture_output=True,
        text=True,
        check=True,
    )
    before, peak = map(float, done.stdout.split())
    return before, peak


def peak_memory() -> float:
    """Return the peak memory of this process in megabytes; the figure in `resource` may be its parent's."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def compare(count: int) -> float:
    """Measure so many cards, print a line, and return the ratio."""
    cards = make_cards(count)
    least, raw = cpu_seconds(floor, cards)
    drawn, pdf = cpu_seconds(draw_pdf, cards)
    backed, _ = cpu_seconds(draw_pdf_with_backs, cards)
    before, peak = memory(count)
    print(
        f"{count:5} cards: {drawn:.2f} s of CPU, floor {least:.2f} s: {drawn / least:.2f}× (at most {MOST_RATIO}), "
        f"with backs {backed / least:.2f}× (at most {MOST_WITH_BACKS}); "
        f"{len(pdf) / 1000:.0f} kB (raw {len(raw) / 1000:.0f}); "
        f"memory of the whole process {peak:.0f} MB (at most {MOST_MB}), {before:.0f} before it draws"
    )
    return drawn / least


def main(arguments: Sequence[str]) -> None:
    """Measure 100 and 1,000 cards."""
    if arguments[:1] == ["--memory"]:
        cards = make_cards(int(arguments[1]))
        before = peak_memory()
        draw_pdf(cards)
        print(before, peak_memory())
        return
    for count in (100, 1000):
        compare(count)


if __name__ == "__main__":
    main(sys.argv[1:])
