"""The top five beside the tables: after the last complete game, with who rose and who fell since the one before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tally.loading.games import LoadedGame
from tally.loading.hidden_standings import standings_hidden
from tally.loading.tallies import night_tallies
from tally.scores.standings import Standing, rank
from tally.scores.tallies import Tally
from tournament.models import Entry, Night
from tournament.planning.rounds import game_count

MANY = 5


@dataclass(frozen=True, slots=True)
class Leader:
    """One of the top five. `rose` is by how many places since the game before, None after the first game."""

    row: Standing
    entry: Entry
    rose: int | None

    @property
    def arrow(self) -> str:
        """The change as a symbol: ▲2, ▼1, –."""
        if self.rose is None:
            return ""
        return f"▲{self.rose}" if self.rose > 0 else f"▼{-self.rose}" if self.rose < 0 else "–"

    @property
    def arrow_text(self) -> str:
        """The change in words."""
        if self.rose is None:
            return ""
        return f"up {self.rose}" if self.rose > 0 else f"down {-self.rose}" if self.rose < 0 else "same place"


def top_five_context(night: Night, games: Sequence[LoadedGame]) -> dict[str, object]:
    """The leaders, and after which game; from then on everybody's total so far, by number.

    Games whose standings are a surprise are left out, because a board may be mirrored on a projector.
    """
    complete = _complete(games)
    secret = 0 if night.revealed_at else night.hidden_games
    after = min(complete, game_count(night) - secret)
    if after < 1:
        return {"leaders": [], "leaders_after": 0, "leaders_secret": False, "totals": {}}
    tallies = night_tallies(night, games)
    now, before = _standings(tallies, after), {row.number: row.place for row in _standings(tallies, after - 1)}
    entries = {entry.number: entry for entry in night.entries.all()}
    return {
        "leaders": [
            Leader(
                row, entries[row.number], before[row.number] - row.place if after > 1 and row.number in before else None
            )
            for row in now[:MANY]
        ],
        "leaders_after": after,
        "leaders_secret": after < complete,
        "totals": {} if standings_hidden(night) else {number: tally.total for number, tally in tallies.items()},
    }


def _complete(games: Sequence[LoadedGame]) -> int:
    """The last game that every table has signed, as are all games before it; 0 for none."""
    unsigned = {game.number for game in games if not game.play.signed}
    return min(unsigned, default=max((game.number for game in games), default=0) + 1) - 1


def _standings(tallies: Mapping[int, Tally], after: int) -> tuple[Standing, ...]:
    """The standings as they were after a game."""
    cut = (
        replace(
            tally,
            lines=tuple(line for line in tally.lines if line.game <= after),
            sit_outs=tuple(line for line in tally.sit_outs if line.game <= after),
        )
        for tally in tallies.values()
    )
    return rank(tally for tally in cut if tally.account)
