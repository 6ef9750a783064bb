import random
from uuid import uuid4

import pytest

from tally.load import load_game, night_games
from tally.hands import confirm_game
from tests.conftest import ORGANIZER, play_hands, phone_of
from tournament.changes import arrive_late, drop_out, begun_rounds, preview, substitute, come_back, swap_seats
from tournament.entries import draw_numbers, sign_up
from tournament.models import Game, Night
from tournament.plan import seatings, length, present
from tournament.rounds import open_night
from tournament.seats import Side
from tournament.movements.balance import count_played, sentences


def play_round(night, number, rnd):
    for game in Game.objects.filter(round__night=night, round__number=number).select_related("round__night"):
        play_hands(game, *[f"{rnd.choice(['NS','EW'])}:{rnd.choice(['3-4','5','0-2'])}" for _ in range(2)])
        newest = load_game(game, night).newest
        for side in Side:
            confirm_game(game=game, side=side, agrees=True, upto=newest, who=ORGANIZER)


@pytest.mark.parametrize("kind", ["", "night", "winners-up", "winners-stay", "north-stays", "two-colors", "drawn"])
@pytest.mark.parametrize("v", [21, 16, 10, 5])
def test_night(empty_night, organizer, kind, v):
    night = empty_night
    night.movement, night.games, night.deals = kind, 7, 2
    night.save()
    sign_up(night=night, names=[f"Guest{n} X" for n in range(v)], who=ORGANIZER)
    draw_numbers(night=night, order="arrival", who=ORGANIZER)
    for page in ("desk/", "desk/movement/", "fairness/", "print/tally-cards.pdf"):
        assert organizer.get(f"/n/{night.slug}/{page}").status_code == 200, page
    assert organizer.post(f"/n/{night.slug}/desk/start/").status_code == 302
    night.refresh_from_db()
    rnd = random.Random(1)
    for number in range(1, length(night) + 1):
        assert night.rounds.filter(number=number).exists(), (kind, v, number)
        play_round(night, number, rnd)
        for page in ("", "play/", "board/", "standings/", "fairness/", "changes/", "print/tally-cards.pdf", "print/filled-cards.pdf", "print/standings.pdf"):
            assert organizer.get(f"/n/{night.slug}/{page}").status_code == 200, page
        assert phone_of(night, 1).get(f"/n/{night.slug}/play/").status_code == 200
        if number == 3 and v > 5:
            before = seatings(night)
            e = night.entries.get(number=2)
            look = preview(night, lambda: drop_out(entry=e, who=ORGANIZER))
            assert seatings(night) == before
            r = organizer.post(f"/n/{night.slug}/changes/", {"change": "leave", "one": e.pk})
            assert r.status_code == 200, r.content.decode()
            from tournament.live import last_event
            r = organizer.post(f"/n/{night.slug}/changes/", {"change": "leave", "one": e.pk, "sure": "1", "seen": last_event(night.pk)})
            assert r.status_code == 302, r.content.decode()
            if kind not in ("winners-up", "winners-stay"):
                assert tuple(seatings(night)) == look.after
            assert seatings(night)[:3] == before[:3]
        if number == 5:
            arrive_late(night=night, name="Zoe New", who=ORGANIZER)
            arrive_late(night=night, name="Yan New", who=ORGANIZER)
    b = count_played([s.tables for s in seatings(night)], [s.bench for s in seatings(night)])
    print(kind or "auto", v, sentences(b))
