"""A whole night as one JSON document: every player, seat, version of every hand, signature, and the standings."""

from __future__ import annotations

from typing import Any

from tally.load import LoadedGame, night_games
from tally.models import Hand, Signature
from tally.standings import rank
from tally.tallies import fold_tallies
from tournament.models import Bell, Night
from tournament.seats import Side

VERSION = 1


def export_night(night: Night) -> dict[str, Any]:
    """The document; its form is described in the README. Times are ISO 8601 in UTC; side A is NS, side B is EW."""
    games = night_games(night)
    bells = list(Bell.objects.filter(round__night=night).select_related("round").order_by("pk"))
    rounds: dict[int, list[dict[str, Any]]] = {}
    for game in games:
        rounds.setdefault(game.number, []).append(_game(game))
    return {
        "format": "euchre-night", "version": VERSION,
        "night": {"code": night.slug, "name": night.name, "date": night.date.isoformat(), "status": night.status,
                  "club": night.club.name, "variant": night.variant, "house_rules": night.house_rules,
                  "hands_a_game": night.deals, "bell": night.bell_by, "chart": night.chart_name,
                  "opened_at": _time(night.opened_at), "closed_at": _time(night.closed_at)},
        "players": [{"number": entry.number, "name": entry.name, "arrived_at": _time(entry.arrived_at)}
                    for entry in night.entries.order_by("number", "pk")],
        "rounds": [{"number": number, "tables": tables, "bells": [_bell(b) for b in bells if b.round.number == number]}
                   for number, tables in sorted(rounds.items())],
        "standings": [{"place": row.place, "shared": row.shared, "number": row.number, "total": row.total}
                      for row in rank(fold_tallies(game.play for game in games).values())],
    }


def _game(game: LoadedGame) -> dict[str, Any]:
    row = game.row
    return {
        "table": game.play.table, "seats": {str(seat): number for seat, number in game.play.seats.items()},
        "started_at": _time(row.started_at), "signed_at": _time(row.signed_at),
        "totals": {str(side): game.play.total(side) for side in Side},
        "hands": [_version(game, hand) for hand in sorted(row.hands.all(), key=lambda h: (h.number, h.version))],
        "signatures": [_signature(s) for s in sorted(row.signatures.all(), key=lambda s: s.pk)]}


def _version(game: LoadedGame, hand: Hand) -> dict[str, Any]:
    played = next((h for h in game.hands if h.id == hand.pk), None)
    return {"hand": hand.number, "version": hand.version, "current": played is not None, "record": hand.record,
            "points": {str(side): played.scored.points[side] for side in Side} if played else None,
            "alone_by": hand.alone_by.number if hand.alone_by else None, "at": _time(hand.at),
            "by": hand.entry.number if hand.entry else "organizer", "phone": hand.phone_id, "key": hand.key,
            "why": hand.why}


def _signature(signature: Signature) -> dict[str, Any]:
    return {"side": signature.side, "agrees": signature.agrees, "totals": {"NS": signature.ns, "EW": signature.ew},
            "at": _time(signature.at), "phone": signature.phone_id,
            "by": signature.entry.number if signature.entry else "organizer"}


def _bell(bell: Bell) -> dict[str, Any]:
    return {"rung_at": _time(bell.rung_at), "by": bell.rung_by, "unrung_at": _time(bell.unrung_at)}


def _time(at: Any) -> str | None:
    return at.isoformat() if at else None
