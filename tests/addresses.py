"""Every address of the site, who may open it, and what can be sent there: for the tests of who may do what."""

from __future__ import annotations

# Every address: who may open it (GET), "-" where only a POST is answered.
OPENS = {
    "/": ("home", "anybody"), "/theme/": ("theme", "-"), "/new/": ("new-night", "-"),
    "/o/{club}/": ("organizer-link", "key"), "/j/": ("code", "anybody"), "/j/{key}": ("claim", "key"),
    "/n/{slug}/": ("seats", "anybody"), "/n/{slug}/join/": ("join", "anybody"),
    "/n/{slug}/desk/": ("desk", "organizer"), "/n/{slug}/desk/names/": ("add-names", "-"),
    "/n/{slug}/desk/remove/": ("remove", "-"), "/n/{slug}/desk/draw/": ("draw", "-"),
    "/n/{slug}/desk/ghost/": ("ghost", "-"),
    "/n/{slug}/desk/swap/": ("swap", "-"), "/n/{slug}/desk/settings/": ("settings", "-"),
    "/n/{slug}/desk/chart/": ("chart", "-"), "/n/{slug}/desk/start/": ("start", "-"),
    "/n/{slug}/desk/back/": ("back", "-"), "/n/{slug}/bell/ring/": ("ring", "-"),
    "/n/{slug}/bell/unring/": ("unring", "-"), "/n/{slug}/close/": ("close", "organizer"),
    "/n/{slug}/desk/movement/": ("movement", "organizer"), "/n/{slug}/desk/search/": ("search", "-"),
    "/n/{slug}/fairness/": ("fairness", "anybody"),
    "/n/{slug}/changes/": ("changes", "organizer"), "/n/{slug}/test/": ("test-phone", "anybody"),
    "/n/{slug}/log/": ("log", "organizer"), "/n/{slug}/play/": ("play", "anybody"),
    "/n/{slug}/play/hand/": ("record", "-"), "/n/{slug}/play/undo/": ("undo", "-"),
    "/n/{slug}/play/agree/": ("agree", "-"), "/n/{slug}/play/settle/": ("settle", "-"),
    "/n/{slug}/game/{game}/": ("game", "seat"),
    "/n/{slug}/game/{game}/hand/1/": ("correct", "seat"), "/n/{slug}/board/": ("board", "organizer"),
    "/n/{slug}/board/sign/{game}/": ("sign", "-"), "/n/{slug}/standings/": ("standings", "anybody"),
    "/n/{slug}/screen/": ("screen", "anybody"),
    "/n/{slug}/rules/": ("rules", "anybody"), "/n/{slug}/tally/1/": ("tally", "anybody"),
    "/n/{slug}/game/{game}/total/": ("total", "organizer"), "/n/{slug}/quick/1/": ("quick", "organizer"),
    "/n/{slug}/wrong-seats/": ("wrong-seats", "organizer"), "/n/{slug}/print/tally-cards.pdf": ("print", "organizer"),
    "/n/{slug}/print/filled-cards.pdf": ("print", "organizer"), "/n/{slug}/print/standings.pdf": ("print", "organizer"),
    "/n/{slug}/print/fairness.pdf": ("print", "organizer"), "/n/{slug}/print/": ("shelf", "organizer"),
    "/n/{slug}/prizes/": ("prizes", "organizer"),
    "/one-table/": ("begin-table", "organizer"), "/n/{slug}/table/": ("single-table", "anybody"),
    "/n/{slug}/table/hands/": ("table-hands", "anybody"), "/n/{slug}/table/undo/": ("table-undo", "-"),
    "/n/{slug}/table/next/": ("next-game", "-"),
    "/n/{slug}/play/tie/": ("tie", "-"), "/n/{slug}/bell/extra/": ("extra", "-"),
    "/n/{slug}/bell/clock/": ("clock", "-"), "/n/{slug}/bell/settings/": ("bell-settings", "organizer"),
}
# Every change: address, at what moment of a night, what is sent; "{…}" is filled in. The organizer's, then a player's.
Change = tuple[str, str, dict[str, str]]
ORGANIZERS: list[Change] = [
    ("/new/", "sign-up", {}), ("/n/{slug}/desk/names/", "sign-up", {"names": "Zoe New"}),
    ("/n/{slug}/desk/remove/", "sign-up", {"entry": "{entry}"}),
    ("/n/{slug}/desk/draw/", "sign-up", {"order": "random"}),
    ("/n/{slug}/desk/ghost/", "seven", {}),
    ("/n/{slug}/rules/", "sign-up", {"variant": "standard", "deals": "8"}),
    ("/n/{slug}/desk/swap/", "sign-up", {"one": "1", "other": "2"}),
    ("/n/{slug}/desk/swap/", "opened", {"one": "1", "other": "2"}),
    ("/n/{slug}/desk/settings/", "sign-up", {"name": "X", "date": "2026-11-24", "bell_by": "organizer", "paper": "a4"}),
    ("/n/{slug}/desk/chart/", "sign-up", {"name": "Ours", "notation": "1 1-2 vs 3-4 5-6 vs 7-8"}),
    ("/n/{slug}/desk/chart/", "sign-up", {"chart": "{chart}"}), ("/n/{slug}/desk/start/", "sign-up", {}),
    ("/n/{slug}/desk/movement/", "sign-up", {"movement": "drawn", "games": "6"}),
    ("/n/{slug}/desk/search/", "seven", {"step": "0"}),
    ("/n/{slug}/changes/", "playing",
     {"change": "substitute", "one": "{entry}", "name": "Zoe New", "sure": "1", "shown": "{mark}"}),
    ("/n/{slug}/desk/back/", "opened", {}), ("/n/{slug}/bell/ring/", "playing", {"round": "1"}),
    ("/n/{slug}/bell/unring/", "rung", {"bell": "{bell}"}), ("/n/{slug}/close/", "playing", {}),
    ("/n/{slug}/close/", "closed", {"reopen": "1"}), ("/n/{slug}/board/sign/{game}/", "rung", {"upto": "{newest}"}),
    ("/n/{slug}/standings/", "closed", {}),
    ("/n/{slug}/game/{game}/total/", "playing", {"ns": "7", "ew": "5", "key": "{fresh}", "shown": "{mark_of_total}",
                                                 "sure": "1"}),
    ("/n/{slug}/quick/1/", "playing",
     {"g{game}-ns": "7", "g{game}-ew": "5", "g{game}-key": "{fresh}", "g{game}-shown": "{mark_of_total}"}),
    ("/n/{slug}/print/", "sign-up", {"paper": "a4", "large_print": "on"}),
    ("/n/{slug}/prizes/", "playing", {"p-TOTAL_FORMS": "1", "p-INITIAL_FORMS": "0", "p-0-kind": "high",
                                      "p-0-what": "A ham", "p-0-money": "$20", "ties": "split"}),
    ("/one-table/", "sign-up", {"variant": "standard", "names": "Zoe\nYan\nXavier\nWill"}),
    ("/n/{slug}/bell/clock/", "clocked", {"round": "1", "start": "0"}),
    ("/n/{slug}/bell/extra/", "rung", {"game": "{game}", "minutes": "3", "seen": ""}),
    ("/n/{slug}/bell/settings/", "playing", {"bell_by": "clock", "minutes": "12"}),
]
PLAYERS: list[Change] = [
    ("/n/{slug}/play/hand/", "playing", {"game": "{game}", "hand": "4", "result": "NS:5", "key": "{fresh}"}),
    ("/n/{slug}/play/settle/", "disputed", {"claim": "{claim}", "right": "take"}),
    ("/n/{slug}/play/undo/", "playing", {"game": "{game}", "undo": "{newest}"}),
    ("/n/{slug}/play/agree/", "rung", {"game": "{game}", "upto": "{newest}", "word": "NS:agree"}),
    ("/n/{slug}/play/agree/", "rung", {"game": "{game}", "upto": "{newest}", "word": "EW:not-right"}),
    ("/n/{slug}/game/{game}/hand/1/", "playing",
     {"game": "{game}", "hand": "1", "of": "{first}", "result": "EW:5", "key": "{fresh}"}),
    ("/n/{slug}/game/{game}/hand/3/", "playing", {"withdraw": "{newest}"}),
    ("/n/{slug}/play/tie/", "tied", {"game": "{game}", "upto": "{newest}", "winner": "EW"}),
]
AT_A_TABLE: list[Change] = [  # what the players of a single table send; see test_what_strangers_see_of_a_table.py
    ("/n/{slug}/table/", "table", {"game": "{game}", "hand": "2", "said": "0:5", "key": "{fresh}"}),
    ("/n/{slug}/table/", "table", {"game": "{game}", "hand": "1", "of": "{newest}", "said": "0:5", "key": "{fresh}"}),
    ("/n/{slug}/table/undo/", "table", {"game": "{game}", "undo": "{newest}"}),
    ("/n/{slug}/table/next/", "table", {"game": "{game}", "upto": "{newest}"}),
]
ANYBODYS: list[Change] = [
    ("/theme/", "sign-up", {"theme": "dark"}), ("/j/", "sign-up", {"code": "{key}"}), ("/j/{key}", "sign-up", {}),
    ("/n/{slug}/join/", "sign-up", {"name": "Zoe New"}), ("/n/{slug}/test/", "sign-up", {"mark": "0a0a0a0a"}),
]
CLUBS = ("/new/", "/one-table/")  # every club's organizer may use these, for that club
