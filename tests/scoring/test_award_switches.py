"""The organizer's switches for awards, and that nobody sees one before its time."""

from __future__ import annotations

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client

from tally.loading.games import night_games
from tally.loading.reveal import RevealState
from tally.models import Hand
from tally.paper.document import Job
from tally.printing.catalog import draw
from tests.club.test_player_page import text_of
from tests.support import printed_pages
from tests.support.club_nights import new_night
from tests.support.movement_nights import open_guest_night, play_round
from tests.support.night import ORGANIZER, nothing_changes, phone_of
from tournament.live.events import last_event
from tournament.models import Club, Entry, Night
from tournament.night.lifecycle import close_night, create_night, reopen_night
from tournament.night.roster_changes import substitute
from tournament.web.visitors import PHONE_COOKIE

ALL = ["Iron tail table", "The lantern", "Best comeback"]
WITHOUT_LANTERN = ["Iron tail table", "Best comeback"]


@pytest.fixture
def closed(club: Club) -> Night:
    """A closed night of eight and of three games, in which every table played one hand for one point."""
    night = open_guest_night(new_night(club, 0), 8, "winners-up", games=3)
    for number, winners in enumerate((("NS", "NS"), ("NS", "NS"), ("NS", "EW")), 1):
        play_round(night, number, winners)
    for number in (1, 2):
        phone_of(night, number)
    close_night(night=night, who=ORGANIZER)
    night.refresh_from_db()
    return night


def state(night: Night) -> RevealState:
    night.refresh_from_db()
    return RevealState.of(night, night_games(night))


def titles(night: Night) -> list[str]:
    """Return the awards of the reveal, in its order."""
    return [step.title for step in state(night).steps if step.award]


def switch(client: Client, night: Night, *shown: str, on: tuple[str, ...] = ("lantern",), **more: str) -> int:
    return client.post(f"/n/{night.slug}/prizes/awards/", {"on": on, "shown": shown, **more}).status_code


def test_an_award_follows_the_place_that_it_tells(closed: Night) -> None:
    steps = [step.announced for step in state(closed).steps]
    assert titles(closed) == ALL and steps[0] == "the award Iron tail table"
    seen: set[int] = set()
    for step in state(closed).steps:
        seen |= {finish.number for finish in step.finishes}
        assert not (step.award and step.award.tells_places) or step.award.numbers <= seen, step.title
    assert steps[-1] == "everybody’s place"


def test_the_page_lists_each_award_with_its_proof_and_a_link_once_the_night_is_closed(
    closed: Night, organizer: Client
) -> None:
    page = organizer.get(f"/n/{closed.slug}/prizes/").content.decode()
    assert "in 3 games, played to the very end" in page and 'name="shown" value="lantern" checked' in page
    assert "hidden until the reveal: tap to see them" in page and f"/n/{closed.slug}/game/" in page
    reopen_night(night=closed, who=ORGANIZER)
    page = organizer.get(f"/n/{closed.slug}/prizes/").content.decode()
    assert "they appear here when the night is closed" in page and "played to the very end" not in page


def printed(night: Night) -> str:
    """Return the text of the printed standings, in one line."""
    return printed_pages.text_of(draw(night, "standings", Job(), "http://testserver"))


def test_the_printed_standings_have_each_award_with_whole_names_and_its_proof(closed: Night) -> None:
    Entry.objects.filter(night=closed).update(name=Concat("name", Value("ylander")))
    text, awards = printed(closed), state(closed).steps
    shown = [step.award for step in awards if step.award]
    assert text.count("AWARDS") == 1 and [award.title for award in shown] == ALL
    for award in shown:
        for holder in award.holders:
            assert award.title in text and f"ylander, {holder.proof}" in text


def test_what_has_a_prize_is_not_printed_as_an_award_too(closed: Night) -> None:
    hand = Hand.objects.filter(game__round__night=closed).earliest("pk")
    Hand.objects.filter(pk=hand.pk).update(alone_by=hand.game.places.get(seat="N").entry)
    assert "AWARDS Most loners" in printed(closed)
    Night.objects.update(prizes={"list": [{"kind": "loners", "what": "A ham"}]})
    closed.refresh_from_db()
    assert "Most loners: A ham Guest7 X 1 loner" in printed(closed) and "AWARDS Iron tail table" in printed(closed)


def test_an_award_that_is_switched_off_is_not_printed_nor_one_of_a_night_in_play(
    closed: Night, organizer: Client
) -> None:
    switch(organizer, closed)
    closed.refresh_from_db()
    assert "Iron tail table" in printed(closed) and "The lantern" not in printed(closed)
    switch(organizer, closed, on=("lantern", "tail-table", "comeback"))
    closed.refresh_from_db()
    assert "AWARDS" not in printed(closed) and "Iron tail table" not in printed(closed)
    switch(organizer, closed, "lantern", on=("lantern",))
    reopen_night(night=closed, who=ORGANIZER)
    closed.refresh_from_db()
    assert "The lantern" not in printed(closed)


def test_what_is_switched_off_is_shown_nowhere_also_on_the_next_night(closed: Night, organizer: Client) -> None:
    assert switch(organizer, closed) == 302
    assert titles(closed) == WITHOUT_LANTERN and closed.awards_off == ["lantern"]
    page = organizer.get(f"/n/{closed.slug}/prizes/").content.decode()
    assert 'name="shown" value="lantern"' in page and 'name="shown" value="lantern" checked' not in page
    assert create_night(club=closed.club, who=ORGANIZER).awards_off == ["lantern"]
    assert switch(organizer, closed, on=("pair",)) == 302, "what was not on the page stays as it is"
    closed.refresh_from_db()
    assert sorted(closed.awards_off) == ["lantern", "pair"]
    assert switch(organizer, closed, "lantern") == 302 and titles(closed) == ALL
    assert closed.log_entries.filter(text__contains="which awards are shown").count() == 3


def test_nobody_but_the_organizer_switches_and_only_after_the_end(closed: Night, organizer: Client) -> None:
    for client in (Client(), phone_client(closed)):
        with nothing_changes():
            assert switch(client, closed) == 403
    reopen_night(night=closed, who=ORGANIZER)
    with nothing_changes():
        assert switch(organizer, closed) == 409


def phone_client(night: Night) -> Client:
    """Return the phone of number 1, which was paired while the night was played."""
    client = Client()
    client.cookies[PHONE_COOKIE] = "token-of-1"
    return client


def test_once_the_reveal_has_started_awards_change_only_when_it_starts_over(closed: Night, organizer: Client) -> None:
    organizer.post(f"/n/{closed.slug}/reveal/", {"step": "1"})
    with nothing_changes():
        assert switch(organizer, closed) == 409
    assert "Start the reveal over and save" in organizer.get(f"/n/{closed.slug}/prizes/").content.decode()
    assert switch(organizer, closed, over="1") == 302
    assert (state(closed).shown, titles(closed)) == (0, WITHOUT_LANTERN)


def test_two_laptops_that_press_at_once_reveal_one_step(closed: Night, organizer: Client) -> None:
    for _ in range(2):
        organizer.post(f"/n/{closed.slug}/reveal/", {"step": "1", "screen": "1"})
    assert state(closed).shown == 1
    with nothing_changes():
        organizer.post(f"/n/{closed.slug}/reveal/", {"step": "1"})


def test_no_page_and_no_event_tells_an_award_before_its_step(
    closed: Night, organizer: Client, stranger: Client
) -> None:
    steps = state(closed).steps
    lantern = next(number for number, step in enumerate(steps, 1) if step.title == "The lantern")
    before = last_event(closed.pk)
    for step in range(len(steps) + 1):
        if step:
            organizer.post(f"/n/{closed.slug}/reveal/", {"step": str(step)})
        if step not in (0, lantern - 1, lantern, len(steps) - 1, len(steps)):
            continue
        for client in (stranger, phone_client(closed)):
            pages = "".join(
                client.get(f"/n/{closed.slug}/{path}").content.decode()
                for path in ("screen/", "play/", "standings/", "story/", "tally/2/")
            )
            if step <= lantern:
                assert ("played to the very end" in pages) == ("lantern" in pages) == (step == lantern), step
            assert "Best partner tonight" not in pages or step == len(steps)
    events = " ".join(f"{topics} {text}" for topics, text in _events(closed, before))
    log = closed.log_entries.filter(text__startswith="revealed: ").values_list("text", flat=True)
    assert "revealed: The lantern" in log and not any("Guest" in text for text in (*log, events))


def _events(night: Night, after: int) -> list[tuple[str, str]]:
    return list(night.events.filter(pk__gt=after).values_list("topics", "public_text"))


def test_who_took_over_a_number_has_no_award(closed: Night) -> None:
    numbers = next(step.award.numbers for step in state(closed).steps if step.title == "The lantern" and step.award)
    reopen_night(night=closed, who=ORGANIZER)
    closed.refresh_from_db()
    for number in numbers:
        substitute(entry=closed.entries.get(number=number), name=f"Sub {number}", who=ORGANIZER)
    close_night(night=closed, who=ORGANIZER)
    assert all(not step.award or step.award.numbers.isdisjoint(numbers) for step in state(closed).steps)


def test_a_phone_has_its_own_recap_after_the_last_step_and_not_before(closed: Night, organizer: Client) -> None:
    closed.club.seasons.create(name="Fall 2026", first_day="2026-09-01", last_day="2026-12-31")
    phone, path = phone_client(closed), f"/n/{closed.slug}/play/"
    assert "Fall 2026" not in text_of(phone, path)
    organizer.post(f"/n/{closed.slug}/reveal/", {"all": "1"})
    page = text_of(phone, path)
    assert "played to the very end" in text_of(Client(), f"/n/{closed.slug}/story/")
    assert "Best partner tonight" in page and "in Fall 2026" in page and "All my nights" in page
    assert phone.get(path + "picture.png")["Content-Type"] == "image/png"
    html = phone.get(path).content.decode()
    own = closed.entries.get(number=1)
    assert (
        f'href="{path}picture.png"' in html
        and 'class="place-lines"' in html
        and f'href="/club/people/{own.player_id}/"' in html
    )
    assert 'class="own' in html and phone.get(f"/club/people/{own.player_id}/").status_code == 200
