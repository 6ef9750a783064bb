"""The reveal after the night: prizes, awards, places from the last to the first, then everybody. A step a tap."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.contrib.humanize.templatetags.humanize import ordinal
from django.core.cache import caches

from tally.loading.awards import AwardText, award_texts, night_awards, night_standings
from tally.loading.games import LoadedGame, night_games
from tally.loading.names import result_names
from tally.loading.night_awards import shown_awards
from tally.loading.tallies import night_tallies
from tally.rules.wording import counted
from tally.scores.award_wording import ShownAward, award_rows, without_prizes
from tally.scores.point_labels import total
from tally.scores.prizes import APART, as_announced, shared_with
from tally.scores.standings import Standing
from tournament.live.events import last_event
from tournament.models import Entry, Night

TOGETHER = 12  # places lower down that come with one tap, as many as a panel of the big screen has rows
ON_PODIUM = 3  # places whose steps follow one another
ONE_BY_ONE = 10  # places that are revealed one at a time in the end; those below come by the panel


@dataclass(frozen=True, slots=True)
class WonPrize:
    """A prize in words, "High: A ham", and the names of the others who share it."""

    text: str
    others: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What the player's own phone says of it: with whom it is shared, or with how many where these are many."""
        return ", ".join(filter(None, (self.text, shared_with(self.others))))


@dataclass(frozen=True, slots=True)
class Finish:
    """Where one player has finished, of how many, what was won with it, and by how much the first was ahead."""

    entry: int
    name: str
    place: int
    of: int
    shared: bool
    points: str
    prizes: tuple[WonPrize, ...] = ()
    won_by: str = ""
    number: int = 0

    @property
    def label(self) -> str:
        """The place in a list: "3", or "T-3" where it is shared."""
        return f"T-{self.place}" if self.shared else str(self.place)

    @property
    def points_text(self) -> str:
        """The points in words: "84 points"."""
        return f"{self.points} point{'' if self.points in ('1', '−1') else 's'}"

    @property
    def sentence(self) -> str:
        """What the player's own phone says."""
        how = "tied for" if self.shared else "finished"
        return f"You {how} {ordinal(self.place)} of {self.of}"


@dataclass(frozen=True, slots=True)
class Step:
    """What one tap reveals: a prize, an award, some places, the countdown before the first place, or all standings."""

    title: str
    finishes: tuple[Finish, ...] = ()
    prize: AwardText | None = None
    award: ShownAward | None = None
    countdown: bool = False
    everybody: bool = False

    @property
    def announced(self) -> str:
        """What the announcer reads of it before it is shown: "the award Best pair"."""
        if self.everybody:
            return "everybody’s place"
        return f"{'the award ' if self.award else ''}{self.title}{' (3, 2, 1)' if self.countdown else ''}"

    @property
    def wins(self) -> bool:
        """Whether it shows the first place."""
        return any(finish.place == 1 for finish in self.finishes)


@dataclass(frozen=True, slots=True)
class Ending:
    """How a night has ended: where everybody has finished, best first, the prizes that go with no place, the awards."""

    finishes: tuple[Finish, ...] = ()
    prizes: tuple[AwardText, ...] = ()
    awards: tuple[ShownAward, ...] = ()


def night_ending(night: Night, games: Sequence[LoadedGame]) -> Ending:
    """Return how the night has ended; empty before anything was played."""
    if not any(game.play.played for game in games):
        return Ending()
    tallies = night_tallies(night, games)
    entries = {entry.number or 0: entry for entry in night.entries.with_earlier_players()}
    names = result_names(entries.values())
    won: dict[int, list[WonPrize]] = {}
    others = []
    given = [award for award in night_awards(night, tallies) if award.is_given]
    for (award, *_), text in zip(as_announced(given), award_texts(given, names), strict=True):
        if award.prize.kind in APART:
            others.append(text)
            continue
        prize = ": ".join(filter(None, (text.title, text.what))) + (f" ({text.each})" if text.each else "")
        for number in award.winners:
            sharing = tuple(names[other] for other in award.winners if other != number)
            won.setdefault(number, []).append(WonPrize(prize, sharing))
    ranked = night_standings(night, tallies)
    finishes = [
        Finish(
            entry=entries[row.number].pk,
            number=row.number,
            name=names[row.number],
            place=row.place,
            of=len(ranked),
            shared=row.shared,
            points=total(row.total),
            prizes=tuple(won.get(row.number, ())),
            won_by=_won_by(ranked) if row.place == 1 else "",
        )
        for row in ranked
    ]
    shown = award_rows(shown_awards(night, games, tallies), names, night.variant)
    return Ending(tuple(finishes), tuple(others), tuple(shown))


def _won_by(ranked: Sequence[Standing]) -> str:
    """By how much the winner was ahead: "by 3 points"; "" where the first place is shared."""
    margin = ranked[0].total - ranked[1].total if len(ranked) > 1 else 0
    return f"by {counted(margin, 'point')}" if margin else ""


def reveal_steps(
    finishes: Sequence[Finish], prizes: Sequence[AwardText] = (), awards: Sequence[ShownAward] = ()
) -> list[Step]:
    """Return the steps: prizes, awards, places from the last to the first, then everybody.

    Of the places, the last comes alone, then a panel at a time, the best ten alone, a countdown, and the first. Those
    who share a place come together. An award that tells where somebody finished follows that place, but never comes
    between those on the podium.
    """
    places: list[list[Finish]] = []
    for finish in reversed(finishes):
        if places and places[-1][0].place == finish.place:
            places[-1].append(finish)
        else:
            places.append([finish])
    below, top = places[:-ONE_BY_ONE], places[-ONE_BY_ONE:]
    between = [finish for place in below[1:] for finish in place]
    chunks = [*below[:1], *(between[at : at + TOGETHER] for at in range(0, len(between), TOGETHER)), *top]
    steps = [Step(prize.title, prize=prize) for prize in prizes]
    steps += [_award_step(award) for award in awards if not award.tells_places]
    later = [award for award in awards if award.tells_places]
    seen: set[int] = set()
    for chunk in chunks:
        step = _places_step(chunk)
        if step.wins and len(chunks) > 1:
            steps.append(replace(step, finishes=(), countdown=True))
        steps.append(step)
        seen.update(finish.number for finish in chunk)
        if step.wins or chunk[-1].place > ON_PODIUM:
            steps += [_award_step(award) for award in later if award.numbers <= seen]
            later = [award for award in later if not award.numbers <= seen]
    return [*steps, Step("Final standings", everybody=True)] if finishes else steps


def _award_step(award: ShownAward) -> Step:
    return Step(award.title, award=award)


def _places_step(finishes: Sequence[Finish]) -> Step:
    """The step that shows these places, lowest first: "10th place", "Tied for 3rd", "Places 20 and 19"."""
    low, high = finishes[0], finishes[-1]
    if low.place != high.place:
        two = len({finish.place for finish in finishes}) == 2
        title = f"Places {low.place} {'and' if two else 'down to'} {high.place}"
    elif low.place == 1:
        title = "Tied for first" if low.shared else "First place"
    else:
        title = f"Tied for {ordinal(low.place)}" if low.shared else f"{ordinal(low.place)} place"
    return Step(title, tuple(finishes))


@dataclass(frozen=True, slots=True)
class RevealState:
    """How far a night's reveal has come: the steps, and how many of them everybody has seen."""

    steps: tuple[Step, ...]
    shown: int

    @classmethod
    def of(cls, night: Night, games: Sequence[LoadedGame]) -> RevealState:
        """Read it; once the standings are public, everybody has seen all steps."""
        steps = tuple(night_steps(night, games))
        return cls(steps, night.steps_shown(len(steps)))

    @property
    def newest(self) -> Step | None:
        """The step that was shown last."""
        return self.steps[self.shown - 1] if self.shown else None

    @property
    def next(self) -> int:
        """The number of the step that comes next; 0 when all are shown."""
        return self.shown + 1 if self.shown < len(self.steps) else 0

    @property
    def coming(self) -> Step | None:
        """The step that comes next."""
        return self.steps[self.shown] if self.next else None

    @property
    def headline(self) -> Step | None:
        """The step that stands in large letters: the newest, and once all standings are shown, the first place."""
        if self.newest and self.newest.everybody:
            return next(step for step in self.steps if step.wins)
        return self.newest

    @property
    def winning(self) -> int:
        """The number of the step that shows the first place; 0 without one."""
        return next((number for number, step in enumerate(self.steps, 1) if step.wins), 0)

    @property
    def awards(self) -> list[ShownAward]:
        """The awards that everybody has seen."""
        return [step.award for step in self.steps[: self.shown] if step.award]

    @property
    def finishes(self) -> list[Finish]:
        """The places that everybody has seen, best first."""
        return [finish for step in self.steps[: self.shown] for finish in step.finishes][::-1]

    @property
    def prizes(self) -> dict[str, list[str]]:
        """Every prize that was shown, with who has won it; the best places first."""
        won: dict[str, list[str]] = {}
        for finish in self.finishes:
            for each in finish.prizes:
                won.setdefault(each.text, []).append(finish.name)
        for step in self.steps[: self.shown]:
            if step.prize:
                prize = ": ".join(filter(None, (step.prize.title, step.prize.what)))
                people = won.setdefault(prize, [])
                people += [name for name in step.prize.winners if name not in people]
        return won


def night_steps(night: Night, games: Sequence[LoadedGame]) -> list[Step]:
    """Return the steps of the night's reveal; none before anything was played."""
    ending = night_ending(night, games)
    awards = without_prizes(ending.awards, (prize.title for prize in ending.prizes))
    return reveal_steps(ending.finishes, ending.prizes, awards)


def revealed_finish(night: Night, me: Entry) -> Finish | None:
    """Return where a player has finished, once everybody has seen it; computed once for all phones after each tap."""
    if night.closed_at is None or not (night.revealed_steps or night.revealed_at):
        return None
    key = f"finishes {night.slug} {night.closed_at.timestamp()} {last_event(night.pk)}".replace(" ", "-")
    shown: dict[int, Finish] | None = caches["pages"].get(key)
    if shown is None:
        shown = {finish.entry: finish for finish in RevealState.of(night, night_games(night)).finishes}
        caches["pages"].set(key, shown)
    return shown.get(me.pk)
