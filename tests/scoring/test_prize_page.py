"""The organizer's list of prizes: writing it, refusing errors, drawing again; winners on screen and on paper."""

from __future__ import annotations

import json

import pypdfium2
import pytest
from django.test import Client

from tally.exports.night_json import export_night
from tally.loading.awards import AwardText, award_texts
from tally.loading.games import night_games
from tally.loading.reveal import night_steps
from tally.paper.certificates import Certificate, draw_certificates
from tally.paper.document import Job
from tally.paper.measures import Paper
from tally.paper.prizes_bill import PrintedPrize, draw_prizes
from tally.presenters.standings import standings_context
from tally.printing.catalog import SHEETS, Tonight, draw, reason_not_printable
from tally.scores.prizes import Award, Kind, Prize, shared_with, shares
from tally.scoring.reveal import reveal_standings
from tests.support.markup import compact
from tests.support.movement_nights import sign_both_sides
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.odd_names import ODD_NAMES, UNBROKEN_NAME
from tests.support.paper_checks import check_pdf
from tests.support.printed_pages import BOTH_PAPERS, HEADING, PAPERS_AND_SIZES, text_of
from tests.support.printed_pages import draw as draw_values
from tournament.models import Night
from tournament.night.lifecycle import close_night, create_night, reopen_night
from tournament.people.errors import Refused
from tournament.people.names import listed


def address(night: Night) -> str:
    return f"/n/{night.slug}/prizes/"


def form_data(*prizes: tuple[str, str, str], **rules: str) -> dict[str, str]:
    """Return what the page's form sends."""
    data = {"p-TOTAL_FORMS": str(len(prizes)), "p-INITIAL_FORMS": "0", "ties": "split", **rules}
    for row, prize in enumerate(prizes):
        data |= {f"p-{row}-{field}": value for field, value in zip(("kind", "what", "money"), prize, strict=True)}
    return data


PRIZES = form_data(("high", "A ham", ""), ("", "", ""), ("low", "", "$5"), ("door", "A cake", ""), one_each="on")


@pytest.fixture
def scored(night: Night) -> Night:
    """A night on which table 1 has played: numbers 1 and 6 lead with 4 points, their opponents have 1."""
    game = game_at(night, 1, 1)
    play_hands(game, "NS:3-4", "NS:5", "NS:3-4", "EW:3-4")
    sign_both_sides(game)
    return night


def test_a_list_is_saved_as_written_without_rows_that_have_no_kind(organizer: Client, night: Night) -> None:
    assert organizer.post(address(night), PRIZES).status_code == 302
    with nothing_changes():  # saved again without a change: no line in the log either
        assert organizer.post(address(night), PRIZES).status_code == 302
    night.refresh_from_db()
    assert [tuple(prize.values()) for prize in night.prizes["list"]] == [
        ("high", "A ham", ""),
        ("low", "", "$5"),
        ("door", "A cake", ""),
    ]
    assert (night.prizes["one_each"], night.prizes["ties"]) == (True, "split")
    page = organizer.get(address(night)).content.decode()
    assert page.count("<fieldset") == 6 and 'value="A ham"' in page


@pytest.mark.parametrize(
    ("prizes", "sentence"),
    [
        ([("high", "", "a ham")], "“a ham” is not an amount"),
        ([("high", "W" * 61, "")], "at most 60 letters"),
        ([("best hat", "", "")], "Select a valid choice"),
        ([("high", "", "")] * 21, "There is room for 20 rows here, so nothing was saved."),
    ],
)
def test_an_invalid_list_is_explained_and_not_saved(
    organizer: Client, night: Night, prizes: list[tuple[str, str, str]], sentence: str
) -> None:
    with nothing_changes():
        answer = organizer.post(address(night), form_data(*prizes))
    assert answer.status_code == 400
    assert sentence in answer.content.decode() and "There is a problem" in answer.content.decode()


def test_a_list_of_which_only_a_part_arrived_is_not_saved_and_says_so(organizer: Client, night: Night) -> None:
    with nothing_changes():
        answer = organizer.post(address(night), {"p-0-kind": "high", "p-0-what": "A ham"})
    assert answer.status_code == 400
    assert "Only a part of this page arrived, so nothing was saved." in answer.content.decode()


def test_only_the_organizer_writes_prizes(night: Night, stranger: Client) -> None:
    with nothing_changes():
        assert stranger.post(address(night), PRIZES).status_code == 403
        assert stranger.get(address(night)).status_code == 403
    assert phone_of(night, 1).post(address(night), PRIZES).status_code == 403


def test_each_tap_draws_the_winners_again_once(organizer: Client, scored: Night) -> None:
    organizer.post(address(scored), form_data(("door", "A cake", "")))
    close_night(night=scored, who=ORGANIZER)
    winners = set()
    for again in range(1, 6):
        winners.add(organizer.get(address(scored)).content.decode().split("<dd>")[1].split("<")[0])
        for _ in range(2):
            assert organizer.post(address(scored), {"again": str(again)}).status_code == 302
        scored.refresh_from_db()
        assert scored.prizes["draws"] == again
    assert len(winners) > 1


def test_a_door_prize_names_nobody_before_the_night_is_closed(organizer: Client, scored: Night) -> None:
    organizer.post(address(scored), form_data(("high", "A ham", ""), ("door", "A cake", "")))
    page = compact(organizer.get(address(scored)).content.decode())
    assert "<dt>Door prize: A cake</dt><dd>drawn when the night is closed</dd>" in page and "Draw again" not in page
    assert not any(prize["winners"] for prize in export_night(scored)["prizes"] if prize["kind"] == "door")
    with nothing_changes():
        assert organizer.post(address(scored), {"again": "1"}).status_code == 302
    close_night(night=scored, who=ORGANIZER)
    page = compact(organizer.get(address(scored)).content.decode())
    assert "<dd>drawn" not in page and "Nobody" not in page and "Draw again" in page


def test_the_usual_list_is_one_tap_where_there_is_none(organizer: Client, night: Night, stranger: Client) -> None:
    assert "Use the standard list" in organizer.get(address(night)).content.decode()
    with nothing_changes():
        assert stranger.post(address(night), {"usual": "1"}).status_code == 403
    assert organizer.post(address(night), {"usual": "1"}).status_code == 302
    night.refresh_from_db()
    assert [prize["kind"] for prize in night.prizes["list"]] == ["high", "second", "low"]
    assert "Use the standard list" not in organizer.get(address(night)).content.decode()
    organizer.post(address(night), PRIZES)
    with nothing_changes():
        organizer.post(address(night), {"usual": "1"})


def test_winners_are_public_once_the_night_is_closed(organizer: Client, stranger: Client, scored: Night) -> None:
    organizer.post(address(scored), PRIZES)
    standings = f"/n/{scored.slug}/standings/"
    assert "A ham" not in stranger.get(standings).content.decode()
    assert "A ham" not in text_of(draw(scored, "standings", Job(), ""))
    close_night(night=scored, who=ORGANIZER)
    assert "A ham" not in stranger.get(standings).content.decode(), "not before the reveal"
    reveal_standings(night=scored, who=ORGANIZER)
    scored.refresh_from_db()
    page = compact(stranger.get(standings).content.decode())
    assert "<dt>High: A ham</dt><dd>Ann M., Fritz B., 4 points</dd>" in page
    printed = text_of(draw(scored, "standings", Job(), ""))
    assert "High: A ham Ann Miller and Fritz Bauer 4 points" in printed
    bill = text_of(draw(scored, "prizes", Job(), ""))
    assert "HIGH A ham Ann Miller, Fritz Bauer 4 points" in bill
    assert bill.count("DOOR PRIZE A cake") == 1


def test_of_a_prize_that_nobody_won_nobody_hears(organizer: Client, scored: Night) -> None:
    organizer.post(address(scored), form_data(("loners", "A bottle", ""), ("high", "A ham", "")))
    assert "<dd>Nobody</dd>" in compact(organizer.get(address(scored)).content.decode()), "while it can be won"
    close_night(night=scored, who=ORGANIZER)
    scored.refresh_from_db()
    assert not any(step.prize for step in night_steps(scored, night_games(scored)))
    assert "A bottle" not in organizer.get(f"/n/{scored.slug}/reveal/").content.decode()
    reveal_standings(night=scored, who=ORGANIZER)
    context = standings_context(scored)
    assert "A bottle" not in str(context["chat_text"]) and "A ham" in str(context["chat_text"])
    for path in ("standings", "screen", "play"):
        assert "A bottle" not in Client().get(f"/n/{scored.slug}/{path}/").content.decode(), path
    for sheet in ("standings", "prizes"):
        printed = text_of(draw(scored, sheet, Job(), ""))
        assert "A bottle" not in printed and "Nobody" not in printed and "A ham" in printed
    own_page = compact(organizer.get(address(scored)).content.decode())
    assert "<dt>Most loners: A bottle</dt><dd>Nobody</dd>" in own_page, "the organizer knows"


def test_the_export_lists_prizes_with_their_winners(organizer: Client, scored: Night) -> None:
    assert export_night(scored)["prizes"] == []
    organizer.post(address(scored), form_data(("high", "A ham", "$5"), ("loners", "", "")))
    close_night(night=scored, who=ORGANIZER)
    scored.refresh_from_db()
    assert json.loads(json.dumps(export_night(scored)["prizes"])) == [
        {"kind": "high", "what": "A ham", "money": "$5", "score": 4, "winners": [1, 6], "shares": ["$2.50", "$2.50"]},
        {"kind": "loners", "what": "", "money": "", "score": 0, "winners": [], "shares": []},
    ]


def test_before_the_end_the_prize_sheet_lists_prizes_without_winners(organizer: Client, scored: Night) -> None:
    assert "Write the list of prizes first" in reason_not_printable(SHEETS["prizes"], Tonight(scored, Job()))
    organizer.post(address(scored), PRIZES)
    scored.refresh_from_db()
    bill = text_of(draw(scored, "prizes", Job(), ""))
    assert "HIGH A ham LOW $5 DOOR PRIZE A cake" in bill and "Ann" not in bill


def test_a_list_from_which_nobody_has_won_a_prize_is_not_printed_after_the_end(
    organizer: Client, scored: Night
) -> None:
    organizer.post(address(scored), form_data(("loners", "A bottle", "")))
    scored.refresh_from_db()
    assert "A bottle" in text_of(draw(scored, "prizes", Job(), ""))
    close_night(night=scored, who=ORGANIZER)
    scored.refresh_from_db()
    assert reason_not_printable(SHEETS["prizes"], Tonight(scored, Job())) == "Nobody has won a prize."
    with pytest.raises(Refused, match=r"Nobody has won a prize\."):
        draw(scored, "prizes", Job(), "")


def test_every_winner_gets_a_certificate(organizer: Client, scored: Night) -> None:
    scored.count_loners = True
    text = text_of(draw(scored, "certificates", Job(), ""))
    assert text.count("HIGH SCORE") == 2 and "SECOND PLACE" not in text, "two share first place, and are no seconds"
    assert "LOW SCORE" in text and "MOST LONERS" not in text  # nobody has made one
    organizer.post(address(scored), form_data(("high", "A ham", "$5")))
    scored.refresh_from_db()
    text = text_of(draw(scored, "certificates", Job(), ""))
    assert text.count("HIGH SCORE") == 2 and text.count("A ham") == 2 and "$" not in text and "SECOND" not in text
    organizer.post(address(scored), form_data(("high", "A ham", "$5"), ("second", "A pie", "$2")))
    scored.refresh_from_db()
    text = text_of(draw(scored, "certificates", Job(), ""))
    assert text.count("HIGH AND SECOND") == text.count("A ham and A pie") == 2 and "$" not in text
    assert text.count("4 points, shared with Fritz Bauer") == text.count("4 points, shared with Ann Miller") == 1


def test_a_certificate_says_with_whom_a_prize_is_shared_or_with_how_many() -> None:
    assert shared_with([]) == "" and shared_with(["Ann"]) == "shared with Ann"
    assert shared_with(["Ann", "Bob", "Cem"]) == "shared with Ann, Bob and Cem"
    assert shared_with(["Ann", ""]) == "shared with 2 others", "one has given no name"
    assert shared_with(["Ann", "Bob", "Cem", "Dan"]) == "shared with 4 others"


@pytest.mark.parametrize(
    ("typed", "stored"), [("20", "$20"), ("7.50", "$7.50"), ("$5", "$5"), ("20 bucks", "20 bucks")]
)
def test_a_plain_number_is_money_of_the_club(organizer: Client, scored: Night, typed: str, stored: str) -> None:
    organizer.post(address(scored), form_data(("high", "A ham", typed)))
    assert Night.objects.get().prizes["list"][0]["money"] == stored


def test_certificates_need_a_score(night: Night) -> None:
    assert "Nothing is scored yet" in reason_not_printable(SHEETS["certificates"], Tonight(night, Job()))


def test_a_list_can_be_written_after_the_end_and_survives_reopening_the_night(organizer: Client, scored: Night) -> None:
    close_night(night=scored, who=ORGANIZER)
    assert organizer.post(address(scored), PRIZES).status_code == 302
    reopen_night(night=scored, who=ORGANIZER)
    scored.refresh_from_db()
    assert len(scored.prizes["list"]) == 3


def test_the_next_night_has_the_same_prizes_and_the_same_wifi(organizer: Client, night: Night) -> None:
    Night.objects.filter(pk=night.pk).update(wifi_name="Hall Guest", wifi_password="bower")
    organizer.post(address(night), PRIZES)
    night.refresh_from_db()
    later = create_night(club=night.club, who=ORGANIZER)
    assert (later.wifi_name, later.wifi_password, later.prizes) == ("Hall Guest", "bower", night.prizes)


@pytest.mark.parametrize(
    ("award", "sentence"),
    [
        (AwardText("Door prize", "A cake.", ("Dan K.",)), "Door prize: A cake. Dan K."),
        (
            AwardText("High", "", ("Ann", "Bob", "Cy"), "84 points", "$5 each"),
            "High. Ann, Bob and Cy, 84 points, $5 each.",
        ),
    ],
)
def test_an_award_has_a_sentence(award: AwardText, sentence: str) -> None:
    assert award.sentence == sentence


@pytest.mark.parametrize(
    ("money", "winners", "each"),
    [
        ("$6", 1, ""),
        ("$6", 3, "$2 each"),
        ("$5", 3, "$1.67, $1.67 and $1.66"),
        ("$20", 7, "$2.86 each, the last 2 $2.85"),
        ("$10", 8, "$1.25 each"),
        ("$7", 6, "$1.17 each, the last 2 $1.16"),
        ("$1.03", 4, "$0.26 each, the last $0.25"),
    ],
)
def test_the_shares_of_many_winners_are_worded_briefly(money: str, winners: int, each: str) -> None:
    numbers = tuple(range(1, winners + 1))
    award = Award(Prize(Kind.HIGH, "", money), numbers, 9, shares(money, winners))
    (text,) = award_texts([award], dict.fromkeys(numbers, "Ann"))
    assert text.each == each


# On paper


@PAPERS_AND_SIZES
def test_any_winner_and_any_prize_fit_on_their_page(paper: Paper, large: bool) -> None:
    options = {"paper": paper, "large": large}
    names = (UNBROKEN_NAME, "王小明", "", "W" * 40)
    certificates = [Certificate("Most loners", name, "84 points", "W" * 60) for name in names]
    assert check_pdf(draw_values(draw_certificates, HEADING, certificates, **options), Job(paper, large)).pages == 4
    guests = tuple(f"Guest{number} Featherstonehaugh" for number in range(133))
    pdf = draw_values(draw_prizes, HEADING, [PrintedPrize("Low", "A deck of cards", guests, "0 points")], **options)
    assert check_pdf(pdf, Job(paper, large)).shortened == () and all(name in text_of(pdf) for name in guests)
    billed = [
        PrintedPrize("High", "W" * 60, tuple(ODD_NAMES), "84 points"),
        *[PrintedPrize("Low", "x", (UNBROKEN_NAME,), "3 points")] * 6,
    ]
    assert check_pdf(draw_values(draw_prizes, HEADING, billed, **options), Job(paper, large)).pages <= 4


@BOTH_PAPERS
@pytest.mark.parametrize("winners", [("Margaret Wilson",), ("Bob Stone", "Carla Reyes"), None])
def test_six_prizes_fit_on_a_page(paper: Paper, winners: tuple[str, ...] | None) -> None:
    prizes = [PrintedPrize(f"Prize {number}", "A ham", winners, "88 points" * bool(winners)) for number in range(6)]
    pdf = draw_values(draw_prizes, HEADING, prizes, paper=paper)
    assert check_pdf(pdf, Job(paper)).pages == 1


def test_prizes_are_read_out_with_the_first_place_last(organizer: Client, scored: Night) -> None:
    prizes = form_data(("high", "A ham", ""), ("second", "A pie", ""), ("low", "", "$5"), ("door", "A cake", ""))
    organizer.post(address(scored), prizes)

    def printed() -> list[str]:
        text = text_of(organizer.get(f"/n/{scored.slug}/print/prizes-to-read-out.pdf").content)
        assert "TO READ OUT" in text
        return sorted(("A ham", "A pie", "$5", "A cake"), key=text.index)

    assert printed() == ["A cake", "$5", "A pie", "A ham"], "as the reveal goes: what goes with no place comes first"
    close_night(night=scored, who=ORGANIZER)
    assert printed() == ["A cake", "$5", "A ham", "A pie"], "two tie for first, and their joint prize comes last"


@PAPERS_AND_SIZES
def test_all_who_share_a_prize_fit_on_one_certificate(paper: Paper, large: bool) -> None:
    names = [f"Guest{number} Featherstone" for number in range(14)]
    certificate = Certificate("High score", listed(names), "84 points", "A ham")
    pdf = draw_values(draw_certificates, HEADING, [certificate], paper=paper, large=large)
    assert check_pdf(pdf, Job(paper, large)).shortened == () and all(name in text_of(pdf) for name in names)


def test_the_shelf_asks_whether_a_tie_has_one_certificate_each_or_one_together(
    organizer: Client, scored: Night
) -> None:
    organizer.post(address(scored), form_data(("high", "A ham", "$5"), ("door", "A cake", "")))
    close_night(night=scored, who=ORGANIZER)
    shelf = f"/n/{scored.slug}/print/"
    question = "Some share a prize: one certificate each, or one that names all of them?"
    assert question in organizer.get(shelf).content.decode()
    each, together = (organizer.get(f"{shelf}certificates.pdf{more}").content for more in ("", "?together=yes"))
    leaders = [str(scored.entries.get(number=number).name) for number in (1, 6)]
    assert [len(pypdfium2.PdfDocument(pdf)) for pdf in (each, together)] == [3, 2]
    assert listed(leaders) in text_of(together) and "A ham" in text_of(together)
    assert text_of(each).count("A ham") == 2 and "$" not in text_of(each) + text_of(together)
