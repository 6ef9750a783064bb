"""House rules in the words of a card player: no identifier, no slug, no seed number on a page. No database."""

from __future__ import annotations

import re

import pytest

from tally.rules import VARIANTS, house_rules_of, summarize_rules
from tally.rules.entries.questions import rule
from tally.rules.variants import SOURCES
from tally.rules.wording import counted

EVERY = pytest.mark.parametrize("slug", VARIANTS)
IDENTIFIER = re.compile(r"\w_\w|\bP\d\b|\b0\d\d\b|\bseed\b|\boffence\b|\b(true|false|redeal|skunk|None)\b")


@EVERY
def test_every_answer_has_words_of_its_own(slug: str) -> None:
    for name, asked in house_rules_of(VARIANTS[slug]).items():
        said = {answer: asked.answer_text(answer) for answer in asked.answers}
        assert len(set(said.values())) == len(said), name
        for answer, words in said.items():
            assert words and not IDENTIFIER.search(words), (name, words)
            if isinstance(answer, str):
                assert (answer in asked.answer_texts and words != answer.replace("-", " ")) or answer in (
                    "double",
                    "nothing",
                )


@EVERY
def test_nothing_on_the_sheet_is_an_identifier(slug: str) -> None:
    sheet = summarize_rules(VARIANTS[slug])
    asked = [*sheet.tonight, *sheet.open, *sheet.rest]
    assert {each.question for each in asked} == {r.question for r in house_rules_of(VARIANTS[slug]).values()}
    texts = [sheet.name, sheet.about, sheet.source, *(text for each in asked for text in each)]
    texts += [text for part in (*sheet.before, *sheet.after) for text in (part.label, *part.paragraphs)]
    texts += [text for row in sheet.pay for text in (row.call, row.note, row.needs)]
    for text in texts:
        assert not IDENTIFIER.search(text), text
        assert "-" not in slug or slug not in text, text


@pytest.mark.parametrize(
    ("slug", "name", "answer", "words"),
    [
        ("hasenpfeffer-cats", "set", "tricks-won", "one point for each trick they took"),
        ("barrie", "all_pass", "dealer-bids-3", "the dealer must bid at least 3"),
        ("barrie", "all_pass", "dealer-bids-1", "the dealer must make at least the lowest bid"),
        ("barrie", "all_pass", "redeal", "the cards are thrown in, nobody scores"),
        ("buck", "winning", "on-offence", "yes"),
        ("alber", "winning", "at-target", "no, reaching the target is enough"),
        ("progressive", "reading", "P1", "3 or 4 tricks 1 point, 5 or 6 tricks 2"),
        ("standard", "loner", "5-4", "5 points to the lone player, 4 to the partner"),
        ("standard", "euchre", -4, "4 points off the makers"),
        ("standard", "target", 5, "5 points"),
        ("standard", "renege", "4-alone", "2 points, 4 during a lone hand"),
        ("standard", "sit_out_credit", 1, "1 point"),
        ("railroad", "joker", True, "yes"),
        ("railroad", "slams", False, "no"),
        ("bid-single-deck-24", "target", "none", "no number; agree on one, or on a time"),
        ("double-hasenpfeffer", "no_trick", 0, "nothing"),
        ("michigan-family", "minimum_bid", 3, "3"),
    ],
)
def test_words_of_answers(slug: str, name: str, answer: bool | int | str, words: str) -> None:
    assert house_rules_of(VARIANTS[slug])[name].answer_text(answer) == words


def test_a_rule_of_a_club_may_bring_its_words() -> None:
    words = {"on-monday": "Mondays"}
    own = rule("stick", {"no": 0, "on-monday": 1, 3: 2}, question="Is the dealer stuck?", answer_texts=words)
    assert [own.answer_text(answer) for answer in own.answers] == ["no", "Mondays", "3"]
    doubled = 2 * own
    assert doubled.answers == {"no": 0, "on-monday": 2, 3: 4} and doubled.answer_text("on-monday") == "Mondays"


def test_so_many_points() -> None:
    assert [counted(n, "point") for n in (-2, -1, 0, 1)] == ["−2 points", "−1 point", "0 points", "1 point"]


def test_every_game_says_in_a_sentence_what_it_is_and_where_its_rules_come_from() -> None:
    abouts = [variant.about for variant in VARIANTS.values()]
    assert len(set(abouts)) == len(abouts)
    assert all(20 < len(about) < 110 and about[0].isupper() and about.endswith(".") for about in abouts)
    assert {variant.source for variant in VARIANTS.values()} == set(SOURCES)


@pytest.mark.parametrize(
    ("slug", "changed"), [("standard", {"loner": 5, "renege": 4}), ("buck", {"winning": "at-target"})]
)
def test_what_differs_tonight_stands_apart_with_the_usual_answer(slug: str, changed: dict[str, object]) -> None:
    rules, sheet = house_rules_of(VARIANTS[slug]), summarize_rules(VARIANTS[slug], changed)
    assert [each.question for each in sheet.tonight] == [rules[name].question for name in rules if name in changed]
    for each in sheet.tonight:
        assert each.answer != each.usual
    assert all(each.answer == each.usual for each in (*sheet.open, *sheet.rest))
    assert not summarize_rules(VARIANTS[slug]).tonight
