"""A whole night as one JSON document: every player, seat, version of every hand, signature, and the standings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tally.loading.awards import night_awards, night_standings
from tally.loading.games import LoadedGame, night_games
from tally.loading.own_games import description_of
from tally.loading.single_table import LoadedTable, table_games
from tally.loading.tallies import night_tallies, sit_outs
from tally.models import Dispute, Hand, PaperTotal, Signature
from tally.scores.prizes import Award
from tournament.models import Bell, Night
from tournament.movements.seats import Side
from tournament.people.names import clean_name

FORMAT, VERSION = "euchre-night", 1


def export_night(night: Night) -> dict[str, Any]:
    """Export a night as Help ("The export") describes it. Times are ISO 8601 in UTC; side A is NS, side B is EW."""
    games = [] if night.single_table else night_games(night)
    bells = list(Bell.objects.filter(round__night=night).select_related("round").order_by("pk"))
    resting, tallies = sit_outs(night), night_tallies(night, games)
    rounds: dict[int, list[dict[str, Any]]] = {}
    for game in games:
        rounds.setdefault(game.number, []).append(_game(game))
    benches = {number: [out.number for out in resting if out.round == number] for number in rounds}
    rounds.update({table.number: [_table(table)] for table in (table_games(night) if night.single_table else ())})
    return {
        "format": FORMAT,
        "version": VERSION,
        "night": {
            "code": night.slug,
            "name": night.name,
            "date": night.date.isoformat(),
            "status": night.status,
            "kind": night.kind,
            "club": night.club.name,
            "variant": night.variant,
            "house_rules": night.house_rules,
            **_own_game(night),
            "hands_a_game": night.deals_at(1),
            "bell": night.bell_by,
            "chart": night.chart_name,
            "opened_at": _time(night.opened_at),
            "closed_at": _time(night.closed_at),
        },
        "players": [
            {
                "number": entry.number,
                "name": entry.name,
                "earlier_names": [earlier.name for earlier in entry.earlier_players.all()],
                "arrived_at": _time(entry.arrived_at),
                "left_at": _time(entry.left_at),
                "ghost": entry.is_ghost,
            }
            for entry in night.entries.with_earlier_players().order_by("number", "pk")
        ],
        "rounds": [
            {
                "number": number,
                "tables": tables,
                "sitouts": benches.get(number, []),
                "bells": [_bell(b) for b in bells if b.round.number == number],
            }
            for number, tables in sorted(rounds.items())
        ],
        "standings": [
            {
                "place": row.place,
                "shared": row.shared,
                "number": row.number,
                "total": row.total,
                "games": row.games,
                "sit_out_points": row.sit_out_points,
                "too_few_games": row.too_few_games,
            }
            for row in night_standings(night, tallies)
        ],
        "prizes": [_award(award) for award in night_awards(night, tallies)],
    }


def _own_game(night: Night) -> dict[str, Any]:
    """The description of the club's own game, so that the night can be read elsewhere; nothing for other games."""
    description = description_of(night.variant)
    return {"own_game": description} if description else {}


def _game(game: LoadedGame) -> dict[str, Any]:
    row = game.row
    return {
        "table": game.play.table,
        "seats": {str(seat): number for seat, number in game.play.seats.items()},
        "started_at": _time(row.started_at),
        "signed_at": _time(row.signed_at),
        "totals": {str(side): game.play.total(side) for side in Side},
        **_hickeys(game.play.hickeys),
        "hands": _versions(game.rows.versions, {hand.id: hand.scored.points for hand in game.hands}),
        "paper_totals": [_paper_total(total, game) for total in game.rows.paper_totals],
        "claims": [_dispute(dispute) for dispute in game.rows.disputes],
        "signatures": [_signature(signature) for signature in game.rows.signatures],
    }


def _table(table: LoadedTable) -> dict[str, Any]:
    """A game of a single table: seats from 1 in dealing order, totals by side or by player from 0."""
    return {
        "table": 1,
        "seats": {str(seat): player.number for seat, player in enumerate(table.players, 1)},
        "started_at": _time(table.row.started_at),
        "signed_at": _time(table.row.signed_at),
        "totals": {str(party): total for party, total in table.state.totals.items()},
        "winners": [str(party) for party in table.state.winners],
        "worth": table.state.worth,
        **_hickeys(table.state.hickeys),
        "hands": _versions(
            table.row.hands.select_related("entry", "alone_by"), {hand.id: hand.points for hand in table.hands}
        ),
        "claims": [],
        "signatures": [],
    }


def _hickeys(taken: Mapping[Any, int]) -> dict[str, Any]:
    """The hickeys by side, in the games that count them."""
    return {"hickeys": {str(side): count for side, count in taken.items()}} if taken else {}


def _versions(hands: Iterable[Hand], points: Mapping[int, Mapping[Any, int]]) -> list[dict[str, Any]]:
    """Every version of every hand; `points` of those that count, by the row's id."""
    return [_version(hand, points.get(hand.pk)) for hand in sorted(hands, key=lambda hand: (hand.number, hand.version))]


def _version(hand: Hand, points: Mapping[Any, int] | None) -> dict[str, Any]:
    return {
        "hand": hand.number,
        "version": hand.version,
        "current": points is not None,
        "record": hand.record,
        "points": None if points is None else {str(party): worth for party, worth in points.items()},
        "alone_by": hand.alone_by.number if hand.alone_by else None,
        "at": _time(hand.at),
        "by": hand.entry.number if hand.entry else "organizer",
        "phone": hand.phone_id,
        "key": hand.key,
        "why": clean_name(hand.why),
    }


def _paper_total(total: PaperTotal, game: LoadedGame) -> dict[str, Any]:
    """A version of the game's total from paper; its points are null if it was taken back."""
    return {
        "version": total.version,
        "current": game.play.paper is not None and total == game.paper,
        "totals": None if total.ns is None else {"NS": total.ns, "EW": total.ew},
        "loners": total.loners,
        "at": _time(total.at),
        "by": total.entry.number if total.entry else "organizer",
        "phone": total.phone_id,
        "key": total.key,
        "why": clean_name(total.why),
    }


def _signature(signature: Signature) -> dict[str, Any]:
    return {
        "side": signature.side,
        "agrees": signature.agrees,
        "totals": {"NS": signature.ns, "EW": signature.ew},
        "at": _time(signature.at),
        "phone": signature.phone_id,
        "by": signature.entry.number if signature.entry else "organizer",
    }


def _dispute(dispute: Dispute) -> dict[str, Any]:
    return {
        "hand": dispute.number,
        "record": dispute.record,
        "alone_by": dispute.alone_by.number if dispute.alone_by else None,
        "at": _time(dispute.at),
        "by": dispute.entry.number if dispute.entry else "organizer",
        "phone": dispute.phone_id,
        "key": dispute.key,
        "settled_at": _time(dispute.settled_at),
    }


def _bell(bell: Bell) -> dict[str, Any]:
    return {"rung_at": _time(bell.rung_at), "by": bell.rung_by, "unrung_at": _time(bell.unrung_at)}


def _award(award: Award) -> dict[str, Any]:
    return {
        "kind": award.prize.kind,
        "what": award.prize.what,
        "money": award.prize.money,
        "score": award.score,
        "winners": list(award.winners),
        "shares": list(award.shares),
    }


def _time(at: Any) -> str | None:
    return at.isoformat() if at else None
