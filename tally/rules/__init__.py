"""Pure: what a hand is worth.

To be read in this order, as a card player would ask:

1. Which games are there?       `entries/` (by seed, with the `questions` they leave open), listed in `variants`
2. What do their words mean?    `language`
3. What may a night change?     `house_rules`
4. What does a table say?       `records`, and the rarer `extras`
5. What is a hand worth?        `rulebook` (an entry compiled to tables), `scoring` (record → points)
6. Why not?                     `contracts` (what cannot have been bid), `refusals` (errors with a sentence)
7. What can be tapped?          `buttons`, and `taps` (a hand told tap by tap, at any table)
8. When is a game over?         `games`
9. How is it told to people?    `wording`, `pay_table`, `summary` (sheet and page), `explain` (a terminal)

A club's own variant is one more `Variant`, in the file `entries/clubs.py`; the README has one in full.
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
