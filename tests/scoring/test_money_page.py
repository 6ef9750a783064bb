"""The page of the night's money, the desk's one tap, what phones show, and the spreadsheets."""

from __future__ import annotations

import csv
import re
from io import StringIO
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tally.paper.document import Job
from tally.printing.catalog import SHEETS, draw
from tests.support.markup import compact, page_text
from tests.support.night import ORGANIZER, game_at, nothing_changes, phone_of, play_hands
from tests.support.printed_pages import text_of
from tests.support.serverless_browser import ServerlessBrowser
from tests.support.totals import write_total
from tournament.club.cash import add_line, cash_lines, close_box, pay_entry_fee
from tournament.models import Club, Night
from tournament.money.box import Kind, total_of
from tournament.night.lifecycle import close_night

PRIZES = {"list": [{"kind": "high", "money": "60%"}, {"kind": "low", "what": "A ham", "money": "40%"}]}


def keep_money(night: Night, **more: object) -> Night:
    """Switch money on: $5 a player, a quarter a euchre, a dollar a loner."""
    chosen = {"money": True, "entry_fee": 500, "euchre_price": 25, "loner_price": 100} | more
    Night.objects.filter(pk=night.pk).update(**chosen)
    night.refresh_from_db()
    return night


def page_of(client: Client, night: Night) -> str:
    """Return the text of the money page."""
    answer = client.get(f"/n/{night.slug}/money/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def paying(night: Night) -> Night:
    """A night in play at two tables with money on."""
    return keep_money(night)


# Off until wanted


def test_nothing_about_money_shows_while_it_is_off(night: Night, organizer: Client) -> None:
    play_hands(game_at(night, 1, 1), "NS:0-2", "EW:3-4")
    phone = phone_of(night, 1)
    for client, path in (
        (organizer, "desk"),
        (organizer, "board"),
        (organizer, "print"),
        (organizer, "players"),
        (organizer, "close"),
        (phone, "play"),
        (phone, "standings"),
        (phone, "screen"),
    ):
        text = client.get(f"/n/{night.slug}/{path}/").content.decode()
        assert not any(word in text.lower() for word in ("money", "entry fee", "treasurer", "cash")), path
    assert "Off. Nothing about money shows" in page_of(organizer, night)


def test_one_tap_switches_it_on_and_off_again_and_keeps_the_lines(night: Night, organizer: Client) -> None:
    address = f"/n/{night.slug}/money/"
    assert organizer.post(address, {"switch": "on"}).status_code == 302
    keep_money(night)
    pay_entry_fee(entry=night.entries.all()[0], who=ORGANIZER)
    organizer.post(address, {"switch": "off"})
    night.refresh_from_db()
    assert not night.money and total_of(cash_lines(night)) == 500
    with nothing_changes():
        refused = organizer.post(f"{address}fee/", {"entry": night.entries.all()[1].pk})
    assert refused.status_code == 409 and "switched off" in refused.content.decode()


def test_a_license_is_named_in_one_neutral_sentence(paying: Night, organizer: Client) -> None:
    assert page_of(organizer, paying).count("Local law may ask for a license") == 1


def test_settings_are_read_as_money_and_logged_as_money(paying: Night, organizer: Client) -> None:
    form = {"currency": "dollars", "entry_fee": "$6", "euchre_price": "25¢", "loner_price": "", "kept_for_costs": "20"}
    answer = organizer.post(f"/n/{paying.slug}/money/", form | {"smallest_coin": "25"}, follow=True)
    paying.refresh_from_db()
    assert (paying.entry_fee, paying.euchre_price, paying.loner_price, paying.kept_for_costs) == (600, 25, 0, 2000)
    assert "Entry fee: $5.00 → $6.00" in paying.log_entries.latest("pk").text
    assert "$6.00" in answer.content.decode()


def test_nonsense_for_an_amount_is_shown_beside_it_and_nothing_is_saved(paying: Night, organizer: Client) -> None:
    form = {"currency": "dollars", "entry_fee": "a fiver", "smallest_coin": "25"}
    with nothing_changes():
        answer = organizer.post(f"/n/{paying.slug}/money/", form)
    assert answer.status_code == 400
    assert "“a fiver” is not an amount. Write it like $5.00 or 25¢." in answer.content.decode()


# Fees


def test_the_desk_takes_a_fee_with_one_tap(eight_players: Night, organizer: Client) -> None:
    night = keep_money(eight_players)
    ann = night.entries.order_by("pk")[0]
    text = organizer.get(f"/n/{night.slug}/desk/").content.decode()
    assert 'aria-label="Ann Miller pays $5.00"' in text and "<b>0 of 8</b> paid, $0.00 in" in text
    organizer.post(f"/n/{night.slug}/money/fee/", {"entry": ann.pk, "next": f"/n/{night.slug}/desk/#players"})
    text = organizer.get(f"/n/{night.slug}/desk/").content.decode()
    assert "<b>1 of 8</b> paid, $5.00 in" in text and 'aria-label="Take back the entry fee of Ann Miller"' in text


# Pots by rule


def test_what_each_player_owes_is_computed_from_the_hands(paying: Night, organizer: Client) -> None:
    play_hands(game_at(paying, 1, 1), "NS:0-2", "NS:0-2", "EW:5-alone", "NS:3-4")
    seated = {place.seat: place.entry for place in game_at(paying, 1, 1).places.all()}
    text = page_of(organizer, paying)
    assert text.count("2 euchres, 1 loner") == 2 and text.count("Collect $1.50") == 4  # a label and a word each
    assert total_of(cash_lines(paying)) == 0
    due = {"move": "pot", "amount": "$1.50", "entry": seated["N"].pk, "key": f"pot-{seated['N'].pk}-0"}
    for _ in range(2):
        organizer.post(f"/n/{paying.slug}/money/line/", due)
    assert [(line.kind, line.cents) for line in cash_lines(paying)] == [(Kind.POT, 150)]
    assert "✓ paid $1.50" in page_of(organizer, paying)


def test_a_total_from_paper_has_no_hands_and_its_counts_can_be_typed(paying: Night, organizer: Client) -> None:
    write_total(game_at(paying, 1, 2), 6, 4)
    entry = game_at(paying, 1, 2).places.all()[0].entry
    text = page_of(organizer, paying)
    assert "1 game came as a total from paper, without hands:" in text and "game 1, table 2" in text
    organizer.post(f"/n/{paying.slug}/money/counts/", {f"c-{entry.pk}-euchre": "3"})
    assert "3 euchres" in page_of(organizer, paying) and "Collect $0.75" in page_of(organizer, paying)
    with nothing_changes():
        assert organizer.post(f"/n/{paying.slug}/money/counts/", {f"c-{entry.pk}-euchre": "x"}).status_code == 409


def test_loners_of_a_paper_total_are_known(paying: Night, organizer: Client) -> None:
    Night.objects.filter(pk=paying.pk).update(count_loners=True)
    game = game_at(paying, 1, 1)
    north = game.places.get(seat="N").entry
    write_total(game, 8, 4, **{f"n{north.number}": 1})
    assert page_of(organizer, paying).count(">1 loner</span>") == 2


def test_a_bid_game_says_set(paying: Night, organizer: Client) -> None:
    Night.objects.filter(pk=paying.pk).update(variant="pepper-cats")
    assert "For each set" in page_of(organizer, paying)


def test_players_see_on_their_phone_only_what_they_owe(paying: Night) -> None:
    play_hands(game_at(paying, 1, 1), "NS:0-2")
    owing = paying.entries.get(number=game_at(paying, 1, 1).places.get(seat="N").entry.number)
    phone = phone_of(paying, owing.number)
    close_night(night=paying, who=ORGANIZER)
    text = phone.get(f"/n/{paying.slug}/play/").content.decode()
    assert "Your entry fee: <b>$5.00</b>, not paid yet." in text and "You owe the pots <b>$0.25</b>: 1 euchre." in text
    assert "in the box" not in text.lower()
    pay_entry_fee(entry=owing, who=ORGANIZER)
    add_line(night=paying, kind=Kind.POT, cents=25, entry=owing, who=ORGANIZER, key="collected")
    assert "You owe" not in phone.get(f"/n/{paying.slug}/play/").content.decode()


# Prizes as shares of the pot


def test_prizes_are_shares_of_what_was_paid(paying: Night, organizer: Client) -> None:
    keep_money(paying, prizes=PRIZES, kept_for_costs=700)
    for entry in paying.entries.all():
        pay_entry_fee(entry=entry, who=ORGANIZER)
    play_hands(game_at(paying, 1, 1), "NS:5", "NS:5")
    play_hands(game_at(paying, 1, 2), "EW:3-4")
    text = page_of(organizer, paying)
    assert "$33.00 in the pot" in text and "High, 60%" in text and "$19.75" in text and "$13.00" in text
    close_night(night=paying, who=ORGANIZER)
    standing = organizer.get(f"/n/{paying.slug}/prizes/").content.decode()
    assert "High: $19.75" in standing and "$9.75 each" in standing
    text = page_of(organizer, paying)
    assert "hidden until the reveal" in text and "Pay $9.75" in text
    winner = paying.entries.get(number=game_at(paying, 1, 1).places.get(seat="N").entry.number)
    pay = {"move": "prize", "amount": "$9.75", "entry": winner.pk, "key": f"prize-{winner.pk}-0"}
    for _ in range(2):
        organizer.post(f"/n/{paying.slug}/money/line/", pay)
    assert total_of(cash_lines(paying), Kind.PRIZE) == -975 and "✓ paid out" in page_of(organizer, paying)


def test_a_share_is_named_as_one_while_money_is_off(night: Night, organizer: Client) -> None:
    Night.objects.filter(pk=night.pk).update(prizes=PRIZES)
    assert "High: 60% of the pot" in organizer.get(f"/n/{night.slug}/prizes/").content.decode()


def test_shares_of_more_than_the_pot_are_refused(night: Night, organizer: Client) -> None:
    rows = {"p-TOTAL_FORMS": "2", "p-INITIAL_FORMS": "0", "ties": "split"}
    for index, (kind, money) in enumerate((("high", "60%"), ("low", "41%"))):
        rows |= {f"p-{index}-kind": kind, f"p-{index}-money": money}
    with nothing_changes():
        answer = organizer.post(f"/n/{night.slug}/prizes/", rows)
    assert answer.status_code == 400 and "add up to 101%" in answer.content.decode()


@pytest.mark.parametrize(
    ("moneys", "sentence"),
    [
        (("-5%", ""), "“-5%” is not a share of the pot."),
        (("0%", ""), "Write a number above 0 and at most 100 with %, such as 33.3%."),
        (("150%", ""), "“150%” is not a share of the pot."),
        (("60%", "40.5%"), "The shares of the pot add up to 100.5%. Write at most 100% in all."),
        (("-$5", ""), "“-$5” is not an amount."),
    ],
)
def test_a_wrong_share_is_explained_at_its_field_and_nothing_is_lost(
    night: Night, organizer: Client, moneys: tuple[str, str], sentence: str
) -> None:
    rows = {"p-TOTAL_FORMS": "2", "p-INITIAL_FORMS": "0", "ties": "split", "p-1-what": "A ham"}
    for index, money in enumerate(moneys):
        rows |= {f"p-{index}-kind": ("high", "low")[index], f"p-{index}-money": money}
    with nothing_changes():
        answer = organizer.post(f"/n/{night.slug}/prizes/", rows)
    text, wrong = answer.content.decode(), 1 if moneys[1] else 0
    assert answer.status_code == 400 and sentence in text.split(f'id="id_p-{wrong}-money_error"')[1].split("</span>")[0]
    assert f'href="#id_p-{wrong}-money"' in text and 'value="A ham"' in text
    assert all(f'value="{money}"' in text for money in moneys if money)


def test_a_decimal_share_is_a_share_on_every_page(paying: Night, organizer: Client) -> None:
    keep_money(paying, smallest_coin=1, prizes={"list": [{"kind": "high", "money": "33.3%"}]})
    for entry in paying.entries.all()[:2]:
        pay_entry_fee(entry=entry, who=ORGANIZER)
    play_hands(game_at(paying, 1, 1), "NS:5")
    assert "High, 33.3%</span> <b>$3.33</b>" in page_of(organizer, paying)
    close_night(night=paying, who=ORGANIZER)
    assert "Pay $1.66" in page_of(organizer, paying) and "Pay $33" not in page_of(organizer, paying)


def test_amounts_count_against_the_pot_and_the_page_says_what_is_missing(paying: Night, organizer: Client) -> None:
    prizes = [("high", "50%"), ("second", "20%"), ("third", "10%"), ("low", "$2.85")]
    keep_money(paying, prizes={"list": [{"kind": kind, "money": money} for kind, money in prizes]})
    for entry in paying.entries.all()[:2]:
        pay_entry_fee(entry=entry, who=ORGANIZER)
    text = page_of(organizer, paying)
    assert "Low</span>" in compact(text) and "Promised in all</span> <b>$10.85</b>" in text
    assert 'Missing in the pot</span> <b class="them">$0.85</b>' in text and "Left in the pot" not in text
    assert "The prizes come to $0.85 more than the pot holds so far." in compact(text)
    assert "The prizes come to $0.85 more" in compact(organizer.get(f"/n/{paying.slug}/prizes/").content.decode())
    pay_entry_fee(entry=paying.entries.all()[2], who=ORGANIZER)
    text = page_of(organizer, paying)
    assert "Promised in all</span> <b>$14.85</b>" in text and "Left in the pot</span> <b>$0.15</b>" in text
    assert "more than the pot" not in text


def test_a_tie_for_an_amount_is_paid_in_coins_and_the_rest_is_named(paying: Night, organizer: Client) -> None:
    keep_money(paying, prizes={"list": [{"kind": "high", "money": "$3.33"}]})
    pay_entry_fee(entry=paying.entries.all()[0], who=ORGANIZER)
    play_hands(game_at(paying, 1, 1), "NS:5")
    close_night(night=paying, who=ORGANIZER)
    text = page_of(organizer, paying)
    assert text.count("Pay $1.50") == 4 and "$1.67" not in text  # two winners, a label and a word each
    assert "Too little to split in coins: stays in the pot</span> <b>$0.33</b>" in text
    assert "Left in the pot</span> <b>$2.00</b>" in text


def test_the_money_of_a_prize_that_nobody_won_stays_in_the_pot(paying: Night, organizer: Client) -> None:
    keep_money(paying, prizes={"list": [{"kind": "high", "money": "$2"}, {"kind": "loners", "money": "30%"}]})
    pay_entry_fee(entry=paying.entries.all()[0], who=ORGANIZER)
    play_hands(game_at(paying, 1, 1), "NS:5")
    assert "won by nobody" not in page_of(organizer, paying)
    close_night(night=paying, who=ORGANIZER)
    text = page_of(organizer, paying)
    assert "Most loners, won by nobody: stays in the pot</span> <b>$1.50</b>" in text
    assert "Left in the pot</span> <b>$3.00</b>" in text


def test_where_there_is_no_pot_the_club_pays_its_prizes_itself(paying: Night, organizer: Client) -> None:
    keep_money(paying, entry_fee=0, euchre_price=0, loner_price=0, prizes={"list": [{"kind": "high", "money": "$20"}]})
    text = compact(page_of(organizer, paying))
    assert "the club pays its $20.00 of prizes itself." in text and "Missing" not in text and "Left in" not in text
    prizes = [{"kind": "high", "money": "$0.33"}, {"kind": "loners", "money": "$5"}]
    keep_money(paying, entry_fee=0, euchre_price=0, loner_price=0, prizes={"list": prizes})
    play_hands(game_at(paying, 1, 1), "NS:5")
    close_night(night=paying, who=ORGANIZER)
    text = compact(page_of(organizer, paying))
    assert "<span>Promised in all</span><b>$5.33</b>" in text and "in the pot" not in text


# The box


def test_a_line_is_written_down_once_and_nonsense_is_refused(paying: Night, organizer: Client) -> None:
    form = {"move": "expense", "amount": "12.50", "what": "Coffee", "key": uuid4().hex}
    add_line(night=paying, kind=Kind.FLOAT, cents=1250, who=ORGANIZER, key="float")
    for _ in range(2):
        assert organizer.post(f"/n/{paying.slug}/money/line/", form).status_code == 302
    assert [(line.kind, line.cents, line.what) for line in cash_lines(paying)][1:] == [(Kind.EXPENSE, -1250, "Coffee")]
    for wrong in ({"amount": "lots"}, {"amount": ""}, {"amount": "0"}, {"move": "robbery"}, {"key": ""}):
        with nothing_changes():
            assert (
                organizer.post(f"/n/{paying.slug}/money/line/", form | {"key": uuid4().hex} | wrong).status_code == 400
            )


def test_more_than_the_box_holds_is_asked_about_once(paying: Night, organizer: Client) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=1850, who=ORGANIZER, key="float")
    address = f"/n/{paying.slug}/money/line/"
    form = {"move": "expense", "amount": "500", "what": "Coffee", "key": uuid4().hex}
    with nothing_changes():
        for sure in ({}, {"sure": "50"}):
            asked = organizer.post(address, form | sure)
            assert asked.status_code == 400 and 'name="sure" value="50000"' in asked.content.decode()
    assert "There is $18.50 in the box, less than $500.00. If $500.00 is right" in asked.content.decode()
    assert organizer.post(address, form | {"sure": "50000"}).status_code == 302
    assert cash_lines(paying)[-1].cents == -50000


@pytest.mark.parametrize(("counted", "difference"), [("15.50", "$4.50 short"), ("24.50", "$4.50 over")])
def test_closing_with_less_or_more_than_expected_asks_once(
    paying: Night, organizer: Client, counted: str, difference: str
) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=2000, who=ORGANIZER, key="float")
    address = f"/n/{paying.slug}/money/close/"
    with nothing_changes():
        asked = organizer.post(address, {"amount": counted})
    text = asked.content.decode()
    assert asked.status_code == 400 and f"The box is {difference}. Close it anyway?" in text
    assert "Close it anyway</button>" in text and f'value="{counted}"' in text
    (sure,) = re.findall(r'name="sure" value="([^"]*)"', text)
    with nothing_changes():
        assert organizer.post(address, {"amount": "3", "sure": sure}).status_code == 400, "another sum is asked about"
    assert organizer.post(address, {"amount": counted, "sure": sure}).status_code == 302
    assert difference in paying.log_entries.latest("pk").text and "The box is closed" in page_of(organizer, paying)


def test_an_expense_in_between_asks_again(paying: Night, organizer: Client) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=2000, who=ORGANIZER, key="float")
    add_line(night=paying, kind=Kind.EXPENSE, cents=-100, who=ORGANIZER, key="coffee")
    with nothing_changes():
        answer = organizer.post(f"/n/{paying.slug}/money/close/", {"amount": "19.75", "sure": "1975 -25"})
    assert "The box is $0.75 over." in answer.content.decode()


def test_what_fits_closes_without_a_question(paying: Night, organizer: Client) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=2000, who=ORGANIZER, key="float")
    assert organizer.post(f"/n/{paying.slug}/money/close/", {"amount": "20"}).status_code == 302


def test_the_two_amounts_of_the_page_have_labels_of_their_own(paying: Night, organizer: Client) -> None:
    ids = re.findall(r'<input[^>]* name="amount"[^>]* id="([^"]*)"', page_of(organizer, paying))
    assert len(ids) == 2 and len(set(ids)) == 2


def test_where_money_is_kept_desk_board_and_both_ends_of_the_night_lead_to_it(
    paying: Night, club: Club, organizer: Client
) -> None:
    def links(night: Night, path: str) -> int:
        return organizer.get(f"/n/{night.slug}/{path}/").content.decode().count(f'href="/n/{night.slug}/money/"')

    tonight = keep_money(Night.objects.create(club=club, name="Next", date="2026-12-01"), entry_fee=0)
    assert links(tonight, "desk") == links(paying, "desk") == 1
    assert all(links(paying, path) for path in ("desk", "board", "close"))
    close_night(night=paying, who=ORGANIZER)
    assert all(links(paying, path) for path in ("desk", "board", "reveal"))
    Night.objects.update(money=False)
    assert not any(links(night, "desk") for night in (tonight, paying))
    assert not any(links(paying, path) for path in ("board", "reveal"))


def test_closing_names_the_difference(paying: Night, organizer: Client) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=2000, who=ORGANIZER, key="float")
    organizer.post(f"/n/{paying.slug}/money/close/", {"amount": "19.75", "sure": "1975 -25"})
    text = page_of(organizer, paying)
    assert "The box is closed" in text and "Short $0.25" in page_text(organizer, f"/n/{paying.slug}/money/")
    printed = text_of(draw(paying, "treasurer", Job(), ""))
    assert "Short $0.25" in printed and "−$0.25" not in printed
    line = paying.cash_lines.get()
    organizer.post(f"/n/{paying.slug}/money/correct/", {"line": line.pk, "amount": "19.75"})
    assert "✓ It fits to the cent." in page_of(organizer, paying)
    late = {"move": "other-in", "amount": "1", "key": uuid4().hex}
    with nothing_changes():
        assert organizer.post(f"/n/{paying.slug}/money/line/", late).status_code == 409
    organizer.post(f"/n/{paying.slug}/money/close/", {"open": "1"})
    assert organizer.post(f"/n/{paying.slug}/money/line/", late).status_code == 302


def test_formulas_in_the_spreadsheet_are_texts(paying: Night, organizer: Client) -> None:
    for number, what in enumerate(("=1+1", "+1", "-1", "@SUM(A1)", "Coffee")):
        add_line(night=paying, kind=Kind.EXPENSE, cents=-100, what=what, who=ORGANIZER, key=f"line-{number}")
    paying.entries.filter(number=1).update(name="=cmd()")
    pay_entry_fee(entry=paying.entries.get(number=1), who=ORGANIZER)
    text = organizer.get(f"/n/{paying.slug}/money/cash.csv").content.decode("utf-8-sig")
    rows = list(csv.DictReader(StringIO(text)))
    assert [row["About"] for row in rows] == ["'=1+1", "'+1", "'-1", "'@SUM(A1)", "Coffee", ""]
    assert rows[-1]["Player"] == "'=cmd()" and sum(float(row["Amount"]) for row in rows) == 0.0


def test_all_nights_stand_in_one_table_and_one_spreadsheet(paying: Night, club: Club, organizer: Client) -> None:
    pay_entry_fee(entry=paying.entries.all()[0], who=ORGANIZER)
    add_line(night=paying, kind=Kind.CARRY, cents=800, what="Perfect hand", who=ORGANIZER, key="pot")
    later = Night.objects.create(club=club, name="=Later", date="2026-12-01", money=True)
    add_line(night=later, kind=Kind.EXPENSE, cents=-150, who=ORGANIZER, key="coffee")
    close_box(night=later, cents=650, who=ORGANIZER)
    text = organizer.get("/club/money/").content.decode()
    assert text.index("=Later") < text.index("Tuesday euchre") and "✓ fits" in text
    assert "In the pot “Perfect hand”: $8.00." in text
    rows = list(csv.DictReader(StringIO(organizer.get("/club/money/money.csv").content.decode("utf-8-sig"))))
    assert [(row["Night"], row["Result"], row["Expected"], row["Counted"]) for row in rows] == [
        ("Tuesday euchre", "5.00", "13.00", ""),
        ("'=Later", "-1.50", "6.50", "6.50"),
    ]


def test_short_and_over_stand_without_a_sign(paying: Night, organizer: Client) -> None:
    add_line(night=paying, kind=Kind.FLOAT, cents=2000, who=ORGANIZER, key="float")
    close_box(night=paying, cents=1950, who=ORGANIZER)
    assert "short $0.50" in page_text(organizer, "/club/money/")
    close_box(night=paying, cents=2050, who=ORGANIZER)
    assert "over $0.50" in page_text(organizer, "/club/money/")


def test_a_stranger_sees_no_money_of_the_club(paying: Night, stranger: Client) -> None:
    for path in (
        "/club/money/",
        "/club/money/money.csv",
        f"/n/{paying.slug}/money/",
        f"/n/{paying.slug}/money/cash.csv",
    ):
        assert stranger.get(path).status_code == 403


def test_the_treasurers_sheet_is_offered_only_where_money_is_kept(night: Night, organizer: Client) -> None:
    title = SHEETS["treasurer"].title
    assert title not in organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert organizer.get(f"/n/{night.slug}/print/treasurer.pdf").status_code == 409
    keep_money(night)
    assert title in organizer.get(f"/n/{night.slug}/print/").content.decode()
    assert organizer.get(f"/n/{night.slug}/print/treasurer.pdf").content.startswith(b"%PDF")


@pytest.mark.long
def test_a_tap_at_the_desk_leaves_the_page_where_it_is(
    eight_players: Night, organizer: Client, browser: Browser
) -> None:
    night = keep_money(eight_players)
    with ServerlessBrowser(browser, organizer) as opened:
        page = opened.open(f"/n/{night.slug}/desk/")
        page.get_by_role("button", name="Ann Miller pays $5.00").click()
        expect(page.get_by_text("1 of 8")).to_be_visible()
        assert page.url.endswith("/desk/")
