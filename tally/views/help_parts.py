"""The parts of Help about scoring pages, by the names of their URLs."""

from __future__ import annotations

HELP_PARTS: dict[str, str] = {
    "play": "phone#record-a-hand",
    "record": "phone#record-a-hand",
    "undo": "phone#undo",
    "agree": "phone#agree",
    "tie": "phone#agree",
    "settle": "phone#two-answers",
    "game": "phone#undo",
    "correct": "phone#undo",
    "standings": "phone#your-tally",
    "player-tally": "phone#your-tally",
    "rules": "game#rules-for-everybody",
    "own-games": "own-game#make-a-game",
    "new-own-game": "own-game#make-a-game",
    "own-game": "own-game#make-a-game",
    "import-own-game": "own-game#share-a-game",
    "own-rules": "game#our-own-rules",
    "try-it": "game#try-a-hand",
    "board": "night#board",
    "wrong-seats": "night#wrong-seats",
    "total": "night#paper",
    "scores": "night#paper",
    "quick": "night#paper",
    "prizes": "closing#prizes",
    "reveal": "closing#reveal",
    "screen-hall": "big-screen#in-your-hall",
    "shelf": "printing",
    "print": "printing",
    "begin-table": "one-table#sit-down",
    "single-table": "one-table#score-at-the-table",
    "table-hands": "one-table#more-phones",
}
ORGANIZERS_HELP_PARTS: dict[str, str] = {  # where the organizer sees another page at the same address
    "game": "night#corrections",
    "correct": "night#corrections",
    "rules": "game#choose-a-game",
    "standings": "closing#reveal",
}
