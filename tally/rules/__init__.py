"""What a hand is worth: one declarative entry per variant; a record of a hand gives points, or why not.

Pure: standard library only. The order of reading is `variants` (the entries), `records` (what a table
says of a hand), `scoring` (record → points), `choices` (the buttons that a variant's contracts make).
"""

from tally.rules.choices import Choice, choices, passed_out
from tally.rules.records import HandRefused, Record, read_record
from tally.rules.scoring import Score, score
from tally.rules.variants import VARIANTS, Contract, Variant, find_variant

__all__ = ["VARIANTS", "Choice", "Contract", "HandRefused", "Record", "Score", "Variant", "choices",
           "find_variant", "passed_out", "read_record", "score"]
