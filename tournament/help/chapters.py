"""The chapters of Help and their sections: the manual of a night, what goes beyond one night, and the reference."""

from __future__ import annotations

from dataclasses import dataclass

from tournament.help.glossary import GLOSSARY


@dataclass(frozen=True, slots=True)
class Chapter:
    """One page of Help: its title, a sentence on what it is for, and its sections as anchor → heading.

    The text is the template named for the slug. No two chapters share an anchor: each of the three parts is also one
    page, to print.
    """

    slug: str
    title: str
    about: str
    sections: dict[str, str]

    @property
    def template(self) -> str:
        """The template with the chapter's text."""
        return f"tournament/help/chapters/{self.slug}.html"


MANUAL: tuple[Chapter, ...] = (
    Chapter(
        "start",
        "Getting started",
        "From an empty laptop to your first night.",
        {
            "what-you-need": "What you need",
            "start-the-program": "Start it",
            "sign-in": "Sign in as the organizer",
            "first-night": "Your first night in ten steps",
            "demo": "Just looking?",
            "next-week": "Next week",
        },
    ),
    Chapter(
        "install",
        "Put it on a laptop",
        "Install it, bring it up to date, move it to another laptop, or remove it.",
        {
            "install-on-windows": "On Windows",
            "install-on-a-mac": "On a Mac",
            "install-on-linux": "On Linux",
            "shortcut": "The shortcut",
            "newer-version": "A newer version",
            "new-laptop": "Move to another laptop for good",
            "get-rid-of-everything": "Uninstall it and delete everything",
        },
    ),
    Chapter(
        "laptop",
        "This laptop",
        "The laptop that phones connect to: its page, how to stop it, and how to keep it awake.",
        {
            "this-laptop": "What the page shows",
            "stop": "Stop",
            "start-twice": "You started it twice, or it does not start",
            "awake": "Keep the laptop awake",
            "address-changes": "The address changed since cards were printed",
            "screens-stay-on": "Phones whose screens stay on",
        },
    ),
    Chapter(
        "before",
        "Before people come",
        "The desk: names, numbers, how players move, and the room checked.",
        {
            "sign-up": "Sign up players",
            "flood": "Names of people who are not there",
            "numbers": "Draw numbers",
            "hat": "Draw numbers from a hat",
            "ghost": "Three left over? Add a ghost",
            "movement": "How players move",
            "fairness": "How fair is it?",
            "settings": "Night settings",
            "charts": "A chart of your own",
            "check-room": "Check the room",
            "own-phone": "Use your own phone as well",
            "start-the-night": "Start the night",
        },
    ),
    Chapter(
        "night",
        "During the night",
        "The board: the bell, the scores, and everything that goes wrong in a hall.",
        {
            "board": "The board",
            "bell": "The bell",
            "clock": "The clock",
            "ties": "A tie at the bell",
            "corrections": "Correct a score",
            "paper": "Scores from paper",
            "who-sits-where": "Who sits where",
            "player-changes": "Player changes",
            "wrong-seats": "Fix seating",
            "log": "The log",
        },
    ),
    Chapter(
        "helpers",
        "Helpers",
        "Somebody else enters scores, signs people up or announces, without your own link.",
        {
            "invite": "Invite a helper",
            "what-helpers-do": "What each may do",
            "signed-in": "Who is signed in",
            "new-link": "A new sign-in link",
            "members": "Members with accounts",
        },
    ),
    Chapter(
        "players",
        "For players, on one page",
        "All that a player needs to know. Print it and lay one on each table, if you like.",
        {
            "players-join": "Join",
            "players-each-hand": "After each hand",
            "players-each-game": "After each game",
            "players-what-if": "When something goes wrong",
        },
    ),
    Chapter(
        "phone",
        "Scoring on the phone",
        "The phone’s pages, one by one. Most of it is one tap.",
        {
            "open-your-card": "Join with your phone",
            "your-seat": "Your seat",
            "record-a-hand": "Record a hand",
            "bids": "In a bid game",
            "renege": "Somebody reneged",
            "undo": "Undo and correct",
            "two-answers": "Two answers",
            "agree": "Confirm the score",
            "your-tally": "Your tally and the standings",
        },
    ),
    Chapter(
        "one-table",
        "One table, one game",
        "Two to eight people, any of more than forty games, no night at all.",
        {
            "sit-down": "Sit down",
            "score-at-the-table": "Score hand by hand",
            "more-phones": "More phones, and the end",
        },
    ),
    Chapter(
        "game",
        "The game and house rules",
        "Choose what you play tonight, and how your club plays it.",
        {
            "choose-a-game": "Choose the game",
            "house-rules": "House rules",
            "our-own-rules": "Our own rules",
            "example-hand": "A sample hand",
            "try-a-hand": "What would this score?",
            "rules-for-everybody": "The rules for everybody",
        },
    ),
    Chapter(
        "printing",
        "Printing",
        "Tally cards, signs for the hall, and the papers for the end.",
        {
            "print-for-tonight": "Print for tonight",
            "like-last-time": "Print it like last time",
            "sheets-as-pictures": "A sheet as a picture",
            "names-on-paper": "Names in any letters",
            "sheets": "Every sheet",
            "our-paper": "How our paper looks",
            "labels-in-place": "Labels that sit where they should",
            "before-the-hall": "Printed before you are in the hall",
            "one-card": "One card again",
        },
    ),
    Chapter(
        "big-screen",
        "The big screen",
        "A projector or a television for the whole hall.",
        {
            "open-the-big-screen": "Open it",
            "on-the-screen": "What it shows",
            "in-your-hall": "In your hall",
            "surprise": "Standings as a surprise",
        },
    ),
    Chapter(
        "closing",
        "Closing and prizes",
        "The last bell, who has won, and what goes home.",
        {
            "prizes": "The list of prizes",
            "prize-ties": "A tie: split the prize, or draw",
            "standings-so-far": "The standings",
            "close-the-night": "Close the night",
            "awards": "Awards",
            "reveal": "Reveal the winners",
            "pictures": "Pictures to keep",
            "public-pages": "A page for those at home",
            "afterward": "Afterward",
        },
    ),
    Chapter(
        "safe-copies",
        "If the laptop dies",
        "Safe copies of everything, a USB stick, and going on with another laptop.",
        {
            "how-copies": "Copies by themselves",
            "copies-on-a-stick": "A stick in the laptop",
            "another-laptop": "Go on with another laptop",
            "go-back": "Go back to a copy",
        },
    ),
    Chapter(
        "what-if",
        "What if …",
        "Short answers for a loud hall: what to do when something goes wrong.",
        {
            "phone-dies": "A phone’s battery is empty, or a player has no phone",
            "no-connection": "Phones cannot reach the laptop",
            "wifi-drops": "The Wi-Fi is gone",
            "wifi-password": "The Wi-Fi has a new password",
            "not-secure": "A phone says “Not secure”",
            "phones-differ": "Two phones say different scores",
            "power-cut": "The power goes out",
            "laptop-dies": "The laptop dies, or coffee runs into it",
            "screen-goes-dark": "A screen goes dark",
            "older-copy": "You go on from an older copy of the night’s data",
            "printer": "The printer quits, or the wrong printer prints",
            "prints-too-small": "It prints too small, or something is cut off",
            "card-lost": "A tally card is lost",
            "late": "Somebody comes late",
            "goes-home": "Somebody leaves early",
            "comes-back": "Somebody who left comes back",
            "numbers-off": "An odd number of players, or one too many",
            "wrong-table": "Two people sat in the wrong seats",
            "wrong-score": "A wrong score is found later",
            "wrong-prize": "The wrong person got a prize",
            "wrong-name": "A name is spelled wrong, or somebody is on the list twice",
            "wrong-name-tapped": "Somebody tapped the wrong name",
            "bell-too-soon": "The bell was rung too early, or by mistake",
            "phone-silent": "The bell did not ring on a phone",
            "next-game-waits": "The next game does not start",
            "closed-too-soon": "You closed the night too soon",
            "old-results": "Somebody wants the results of an old night",
            "where-stored": "Somebody asks where it all is stored, and who can see it",
            "no-agreement": "A quarrel: a table will not agree",
            "rules-quarrel": "A quarrel about the rules",
            "organizers-page-lost": "Your own page is gone",
            "link-seen": "Somebody else has the organizer’s link",
            "big-screen-stuck": "The big screen shows nothing, or the wrong thing",
            "all-on-paper": "Everything fails",
            "something-wrong": "A page says that something went wrong",
        },
    ),
    Chapter(
        "glossary",
        "Words",
        "What the words of a euchre night mean.",
        {group.anchor: group.heading for group in GLOSSARY},
    ),
)
CLUB: tuple[Chapter, ...] = (
    Chapter(
        "regulars",
        "Regulars",
        "The people of your club: who comes, under what name, and two entries that are one person.",
        {
            "our-club": "Our club",
            "list-of-regulars": "The list",
            "rename-a-regular": "A name, in one place",
            "erase-a-person": "Erase a person",
            "import-a-list": "Import a list",
            "merge-two-people": "Two people who are one",
        },
    ),
    Chapter(
        "seasons",
        "Seasons",
        "Nights added up by your club’s own rules: standings, ties, who rises and who falls.",
        {
            "new-season": "A season",
            "season-rules": "How it counts",
            "season-substitutes": "Substitutes",
            "season-ties": "Ties",
            "season-standings": "The standings",
        },
    ),
    Chapter(
        "records",
        "Players and records",
        "What nights come to: a player’s page, a night game by game, the club’s book of records.",
        {
            "a-players-page": "A player’s page",
            "game-by-game": "A night, game by game",
            "book-of-records": "The book of records",
            "page-at-home": "Results on a page at home",
        },
    ),
    Chapter(
        "old-nights",
        "Old nights",
        "Results from before this program.",
        {
            "enter-an-old-night": "Enter an old night",
            "correct-an-old-night": "Correct or delete one",
        },
    ),
    Chapter(
        "files",
        "Files",
        "What your club can take out of the program.",
        {
            "all-files": "What you can take out",
            "spreadsheets": "Spreadsheets",
            "one-file": "Everything as one file",
            "keep-data": "Keep data no longer than you want",
            "erase-a-club": "Erase your club",
            "group-chat": "Results for the group chat",
            "calendar": "The club’s dates in a calendar",
        },
    ),
    Chapter(
        "money",
        "Money",
        "Entry fees, pots, prizes and the cash box; off until you want it.",
        {
            "switch-money-on": "Switch it on",
            "entry-fees": "Entry fees",
            "pots-by-rule": "Pots by rule",
            "shares": "Prizes as shares of the pot",
            "box": "In, out, and pots that carry over",
            "close-the-box": "Close the box",
            "treasurer": "For the treasurer",
        },
    ),
    Chapter(
        "what-is-stored",
        "What is stored",
        "What the program knows of whom, why, for how long, and who sees it.",
        {
            "stored-about-people": "About people",
            "stored-about-phones": "About phones and browsers",
            "stored-about-the-club": "About the club",
            "stored-about-accounts": "About accounts, on a hosted site",
            "stored-elsewhere": "Copies, and how everything goes",
        },
    ),
    Chapter(
        "accounts",
        "Your account",
        "On a site for many clubs you sign in with your email. On a club’s own laptop nobody has an account.",
        {
            "sign-in-by-email": "Sign in with your email",
            "passkeys": "Passkeys",
            "my-clubs": "My clubs",
            "your-account": "What is in your account",
            "another-email": "Another email",
            "delete-your-account": "Delete your account",
        },
    ),
)
REFERENCE: tuple[Chapter, ...] = (
    Chapter(
        "commands",
        "Command line",
        "Every command of the program, with its options.",
        {"all-commands": "The commands", "print-sheets": "Names of sheets"},
    ),
    Chapter(
        "rotations",
        "Rotations",
        "Draw up a rotation without a night, and the notation of charts.",
        {
            "movement-command": "The command",
            "chart-notation": "The notation",
            "rotation-json": "As JSON",
            "go-on-with-a-rotation": "Go on after a change",
        },
    ),
    Chapter(
        "export",
        "The export",
        "A whole night as one JSON document.",
        {
            "export-keys": "What it holds",
            "export-records": "Hands",
            "export-single-table": "A single table",
            "export-archive": "Everything, to import again",
        },
    ),
    Chapter(
        "hosting",
        "Hosting for many clubs",
        "The same program on a server, over HTTPS, for several clubs.",
        {
            "host-setup": "Set it up",
            "host-accounts": "Accounts and email",
            "host-notes": "What it needs",
            "host-guessing": "Who guesses codes",
        },
    ),
    Chapter(
        "many-clubs",
        "Ten thousand clubs",
        "A plan for a very large site, with the figures that it rests on.",
        {
            "one-friday": "Ten thousand clubs on a Friday",
            "several-sites": "A site for every thousand clubs",
            "when-a-broker": "When a broker takes over",
            "a-pooler": "A connection pooler",
            "one-clubs-crowd": "One club’s crowd",
            "files-of-a-site": "Files",
            "not-built": "What is left out on purpose",
        },
    ),
    Chapter(
        "environment",
        "Settings",
        "What the program reads from a file, or from the environment. A hall needs none of it.",
        {
            "settings-file": "The file of settings",
            "variables": "Variables",
            "hall-https": "HTTPS in the hall",
            "network-name": "A name in the network",
            "data-folder": "Where the data lie",
        },
    ),
    Chapter(
        "benchmarks",
        "Benchmarks",
        "How speed and fairness are measured.",
        {"benchmark-commands": "The commands"},
    ),
    Chapter(
        "own-game",
        "A club’s own game",
        "Make a game that your club plays and the list lacks.",
        {
            "make-a-game": "Make it with the form",
            "share-a-game": "Export and import",
            "game-json": "The file, key by key",
            "write-it": "What a form cannot say: write it",
            "try-it": "Try it",
        },
    ),
)
CHAPTERS: dict[str, Chapter] = {chapter.slug: chapter for chapter in (*MANUAL, *CLUB, *REFERENCE)}
