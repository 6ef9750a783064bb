"""The rules sheet: tonight's game on one page, to lie on every table. Pure values → PDF bytes.

The words come from the game's own entry. The page takes the largest text that fits, never less than 12 points;
what the texts leave open is printed only where there is room for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, groupby, pairwise, product
from typing import NamedTuple, TypeAlias

from tally.prints import paper as p
from tally.prints.ornaments import draw_bell, draw_pip
from tally.prints.paper import BOLD, CAP, GREEN, HAIRLINE, INK, MM, REGULAR, RULE, TEXT, Canvas, Paper
from tally.prints.tally_cards import Heading
from tally.rules import HouseRule, Variant, answers_of, house_rules_of, renege_points
from tally.rules.explain import Cell, PayRow, game_words, named_trumps, pay_table
from tally.rules.house_rules import settle
from tally.rules.language import CLUB, MARKS, READING, SUITS, TWO_SIDES, Deal, RuleValue
from tally.rules.refusals import number

Run: TypeAlias = tuple[str, str]  # text and its font
Text: TypeAlias = tuple[Run, ...]  # a paragraph

SIDE, TOP, FOOT = 15 * MM, 11 * MM, 11 * MM
HEAD = 36 * MM  # from the upper margin to the first line of the rules
TITLE, TITLE_LEAST = 30.0, 20.0
SIZES = (17.0, 16.0, 15.0, 14.0, 13.5, 13.0, 12.5, TEXT)
LEADING = 1.24  # from line to line, as a share of the size; so are the gaps
TAKEN = TOP + HEAD + FOOT + 10 * MM  # the last is the foot's ornament with the space above it
MOST_STRETCH = 2.0
GAP, BREAK, PAD, GUTTER = 0.34, 0.9, 0.36, 0.8


class Section(NamedTuple):
    """A word in the margin and what it says: one paragraph, or several with a pip each."""

    label: str
    texts: tuple[Text, ...]
    pips: bool = False


# --- Words ------------------------------------------------------------------------------------------------


def _plain(text: str, font: str = REGULAR) -> Text:
    return ((text, font),)


def _before(settled: Variant) -> Iterator[Section]:
    """What one has to know before the first bid."""
    yield Section("Players", (_plain(_players(settled)),))
    yield Section("Cards", (_plain(_cards(settled)),))
    yield Section("Trump", (_plain(_trump(settled)),))
    yield Section("All pass", (_plain(_sentence(settled.all_pass.words)),))
    if settled.sides == TWO_SIDES:
        alone = any(c is not None and any(lone for lone, _ in c.play) for c in settled.contracts)
        yield Section("Alone", (_plain("The partner of a lone player sits out." if alone else "Nobody plays alone."),))


def _after(variant: Variant, settled: Variant, house_rules: Mapping[str, object]) -> Iterator[Section]:
    """What one has to know after the hand."""
    game, words = settled.game, game_words(settled.game)
    ends = f"The bell ends it. At a table on its own: {words}" if variant.table_of_four else _sentence(words)
    ends += " Points above the target are carried to the next game." if game.laps else ""
    ends += " A game won before the others score counts as two." if game.slams else ""
    yield Section("Game", (_plain(ends),))
    together, lone = (renege_points(variant, house_rules, alone=alone) for alone in (False, True))
    cost = f"{number(together)} points" + (f", in a lone hand {number(lone)}" if lone != together else "")
    who = "the side that reneged" if variant.sides == TWO_SIDES else "whoever reneged"
    yield Section("Renege", (_plain(f"Costs {who} {cost}."),))
    notes = [note for note in variant.notes if note != _turned_up(variant)]
    if notes:
        yield Section("Also", tuple(map(_plain, notes)), pips=len(notes) > 1)


def _tonight(variant: Variant, house_rules: Mapping[str, object]) -> Iterator[Section]:
    """The house rules that differ from the usual, and the answers to what the text leaves open."""
    rules, answers = house_rules_of(variant), answers_of(variant, house_rules)
    changed = {name for name, rule in rules.items() if answers[name] != rule.default}
    said = [_asked(rules[name], answers[name]) for name in rules if name in changed - {"renege"}]
    yield Section("Tonight", tuple(said) or (_plain("No house rule differs from the usual ones."),), pips=bool(said))
    open_points = [name for name, rule in rules.items() if rule.mark != CLUB and name not in changed]
    if open_points:
        runs = (run for name in open_points for run in _asked(rules[name], answers[name], marked=True))
        yield Section("Open", ((("Where the text leaves a question, this sheet reads:", REGULAR), *runs),))


def _asked(rule: HouseRule, answer: RuleValue, marked: bool = False) -> Text:
    """A house rule's question and, in bold, tonight's answer; `marked` adds what kind of answer it is."""
    meant = {each: found[1] for each in rule.answers
             if (found := re.search(rf"(?:^|\(|\. ){re.escape(str(each))}: ([^.)]+)", rule.question))}
    question = re.sub(r" \(\S+: [^)]+\)", "", rule.question)
    question = question.split(". ")[-1] if len(meant) > 1 else question  # the answers are explained before it
    kind = f" ({MARKS[rule.mark].split(',')[0].split(':')[0]})" if marked and rule.mark != READING else ""
    return (question, REGULAR), (_sentence(meant.get(answer) or _answer(answer)), BOLD), (kind, REGULAR)


def _answer(answer: RuleValue) -> str:
    if not isinstance(answer, str):
        return ("no", "yes")[answer] if isinstance(answer, bool) else p.points(answer)
    return answer.replace("-", "–" if answer.replace("-", "").isdigit() else " ")


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:].rstrip(".") + "."


def _players(settled: Variant) -> str:
    sizes = [number(deal.players) for deal in settled.deals]
    if settled.sides != TWO_SIDES:
        return _sentence(f"{_either(sizes)}, each for themselves")
    if len({deal.sides for deal in settled.deals}) > 1:
        return _sentence(_either([f"{number(d.players)} in {number(d.sides)} sides" for d in settled.deals]))
    deal = settled.deals[0]
    each = number(deal.players // deal.sides)
    return _sentence(f"{_either(sizes)}, {f'{each} against {each}' if len(sizes) == 1 else 'in two sides'}")


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _cards(settled: Variant) -> str:
    deals, first, tricks = settled.deals, settled.deals[0], {deal.tricks for deal in settled.deals}
    if len({deal.pack for deal in deals}) > 1:
        packs = [f"{number(deal.players)}: {_pack(deal)}" for deal in deals]
        return _sentence(f"{'; '.join(packs)}. {number(first.tricks).capitalize()} each")
    each = f"{number(first.tricks)} each"
    if len(tricks) > 1:
        each = ", ".join(f"{number(deal.tricks)} each for {number(deal.players)}" for deal in deals)
    kitty = "widow" if any("widow" in note for note in settled.notes) else "kitty"
    rest = [f"{number(first.kitty)} in the {kitty}"] if first.kitty else []
    rest += [f"{number(first.undealt)} stay out"] if first.undealt and len(deals) == 1 else []
    return _sentence(", ".join((f"{_pack(first)}; {each}", *rest)))


def _pack(deal: Deal) -> str:
    lowest = deal.pack.ranks.split()[0].replace("J", "jack")
    twice = ", each card twice" if deal.pack.copies == 2 else ""
    joker = " and the joker" if deal.pack.jokers else ""
    return f"{deal.pack.cards} cards, {lowest} to ace{twice}{joker}"


def _trump(settled: Variant) -> str:
    if _is_bid(settled):
        only = settled.trumps == SUITS and not any("No-trump" in note for note in settled.notes)
        return f"The highest bidder names {named_trumps(settled.trumps)}.{' There is no no-trump.' if only else ''}"
    usual = "Accept the suit turned up, or in a second round name another."
    return f"{_turned_up(settled) or usual} No number is bid."


def _is_bid(settled: Variant) -> bool:
    return any(contract is not None and contract.bids != (None,) for contract in settled.contracts)


def _turned_up(variant: Variant) -> str:
    """The game's own note of how trump is turned up, if it has one."""
    return next((note for note in variant.notes if "turned up" in note), "")


# --- Setting: words into lines ----------------------------------------------------------------------------


def _set(text: Text, size: float, width: float) -> list[Text]:
    """A paragraph broken into lines, a run for every word."""
    lines: list[list[Run]] = [[]]
    left = width
    for words, font in text:
        for word in _curly(words).split():
            if lines[-1] and _width(word, font) * size > left:
                lines.append([])
                left = width
            lines[-1].append((word, font))
            left -= _width(word + " ", font) * size
    return [tuple(line) for line in lines if line]


@lru_cache(maxsize=4096)
def _width(text: str, font: str) -> float:
    return p.width_of(text, font, 1)


@lru_cache(maxsize=4096)
def _curly(words: str) -> str:
    """What these fonts can print, with printed quotation marks."""
    return p.shown(re.sub(r'"([^"]*)"', r"“\1”", words).replace("'", "’"))


class Table:
    """What every contract pays, its cells set in columns; `whole` when only notes are broken into lines."""

    def __init__(self, rows: Sequence[PayRow], heads: Sequence[str], size: float, width: float) -> None:
        self.heads, self.size, self.leading = heads, size, size * LEADING
        self.pad, gutter = size * PAD, size * GUTTER
        cells = [[[_plain(row.call, BOLD), _plain(row.note)], [_plain(row.needs)], *map(_paid, row.made or ((), ())),
                  *map(_paid, row.set or ((), ()))] for row in rows]
        columns = [[_plain(heads[index]), *chain(*column)] for index, column in enumerate(zip(*cells, strict=True))]
        words, lines = ([max(_widest(text, size, whole) for text in column) + gutter for column in columns]
                        for whole in (False, True))
        calls = [_plain(heads[0]), *(cell[0][0] for cell in cells)]  # without the notes, which may break anywhere
        short = [max(words[0], *(_widest(call, size, True) + gutter for call in calls)), *lines[1:]]
        self.whole, self.fits = sum(short) <= width, sum(words) <= width
        wide = _shared(short if self.whole else words, lines, width)
        self.edges = [sum(wide[:column]) for column in range(7)]
        self.rows = [[[line for text in cell for line in _set(text, size, room - gutter)]
                      for cell, room in zip(row, wide, strict=True)] for row in cells]
        self.head = 2 * (self.leading + self.pad)
        self.row_heights = [max(map(len, row)) * self.leading + 2 * self.pad for row in self.rows]
        self.height = self.head + sum(self.row_heights)


def _paid(cell: Cell) -> list[Text]:
    items: list[Text] = [((size, REGULAR if size == "0" else BOLD), (words, REGULAR)) for size, words in cell]
    return [_plain("–")] if cell == (("0", ""),) else items


def _widest(text: Text, size: float, whole: bool) -> float:
    """The width of a paragraph on one line, or of its widest word."""
    widths = [_width(word + " ", font) * size for run, font in text for word in _curly(run).split()]
    return sum(widths) if whole else max(widths, default=0.0)


def _shared(least: Sequence[float], usual: Sequence[float], width: float) -> list[float]:
    """Widths of columns: what they ask for up to a common bound, as high as there is room for; the rest to all."""
    low, bound, both = 0.0, width, list(zip(least, usual, strict=True))
    for _ in range(40):
        middle = (low + bound) / 2
        asked = sum(max(one, min(other, middle)) for one, other in both)
        low, bound = (middle, bound) if asked <= width else (low, middle)
    wide = [max(one, min(other, low)) for one, other in both]
    return [each + (width - sum(wide)) / len(wide) for each in wide]


def _table_of(tables: Sequence[Table], size: float) -> Table:
    """The table as large as the text, or up to two points smaller if that keeps its cells whole."""
    near = [table for table in tables if size - 2 <= table.size <= size]
    return next((table for table in near if table.whole), near[0])


class SetSection:
    """A section broken into lines: for every paragraph its lines."""

    def __init__(self, section: Section, size: float, left: float, width: float) -> None:
        self.label, self.pips, self.size, self.leading = section.label, section.pips, size, size * LEADING
        self.left = left + (size if section.pips else 0)
        self.texts = [_set(text, size, width - self.left) for text in section.texts]
        self.height = sum(map(len, self.texts)) * self.leading


class Page:
    """Everything under the title, set at one size; `whole` as its table."""

    def __init__(self, above: list[Section], table: Table, below: list[Section], width: float, size: float) -> None:
        left = max(p.width_of(part.label, BOLD, size) for part in (*above, *below)) + size
        before, behind = ([SetSection(part, size, left, width) for part in each] for each in (above, below))
        self.parts: list[SetSection | Table] = [*before, table, *behind]
        self.gaps = [size * (BREAK if table in pair else GAP) for pair in pairwise(self.parts)]
        self.height = sum(part.height for part in self.parts) + sum(self.gaps)
        self.fits, self.whole = table.fits, table.whole


# --- Drawing ----------------------------------------------------------------------------------------------


def draw_rules_sheet(heading: Heading, variant: Variant, house_rules: Mapping[str, object], paper: Paper) -> bytes:
    """The rules of tonight's game on one page.

    :raises HouseRuleRefused: for house rules that this game does not have.
    """
    page = _page(variant, house_rules, paper)
    canvas, buffer = p.open_sheet(f"Rules: {variant.name}, {heading.night}, {heading.date}", paper)
    _title(canvas, paper, heading, variant.name)
    draw_pip(canvas, paper.width / 2, FOOT, 4.6 * MM)
    _twin(canvas, paper, FOOT + 2.6 * MM, 6 * MM)
    stretch = 1 + min((paper.height - TAKEN - page.height) / sum(page.gaps), MOST_STRETCH)
    y = paper.height - TOP - HEAD
    for part, gap in zip(page.parts, (*page.gaps, 0.0), strict=True):
        if isinstance(part, Table):
            _table(canvas, part, y)
        else:
            _section(canvas, part, y)
        y -= part.height + gap * stretch
    canvas.showPage()
    return p.close_sheet(canvas, buffer)


def _page(variant: Variant, house_rules: Mapping[str, object], paper: Paper) -> Page:
    """The largest setting that fits; only where none does, without the open points, then without the notes."""
    settled, rows = settle(variant, answers_of(variant, house_rules)), pay_table(variant, house_rules)
    width, before = paper.width - 2 * SIDE, list(_before(settled))
    tables = [Table(rows, _heads(settled), size, width) for size in SIZES]
    after = [*_after(variant, settled, house_rules), *_tonight(variant, house_rules)]
    for less, whole, size in product(range(3), (True, False), SIZES):
        kept = [part for part in after if part.label not in ("Open", "Also")[:less]]
        page = Page(before, _table_of(tables, size), kept, width, size)
        if page.fits and page.whole >= whole and page.height <= paper.height - TAKEN:
            break
    return page


def _heads(settled: Variant) -> tuple[str, ...]:
    makers, others = ("Makers", "Defenders") if settled.sides == TWO_SIDES else ("Maker", "Others, each")
    if any(c is not None and c.partners for c in settled.contracts):
        makers = "Makers, each"
    return "Call", "Needs", makers, others, makers, others, "Set" if _is_bid(settled) else "Euchred"


def _title(canvas: Canvas, paper: Paper, heading: Heading, name: str) -> None:
    """The bell between two rules, the game, the night: as on the standings."""
    top, middle, right = paper.height - TOP, paper.width / 2, paper.width - SIDE
    canvas.setFillColor(GREEN)
    draw_bell(canvas, middle, top - 9 * MM, 9 * MM)
    _twin(canvas, paper, top - 5 * MM, 10 * MM)
    canvas.setFillColor(INK)
    title, size = p.fit(_curly(name), BOLD, TITLE, right - SIDE, TITLE_LEAST)
    p.write(canvas, middle, top - 20.5 * MM, title, BOLD, size, align="centre")
    canvas.setFillColor(GREEN)
    words, pip, gap = "TONIGHT’S RULES", 3.6 * MM, 3 * MM
    words_wide = p.width_of(words, REGULAR, TEXT, 1.4)
    both = ", ".join(filter(None, (heading.night, heading.date)))
    night, _ = p.fit(both, REGULAR, TEXT, right - SIDE - words_wide - pip - 2 * gap)
    x = middle - (words_wide + pip + 2 * gap + p.width_of(night, REGULAR, TEXT)) / 2
    p.write(canvas, x, top - 28.5 * MM, words, spacing=1.4)
    draw_pip(canvas, x + words_wide + gap + pip / 2, top - 28.9 * MM, pip)
    p.write(canvas, x + words_wide + 2 * gap + pip, top - 28.5 * MM, night)


def _twin(canvas: Canvas, paper: Paper, y: float, gap: float) -> None:
    """A stout rule with its thin twin, left open in the middle for an ornament."""
    canvas.setStrokeColor(GREEN)
    for width, line in ((RULE, y), (HAIRLINE, y - p.TWIN)):
        canvas.setLineWidth(width)
        canvas.line(SIDE, line, paper.width / 2 - gap, line)
        canvas.line(paper.width / 2 + gap, line, paper.width - SIDE, line)


def _section(canvas: Canvas, part: SetSection, top: float) -> None:
    y = top - (part.leading + part.size * CAP) / 2
    canvas.setFillColor(GREEN)
    p.write(canvas, SIDE, y, part.label, BOLD, part.size)
    for lines in part.texts:
        if part.pips:
            draw_pip(canvas, SIDE + part.left - part.size * 0.72, y - part.size * 0.02, part.size * 0.7)
        canvas.setFillColor(INK)
        for line in lines:
            _write(canvas, SIDE + part.left, y, line, part.size)
            y -= part.leading


def _table(canvas: Canvas, table: Table, top: float) -> None:
    """The frame with a playing card's corners, the names of the columns, a hairline under every row but the last."""
    _frame(canvas, table, top)
    inset = table.size * GUTTER / 2
    canvas.setFillColor(GREEN)
    y = top - table.pad - (table.leading + table.size * CAP) / 2
    for column, head in ((2, "Made"), (4, table.heads[-1])):
        p.write(canvas, SIDE + table.edges[column] + inset, y, head, BOLD, table.size)
    for edge, head in zip(table.edges, table.heads[:6], strict=False):
        p.write(canvas, SIDE + edge + inset, y - table.leading, head, REGULAR, table.size)
    canvas.setFillColor(INK)
    foot = top - table.head
    for row, height in zip(table.rows, table.row_heights, strict=True):
        for edge, lines in zip(table.edges, row, strict=False):
            y = foot - table.pad - (table.leading + table.size * CAP) / 2
            for line in lines:
                _write(canvas, SIDE + edge + inset, y, line, table.size)
                y -= table.leading
        foot -= height


def _frame(canvas: Canvas, table: Table, top: float) -> None:
    right, foot = SIDE + table.edges[-1], top - table.height
    canvas.setStrokeColor(GREEN)
    canvas.setLineWidth(HAIRLINE)
    y = top - table.head
    canvas.line(SIDE, y - p.TWIN, right, y - p.TWIN)
    for height in table.row_heights[:-1]:
        y -= height
        canvas.line(SIDE, y, right, y)
    for column in (2, 4):
        canvas.line(SIDE + table.edges[column], top, SIDE + table.edges[column], foot)
    canvas.setLineWidth(RULE)
    canvas.line(SIDE, top - table.head, right, top - table.head)
    canvas.roundRect(SIDE + RULE / 2, foot, right - SIDE - RULE, top - foot, 3.2 * MM, stroke=1, fill=0)


def _write(canvas: Canvas, x: float, y: float, line: Text, size: float) -> None:
    """A line of words, those of one font together."""
    for font, run in groupby(line, key=lambda word: word[1]):
        x += p.write(canvas, x, y, " ".join(word for word, _ in run) + " ", font, size)
