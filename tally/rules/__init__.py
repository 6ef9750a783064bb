"""Pure: what a hand is worth.

Read it in this order, as a card player would ask:

1. Which games are there?       `entries/` (by family, with `questions` and what they share), listed in `variants`
2. How is an entry written?     `language`
3. What may a night change?     `house_rules`
4. What does a table record?    `records`, with the less usual `extras`
5. What is a hand worth?        `rulebook` (an entry compiled to tables), `scoring` (record → points)
6. Why is a hand refused?       `facts` and `no_such_contract` (what cannot be), `refusals` (errors with a sentence)
7. What can be tapped?          `buttons`, and `taps` (a hand entered tap by tap, at any table)
8. When is a game over?         `games`
9. How do people read it?       `wording`, `pay_table`, `summary` (printed sheet and page), `explain` (terminal)

A club adds its own game as one more `Variant` in `entries/clubs.py`; Help has a complete example.
"""

from tally.rules.buttons import Call, ResultButton, calls, may_pass_out, passed_out, result_buttons
from tally.rules.explain import explain
from tally.rules.games import GameState, HandResult, Party, fold_game, points_of
from tally.rules.house_rules import answers_of, check_house_rules, house_rules_of, renege_points, sit_out_points
from tally.rules.language import Contract, HouseRule, Variant
from tally.rules.records import Record, read_record
from tally.rules.refusals import HandRefused, HouseRuleRefused, Refusal
from tally.rules.rulebook import Score
from tally.rules.scoring import as_result, score, score_data, score_json
from tally.rules.summary import RulesSummary, summarize_rules
from tally.rules.taps import Question, TableSetup, Tap, ask
from tally.rules.variants import VARIANTS, find_variant

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
    "ResultButton",
    "RulesSummary",
    "Score",
    "TableSetup",
    "Tap",
    "Variant",
    "answers_of",
    "as_result",
    "ask",
    "calls",
    "check_house_rules",
    "explain",
    "find_variant",
    "fold_game",
    "house_rules_of",
    "may_pass_out",
    "passed_out",
    "points_of",
    "read_record",
    "renege_points",
    "result_buttons",
    "score",
    "score_data",
    "score_json",
    "sit_out_points",
    "summarize_rules",
]
