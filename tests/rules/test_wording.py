"""House rules as card players read them: no identifier, no slug, no seed number. These tests need no database."""

from __future__ import annotations

import pytest

from tally.rules import VARIANTS, house_rules_of, summarize_rules
from tally.rules.entries.questions import rule
from tally.rules.variants import SOURCES
from tally.rules.wording import counted
from tests.support.identifiers import IDENTIFIER
from tests.support.shipped_games import CUSTOMS, SHIPPED

EVERY_GAME = pytest.mark.parametrize("slug", VARIANTS)


@EVERY_GAME
def test_every_answer_has_its_own_text(slug: str) -> None:
    for name, house_rule in house_rules_of(VARIANTS[slug]).items():
        texts = {answer: house_rule.answer_text(answer) for answer in house_rule.answers}
        assert len(set(texts.values())) == len(texts), name
        for answer, text in texts.items():
            assert text and not IDENTIFIER.search(text), (name, text)
            if isinstance(answer, str):
                assert (answer in house_rule.answer_texts and text != answer.replace("-", " ")) or answer in (
                    "double",
                    "nothing",
                )


@EVERY_GAME
def test_the_rules_sheet_shows_no_identifiers(slug: str) -> None:
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
    ("slug", "name", "answer", "text"),
    [
        ("hasenpfeffer-cats", "set", "tricks-won", "one point for each trick they took"),
        ("barrie", "all_pass", "dealer-bids-3", "the dealer must bid at least 3"),
        ("barrie", "all_pass", "dealer-bids-1", "the dealer must make at least the lowest bid"),
        ("barrie", "all_pass", "redeal", "the cards are thrown in and nobody scores"),
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
def test_the_texts_of_answers(slug: str, name: str, answer: bool | int | str, text: str) -> None:
    assert house_rules_of(VARIANTS[slug])[name].answer_text(answer) == text


def test_a_club_rule_may_have_its_own_answer_texts() -> None:
    text = {"on-monday": "Mondays"}
    own = rule("stick", {"no": 0, "on-monday": 1, 3: 2}, question="Is the dealer stuck?", answer_texts=text)
    assert [own.answer_text(answer) for answer in own.answers] == ["no", "Mondays", "3"]
    doubled = 2 * own
    assert doubled.answers == {"no": 0, "on-monday": 2, 3: 4} and doubled.answer_text("on-monday") == "Mondays"


def test_counted_points_have_a_sign_and_a_plural() -> None:
    assert [counted(n, "point") for n in (-2, -1, 0, 1)] == ["−2 points", "−1 point", "0 points", "1 point"]


def test_every_game_has_a_sentence_about_it_and_a_known_source() -> None:
    abouts = [variant.about for variant in VARIANTS.values()]
    assert len(set(abouts)) == len(abouts)
    assert all(20 < len(about) < 110 and about[0].isupper() and about.endswith(".") for about in abouts)
    assert {variant.source for variant in SHIPPED.values()} == {*SOURCES, *CUSTOMS}


@pytest.mark.parametrize(
    ("slug", "changed"), [("standard", {"loner": 5, "renege": 4}), ("buck", {"winning": "at-target"})]
)
def test_changed_house_rules_are_listed_first_with_their_default_answers(slug: str, changed: dict[str, object]) -> None:
    rules, sheet = house_rules_of(VARIANTS[slug]), summarize_rules(VARIANTS[slug], changed)
    assert [each.question for each in sheet.tonight] == [rules[name].question for name in rules if name in changed]
    for each in sheet.tonight:
        assert each.answer != each.usual
    assert all(each.answer == each.usual for each in (*sheet.open, *sheet.rest))
    assert not summarize_rules(VARIANTS[slug]).tonight
