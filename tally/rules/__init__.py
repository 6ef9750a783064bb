"""Pure: what a hand is worth.

Read it in this order, as a card player would ask:

1. Which games are there?       `entries/` (by family, with `questions` and what they share), listed in `variants`
2. How is an entry written?     `language`
3. What may a night change?     `house_rules`, what not together: `contradictions`, many at once: `rule_sets`
4. What does a table record?    `records`, with the less usual `extras`
5. What is a hand worth?        `rulebook` (an entry compiled to tables), `scoring` (record → points)
6. Why is a hand refused?       `facts` and `no_such_contract` (what cannot be), `refusals` (errors with a sentence)
7. What can be tapped?          `buttons`, `renege`, and `taps` (a hand entered tap by tap, at any table);
                                `what_it_pays` says what such a hand would pay, and why
8. When is a game over?         `games`
9. How do people read it?       `wording`, `euchre_word`, `pay_table`, `teaching` (how to play), `summary` (printed
                                sheet and page), `explain` (terminal)

A club makes a game of its own from one of these with a form (`own_games`, with prices as people write them: `prices`),
or adds it as one more `Variant` in `entries/clubs.py`; Help has a complete example.
"""

from tally.rules.buttons import (
    Call,
    ResultButton,
    calls,
    label_of,
    may_pass_out,
    passed_out,
    result_buttons,
    tricks_text,
)
from tally.rules.contradictions import refuse_contradictions
from tally.rules.explain import explain
from tally.rules.games import (
    GameState,
    HandResult,
    Party,
    Rubber,
    fold_game,
    fold_rubber,
    hickeys_of,
    most_hands,
    points_of,
)
from tally.rules.house_rules import (
    answers_of,
    check_house_rules,
    house_rules_of,
    plays_rubbers,
    renege_tonight,
    rules_of_night,
    rules_of_table,
    sit_out_points,
)
from tally.rules.language import Contract, HouseRule, Variant
from tally.rules.records import Record, read_record
from tally.rules.refusals import HandRefused, HouseRuleRefused, Refusal
from tally.rules.renege import RenegeButton, renege_buttons
from tally.rules.rulebook import Score
from tally.rules.scoring import as_result, score, score_data, score_json
from tally.rules.summary import RulesSummary, game_end, summarize_rules
from tally.rules.taps import Question, TableSetup, Tap, ask
from tally.rules.variants import VARIANTS, find_variant
from tally.rules.what_it_pays import WhatItPays, what_it_pays

__all__ = [
    "VARIANTS",
    "Call",
    "Contract",
    "GameState",
    "HandRefused",
    "HandResult",
    "HouseRule",
    "HouseRuleRefused",
    "Party",
    "Question",
    "Record",
    "Refusal",
    "RenegeButton",
    "ResultButton",
    "Rubber",
    "RulesSummary",
    "Score",
    "TableSetup",
    "Tap",
    "Variant",
    "WhatItPays",
    "answers_of",
    "as_result",
    "ask",
    "calls",
    "check_house_rules",
    "explain",
    "find_variant",
    "fold_game",
    "fold_rubber",
    "game_end",
    "hickeys_of",
    "house_rules_of",
    "label_of",
    "may_pass_out",
    "most_hands",
    "passed_out",
    "plays_rubbers",
    "points_of",
    "read_record",
    "refuse_contradictions",
    "renege_buttons",
    "renege_tonight",
    "result_buttons",
    "rules_of_night",
    "rules_of_table",
    "score",
    "score_data",
    "score_json",
    "sit_out_points",
    "summarize_rules",
    "tricks_text",
    "what_it_pays",
]
