"""Words of the search in Help: which mean the same, what people say for a part, which numbers are of players.

How words end needs no list here: SQLite's search does away with endings.
"""

from __future__ import annotations

import re

# Words and phrases that people use for one thing, and the forms of a word that no rule of endings brings together. A
# word also finds the others of its line, for less.
_SAME_THINGS = """
phone, cell, cellphone, mobile, smartphone, iphone, android
without, has no, no
battery, charge, charger, empty
die, dies, dead, died, dying, battery is empty, broke, broken, break
wifi, wi-fi, wlan, wireless, network, router, hotspot
power, outage, electricity, blackout
laptop, computer, pc, notebook
screen, display, monitor
dark, black, blank, sleep, asleep, dim, lock
projector, television, tv, beamer
print, prints, printer, printing, paper
tiny, small, too small
size, scale
differ, different, differently, match, do not match, disagree, two answers
not working, does not work, stops working, cannot reach, cannot open, cannot connect
reach, connect, connection, join
score, scores, point, result, total
early, too soon, soon
leave, leaves, left, leaving, gone, go home, went home
stop, exit, turn off, shut down
arrive late, comes late, latecomer, late comer, comer
wrong, mistake, error, incorrect, false
old, past, previous, earlier
prize, award
winner, winners, win, won
delete, erase, remove, uninstall, wipe
another, new, other
move, transfer, take along
copy, backup, save, database
crash, freeze, froze, frozen, hang, hangs
program, app
guest, isolation, keeps devices apart, visitor
person, people, player, man, woman
odd number, uneven number, extra player
quarrel, argue, argument, fight, dispute, will not agree
seat, seats, chair
trump, benny, joker, bower
renege, revoke
loner, alone
march, sweep
bell, horn, gong
ring, rang, rung
sound, silent, silence, volume, mute, quiet, vibrate, buzz
tie, tied, equal points, same points
split, share, shared, divide
clock, timer, time
substitute, sub, replacement
spell, misspell, spelled wrong, rename
password, key, code
shortcut, icon, desktop
install, setup, download
update, upgrade, version
certificate, https, secure
money, cash, fee, dollar, pay, paid, pot
card, tally, scorecard
QR code, barcode, square
scan, camera
email, mail
lose, lost, losing
find, found
begin, began, begun
forget, forgot, forgotten
choose, chose, chosen
sit, sat
take, took, taken
swap, trade
"""
SAME_THINGS = [line.split(", ") for line in _SAME_THINGS.strip().splitlines()]
# What people say who look for a part and do not know its words, as new organizers typed it.
PEOPLE_SAY = {
    "what-if#no-connection": "page does not open, scan and nothing comes, nothing happens, cannot open",
    "what-if#power-cut": "laptop restarted, restart, reboot, power went out",
    "what-if#something-wrong": "crash, crashed, error",
    "what-if#phones-differ": "two people entered something else, entered different hands",
    "what-if#goes-home": "player goes home, leaves early, dropout, missing fourth, missing player, three at a table",
    "what-if#prints-too-small": "print too big, wrong size",
    "what-if#old-results": "history, past results, last month, last year",
    "what-if#where-stored": "where is my data, our nights, files, folder",
    "safe-copies#how-copies": "backup, back up",
    "install#new-laptop": "new laptop, new computer, another computer",
    "install#newer-version": "new version, update without losing data",
}
# Words that say nothing about what somebody looks for.
SMALL_WORDS = frozenset(
    """
a about all also am an and any anybody are as at be been but by can cannot cant could did do does doesnt doing dont
down else for from get gets getting got had has have he help her here him his how i if in into is isnt it its just
me my not of off on one or our out please she should so some somebody someone something than that the their
them then there these they this to too up us very was way we were what when where which who whom why will with
wont work worked working works would you your
""".split()  # noqa: SIM905
)

_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
_ONES = "one|two|three|four|five|six|seven|eight|nine"
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
_NUMBER = rf"(?:[5-9]|[1-9]\d|1[0-3]\d|(?:{_TENS})(?:[ -](?:{_ONES}))?|{_TEENS})"
HOW_MANY = re.compile(
    rf"(?:^(?:we are |there are |only )*{_NUMBER}$|\b{_NUMBER}(?= (?:players?|people|persons?|of us)\b))", re.IGNORECASE
)
IN_HELP = "odd number of players"


def with_numbers_told(text: str) -> str:
    """Return what is looked for with Help's words for a number of players in place of the number.

    No part of Help is about thirteen players; one tells what to do with any number.
    """
    return HOW_MANY.sub(IN_HELP, text.strip())
