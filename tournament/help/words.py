"""The words of a text as the search in Help compares them: without endings, and which mean the same."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

# Words that say nothing about what somebody looks for.
SMALL_WORDS = frozenset(
    """
a about all also am an and any anybody are as at be been but by can cannot cant could did do does doesnt doing dont
down else for from get gets getting got had has have he help her here him his how i if in into is isnt it its just
me my no not of off on one or our out please she should so some somebody someone something than that the their
them then there these they this to too up us very was way we were what when where which who whom why will with
without wont work worked working works would you your
""".split()  # noqa: SIM905
)
# Forms that no rule of endings brings together.
IRREGULAR = {
    "ate": "eat", "began": "begin", "begun": "begin", "bought": "buy", "broke": "break", "broken": "break",
    "brought": "bring", "came": "come", "chose": "choose", "chosen": "choose", "dead": "die", "died": "die",
    "dying": "die", "drew": "draw", "drawn": "draw", "fell": "fall", "forgot": "forget", "forgotten": "forget",
    "found": "find", "froze": "freeze", "frozen": "freeze", "gave": "give", "given": "give", "gone": "go", "went": "go",
    "held": "hold", "kept": "keep", "knew": "know", "known": "know", "left": "leave", "lost": "lose", "losing": "lose",
    "made": "make", "men": "man", "paid": "pay", "people": "person", "played": "play", "rang": "ring", "rung": "ring",
    "ran": "run", "running": "run", "sat": "sit", "sitting": "sit", "said": "say", "saw": "see", "seen": "see",
    "sent": "send", "shown": "show", "slept": "sleep", "sold": "sell", "spent": "spend", "stole": "steal",
    "stolen": "steal", "stuck": "stick", "swapped": "swap", "took": "take", "taken": "take", "told": "tell",
    "thought": "think", "typed": "type", "won": "win", "wrote": "write", "written": "write", "women": "woman",
}  # fmt: skip
# Words that people use for one thing. A word that is looked for also finds the others of its line, for less.
SAME_THINGS = """
phone cell cellphone mobile smartphone iphone android
battery charge charger empty die
wifi wlan wireless network router hotspot
power outage electricity blackout
laptop computer pc notebook
screen display monitor
dark black blank sleep dim lock
projector television tv beamer
print printer paper
small tiny size scale large big
differ different disagree two
answer say
score point result total
early soon late
leave go home quit
wrong mistake error incorrect false
prize award winner win
delete erase remove uninstall wipe
move transfer another new switch
copy backup save safe
crash freeze hang stop
guest isolation isolate visitor
connect reach join connection
player person
odd uneven extra ghost dummy
quarrel argue argument fight dispute agree
seat chair
trump benny joker bower
renege revoke
euchre set
loner alone
march sweep
bell ring horn gong
clock timer time
substitute sub replacement
spell misspell spelling rename
break die fail quit
password key link code
shortcut icon desktop
install setup download
update upgrade version
certificate https secure
money cash fee dollar pay pot
rule variant
card tally scorecard
qr scan barcode square
email mail
""".strip().splitlines()

_WORD = re.compile(r"[a-z0-9]+")
_HYPHEN = re.compile("[\u2010\u2011]")
_VOWEL = re.compile(r"[aeiouy]")


def words_of(text: str) -> Iterator[str]:
    """Yield a text's words in lower case, without accents, apostrophes and hyphens."""
    plain = _HYPHEN.sub("-", unicodedata.normalize("NFKD", text.lower()))
    plain = plain.replace("wi-fi", "wifi").replace("e-mail", "email")
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter) and letter not in "'’")
    return (found.group() for found in _WORD.finditer(letters))


def stem(word: str) -> str:
    """Return a word without its ending, so that "prints", "printed" and "printing" are one."""
    if word in IRREGULAR:
        return stem(IRREGULAR[word])
    for ending in ("ings", "ing", "ers", "er", "ies", "ied", "es", "ed", "s", "e"):
        rest = word.removesuffix(ending)
        if rest == word or len(rest) < 3 or not _VOWEL.search(rest) or (ending == "s" and rest.endswith("s")):
            continue
        if ending in ("ies", "ied"):
            return rest + "y"
        return rest[:-1] if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "ls" else rest
    return word


def stems_of(text: str) -> list[str]:
    """Return the stems of a text's words that say something."""
    return [stem(word) for word in words_of(text) if word not in SMALL_WORDS]


SYNONYMS: dict[str, frozenset[str]] = {}
for _line in SAME_THINGS:
    _group = frozenset(map(stem, _line.split()))
    for _word in _group:
        SYNONYMS[_word] = SYNONYMS.get(_word, frozenset()) | _group
