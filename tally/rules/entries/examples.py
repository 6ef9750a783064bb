"""An example hand for each family of games, as data; see `tally.rules.examples` for what the fields mean.

Each line of `played` is a trick: the seat that led, the cards in the order of play, the seat that won. Seat 0 sits on
the dealer's left. In the bid games the maker does, too: so whoever leads by the game's rules, maker or dealer's left,
is the same player.
"""

from __future__ import annotations

from tally.rules.examples import Example

TURN_UP = Example(
    games=("standard", "standard-24", "british-euchre", "bald", "progressive-cats", "railroad"),
    maker=3,
    trump="S",
    turned_up="10S",
    laid_away="9H",
    played=(
        "0 AH KH 10H QH 0",
        "0 KC AC 9C JD 1",
        "1 AD 9S 10S QS 0",
        "0 KS 9D 10C AS 3",
        "3 JS JC KD QC 3",
    ),
)
TURN_UP_WITH_A_JOKER = Example(
    games=("british-euchre", "railroad"),
    maker=3,
    trump="S",
    turned_up="10S",
    laid_away="9H",
    played=(
        "0 AH KH 10H QH 0",
        "0 KC AC 9C JD 1",
        "1 AD 9S 10S QS 0",
        "0 KS 9D 10C AS 3",
        "3 joker JC KD QC 3",
    ),
)
FOR_THREE = Example(
    games=("three-handed",),
    maker=2,
    trump="H",
    turned_up="7H",
    laid_away="10C",
    played=(
        "0 8C JC 7H 2",
        "2 JD 10H 8H 2",
        "2 9S 10S KS 1",
        "1 7S 9H 8S 2",
        "2 QD KH AH 1",
    ),
)
FOR_TWO = Example(
    games=("two-handed",),
    maker=1,
    trump="D",
    turned_up="9D",
    laid_away="10H",
    played=(
        "0 AC QC 0",
        "0 AS 9S 0",
        "0 KC 9D 1",
        "1 JH 10D 1",
        "1 QD KD 0",
    ),
)
CALL_ACE = Example(
    games=("call-ace",),
    maker=3,
    trump="C",
    turned_up="9C",
    laid_away="7D",
    called="AH",
    partners=(1,),
    facts={"partner": 1},
    played=(
        "0 8H AH QH 7H 1",
        "1 8D JD AD KD 3",
        "3 JS JC 9D 10D 0",
        "0 9S 10H AS 8C 3",
        "3 9C QS QD KH 3",
    ),
)
AUCTION = Example(
    games=("auction-five",),
    maker=0,
    trump="S",
    bid=4,
    partners=(2, 3),
    facts={"partners": [2, 3]},
    played=(
        "0 JS QS 8S AS 7S 0",
        "0 KS 7C 10S JC 9D 3",
        "3 7H 10C 9S 10H JH 0",
        "0 8C 8D AC QH QC 2",
        "2 KH KD AD 10D AH 1",
    ),
)
ONE_DECK = Example(
    games=(
        "bid-single-deck",
        "bid-single-deck-24",
        "hawsy",
        "twelves",
        "michigan-family",
        "racehorse",
        "pfeffer",
        "buck",
    ),
    maker=0,
    trump="S",
    bid=4,
    played=(
        "0 JS AS JH 9S 0",
        "0 KS 10C QD JC 3",
        "3 9D 10S JD QC 0",
        "0 9C AC KC 10H 1",
        "1 AD KH 10D QS 0",
        "0 9H QH AH KD 2",
    ),
)
PEPPER = Example(
    games=("pepper-cats", "pepper-grinnell", "pepper-melton"),
    maker=0,
    trump="H",
    bid=5,
    played=(
        "0 JH 10H 9C 9H 0",
        "0 AH JD 9S JS 1",
        "1 9D AD QC 10D 2",
        "2 JC AC 10C 10S 3",
        "3 AS QH QD QS 0",
        "0 KH KD KS KC 0",
    ),
)
PEPPER_FOR_THREE = Example(
    games=("pepper-three",),
    maker=0,
    trump="H",
    bid=4,
    played=(
        "0 JH 9S 9H 0",
        "0 JD 10S KH 0",
        "0 AH 10C 10D 0",
        "0 QH JC JS 0",
        "0 9C KC AC 2",
        "2 QS KS AS 1",
        "1 AD QD 9D 1",
        "1 KD QC 10H 0",
    ),
)
WITH_A_JOKER = Example(
    games=("hasenpfeffer-cats", "hasenpfeffer-joker"),
    maker=0,
    trump="C",
    bid=3,
    left_out=("KS",),
    played=(
        "0 AC 9C KC joker 3",
        "3 AS 9S 9H QS 3",
        "3 9D AD 10D JD 0",
        "0 AH 10H KH JH 0",
        "0 QC QD JS 10S 2",
        "2 JC QH 10C KD 2",
    ),
)
PROGRESSIVE = Example(
    games=("progressive",),
    maker=0,
    trump="D",
    bid=4,
    played=(
        "0 JD AD 10D 9H 0",
        "0 AC JH 9C QC 1",
        "1 AS QS 9S 9D 0",
        "0 AH QH 10C 10H 0",
        "0 JC JS KC 10S 2",
        "2 KD KS QD KH 2",
    ),
)
DIRTY_CLUBS = Example(
    games=("dirty-clubs",),
    maker=0,
    trump="C",
    bid=3,
    played=(
        "0 JC 10S 10C QC 0",
        "0 JS JD QD AC 0",
        "0 9H QS AH 10H 2",
        "2 KD 9D 10D AD 1",
        "1 AS KH QH 9C 0",
    ),
)
DIRTY_CLUBS_FOR_THREE = Example(
    games=("dirty-clubs",),
    maker=0,
    trump="C",
    bid=3,
    played=(
        "0 JC QC 10S 0",
        "0 JS 10D 10H 0",
        "0 QH QS AH 2",
        "2 AS 10C KS 0",
        "0 QD AD JH 1",
    ),
)
TWO_DECKS = Example(
    games=("indiana-double-deck", "double-hasenpfeffer", "double-hasenpfeffer-cats", "powers-double-deck"),
    maker=0,
    trump="S",
    bid=7,
    played=(
        "0 JS KS 9S 9S 0",
        "0 JC JS KS JC 1",
        "1 AH 10H 10H 9H 1",
        "1 AD 9D 10D KD 1",
        "1 10C AC QC KC 2",
        "2 AH QH 9H JH 2",
        "2 9C AC 10S 10C 0",
        "0 AS AS 9C 10D 0",
        "0 QS JD 9D QC 0",
        "0 QS JD QD QD 0",
        "0 JH KH KC KH 1",
        "1 QH KD AD 10S 0",
    ),
)
TEN_TRICKS = Example(
    games=("hoosier", "alber"),
    maker=0,
    trump="H",
    bid=6,
    played=(
        "0 JH 10S 10H 10H 0",
        "0 JD 10D QH JD 0",
        "0 AH JS QH 10D 0",
        "0 AH JC KH JC 0",
        "0 KH QD JH QC 2",
        "2 10C AC AC KC 3",
        "3 QS KS AS 10S 1",
        "1 AD KD QD AD 1",
        "1 AS QS QC JS 1",
        "1 KC 10C KD KS 1",
    ),
)
EIGHT_TRICKS = Example(
    games=("barrie", "shawn"),
    maker=0,
    trump="D",
    bid=5,
    played=(
        "0 JD AD KD AD 0",
        "0 KD JH JH JD 3",
        "3 AH QH AH QH 3",
        "3 JC AC JC AC 0",
        "0 QD JS JS QC 0",
        "0 QS KS AS KS 2",
        "2 AS KC KC QS 2",
        "2 KH KH QD QC 0",
    ),
)
PEPPER_FOR_TWO = Example(
    games=("pepper-two",),
    maker=0,
    trump="S",
    bid=5,
    played=(
        "0 JS 10S 0",
        "0 JC QS 0",
        "0 AS 10C 0",
        "0 10D AD 1",
        "1 AH JH 1",
        "1 AC 9S 0",
        "0 QH KH 1",
        "1 QC KD 1",
    ),
)
HOOSIER_FOR_THREE = Example(
    games=("hoosier-three",),
    maker=0,
    trump="H",
    bid=5,
    played=(
        "0 JH QH JC 0",
        "0 JH KH JC 0",
        "0 JD AH QS 0",
        "0 AH JD QC 1",
        "1 AD KD QD 1",
        "1 AD KD QH 0",
        "0 KH JS KS 0",
        "0 AS QS KS 0",
        "0 JS QC AS 2",
        "2 AC KC AC 2",
    ),
)
CUTTHROAT = Example(
    games=("cutthroat-purdue",),
    maker=0,
    trump="D",
    bid=4,
    played=(
        "0 JD 10D AD 0",
        "0 KD 9C JH 2",
        "2 AC 10C JC 2",
        "2 9S 9D JS 0",
        "0 9H AH 10H 1",
        "1 QS QC QD 0",
        "0 QH KH KC 1",
    ),
)
WITH_A_KITTY = Example(
    games=("kokomo-kitty",),
    maker=0,
    trump="C",
    bid=6,
    played=(
        "0 JS 10C 9D JC 3",
        "3 AS 9S QS 9S 3",
        "3 AH 9C 9H 10H 0",
        "0 JS KC JD 9C 0",
        "0 AC 10H JH 10C 0",
        "0 KC JH QH AC 3",
        "3 AH QC QH KH 0",
        "0 10S AS KS QS 1",
        "1 QD AD 10D JD 2",
        "2 AD QD KS KD 2",
        "2 KD 9H QC KH 0",
    ),
)
FLORIDA = Example(
    games=("florida-five-handed",),
    maker=0,
    trump="S",
    bid=5,
    called="AH",
    partners=(2,),
    facts={"partner": 2},
    played=(
        "0 JS KS QS 10S JS 0",
        "0 AS 10C JC 10S 10C 2",
        "2 KS JC 10D QS 10D 3",
        "3 10H KH QH 10H AH 2",
        "2 AH JH QH KH QD 2",
        "2 AC KC KD AS QC 0",
        "0 JD KD QC QD AD 4",
        "4 AD JD AC KC JH 4",
    ),
)

EXAMPLES = (
    TURN_UP_WITH_A_JOKER,
    TURN_UP,
    FOR_THREE,
    FOR_TWO,
    CALL_ACE,
    AUCTION,
    ONE_DECK,
    PEPPER,
    PEPPER_FOR_THREE,
    WITH_A_JOKER,
    PROGRESSIVE,
    DIRTY_CLUBS,
    DIRTY_CLUBS_FOR_THREE,
    TWO_DECKS,
    TEN_TRICKS,
    EIGHT_TRICKS,
    PEPPER_FOR_TWO,
    HOOSIER_FOR_THREE,
    CUTTHROAT,
    WITH_A_KITTY,
    FLORIDA,
)
