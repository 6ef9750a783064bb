"""Phones that keep the hands of their pages and send them again, as `outbox/known_hands.js` does, without a browser."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpResponse

from tally.loading.games import players_games
from tally.loading.known_hands import known_hands
from tests.support.night import phone_of
from tournament.models import Night

KnownHand = dict[str, Any]


class RememberingPhone:
    """The phone of a player: what it knows of each game, by the game's seats."""

    def __init__(self, night: Night, number: int) -> None:
        self.night, self.client, self.me = night, phone_of(night, number), night.entries.get(number=number)
        self.known: dict[str, dict[int, KnownHand]] = {}
        self.refused: list[str] = []

    def look(self) -> list[dict[str, Any]]:
        """Read what the phone's page tells, and keep the newest version of each hand that it tells."""
        known = known_hands(players_games(self.night, self.me))
        games: list[dict[str, Any]] = json.loads(json.dumps(known))
        for game in games:
            for hand in game["hands"]:
                there = self.known.setdefault(game["seats"], {}).get(hand["number"])
                if there is None or there["version"] <= hand["version"]:
                    self.known[game["seats"]][hand["number"]] = hand
        return games

    def resend(self) -> bool:
        """Look, send again what the server lacks, and return whether it took anything."""
        versions = {game["seats"]: game["versions"] for game in self.look()}
        taken = False
        for seats, hands in list(self.known.items()):
            known = {int(number): version for number, version in versions.get(seats, {}).items()}
            if any(hand["version"] > known.get(number, 0) for number, hand in hands.items()):
                taken = self.send(seats, list(hands.values())).status_code == 204 or taken
        return taken

    def send(self, seats: str, hands: list[KnownHand]) -> HttpResponse:
        """Send hands of a game; unless they have to wait, this phone need not keep them any longer."""
        form = {"seats": seats, "hands": json.dumps(hands)}
        answer = self.client.post(f"/n/{self.night.slug}/play/resend/", form, headers={"X-Outbox": "1"})
        if "Retry-After" not in answer:
            self.known.pop(seats, None)
            if answer.status_code != 204:
                self.refused.append(answer.content.decode())
        return answer
