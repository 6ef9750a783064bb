"""The words of a euchre night, as Help explains them, in the order in which people meet them.

The one place for them: the glossary in CONTRIBUTING uses the same meaning for a word of both, and a test compares them.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A word, what it means, and a sentence more for those who are new to it."""

    word: str
    meaning: str
    more: str = ""

    @property
    def anchor(self) -> str:
        """The word's place in the chapter."""
        return "word-" + "-".join("".join(letter for letter in self.word.lower() if letter not in ",’").split())


@dataclass(frozen=True, slots=True)
class WordGroup:
    """Words about one thing, under a heading, beside the picture of this name."""

    anchor: str
    heading: str
    words: tuple[Word, ...]
    shown: str = ""

    @property
    def picture(self) -> str:
        """The template with its picture; none where nothing is to be seen."""
        return f"tournament/help/pictures/{self.shown}.html" if self.shown else ""


GLOSSARY: tuple[WordGroup, ...] = (
    WordGroup(
        "words-at-the-table",
        "At the table",
        (
            Word("hand", "one deal played and scored", "In euchre it has five tricks."),
            Word("trick", "one card from each player; the highest takes it"),
            Word("trump", "the suit that beats all others in this hand"),
            Word(
                "bower",
                "a jack that is trump: the right bower is the jack of trumps, the left one the other jack of its color",
                "They are the two highest trumps, unless you play with a benny.",
            ),
            Word("benny", "a joker, or the two of spades, that beats every other card", "Also called best bower."),
            Word("makers", "the side that named trump or won the bid", "Each of the two is a maker."),
            Word("defenders", "the other side", "They try to euchre the makers."),
            Word("bid", "promised tricks", "In bid games whoever promises most names trump."),
            Word("contract", "the bid being played"),
            Word("made", "contract fulfilled", "In plain euchre: three tricks or more."),
            Word(
                "euchred",
                "fell short",
                "In plain euchre: the makers took fewer than three tricks. The defenders score. In bid games the "
                "phones say “set”.",
            ),
            Word("march", "all the tricks", "It scores more."),
            Word("loner", "the maker plays alone", "The partner lays the cards down. All tricks alone score most."),
            Word(
                "renege",
                "not following suit with a card of that suit in hand",
                "Also called a revoke. What it costs is a house rule.",
            ),
            Word("house rules", "what this night changes in the game’s rules"),
        ),
        "phone-scoring",
    ),
    WordGroup(
        "words-of-the-night",
        "Bell, seats and movement",
        (
            Word(
                "game",
                "what a table plays between two bells",
                "Most nights have eight to ten. “Game 3” is the third of the night, at every table.",
            ),
            Word(
                "bell", "each table finishes the hand that it is playing", "Then scores are confirmed, and people move."
            ),
            Word("head table", "table 1", "Where winners move up, it is the best place to be."),
            Word("last table", "the table with the highest number", "Also called the tail table."),
            Word(
                "seat",
                "N E S W, clockwise, which is the order of dealing",
                "North and South are partners, and so are East and West.",
            ),
            Word(
                "movement",
                "the rule that reseats players",
                "It says who goes where after each game. In a bell movement winners move up a table, and losers stay.",
            ),
            Word("progressive", "with another partner in every game, and everybody scored alone"),
            Word(
                "rotation",
                "one movement drawn up for tonight’s players",
                "Everybody’s seats are then known before the first hand.",
            ),
            Word("sit-out", "a game in which somebody has no seat", "Everybody’s turn comes before anybody’s second."),
            Word("ghost", "a partner who is not there", "Whoever has the ghost for a partner plays that game alone."),
            Word("substitute", "somebody who takes over a player’s number, seats and points"),
        ),
        "screen-bell",
    ),
    WordGroup(
        "words-of-scores",
        "Scores and prizes",
        (
            Word("Tally", "a player’s running account", "It adds up all points, whoever the partner was."),
            Word("tally card", "its printed card", "It shows the seats, and has a line for each game."),
            Word("standings", "tallies ranked"),
            Word("T-3", "a place that several share: here the third"),
            Word("confirm", "both sides say that a game’s score is right"),
            Word("slip", "a piece of paper with one table’s score of one game"),
            Word("high, second, low", "the prizes for the most points, the next, and the fewest"),
            Word("high game", "the most points of one player in one game"),
            Word("door prize", "a prize that is drawn among all who are there"),
            Word("award", "what tonight’s hands prove, such as the best comeback", "Nobody pays for one."),
            Word("pot", "money that is set aside for one purpose, such as loners"),
            Word("reveal", "showing the winners step by step, the first place last"),
            Word("season", "nights added up by your club’s own rules"),
        ),
        "tally-card",
    ),
    WordGroup(
        "words-for-people",
        "People",
        (
            Word("organizer", "whoever runs the night", "Their link opens the desk and the board."),
            Word(
                "helper",
                "somebody who helps the organizer",
                "A scorer, a check-in, an announcer or one more organizer.",
            ),
            Word("regular", "somebody whom the club knows", "Whoever has played a night, unless marked as a guest."),
            Word("number", "what a player is called tonight; it decides the seats"),
            Word(
                "short name",
                "what others see of a name: first name, initial, and the few letters more that tell two people apart",
            ),
            Word("name on paper", "what is printed in place of a regular’s name"),
            Word(
                "account", "a person on a hosted site, known by their email", "On a club’s own laptop nobody has one."
            ),
        ),
    ),
    WordGroup(
        "words-of-the-laptop",
        "The laptop and its network",
        (
            Word("desk", "the organizer’s page before the night", "Names, numbers, seats, paper."),
            Word("board", "the organizer’s page during the night", "A tile for each table, and the bell."),
            Word("QR code", "a square of dots that a phone’s camera opens as a link"),
            Word("address", "what phones type to reach the laptop, such as http://192.168.1.50:8000"),
            Word("router", "the box that makes the Wi-Fi"),
            Word("hotspot", "the Wi-Fi that a phone makes by itself", "It does in place of a router."),
            Word(
                "client isolation",
                "a setting of guest Wi-Fi that keeps devices apart",
                "Phones then cannot reach the laptop, although both are connected.",
            ),
            Word("firewall", "a part of the laptop that decides which programs others may reach"),
            Word("port", "the number at the end of an address, such as 8000: the laptop’s door for phones"),
            Word("proxy", "a computer between phone and laptop that fetches pages for the phone"),
            Word(
                "private relay",
                "an iPhone’s own proxy, far away on the Internet",
                "It does not know this laptop: turn it off for the Wi-Fi in the hall.",
            ),
            Word("HTTPS", "http with a lock: what is sent cannot be read on its way"),
            Word("certificate", "two files that prove a name, for HTTPS"),
            Word("safe copy", "everything of the laptop’s clubs in one file", "Made by itself, also on a USB stick."),
            Word("terminal", "a window in which you type commands", "On Windows it is called Command Prompt."),
        ),
        "phone-no-wifi",
    ),
)
