"""How our paper looks: a club's name, motto, color and logo, chosen on a page, for its sheets and in its file."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from io import BytesIO
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from reportlab.lib.colors import HexColor

from tally.archive import form_rules
from tally.archive.importing import import_archive, plan_import
from tally.archive.reading import read_archive
from tally.archive.writing import club_archive
from tally.paper.club_look import PALETTE
from tally.paper.measures import GREEN
from tally.pictures.logos import NEITHER, PNG_START, logo_of
from tally.printing import own_process, uploaded_logo
from tally.printing.club_looks import look_of
from tally.printing.own_process import BUSY, BusyError
from tally.views import paper_look
from tests.support.club_looks import png
from tests.support.night import nothing_changes
from tests.support.strangers import invited_helper
from tournament.access import Who
from tournament.club.first_club import NAME
from tournament.club.paper_look import set_logo, set_paper_look
from tournament.models import Club, Night, PaperLook, Role, SignIn
from tournament.people.errors import NotAllowed, Refused

PATH = "/club/paper/"
WORDS = {"name": "Maple Street Euchre Club", "motto": "Good cards, good company", "color": "#1d3a6b"}
NAVY = HexColor("#1d3a6b")


def upload(content: bytes, name: str = "logo.png", kind: str = "image/png") -> SimpleUploadedFile:
    return SimpleUploadedFile(name, content, kind)


def page(organizer: Client) -> str:
    return organizer.get(PATH).content.decode()


def test_name_motto_and_color_are_on_all_sheets_from_now_on(club: Club, night: Night, organizer: Client) -> None:
    answer = organizer.post(PATH, WORDS, follow=True)
    assert "Saved. The sheets look so from now on." in answer.content.decode()
    look = look_of(Club.objects.get(), night.name)
    assert (look.club, look.motto, look.accent, look.logo) == (WORDS["name"], WORDS["motto"], NAVY, b"")
    assert re.search(r'<input type="radio"[^>]*value="#1d3a6b"[^>]*checked', page(organizer))


def test_what_no_typeface_has_is_left_out_and_the_page_says_so(club: Club, night: Night, organizer: Client) -> None:
    answer = organizer.post(PATH, WORDS | {"name": "金曜ユーカー会", "motto": "楽しい"}, follow=True).content.decode()
    assert "Emoji" not in answer
    for text in ("金曜ユーカー会", "楽しい"):
        assert f"No typeface here has the letters of “{text}”: the sheets leave it out." in answer
    look = look_of(Club.objects.get(), night.name)
    assert (look.club, look.motto) == ("", "")


def test_a_club_that_chose_nothing_prints_as_all_do(club: Club, night: Night) -> None:
    look = look_of(club, night.name)
    assert (look.club, look.motto, look.accent, look.logo) == (club.name, "", GREEN, b"")
    assert HexColor(next(iter(PALETTE.values()))).rgb() == pytest.approx(GREEN.rgb(), abs=0.005)


def test_a_name_does_not_stand_twice_and_one_that_nobody_chose_not_at_all(club: Club) -> None:
    assert look_of(club, club.name.upper()).club == ""
    assert look_of(Club(pk=club.pk, name=NAME), "Tuesday euchre").club == ""


def test_another_color_is_taken_where_it_is_dark_enough(club: Club, organizer: Client) -> None:
    organizer.post(PATH, WORDS | {"color": "own", "own_color": "#552200"})
    assert PaperLook.objects.get().accent == "#552200"
    assert 'value="#552200"' in page(organizer)


def test_whoever_picks_another_color_means_it(club: Club, organizer: Client) -> None:
    organizer.post(PATH, WORDS)
    organizer.post(PATH, WORDS | {"own_color": "#552200"})
    assert PaperLook.objects.get(club=club).accent == "#552200"
    organizer.post(PATH, WORDS | {"own_color": "#552200"})
    assert PaperLook.objects.get(club=club).accent == WORDS["color"], "a color of the list, chosen again"


@pytest.mark.parametrize(
    ("color", "sentence"),
    [
        ("#e8b923", "This color is too pale for words on white paper: its contrast is 1.8 to 1, and 4.5 is the least."),
        ("#777777", "its contrast is 4.4 to 1"),
        ("red", "Write the color as a # and six figures"),
        ("#12345", "Write the color as a # and six figures"),
        ("#12345g", "Write the color as a # and six figures"),
    ],
)
def test_a_color_in_which_nobody_could_read_is_refused(
    club: Club, organizer: Client, color: str, sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post(PATH, WORDS | {"color": "own", "own_color": color})
    assert answer.status_code == 400 and sentence in answer.content.decode()


def test_gray_that_has_just_enough_contrast_is_taken(club: Club, organizer: Client) -> None:
    assert organizer.post(PATH, WORDS | {"color": "own", "own_color": "#767676"}).status_code == 302


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "required"),
        ({"name": "\u200b"}, "Write the club’s name."),
        ({"name": "a" * 81}, "at most 80"),
        ({"motto": "a" * 61}, "at most 60"),
        ({"color": "#ff0000"}, "not one of the available choices"),
    ],
)
def test_what_cannot_be_printed_is_refused(club: Club, organizer: Client, wrong: dict[str, str], sentence: str) -> None:
    with nothing_changes():
        answer = organizer.post(PATH, WORDS | wrong)
    assert answer.status_code == 400 and sentence in answer.content.decode()


# The logo


def test_a_logo_is_stored_as_a_png_of_our_own_and_can_be_taken_away(club: Club, organizer: Client) -> None:
    assert "Remove the logo" not in page(organizer)
    drawing = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="3"/></svg>'
    organizer.post(PATH, WORDS | {"logo": upload(drawing, "photo.jpg", "image/jpeg")})  # its content says what it is
    stored = bytes(PaperLook.objects.get().logo)
    assert stored.startswith(PNG_START) and b"svg" not in stored
    assert look_of(club, "").logo == stored
    organizer.post(PATH, WORDS)
    assert bytes(PaperLook.objects.get().logo) == stored, "to save words takes no logo away"
    assert "Remove the logo" in page(organizer)
    organizer.post(PATH, {"remove": "yes"})
    row = PaperLook.objects.get()
    assert bytes(row.logo) == b"" and row.motto == WORDS["motto"]


def test_a_file_that_is_no_logo_changes_nothing(club: Club, organizer: Client) -> None:
    with nothing_changes():
        answer = organizer.post(PATH, WORDS | {"logo": upload(b"GIF89a", "logo.png")})
    assert answer.status_code == 400 and NEITHER in answer.content.decode()


@pytest.mark.long
def test_the_picture_of_a_head_shows_what_is_stored(club: Club, night: Night, organizer: Client) -> None:
    first = page(organizer)
    organizer.post(PATH, WORDS | {"logo": upload(png(400, 200, "#ff0000"))})
    second = page(organizer)
    source = re.search(r'src="(/club/paper/head.png\?[0-9a-f]+)"', second)
    assert source and source[1] not in first, "a browser asks for the new picture"
    answer = organizer.get(source[1])
    assert answer["Content-Type"] == "image/png"
    colors = {color for _, color in Image.open(BytesIO(answer.content)).getcolors(1 << 24)}
    assert (255, 0, 0) in colors and (29, 58, 107) in colors


# Who may


def test_strangers_and_helpers_change_nothing(club: Club, night: Night, stranger: Client) -> None:
    for client in (stranger, invited_helper(club, Role.SCORER)):
        with nothing_changes():
            assert client.post(PATH, WORDS).status_code == 403
            assert client.post(PATH, {"remove": "yes"}).status_code == 403
        assert client.get(PATH).status_code == client.get(f"{PATH}head.png").status_code == 403


def test_the_log_says_who_renamed_the_club_and_what_it_was_called(club: Club, organizer: Client) -> None:
    before, name = club.log_entries.count(), club.name
    organizer.post(PATH, WORDS)
    organizer.post(PATH, WORDS | {"motto": "Another one"})
    assert club.log_entries.count() == before + 1
    assert str(club.log_entries.first()) == f"The organizer renamed the club, which was “{name}”"


def test_an_organizer_who_was_invited_chooses_the_look_and_does_not_rename_the_club(club: Club) -> None:
    """The name outlasts their invitation, and is typed to erase the club."""
    eve = invited_helper(club, Role.ORGANIZER, "Eve")
    assert re.search(r'<input[^>]*name="name"[^>]*disabled', page(eve))
    assert "Only organizers who signed in with their account, or by the club’s link, change it." in page(eve)
    assert eve.post(PATH, WORDS).status_code == 302
    assert Club.objects.get().name == club.name and PaperLook.objects.get().motto == WORDS["motto"]
    with nothing_changes(), pytest.raises(NotAllowed):
        set_paper_look(club=club, name="New", motto="", accent="", who=Who(role=Role.ORGANIZER, sign_in=_sign_in(club)))


def _sign_in(club: Club) -> SignIn:
    return club.sign_ins.exclude(invitation=None).get()


def test_whoever_was_signed_out_in_the_meantime_changes_nothing(club: Club, organizer: Client) -> None:
    sign_in = club.sign_ins.get()
    gone = Who(role=Role.ORGANIZER, sign_in=sign_in)
    sign_in.delete()
    sign_in.pk = 7
    for change in (
        lambda: set_paper_look(club=club, name="New", motto="", accent="", who=gone),
        lambda: set_logo(club=club, logo=png(), who=gone),
    ):
        with nothing_changes(), pytest.raises(NotAllowed):
            change()


def test_one_club_does_not_show_in_another(club: Club, organizer: Client) -> None:
    other = Club.objects.create(name="Thursday club")
    PaperLook.objects.create(club=other, motto="Not ours", logo=png())
    assert "Not ours" not in page(organizer) and look_of(club, "").logo == b""


# The club's file


@pytest.fixture
def dressed(club: Club) -> Club:
    """The club with a motto, a color and a logo."""
    PaperLook.objects.create(club=club, motto=WORDS["motto"], accent="#1d3a6b", logo=logo_of(png(400, 200)))
    return club


def take_in(text: str, club: Club | None = None) -> Club:
    return import_archive(archive=read_archive(text.encode()), club=club).club


def test_a_club_takes_its_look_along(dressed: Club) -> None:
    text, look = club_archive(dressed), look_of(dressed, "")
    dressed.delete()
    assert not PaperLook.objects.exists(), "to erase a club erases its look"
    again = take_in(text)
    assert look_of(again, "") == look and club_archive(again) == text


def test_the_look_that_is_here_stays(dressed: Club) -> None:
    text = club_archive(dressed)
    PaperLook.objects.update(motto="New words")
    take_in(text, dressed)
    assert PaperLook.objects.get().motto == "New words"


@pytest.mark.long
def test_what_a_club_has_not_chosen_comes_from_its_file_and_the_preview_says_so(
    dressed: Club, organizer: Client
) -> None:
    text, look = club_archive(dressed), look_of(dressed, "")
    PaperLook.objects.update(motto="", accent="", logo=b"")  # as when somebody has saved the name alone
    file = SimpleUploadedFile("club.json", text.encode(), "application/json")
    preview = organizer.post("/club/data/import/", {"file": file}).content.decode()
    assert "<h2>Also new</h2>" in preview and "Import what is new" in preview
    parts = [f"The {part} of the club’s paper" for part in ("motto", "color", "logo")]
    assert all(part in preview for part in parts)
    plan = import_archive(archive=read_archive(text.encode()), club=dressed).plan
    assert list(plan.new_things) == parts and plan.stays == () and plan.rows == 1
    assert look_of(Club.objects.get(), "") == look
    plan = import_archive(archive=read_archive(text.encode()), club=dressed).plan
    assert plan.new_things == plan.stays == () and plan.rows == 0


def test_one_part_of_a_look_stays_while_another_comes_in(dressed: Club) -> None:
    text = club_archive(dressed)
    logo = bytes(PaperLook.objects.get().logo)
    PaperLook.objects.update(motto="New words", logo=b"")
    plan = import_archive(archive=read_archive(text.encode()), club=dressed).plan
    assert plan.new_things == ("The logo of the club’s paper",)
    assert plan.stays == (
        "The motto of the club’s paper is another one here than in the file. It stays as it is here.",
    )
    row = PaperLook.objects.get()
    assert (row.motto, row.accent, bytes(row.logo)) == ("New words", "#1d3a6b", logo)


def test_the_look_of_another_club_comes_in_as_new_where_none_was_chosen(dressed: Club) -> None:
    text = club_archive(dressed)
    PaperLook.objects.all().delete()
    plan = plan_import(read_archive(text.encode()), dressed)
    assert len(plan.new_things) == 3 and plan.rows == 1


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("accent", "#ffff00"),
        ("accent", "red"),
        ("logo", "no Base64!"),
        ("logo", 7),
        ("logo", "PHN2Zy8+"),  # <svg/>
        ("logo", "iVBORw0KGgo="),  # the start of a PNG
        ("motto", "a" * 61),
    ],
)
def test_an_edited_file_brings_in_nothing_that_could_not_be_chosen(dressed: Club, column: str, value: Any) -> None:
    document = json.loads(club_archive(dressed))
    names = document["columns"]["tournament.paperlook"]
    document["club"]["tournament.paperlook"][0][names.index(column)] = value
    dressed.delete()
    with nothing_changes(), pytest.raises(Refused):
        take_in(json.dumps(document))


def test_the_page_says_that_emoji_are_left_out(club: Club, night: Night, organizer: Client) -> None:
    answer = organizer.post(PATH, WORDS | {"motto": "Good cards 🃏 © us"}, follow=True).content.decode()
    assert "Emoji are not printed: the sheets leave them out of “Good cards 🃏 © us”." in answer
    assert "Emoji are not printed" not in organizer.post(PATH, WORDS, follow=True).content.decode()


def test_the_page_leads_back_to_where_somebody_came_from_and_to_the_ornaments(
    club: Club, night: Night, organizer: Client
) -> None:
    shelf = f"/n/{night.slug}/print/"
    way_up = re.compile(f'class="way-up">\\s*<a href="{shelf}">Printables')
    assert not way_up.search(page(organizer))
    assert f'href="{shelf}#print-options">Printables</a>' in page(organizer)
    from_shelf = f"{PATH}?night={night.slug}"
    assert f'href="{from_shelf}"' in organizer.get(shelf).content.decode()
    assert way_up.search(organizer.get(from_shelf).content.decode())
    assert organizer.post(from_shelf, WORDS).headers["Location"] == from_shelf
    of_others = Night.objects.create(club=Club.objects.create(name="Others"), name="Theirs", date=night.date)
    assert of_others.slug not in organizer.get(f"{PATH}?night={of_others.slug}").content.decode()
    assert organizer.get(f"{PATH}?night=%00").status_code == 200


def test_the_seconds_are_few_that_a_request_may_wait_and_draw() -> None:
    assert own_process.WAIT + max(uploaded_logo.SECONDS, paper_look.SECONDS) <= 12


def test_a_file_is_not_called_wrong_while_others_are_looked_at(dressed: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def busy(_logo: bytes) -> bytes:
        raise BusyError(BUSY)

    monkeypatch.setattr(form_rules, "checked_logo", busy)
    with pytest.raises(BusyError) as refused:
        take_in(club_archive(dressed), dressed)
    assert str(refused.value) == BUSY


def test_an_edited_file_with_many_looks_is_refused_before_any_logo_is_looked_at(
    dressed: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = json.loads(club_archive(dressed))
    document["club"]["tournament.paperlook"] *= 2
    looked_at: list[bytes] = []
    monkeypatch.setattr(form_rules, "checked_logo", looked_at.append)
    with nothing_changes(), pytest.raises(Refused, match=r"a club has one row of “tournament\.paperlook”"):
        take_in(json.dumps(document))
    assert looked_at == []


@pytest.mark.long
def test_a_logo_of_a_file_is_stored_as_one_that_is_uploaded(dressed: Club) -> None:
    notes = PngInfo()
    notes.add_text("Comment", "Made at 12 Elm Street")
    file = BytesIO()
    Image.new("RGBA", (3000, 1500), "#7a1f3d80").save(file, "PNG", pnginfo=notes)
    PaperLook.objects.update(logo=file.getvalue())
    text = club_archive(dressed)
    dressed.delete()
    take_in(text)
    assert bytes(PaperLook.objects.get().logo) == logo_of(file.getvalue())


def test_a_night_with_totals_alone_has_no_printables_to_lead_to(club: Club, night: Night, organizer: Client) -> None:
    newest = Night.objects.create(
        club=club, name="Totals alone", date=night.date + timedelta(days=1), kind=Night.Kind.TOTALS
    )
    words = page(organizer)
    assert f'href="/n/{night.slug}/print/#print-options"' in words and newest.slug not in words
