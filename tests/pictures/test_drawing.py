"""Pictures: their size, their edges, long names, strange letters, large halls."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from tally.paper import fonts
from tally.pictures.card import GREEN, HEIGHT, SCALE, STOCK, WIDTH, Card
from tally.pictures.frame import EDGE, FOOT, LEFT, RIGHT, TOP, Heading
from tally.pictures.own_places import Figure, OwnPlaces, own_places_picture
from tally.pictures.podium import podium_picture
from tally.pictures.standings import PictureRow, standings_picture
from tally.pictures.typefaces import BOLD, LEAST, REGULAR, fit, on_lines, width_of

LONG = "Wilhelmina-Alexandrine Featherstonehaugh"
HEADING = Heading("Tuesday euchre", "Tuesday club", "Final standings", "November 24, 2026", "8 players · 3 games")
OWN_LETTERS = ("محمد علي", "דוד כהן", "प्रिया शर्मा", "น้ำฝน ใจดี")
LONG_HEADING = Heading(f"{LONG} {LONG}"[:60], LONG * 2, "Final standings", "September 30, 2026", LONG * 3)


def rows(count: int, name: str = "Bob S.") -> tuple[PictureRow, ...]:
    return tuple(PictureRow(str(place), name, str(200 - place)) for place in range(1, count + 1))


def own(places: tuple[int | None, ...] = (4, 2, 3), players: int = 8) -> OwnPlaces:
    return OwnPlaces(
        "3rd", "tied, of 8 players", "Place", places, players, (Figure("−4", "points"), Figure("9", "best", LONG))
    )


def career(nights: int) -> OwnPlaces:
    figures = (Figure("12", "times", "in the top three"), Figure("150", "nights", "in a row"))
    places = tuple(night % 40 + 1 for night in range(nights))
    ends = ("September 30, 2019", "September 30, 2026")
    return OwnPlaces("1st", "best place, 12 times", "Place, night by night", places, 40, figures, ends)


def opened(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGB")


def is_plain(picture: Image.Image, *box: float) -> bool:
    """Whether nothing is drawn in a part of a picture."""
    left, top, right, foot = map(round, box)
    return picture.crop((left, top, right, foot)).getcolors() == [((right - left) * (foot - top), STOCK)]


PICTURES = {
    "no standings": lambda: standings_picture(HEADING, ()),
    "one name": lambda: standings_picture(HEADING, rows(1)),
    "a column": lambda: standings_picture(HEADING, rows(16)),
    "two columns": lambda: standings_picture(HEADING, rows(17)),
    "a large hall": lambda: standings_picture(HEADING, rows(100)),
    "long names": lambda: standings_picture(LONG_HEADING, rows(40, LONG)),
    "podium": lambda: podium_picture(HEADING, rows(3)),
    "long names on the podium": lambda: podium_picture(LONG_HEADING, rows(3, LONG)),
    "everybody first": lambda: podium_picture(HEADING, (PictureRow("T-1", LONG, "1"),) * 9),
    "names in their own letters": lambda: podium_picture(
        HEADING, tuple(PictureRow(str(place), name, "9") for place, name in enumerate(OWN_LETTERS, 1))
    ),
    "nobody on the podium": lambda: podium_picture(HEADING, ()),
    "own night": lambda: own_places_picture(HEADING, own()),
    "one game": lambda: own_places_picture(HEADING, own((1,))),
    "a night with the club": lambda: own_places_picture(HEADING, career(1)),
    "years with the club": lambda: own_places_picture(LONG_HEADING, career(150)),
    "came late, left early": lambda: own_places_picture(LONG_HEADING, own((None, 90, *range(100, 80, -1), None), 100)),
}


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_has_its_size_and_nothing_outside_of_its_ruled_edge(name: str) -> None:
    picture = opened(PICTURES[name]())
    assert picture.size == (WIDTH, HEIGHT) == (1080, 1350)
    bell = WIDTH / 2 - 50, WIDTH / 2 + 50
    for box in (
        (0, 0, EDGE, HEIGHT),
        (WIDTH - EDGE, 0, WIDTH, HEIGHT),
        (0, HEIGHT - EDGE, WIDTH, HEIGHT),
        (0, 0, bell[0], EDGE),
        (bell[1], 0, WIDTH, EDGE),
        (0, 0, WIDTH, 12),
    ):
        assert is_plain(picture, *box)
    assert not is_plain(picture, LEFT, 100, RIGHT, TOP)


@pytest.mark.parametrize("name", PICTURES)
def test_text_stays_away_from_the_ruled_edge(name: str) -> None:
    picture = opened(PICTURES[name]())
    assert is_plain(picture, EDGE + 16, 160, LEFT - 20, HEIGHT - 130)
    assert is_plain(picture, RIGHT + 20, 160, WIDTH - EDGE - 16, HEIGHT - 130)
    assert is_plain(picture, LEFT, FOOT + 14, RIGHT, FOOT + 30), "between what is shown and the line at the foot"


def test_a_picture_is_small_enough_to_send() -> None:
    assert max(len(draw()) for draw in PICTURES.values()) < 120_000


def test_a_picture_has_the_colors_of_the_site_and_shades_between_them() -> None:
    colors = {color: count for count, color in opened(podium_picture(HEADING, rows(3))).getcolors(1000) or ()}
    assert colors[STOCK] > colors[GREEN] > 50_000
    assert len(colors) < 200


def test_the_same_values_are_drawn_once() -> None:
    first = standings_picture(HEADING, rows(3))
    assert standings_picture(HEADING, rows(3)) is first
    assert standings_picture(HEADING, rows(4)) != first


@pytest.mark.parametrize(
    ("names", "shown"), [(16, 16), (17, 17), (40, 40), (41, 40), (100, 40)], ids=lambda count: str(count)
)
def test_more_names_than_fit_are_counted(monkeypatch: pytest.MonkeyPatch, names: int, shown: int) -> None:
    written: list[str] = []
    keep = Card.text
    monkeypatch.setattr(
        Card, "text", lambda self, x, y, text, *a, **k: (written.append(text), keep(self, x, y, text, *a, **k))[1]
    )
    standings_picture.__wrapped__(HEADING, rows(names))
    assert written.count("Bob S.") == shown
    assert (f"and {names - 40} more" in written) == (names > 40)


@pytest.mark.parametrize(
    "name", [*OWN_LETTERS, "Bob S.", LONG, "王小明", "Жанна К.", "Nguyễn T.", "😀", "—", "Ann" * 14]
)
def test_every_name_fits_its_room_and_keeps_its_beginning(name: str) -> None:
    for width in (60, 120, 300, 900):
        text, size = fit(name, BOLD, 60, width)
        assert width_of(text, BOLD, size) <= width + 0.1
        assert LEAST <= size <= 60
    assert "…" not in fit(name, REGULAR, 40, 900)[0]


@pytest.mark.parametrize("name", OWN_LETTERS)
def test_letters_are_shaped_as_on_paper(name: str) -> None:
    drawn = Card()
    wide = drawn.text(200, 600, name, BOLD, 60)
    box = drawn._image.convert("L").point([255] * 160 + [0] * 96).getbbox()
    assert box is not None
    left, top, right, foot = (edge / SCALE for edge in box)
    assert abs(left - 200) < 8 and abs(right - 200 - wide) < 8
    assert 520 < top < 575 and 598 < foot < 640, "it stands on its line, the right way up"
    assert wide == pytest.approx(fonts.width_of(name, BOLD, 60), abs=0.5)


def test_a_name_that_was_cut_ends_with_an_ellipsis() -> None:
    text, size = fit(LONG, REGULAR, 46, 200)
    assert size == LEAST and text.endswith("…") and LONG.startswith(text[:-1])


def test_a_long_title_takes_two_lines_rather_than_small_letters() -> None:
    assert on_lines("Bob S.", BOLD, 60, 300)[0] == ["Bob S."]
    lines, size = on_lines(LONG, BOLD, 60, 500)
    assert lines == LONG.split() and size > fit(LONG, BOLD, 60, 500)[1]
