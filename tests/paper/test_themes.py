"""Themes: ornaments in their box, of one pen, that screen readers skip; the night's choice; every sheet with each."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from PIL import ImageChops, ImageFilter

from tally.paper.card_shapes import commands
from tally.paper.club_look import ClubLook, Theme
from tally.paper.document import Document, Job, compose
from tally.paper.line_art import both_halves, placed
from tally.paper.measures import MM, Paper
from tally.paper.ornaments import MOTIF_LEAST, PEN_LEAST, draw_motif, draw_pip
from tally.paper.themes import ORNAMENTS, theme_of
from tally.printing.catalog import SHEETS, Tonight, draw, job_for, reason_not_printable
from tests.support.club_looks import LOOK
from tests.support.night import ORGANIZER
from tests.support.printed_nights import SITE, make_printed_night
from tests.support.sheet_checks import check_sheet
from tests.support.tag_checks import check_tags
from tournament.models import Night
from tournament.night.lifecycle import create_night

THEMES = pytest.mark.parametrize("theme", list(Theme))
DOTS = 150  # an inch
SIZES = (4 * MM, 9 * MM, 16 * MM, 40 * MM)


def page_of(theme: Theme, *ornaments: tuple[Any, float]) -> bytes:
    """Draw a page of ornaments of these sizes in points, one over the other."""

    def drawing(document: Document) -> None:
        with document.page() as canvas:
            for index, (ornament, size) in enumerate(ornaments):
                ornament(canvas, 200, 60 + index * 150, size)

    return compose("Ornaments", Job(look=ClubLook(theme=theme)), [("Ornaments", drawing)])


def picture_of(pdf: bytes) -> Any:
    """Return a page as a gray picture."""
    return pypdfium2.PdfDocument(pdf)[0].render(scale=DOTS / 72).to_pil().convert("L")


def test_there_is_a_set_for_every_theme() -> None:
    assert list(ORNAMENTS) == list(Theme)


@THEMES
@pytest.mark.parametrize("kind", ["pip", "motif", "border"])
def test_ornaments_keep_to_their_box(theme: Theme, kind: str) -> None:
    numbers = [
        number for path, _ in getattr(ORNAMENTS[theme], kind) for _, values in commands(path) for number in values
    ]
    assert numbers and min(numbers) >= -8 and max(numbers) <= 108
    assert max(numbers) - min(numbers) > 55


@THEMES
def test_a_border_goes_on_where_it_ends(theme: Theme) -> None:
    pieces = [[*commands(path)] for path, _ in ORNAMENTS[theme].border]
    points = [values[-2:] for piece in pieces for _, values in (piece[0], piece[-1])]  # a closed one ends with none
    left, right = (sorted(y for x, y in filter(None, points) if x == edge) for edge in (0, 100))
    assert left == right
    assert bool(left) is (theme not in (Theme.FALL, Theme.CHRISTMAS)), "theirs stand between the edges"


@THEMES
def test_lines_are_wide_enough_for_a_photocopier(theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    widths = list[float]()
    for ornament, size in product((draw_pip, draw_motif), SIZES):
        monkeypatch.setattr(
            "tally.paper.document.PageCanvas.setLineWidth",
            lambda canvas, width, size=size: widths.append(width * size / 100),
        )
        page_of(theme, (ornament, size))
    assert len(widths) == 8 and min(widths) >= PEN_LEAST - 0.001


@THEMES
def test_a_small_motif_is_the_pip(theme: Theme) -> None:
    small, large = MOTIF_LEAST * 0.99, MOTIF_LEAST
    assert page_of(theme, (draw_motif, small)) == page_of(theme, (draw_pip, small))
    assert page_of(theme, (draw_motif, large)) != page_of(theme, (draw_pip, large))


@THEMES
def test_ornaments_are_skipped_by_screen_readers(theme: Theme) -> None:
    root = check_tags(page_of(theme, (draw_pip, 4 * MM), (draw_motif, 40 * MM)))
    assert not list(root.kids[0].kids if root.kids else ())


@pytest.mark.sample(5)
@THEMES
def test_ornaments_are_dark_little_ink_and_live_through_a_photocopier(theme: Theme) -> None:
    """A copier blurs by an eighth of a millimeter, and knows black and white only; a pen of 0.25 points leaves half."""
    for ornament, size in product((draw_pip, draw_motif), SIZES):
        gray = picture_of(page_of(theme, (ornament, size)))
        histogram = gray.histogram()
        darkest = next(value for value, count in enumerate(histogram) if count)
        ink = sum((255 - value) * count for value, count in enumerate(histogram)) / (255 - darkest)
        copy = gray.filter(ImageFilter.GaussianBlur(MM / 8 * DOTS / 72)).histogram()
        assert darkest < 60 and 0.04 < ink / (size * DOTS / 72) ** 2 < 0.7
        assert sum(copy[:150]) / ink > 0.8, f"{ornament.__name__}, {size / MM:g} mm"


def test_every_theme_has_ornaments_of_its_own() -> None:
    pictures = [picture_of(page_of(theme, (draw_pip, 40 * MM), (draw_motif, 40 * MM))) for theme in Theme]
    assert all(
        ImageChops.difference(one, other).getbbox()
        for index, one in enumerate(pictures)
        for other in pictures[index + 1 :]
    )


def test_a_path_is_moved_scaled_and_turned() -> None:
    assert placed("M50 0 L100 50", 10, 20, 50) == "M 10.0 -5.0 L 35.0 20.0"
    assert placed("M50 0 L100 50", 50, 50, 100, 90) == "M 100.0 50.0 L 50.0 100.0"


def test_a_half_gets_its_mirror_image() -> None:
    assert both_halves("M50 0 L90 40 C80 60 70 80 50 100") == (
        "M50 0 L90 40 C80 60 70 80 50 100 C 30 80 20 60 10 40 L 50 0 Z"
    )


# The night's choice


def test_the_night_knows_the_themes_of_paper() -> None:
    assert list(Night.Theme.values) == list(Theme)


def test_ornaments_are_chosen_for_the_night_and_for_the_next(organizer: Client, night: Night) -> None:
    shelf = f"/n/{night.slug}/print/"
    plain = organizer.get(f"{shelf}flyer.pdf").content
    assert organizer.post(shelf, {"paper": "letter", "theme": "christmas"}).status_code == 302
    night.refresh_from_db()
    assert night.theme == "christmas" and job_for(night).look.theme is Theme.CHRISTMAS
    assert organizer.get(f"{shelf}flyer.pdf").content != plain
    assert "changed Ornaments: Plain → Christmas" in night.log_entries.order_by("-pk")[0].text
    assert create_night(club=night.club, who=ORGANIZER).theme == "christmas"
    organizer.post(shelf, {"paper": "a4"})
    night.refresh_from_db()
    assert (night.paper, night.theme) == ("a4", "christmas"), "a page from before does not know of ornaments"


def test_ornaments_that_are_none_are_refused(organizer: Client, night: Night) -> None:
    assert organizer.post(f"/n/{night.slug}/print/", {"paper": "letter", "theme": "easter"}).status_code == 409
    night.refresh_from_db()
    assert night.theme == "plain"


def test_only_the_organizer_chooses_ornaments(night: Night) -> None:
    assert Client().post(f"/n/{night.slug}/print/", {"paper": "letter", "theme": "fall"}).status_code == 403
    night.refresh_from_db()
    assert night.theme == "plain"


@pytest.mark.parametrize(
    ("day", "theme"),
    [
        (date(2027, 1, 31), Theme.PLAIN),
        (date(2027, 2, 1), Theme.VALENTINE),
        (date(2027, 2, 15), Theme.PLAIN),
        (date(2028, 2, 29), Theme.PLAIN),
        (date(2027, 3, 17), Theme.ST_PATRICK),
        (date(2027, 3, 18), Theme.PLAIN),
        (date(2027, 7, 4), Theme.SUMMER),
        (date(2027, 9, 1), Theme.PLAIN),
        (date(2027, 10, 31), Theme.FALL),
        (date(2027, 12, 1), Theme.CHRISTMAS),
        (date(2027, 12, 31), Theme.CHRISTMAS),
    ],
)
def test_a_theme_suits_a_day(day: date, theme: Theme) -> None:
    assert theme_of(day) is theme


def test_the_page_says_what_would_suit_the_date_and_chooses_nothing(organizer: Client, night: Night) -> None:
    def suits(**values: object) -> str:
        Night.objects.filter(pk=night.pk).update(**values)
        html = organizer.get(f"/n/{night.slug}/print/").content.decode()
        night.refresh_from_db()
        return " ".join(re.findall(r"(\w+) would suit the night’s date", html))

    assert suits(date=date(2026, 12, 5)) == "Christmas" and night.theme == "plain"
    assert suits(theme="christmas") == ""
    assert suits(date=date(2027, 1, 5)) == "Plain", "what the last night had need not suit this one"


def test_the_command_prints_with_ornaments(night: Night, tmp_path: Path) -> None:
    files = {theme: tmp_path / f"{theme}.pdf" for theme in ("", "fall", "summer")}
    for theme, file in files.items():
        more = ["--theme", theme] if theme else []
        call_command("print", night.slug, "flyer", *more, "-o", str(file))
    assert len({file.read_bytes() for file in files.values()}) == 3
    Night.objects.filter(pk=night.pk).update(theme="summer")
    call_command("print", night.slug, "flyer", "-o", str(files[""]))
    assert files[""].read_bytes() == files["summer"].read_bytes()
    with pytest.raises(CommandError, match="easter"):
        call_command("print", night.slug, "flyer", "--theme", "easter")


# On every sheet


@pytest.mark.long
@pytest.mark.parametrize(("paper", "large"), [(Paper.LETTER, False), (Paper.A4, True)])
@pytest.mark.parametrize("theme", [theme for theme in Theme if theme != Theme.PLAIN])
def test_every_sheet_passes_the_print_checks_in_every_theme(
    theme: Theme, paper: Paper, large: bool, club: object
) -> None:
    twelve, thirteen = make_printed_night(12, 4), make_printed_night(13, 4)
    job = Job(paper, large, look=ClubLook("Springfield Card Club", theme=theme))
    for slug in [slug for slug, sheet in SHEETS.items() if sheet.progressive]:
        few = reason_not_printable(SHEETS[slug], Tonight(thirteen, job))  # one sheet has room for twelve
        assert check_sheet(twelve if few else thirteen, slug, job).pages


@pytest.mark.parametrize("slug", ["flyer", "program", "keepsakes", "tally-cards", "table-mats", "table-tents"])
def test_a_theme_shows_beside_a_clubs_logo(slug: str, club: object) -> None:
    night = make_printed_night(4, 2)
    night.status = "closed" if slug == "keepsakes" else night.status

    def picture(theme: Theme) -> Any:
        return picture_of(draw(night, slug, Job(look=replace(LOOK, motto="", theme=theme)), SITE))

    assert ImageChops.difference(picture(Theme.PLAIN), picture(Theme.CHRISTMAS)).getbbox()


@THEMES
def test_only_pips_of_playing_cards_stand_on_their_head(theme: Theme) -> None:
    turned = partial(draw_pip, turned=True)
    upright = page_of(theme, (draw_pip, 9 * MM)) == page_of(theme, (turned, 9 * MM))
    assert upright is (theme not in (Theme.PLAIN, Theme.ST_PATRICK))
