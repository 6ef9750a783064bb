"""What every printed page must keep, read back from the PDF: used for every sheet.

    check(pdf, Job(Paper.A4, large=True), codes=[...], cuts=([105 * MM], [148.5 * MM]))

says with an AssertionError which word on which page breaks which law:
nothing overlaps, nothing leaves its card or the 5 mm margin, no type is under the minimum, every QR code is 20 mm wide
or wider and says what it should to a real reader (zxing-cpp), ink covers a tenth of a page at most.
"""

from __future__ import annotations

import ctypes
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import zxingcpp
from PIL import Image

from tally.paper.document import Job
from tally.paper.measures import MM, SAFE, Paper

DOTS = 150  # an inch; hairlines come out wider than a printer draws them, so ink is rather over-counted
SCALE = DOTS / 72
MOST_INK = 0.10
QUIET = 0.1  # of a code's side: a little less than four modules of 33, for the rounding
QR_LEAST = 20 * MM
ROUND = 0.6  # points that round figures reach over the height of square ones
TOUCH = 0.35  # points that two boxes may share: the rounding of outlines
WHITE = 200  # from this gray on a dot is paper


class Word(NamedTuple):
    """Letters that stand together: their ink, in points from the page's lower left corner; the smallest size."""

    text: str
    left: float
    foot: float
    right: float
    top: float
    size: float

    def meets(self, other: Word) -> bool:
        return (
            self.left + TOUCH < other.right
            and other.left + TOUCH < self.right
            and self.foot + TOUCH < other.top
            and other.foot + TOUCH < self.top
        )


class Checked(NamedTuple):
    """What was seen: pages, words, the smallest type in points, the largest share of ink, the codes read; and words
    that were cut: they end in an ellipsis."""

    pages: int
    words: int
    smallest: float
    ink: float
    codes: tuple[str, ...]
    cut: tuple[str, ...] = ()

    def __str__(self) -> str:
        return (
            f"{self.pages} pages, {self.words} words, type ≥ {self.smallest:g} pt, ink ≤ {self.ink:.1%}, "
            f"{len(self.codes)} codes read"
        )


Cuts = tuple[Sequence[float], Sequence[float]]  # points from the left where it is cut upright; from below, level


def check(
    pdf: bytes,
    job: Job,
    *,
    codes: Iterable[str] = (),
    cuts: Cuts = ((), ()),
    sizes: Iterable[tuple[float, float]] | None = None,
) -> Checked:
    """The laws of paper, on every page.

    `codes` are all addresses that QR codes must say, in any order, each as often as it is there. `cuts` are the same
    on every page. `sizes` are the allowed widths and heights of pages in points, usually the job's paper, either way.
    """
    document = pypdfium2.PdfDocument(pdf)
    wide, high = job.paper.width, job.paper.height
    allowed = {(round(w), round(h)) for w, h in (sizes or [(wide, high), (high, wide)])}
    read: list[str] = []
    words_in_all, smallest, most, cut = 0, 1e9, 0.0, []
    for number, page in enumerate(document, 1):
        where = f"page {number}: "
        size = page.get_size()
        assert tuple(map(round, size)) in allowed, f"{where}{size} is no paper of this job"
        words = list(words_of(page))
        check_words(words, where, job.text, size, cuts)
        image = page.render(scale=SCALE, grayscale=True).to_pil().convert("L")
        _check_margins(image, size, where, cuts)
        ink = share(image)
        assert ink <= MOST_INK, f"{where}{ink:.1%} ink"
        read += _read_codes(image, words, where)
        words_in_all, most = words_in_all + len(words), max(most, ink)
        smallest = min([smallest, *(word.size for word in words)])
        cut += [word.text for word in words if "…" in word.text]
        page.close()
    assert Counter(read) == Counter(codes), (
        f"codes say {Counter(read) - Counter(codes)} too much, {Counter(codes) - Counter(read)} too little"
    )
    return Checked(len(document), words_in_all, smallest, most, tuple(read), tuple(cut))


def read_pages(pdf: bytes, paper: Paper) -> list[str]:
    """The words of every page in the order of drawing. All are of this paper, either way; each thing on them keeps
    the margins, to a hair, and each word its size and its distance. Nothing is rendered, which
    takes a sixth of the time of `check`."""
    said = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        wide, high = page.get_size()
        assert {round(wide), round(high)} == {round(paper.width), round(paper.height)}
        for thing in page.get_objects():
            left, foot, right, top = thing.get_bounds()
            assert min(left, foot, wide - right, high - top) >= SAFE, f"page {number}: {thing.get_bounds()}"
        check_words(list(words_of(page)), f"page {number}: ", 12, (wide, high))
        said.append(" ".join(page.get_textpage().get_text_range().split()))
    return said


def words_of(page: pypdfium2.PdfPage) -> Iterator[Word]:
    """All words of a page, by the outlines of their letters; in the order in which they were drawn."""
    text = page.get_textpage()
    letters: list[Word] = []
    matrix = pdfium.FS_MATRIX()
    for index in range(text.count_chars()):
        sign = chr(pdfium.FPDFText_GetUnicode(text, index))
        if sign.isspace() or not sign.isprintable():
            if letters:
                yield _joined(letters)
            letters = []
            continue
        pdfium.FPDFText_GetMatrix(text, index, ctypes.byref(matrix))
        size = pdfium.FPDFText_GetFontSize(text, index) * (matrix.a**2 + matrix.b**2) ** 0.5
        new = Word(sign, *text.get_charbox(index), size)
        if letters and not _follows(letters[-1], new):
            yield _joined(letters)
            letters = []
        letters.append(new)
    if letters:
        yield _joined(letters)


def _follows(one: Word, other: Word) -> bool:
    """Whether the second letter stands right behind the first on its line."""
    return (
        -0.3 * one.size < other.left - one.right < 0.45 * one.size
        and abs(one.size - other.size) < 0.1
        and other.foot < one.top
        and one.foot < other.top
    )


def _joined(letters: Sequence[Word]) -> Word:
    return Word(
        "".join(letter.text for letter in letters),
        min(letter.left for letter in letters),
        min(letter.foot for letter in letters),
        max(letter.right for letter in letters),
        max(letter.top for letter in letters),
        round(min(letter.size for letter in letters), 2),
    )


def check_words(
    words: Sequence[Word], where: str, least: float, size: tuple[float, float], cuts: Cuts = ((), ())
) -> None:
    """No word smaller than `least` points, near an edge of the page or of its cards, or over another word."""
    for word in words:
        assert word.size > least - 0.01, f"{where}“{word.text}” is set in {word.size} points"
        for low, high, edges, end in (
            (word.left, word.right, cuts[0], size[0]),
            (word.foot, word.top, cuts[1], size[1]),
        ):
            for edge in (0, *edges, end):
                assert not edge - SAFE + ROUND < high or not low < edge + SAFE - ROUND, (
                    f"{where}“{word.text}” comes closer than 5 mm to an edge at {edge / MM:.1f} mm"
                )
    order = sorted(words, key=lambda word: word.left)
    for index, word in enumerate(order):
        for other in order[index + 1 :]:
            if other.left > word.right:
                break
            assert not word.meets(other), f"{where}“{word.text}” and “{other.text}” overlap"


def _check_margins(image: Image.Image, size: tuple[float, float], where: str, cuts: Cuts) -> None:
    """No ink in the margins of the page or of its cards, but for the marks to cut at on the cuts themselves."""
    wide, high = size
    ups, levels = sorted((0.0, *cuts[0], wide)), sorted((0.0, *cuts[1], high))
    for left, right in pairwise(ups):
        for foot, top in pairwise(levels):
            mark = 2.6 * MM  # half a crop mark's cross reaches so far into the card
            cell = (
                left + (mark if left else 0),
                high - top + (mark if top < high else 0),
                right - (mark if right < wide else 0),
                high - foot - (mark if foot else 0),
            )
            dots = tuple(round(edge * SCALE) for edge in cell)
            box = image.crop(dots).point([255] * WHITE + [0] * (256 - WHITE)).getbbox()  # type: ignore[arg-type]
            if box is None:
                continue
            ink = [(dots[side % 2] + edge) / SCALE for side, edge in enumerate(box)]
            safe = (left + SAFE, high - top + SAFE, right - SAFE, high - foot - SAFE)
            near = 2 / SCALE  # soft edges
            assert all(
                (ink[0] > safe[0] - near, ink[1] > safe[1] - near, ink[2] < safe[2] + near, ink[3] < safe[3] + near)
            ), f"{where}ink within {[round(edge) for edge in ink]} leaves {safe}"


def share(image: Image.Image) -> float:
    """The share of a picture that is ink."""
    counts = image.histogram()
    return sum(count * (255 - level) for level, count in enumerate(counts)) / 255 / sum(counts)


def _read_codes(image: Image.Image, words: Sequence[Word], where: str) -> Iterator[str]:
    """What the page's codes say; each is wide enough, and no word stands in its quiet zone."""
    for code in zxingcpp.read_barcodes(image, formats=zxingcpp.BarcodeFormat.QRCode):
        place = code.position
        across, down = place.top_right.x - place.top_left.x, place.top_right.y - place.top_left.y
        side = (across**2 + down**2) ** 0.5 / SCALE
        corners = place.top_left, place.top_right, place.bottom_left, place.bottom_right
        xs, ys = [corner.x / SCALE for corner in corners], [(image.height - corner.y) / SCALE for corner in corners]
        free = side * QUIET
        zone = Word("", min(xs) - free, min(ys) - free, max(xs) + free, max(ys) + free, 0)
        near = [word.text for word in words if word.meets(zone)]
        assert not near, f"{where}{near} stands in the quiet zone of the code “{code.text}”"
        assert side >= QR_LEAST, f"{where}the code “{code.text}” is {side / MM:.1f} mm wide"
        yield code.text
