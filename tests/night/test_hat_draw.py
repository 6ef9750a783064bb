"""Numbers drawn from a hat: cards before anybody has a name, and names that come with a scan or at the desk."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tally.paper.document import Job
from tally.printing.catalog import draw, prepare
from tests.support.markup import text_of
from tests.support.night import ORGANIZER, nothing_changes
from tests.support.printed_nights import SITE
from tests.support.printed_pages import lines_of, pages, quarters
from tournament.access import Who
from tournament.models import CashLine, Entry, Event, LogEntry, Night, Player
from tournament.models.keys import new_key
from tournament.money.box import Kind
from tournament.night.hat_draw import make_hat_cards, take_hat_card
from tournament.night.joined_names import restore_names, set_sign_up_by_phone
from tournament.night.joining import take_name
from tournament.night.last_time import last_times_players
from tournament.night.lifecycle import close_night, start_night
from tournament.night.numbers import draw_numbers
from tournament.night.player_names import rename_player
from tournament.night.removal import newest_removal, remove_player, restore_player
from tournament.night.roster_changes import substitute
from tournament.night.signup import sign_up, sign_up_players
from tournament.people.errors import Refused
from tournament.presenters.regulars import expected_regulars, likely_names
from tournament.web.addresses import card_address


@pytest.fixture
def hat(empty_night: Night) -> Night:
    """A night with eight numbers in the hat."""
    make_hat_cards(night=empty_night, players=8, who=ORGANIZER)
    empty_night.refresh_from_db()
    return empty_night


def card(night: Night, number: int) -> Entry:
    return night.entries.get(number=number)


def plain(text: str) -> str:
    return text.replace("\u2068", "").replace("\u2069", "")


def names_of(night: Night) -> dict[int, str]:
    return {entry.number or 0: entry.short_name for entry in night.entries.all()}


# Making the cards


def test_there_is_a_number_without_a_name_for_every_card(organizer: Client, empty_night: Night) -> None:
    assert organizer.post(f"/n/{empty_night.slug}/desk/hat/", {"players": "8"}).status_code == 302
    assert names_of(empty_night) == {number: f"Player ({number})" for number in range(1, 9)}
    assert len({entry.player_id for entry in empty_night.entries.all()}) == 8
    empty_night.refresh_from_db()
    assert not empty_night.phone_sign_up, "one more name would change all seats"
    html = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert "8 numbers without a name yet" in html and html.count(">no name yet<") == 8


def test_making_the_cards_twice_makes_them_once(organizer: Client, hat: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{hat.slug}/desk/hat/", {"players": "8"}).status_code == 302


def test_whoever_is_on_the_list_has_the_first_numbers(eight_players: Night) -> None:
    make_hat_cards(night=eight_players, players=12, who=ORGANIZER)
    assert [entry.is_nameless for entry in eight_players.entries.order_by("number")] == [False] * 8 + [True] * 4


def test_fewer_cards_take_away_the_highest_numbers_without_a_name(organizer: Client, hat: Night) -> None:
    keys = {entry.number: entry.key for entry in hat.entries.all()}
    rename_player(entry=card(hat, 8), name="Ann Miller", who=ORGANIZER)
    organizer.post(f"/n/{hat.slug}/desk/hat/", {"players": "6"})
    assert list(names_of(hat).values()) == [*(f"Player ({number})" for number in range(1, 6)), "Ann M."]
    assert card(hat, 5).key == keys[5] and card(hat, 6).key == keys[8]


def test_nobody_is_added_while_a_card_has_no_name(organizer: Client, hat: Night) -> None:
    known = Player.objects.create(club=hat.club, name="Bill Kowalczyk")
    with nothing_changes():
        for names in (["Ann Miller"], ["Ann Miller", "Bob Stone"]):
            with pytest.raises(Refused, match=r"without a name yet: 1, 2, .* and 8\. .* make a card more first"):
                sign_up(night=hat, names=names, who=ORGANIZER)
        with pytest.raises(Refused, match="without a name yet"):
            sign_up_players(night=hat, player_ids=[known.pk], who=ORGANIZER)
    for entry in hat.entries.all():
        rename_player(entry=entry, name=f"Guest {entry.number}", who=ORGANIZER)
    sign_up_players(night=hat, player_ids=[known.pk], who=ORGANIZER)
    assert hat.entries.count() == 9


def test_more_cards_again_are_those_that_are_printed(organizer: Client, hat: Night) -> None:
    printed = {entry.number: entry.key for entry in hat.entries.all()}
    make_hat_cards(night=hat, players=6, who=ORGANIZER)
    make_hat_cards(night=hat, players=5, who=ORGANIZER)
    make_hat_cards(night=hat, players=7, who=ORGANIZER)
    assert {entry.number: entry.key for entry in hat.entries.all()} == {n: printed[n] for n in range(1, 8)}
    make_hat_cards(night=hat, players=9, who=ORGANIZER)
    codes = {entry.number: entry.key for entry in hat.entries.all()}
    assert codes | printed == codes and len(codes) == 9
    assert all(entry.is_nameless and entry.player.is_nameless for entry in hat.entries.select_related("player"))


def test_undo_brings_numbers_back_with_their_codes(organizer: Client, hat: Night) -> None:
    keys = {entry.number: entry.key for entry in hat.entries.all()}
    organizer.post(f"/n/{hat.slug}/desk/hat/", {"players": "4"})
    html = organizer.get(f"/n/{hat.slug}/desk/").content.decode()
    batch = re.search(r'name="batch" value="(\d+)"', html)
    assert batch and "Removed 4 names." in html
    organizer.post(f"/n/{hat.slug}/desk/joined/undo/", {"batch": batch[1]})
    assert {entry.number: entry.key for entry in hat.entries.all()} == keys
    assert all(entry.is_nameless and entry.player.is_nameless for entry in hat.entries.all())


@pytest.mark.parametrize("number", [1, 8])
def test_a_removed_player_comes_back_beside_a_regular_called_player_and_numbers_without_a_name(
    empty_night: Night, number: int
) -> None:
    hat = empty_night
    sign_up(night=hat, names=["Player"], who=ORGANIZER)
    make_hat_cards(night=hat, players=8, who=ORGANIZER)
    key = card(hat, number).key
    remove_player(entry=card(hat, number), who=ORGANIZER)
    removed = newest_removal(hat)
    assert removed and not hat.entries.filter(key=key).exists()
    restore_player(removed=removed, who=ORGANIZER)
    back = card(hat, number)
    is_nameless = number != 1  # the regular has number 1
    assert (back.key, back.is_nameless, back.player.is_nameless) == (key, is_nameless, is_nameless)
    assert card(hat, 1).player.name == "Player" and not card(hat, 1).is_nameless


def test_numbers_without_a_name_are_offered_and_expected_nowhere(hat: Night) -> None:
    make_hat_cards(night=hat, players=4, who=ORGANIZER)
    restore_names(night=hat, batch=1, who=ORGANIZER)
    following = Night.objects.create(club=hat.club, name="Next", date=hat.date)
    assert hat.entries.count() == 8
    assert not expected_regulars(following) and not likely_names(following)
    assert not Player.objects.regulars().exists()


def test_somebody_called_player_has_a_name(organizer: Client, stranger: Client, empty_night: Night) -> None:
    sign_up(night=empty_night, names=["Player", "Bob Stone", "Carla Reyes"], who=ORGANIZER)
    make_hat_cards(night=empty_night, players=8, who=ORGANIZER)
    make_hat_cards(night=empty_night, players=4, who=ORGANIZER)
    entry = empty_night.entries.get(name="Player", is_nameless=False)
    assert names_of(empty_night)[entry.number or 0] == f"Player ({entry.number})"
    assert "Is this you?" in stranger.get(card_address(entry, "")).content.decode()
    html = organizer.get(f"/n/{empty_night.slug}/desk/").content.decode()
    assert html.count(">no name yet<") == 1


def test_a_number_that_has_paid_is_not_taken_away(hat: Night) -> None:
    CashLine.objects.create(night=hat, entry=card(hat, 8), kind=Kind.ENTRY, cents=500)
    with nothing_changes(), pytest.raises(Refused, match=r"Player \(8\) has paid \$5"):
        make_hat_cards(night=hat, players=6, who=ORGANIZER)


def test_closing_sign_up_by_phone_is_logged_and_other_desks_are_told(organizer: Client, eight_players: Night) -> None:
    answer = organizer.post(f"/n/{eight_players.slug}/desk/hat/", {"players": "8"}, follow=True)
    assert "Cards for 8 players are ready to print." in answer.content.decode()
    assert [entry.number for entry in eight_players.entries.order_by("pk")] == list(range(1, 9))
    texts = list(LogEntry.objects.filter(night=eight_players).order_by("pk").values_list("text", flat=True))
    assert texts[-2:] == ["closed sign-up by phone", "numbered 8 players for cards from the hat"]
    newest = Event.objects.filter(night=eight_players).order_by("-pk").first()
    assert newest and {"room", "desk"} <= set(newest.topics.split())


def test_the_desk_says_that_sign_up_is_closed_only_while_it_is(organizer: Client, hat: Night) -> None:
    address = f"/n/{hat.slug}/desk/"
    assert "Sign-up by phone is closed meanwhile" in organizer.get(address).content.decode()
    set_sign_up_by_phone(night=hat, is_open=True, who=ORGANIZER)
    assert "Sign-up by phone is closed meanwhile" not in organizer.get(address).content.decode()


def test_numbers_on_cards_are_not_drawn_again(organizer: Client, hat: Night) -> None:
    rename_player(entry=card(hat, 1), name="Ann Miller", who=ORGANIZER)
    address = f"/n/{hat.slug}/desk/"
    html = organizer.get(address).content.decode()
    assert "Draw again at random" not in html and "Number by arrival" not in html
    with nothing_changes():
        assert organizer.post(f"{address}draw/", {"order": "random"}).status_code == 409
    for number in range(2, 9):
        rename_player(entry=card(hat, number), name=f"Bob S{number}", who=ORGANIZER)
    draw_numbers(night=hat, order="random", who=ORGANIZER)


def test_a_refresh_of_the_desk_leaves_the_hat_as_it_is(organizer: Client, eight_players: Night) -> None:
    html = organizer.get(f"/n/{eight_players.slug}/desk/", headers={"HX-Request": "true"}).content.decode()
    assert 'id="seats" hx-swap-oob' in html.replace("\n", " ")
    assert 'name="players" min="4"' not in html and "<summary>Draw numbers from a hat" not in html


def test_a_refresh_counts_the_numbers_without_a_name(organizer: Client, hat: Night) -> None:
    rename_player(entry=card(hat, 8), name="Ann Miller", who=ORGANIZER)
    html = organizer.get(f"/n/{hat.slug}/desk/", headers={"HX-Request": "true"}).content.decode()
    assert "7 numbers without a name yet" in html and "hx-swap-oob" in html.partition("7 numbers without")[0][-80:]


def test_players_with_a_name_are_not_taken_away(hat: Night) -> None:
    for number, name in enumerate(("Ann Miller", "Bob Stone", "Carla Reyes", "Dan O’Hara", "Eve Lund"), 1):
        rename_player(entry=card(hat, number), name=name, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="5 players have a name"):
        make_hat_cards(night=hat, players=4, who=ORGANIZER)


@pytest.mark.parametrize("players", ["", "3", "134", "many"])
def test_a_night_has_four_players_or_more(organizer: Client, empty_night: Night, players: str) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{empty_night.slug}/desk/hat/", {"players": players}).status_code == 409


def test_a_stranger_makes_no_cards(stranger: Client, empty_night: Night) -> None:
    with nothing_changes():
        assert stranger.post(f"/n/{empty_night.slug}/desk/hat/", {"players": "8"}).status_code == 403


def test_no_cards_are_made_once_the_night_has_started(organizer: Client, night: Night) -> None:
    with nothing_changes():
        assert organizer.post(f"/n/{night.slug}/desk/hat/", {"players": "12"}).status_code == 409


# On paper


def test_a_hat_card_has_number_seats_movement_and_code_and_a_line_for_the_name(hat: Night) -> None:
    pdf = draw(hat, "tally-cards-with-movement", Job(), SITE)
    for number, quarter in zip(range(1, 5), quarters(next(pages(pdf))), strict=True):
        lines = lines_of(quarter)
        assert lines[0] == str(number) and card(hat, number).printed_key in " ".join(lines)
        assert "Player" not in " ".join(lines) and "Game Table 1 Table 2" in lines
    ((_, drawing),) = prepare(hat, "tally-cards", Job(), SITE)[2]
    assert {made.name for made in drawing.keywords["cards"]} == {""}  # type: ignore[attr-defined]


def test_lists_say_which_number_has_no_name_and_tags_have_a_line(hat: Night) -> None:
    rename_player(entry=card(hat, 7), name="Ann Miller", who=ORGANIZER)
    texts = {
        slug: " ".join(page.extract_text() for page in pages(draw(hat, slug, Job(), SITE)))
        for slug in ("where-you-start", "name-tags", "wall-board")
    }
    assert all("Ann" in text and "Player" not in text for text in texts.values())
    assert "\n3 2 North" in texts["where-you-start"]


# Drawing one


def test_whoever_draws_a_card_scans_it_and_gives_their_name(stranger: Client, hat: Night) -> None:
    address = card_address(card(hat, 7), "")
    html = stranger.get(address).content.decode()
    assert "Number 7" in html and "Did you draw this card?" in html
    with nothing_changes():
        assert stranger.get(address).status_code == 200
    assert stranger.post(address, {"name": "Ann Miller"}).status_code == 302
    entry = card(hat, 7)
    assert (entry.name, entry.player.name, entry.player.is_active) == ("Ann Miller", "Ann Miller", True)
    assert (entry.is_nameless, entry.player.is_nameless) == (False, False)
    assert entry.phones.active().count() == 1
    assert stranger.get(f"/n/{hat.slug}/play/").status_code == 200
    assert names_of(hat)[6] == "Player (6)"


def test_a_typed_code_leads_to_the_same_page(stranger: Client, hat: Night) -> None:
    answer = stranger.post("/j/", {"code": card(hat, 7).printed_key}, follow=True)
    assert "Did you draw this card?" in answer.content.decode()


def test_giving_the_name_twice_gives_it_once(stranger: Client, hat: Night) -> None:
    address = card_address(card(hat, 7), "")
    stranger.get(address)
    stranger.post(address, {"name": "Ann Miller"})
    with nothing_changes():
        assert stranger.post(address, {"name": "Ann Miller"}).status_code == 302
        take_hat_card(entry=card(hat, 7), name="Ann Miller", token=stranger.cookies["phone"].value, who=Who())


def test_a_number_that_somebody_has_taken_is_not_taken_over_with_another_name(hat: Night) -> None:
    drawn = card(hat, 7)
    take_hat_card(entry=drawn, name="Ann Miller", token="of-ann", who=Who())
    with nothing_changes(), pytest.raises(Refused, match=r"Number 7 is Ann M\. by now"):
        take_hat_card(entry=drawn, name="Bob Stone", token="of-bob", who=Who())
    assert "Ann M. already plays on another phone" in plain(text_of(Client().get(card_address(drawn, ""))))


def test_a_second_phone_with_the_page_open_does_not_take_the_number_over(hat: Night) -> None:
    ann, bob, address = Client(), Client(), card_address(card(hat, 7), "")
    assert ann.get(address).status_code == bob.get(address).status_code == 200
    assert ann.post(address, {"name": "Ann Miller"}).status_code == 302
    with nothing_changes():
        answer = bob.post(address, {"name": "Bob Stone"})
    assert answer.status_code == 400
    html = plain(text_of(answer))
    assert "Number 7 is Ann M. by now" in html and "Is it you? Open the card again" in html
    assert "#id_name" not in answer.content.decode(), "there is no field to correct"
    assert card(hat, 7).phones.active().get().token == ann.cookies["phone"].value
    assert "already plays on another phone" in plain(text_of(bob.get(address)))


def test_who_was_named_at_the_desk_meanwhile_opens_the_card_again(stranger: Client, hat: Night) -> None:
    address = card_address(card(hat, 7), "")
    stranger.get(address)
    rename_player(entry=card(hat, 7), name="Ann Miller", who=ORGANIZER)
    html = stranger.post(address, {"name": "Ann Miller"}).content.decode()
    assert f'href="{address}"' in html
    assert stranger.post(address).status_code == 302, "without a name it is a card like any other"


def test_a_card_with_a_new_code_lets_the_old_one_in_nowhere(hat: Night) -> None:
    drawn = card(hat, 7)
    Entry.objects.filter(pk=drawn.pk).update(key=new_key())
    with nothing_changes(), pytest.raises(Refused, match="no longer in use"):
        take_hat_card(entry=drawn, name="Ann Miller", token="of-ann", who=Who())


def test_one_person_has_one_number_also_by_a_name_that_was_merged_away(stranger: Client, hat: Night) -> None:
    kept = Player.objects.create(club=hat.club, name="Bob Stone")
    Player.objects.create(club=hat.club, name="Bobby Stone", merged_into=kept)
    rename_player(entry=card(hat, 3), name="Bob Stone", who=ORGANIZER)
    with nothing_changes():
        assert stranger.post(card_address(card(hat, 7), ""), {"name": "Bobby Stone"}).status_code == 400
    with nothing_changes(), pytest.raises(Refused, match="Bob Stone, who is on the list already"):
        rename_player(entry=card(hat, 7), name="Bobby Stone", who=ORGANIZER)
    start_night(night=hat, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="Bob Stone, who plays tonight already"):
        substitute(entry=card(hat, 7), name="Bobby Stone", who=ORGANIZER)


def test_a_substitute_gives_a_number_a_name(stranger: Client, hat: Night) -> None:
    start_night(night=hat, who=ORGANIZER)
    drawn = card(hat, 7)
    substitute(entry=drawn, name="Ann Miller", who=ORGANIZER)
    assert (card(hat, 7).name, card(hat, 7).is_nameless) == ("Ann Miller", False)
    assert card(hat, 7).earlier_players.get().player.is_nameless
    assert card(hat, 7).names == "Player (7) / Ann Miller" and card(hat, 7).short_names == "Player (7) / Ann M."
    with nothing_changes(), pytest.raises(Refused, match="no longer in use"):
        take_hat_card(entry=drawn, name="Bob Stone", token="of-bob", who=Who())
    assert "Is this you?" in stranger.get(card_address(card(hat, 7), "")).content.decode()


def test_the_last_number_without_a_name_is_told_by_its_number(hat: Night) -> None:
    for number in range(1, 8):
        rename_player(entry=card(hat, number), name=f"Bob S{number}", who=ORGANIZER)
    assert card(hat, 8).short_name == card(hat, 8).whole_name == "Player (8)"


def test_the_log_says_who_a_number_is(hat: Night) -> None:
    rename_player(entry=card(hat, 7), name="Ann Miller", who=ORGANIZER)
    Player.objects.create(club=hat.club, name="Bob Stone")
    rename_player(entry=card(hat, 3), name="Bob Stone", who=ORGANIZER)
    texts = [plain(text) for text in LogEntry.objects.order_by("-pk").values_list("text", flat=True)[:2]]
    assert texts == ["named number 3: Bob S.", "named number 7: Ann M."]


def test_a_regular_who_draws_a_card_is_who_the_club_knows(hat: Night) -> None:
    regular = Player.objects.create(club=hat.club, name="Ann Miller")
    take_hat_card(entry=card(hat, 7), name="ann miller", token="of-ann", who=Who())
    assert card(hat, 7).player == regular
    assert Player.objects.filter(club=hat.club).count() == 8, "who stood in for the name is forgotten"


def test_the_desk_says_that_player_is_no_name(organizer: Client, hat: Night) -> None:
    for name in ("player", "Player", "Player (7)", "player (2)"):
        with nothing_changes():
            answer = organizer.post(
                f"/n/{hat.slug}/players/rename/", {"entry": card(hat, 7).pk, "name": name}, follow=True
            )
        assert "so that the others know who plays" in answer.content.decode()


def test_the_desk_gives_a_name_and_then_the_card_is_like_any_other(organizer: Client, hat: Night) -> None:
    data = {"entry": card(hat, 7).pk, "name": "Ann Miller"}
    assert organizer.post(f"/n/{hat.slug}/players/rename/", data).status_code == 302
    assert "Is this you?" in Client().get(card_address(card(hat, 7), "")).content.decode()


@pytest.mark.parametrize("name", ["", "Player", "x" * 41, "Bob Stone"])
def test_a_name_that_says_nobody_or_somebody_else_is_refused(stranger: Client, hat: Night, name: str) -> None:
    rename_player(entry=card(hat, 1), name="Bob Stone", who=ORGANIZER)
    with nothing_changes():
        assert stranger.post(card_address(card(hat, 7), ""), {"name": name}).status_code == 400


def test_a_phone_that_plays_for_somebody_draws_no_second_card(hat: Night) -> None:
    take_hat_card(entry=card(hat, 7), name="Ann Miller", token="of-ann", who=Who())
    with nothing_changes(), pytest.raises(Refused, match="One phone plays for one player"):
        take_hat_card(entry=card(hat, 3), name="Ann Miller-Stone", token="of-ann", who=Who())


def test_a_card_whose_number_was_removed_is_refused(hat: Night) -> None:
    drawn = card(hat, 8)
    make_hat_cards(night=hat, players=7, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="no longer in use"):
        take_hat_card(entry=drawn, name="Ann Miller", token="of-ann", who=Who())


def test_the_tables_code_gives_nobody_a_number_from_the_hat(stranger: Client, hat: Night) -> None:
    rename_player(entry=card(hat, 7), name="Ann Miller", who=ORGANIZER)
    html = stranger.get(f"/J/{hat.sealed_join_key}").content.decode()
    assert "Ann M." in html and "Player" not in re.sub(r"<nav.*?</nav>", "", html, flags=re.DOTALL).replace(
        "Players", ""
    )
    with nothing_changes(), pytest.raises(Refused, match="Number 3 has no name yet"):
        take_name(entry=card(hat, 3), token="of-a-stranger")


def test_names_may_come_while_the_night_is_played_and_not_after_it(hat: Night) -> None:
    start_night(night=hat, who=ORGANIZER)
    take_hat_card(entry=card(hat, 7), name="Ann Miller", token="of-ann", who=Who())
    assert card(hat, 7).name == "Ann Miller"
    close_night(night=hat, who=ORGANIZER)
    with nothing_changes(), pytest.raises(Refused, match="its cards have expired"):
        take_hat_card(entry=card(hat, 3), name="Bob Stone", token="of-bob", who=Who())
    with nothing_changes():
        answer = Client().post(card_address(card(hat, 3), ""), {"name": "Bob Stone"})
    assert answer.status_code == 409


def test_a_number_that_never_got_a_name_is_nobody_next_time(hat: Night) -> None:
    start_night(night=hat, who=ORGANIZER)
    take_hat_card(entry=card(hat, 7), name="Ann Miller", token="of-ann", who=Who())
    close_night(night=hat, who=ORGANIZER)
    following = Night.objects.create(club=hat.club, name="Next", date=hat.date)
    assert last_times_players(following) == [card(hat, 7).player_id]
