"""The rules for every printed page, checked on the PDF.

    check_pdf(pdf, Job(Paper.A4, large=True), codes=[...], cuts=([105 * MM], [148.5 * MM]))

raises an AssertionError that names the word, the page and the broken rule. The rules: nothing overlaps, no word is cut
by the end of a line, nothing leaves its card or the margin of 6 mm, no type is below the minimum, every QR code is at
least 20 mm wide, has its quiet zone and reads as it should with two readers, ink covers at most a tenth of a page, and
qpdf finds no error in the file.
Badges and labels have the edges of their product, which is cut already: for them only the paper's margin counts.
"""

from __future__ import annotations

import ctypes
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import NamedTuple

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from tally.paper.document import Job
from tally.paper.measures import MM, SAFE, Paper
from tests.support.code_checks import FINE, Code, read_codes
from tests.support.cut_words import check_whole, known_words

DOTS = FINE  # per inch; hairlines come out wider than on paper, so that ink is overestimated
SCALE = DOTS / 72
MOST_INK = 0.10
LEAST_CODE_WIDTH = 20 * MM
OVERSHOOT = 0.6  # points by which round digits are taller than straight ones
TOLERANCE = 0.35  # points by which two boxes may overlap, because outlines are rounded
WHITE = 200  # the darkest gray that counts as paper


class Word(NamedTuple):
    """Letters that stand together.

    The edges of their ink are in points from the page's lower left corner; `size` is the smallest font size.
    """

    text: str
    left: float
    foot: float
    right: float
    top: float
    size: float

    def overlaps(self, other: Word) -> bool:
        """Tell whether the ink of two words overlaps."""
        return (
            self.left + TOLERANCE < other.right
            and other.left + TOLERANCE < self.right
            and self.foot + TOLERANCE < other.top
            and other.foot + TOLERANCE < self.top
        )


class PaperReport(NamedTuple):
    """What a check found.

    Pages, words, the smallest type in points, the largest share of ink on a page, the texts of the QR codes, words that
    end in an ellipsis because they were shortened, and the narrowest margin of a page or card in points.
    """

    pages: int
    words: int
    smallest: float
    ink: float
    codes: tuple[str, ...]
    shortened: tuple[str, ...] = ()
    margin: float = 1e9

    def __str__(self) -> str:
        return (
            f"{self.pages} pages, {self.words} words, type ≥ {self.smallest:g} pt, ink ≤ {self.ink:.1%}, "
            f"{len(self.codes)} codes read"
        )


Cuts = tuple[Sequence[float], Sequence[float]]  # points: vertical cuts from the left, horizontal cuts from below


def check_pdf(
    pdf: bytes,
    job: Job,
    *,
    codes: Iterable[str] = (),
    cuts: Cuts = ((), ()),
    sizes: Iterable[tuple[float, float]] | None = None,
    texts: Iterable[str] = (),
) -> PaperReport:
    """Check every page of a PDF.

    `codes` are the texts of all QR codes in any order. `cuts` are the same on every page. `sizes` are the allowed
    widths and heights of pages in points, by default those of the job's paper, upright or on its side. `texts` are what
    the sheet is made from, no word of which may be cut.

    :raises AssertionError: with the word, the page and the broken rule.
    """
    check_file(pdf)
    document = pypdfium2.PdfDocument(pdf)
    wide, high = job.paper.width, job.paper.height
    allowed = {(round(w), round(h)) for w, h in (sizes or [(wide, high), (high, wide)])}
    known, read = known_words(texts), list[str]()
    word_count, smallest, most_ink, margin, shortened = 0, 1e9, 0.0, 1e9, list[str]()
    for number, page in enumerate(document, 1):
        where = f"page {number}: "
        size = page.get_size()
        assert tuple(map(round, size)) in allowed, f"{where}{size} is not the job's paper"
        words = list(read_words(page))
        check_words(words, where, job.text, size, cuts)
        check_whole(words, where, known)
        image = page.render(scale=SCALE, grayscale=True).to_pil().convert("L")
        margin = min(margin, _check_margins(image, size, where, cuts))
        ink = share_of_ink(image)
        assert ink < MOST_INK, f"{where}{ink:.2%} ink"
        codes_here = read_codes(page, image, where)
        for code in codes_here:
            _check_code(code, words, where)
        read += [code.text for code in codes_here]
        word_count, most_ink = word_count + len(words), max(most_ink, ink)
        smallest = min([smallest, *(word.size for word in words)])
        shortened += [word.text for word in words if "…" in word.text]
        page.close()
    assert Counter(read) == Counter(codes), (
        f"QR codes: {Counter(read) - Counter(codes)} too many, {Counter(codes) - Counter(read)} missing"
    )
    return PaperReport(len(document), word_count, smallest, most_ink, tuple(read), tuple(shortened), margin)


def read_pages(pdf: bytes, paper: Paper) -> list[str]:
    """Return the text of every page after checking paper, margins, and the words' sizes and distances.

    Nothing is rendered, so this takes a sixth of the time of `check_pdf`.
    """
    texts = []
    for number, page in enumerate(pypdfium2.PdfDocument(pdf), 1):
        wide, high = page.get_size()
        assert {round(wide), round(high)} == {round(paper.width), round(paper.height)}
        for item in page.get_objects():
            left, foot, right, top = item.get_bounds()
            assert min(left, foot, wide - right, high - top) >= SAFE, f"page {number}: {item.get_bounds()}"
        check_words(list(read_words(page)), f"page {number}: ", 12, (wide, high))
        texts.append(" ".join(page.get_textpage().get_text_range().split()))
    return texts


def read_words(page: pypdfium2.PdfPage) -> Iterator[Word]:
    """Yield all words of a page, with the outlines of their letters, in the order in which they are drawn."""
    text = page.get_textpage()
    letters: list[Word] = []
    matrix = pdfium.FS_MATRIX()
    for index in range(text.count_chars()):
        character = chr(pdfium.FPDFText_GetUnicode(text, index))
        if character.isspace() or not character.isprintable():
            if letters:
                yield _joined(letters)
            letters = []
            continue
        pdfium.FPDFText_GetMatrix(text, index, ctypes.byref(matrix))
        size = pdfium.FPDFText_GetFontSize(text, index) * (matrix.a**2 + matrix.b**2) ** 0.5
        new = Word(character, *text.get_charbox(index), size)
        if letters and not _follows(letters[-1], new):
            yield _joined(letters)
            letters = []
        letters.append(new)
    if letters:
        yield _joined(letters)


def _follows(one: Word, other: Word) -> bool:
    """Tell whether the second letter comes right after the first on the same line, or before it from right to left."""
    turned = unicodedata.bidirectional(other.text) in ("R", "AL", "NSM")
    gap = max(other.left - one.right, one.left - other.right) if turned else other.left - one.right
    return (
        -0.3 * one.size < gap < 0.45 * one.size
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
    """Check that no word is smaller than `least` points, too near an edge of page or card, or over another word."""
    for word in words:
        assert word.size > least - 0.01, f"{where}“{word.text}” is set in {word.size} points"
        for low, high, edges, end in (
            (word.left, word.right, cuts[0], size[0]),
            (word.foot, word.top, cuts[1], size[1]),
        ):
            for edge in (0, *edges, end):
                assert not edge - SAFE + OVERSHOOT < high or not low < edge + SAFE - OVERSHOOT, (
                    f"{where}“{word.text}” comes closer than {SAFE / MM:.0f} mm to an edge at {edge / MM:.1f} mm"
                )
    order = sorted(words, key=lambda word: word.left)
    for index, word in enumerate(order):
        for other in order[index + 1 :]:
            if other.left > word.right:
                break
            assert not word.overlaps(other), f"{where}“{word.text}” and “{other.text}” overlap"


def _check_margins(image: Image.Image, size: tuple[float, float], where: str, cuts: Cuts) -> float:
    """Check that the margins of the page and of its cards have no ink except crop marks; return the narrowest."""
    (wide, high), least = size, 1e9
    ups, levels = sorted((0.0, *cuts[0], wide)), sorted((0.0, *cuts[1], high))
    for left, right in pairwise(ups):
        for foot, top in pairwise(levels):
            mark = 2.6 * MM  # how far a crop mark reaches into a card
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
            blur = 2 / SCALE  # of antialiased edges
            assert all(
                (ink[0] > safe[0] - blur, ink[1] > safe[1] - blur, ink[2] < safe[2] + blur, ink[3] < safe[3] + blur)
            ), f"{where}ink within {[round(edge) for edge in ink]} leaves {safe}"
            least = min(least, ink[0] - left, ink[1] - high + top, right - ink[2], high - foot - ink[3])
    return least


def share_of_ink(image: Image.Image) -> float:
    """Return the share of a picture that is ink."""
    counts = image.histogram()
    return sum(count * (255 - level) for level, count in enumerate(counts)) / 255 / sum(counts)


def _check_code(code: Code, words: Sequence[Word], where: str) -> None:
    """Check the width of a QR code, and that nothing stands in its quiet zone."""
    zone = Word("", code.left - code.quiet, code.foot - code.quiet, code.right + code.quiet, code.top + code.quiet, 0)
    inside = [word.text for word in words if word.overlaps(zone)]
    assert not inside, f"{where}{inside} stands in the quiet zone of the code “{code.text}”"
    assert code.side >= LEAST_CODE_WIDTH, f"{where}the code “{code.text}” is {code.side / MM:.1f} mm wide"


def check_file(pdf: bytes) -> None:
    """Check that qpdf finds no error in the file's objects and streams.

    :raises AssertionError: with what it finds.
    """
    with pikepdf.open(BytesIO(pdf)) as document:
        found = document.check_pdf_syntax()
    assert not found, f"qpdf: {found}"
