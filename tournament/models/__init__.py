"""The night's rows: who plays, who sits where, when the bell rang. Nothing here is a score.

`keys` makes what these rows hold as secrets; `compiled_queries` reads and writes rows that every tap needs.
"""

from __future__ import annotations

from tournament.models.accounts import Account
from tournament.models.activity import Event, LogEntry
from tournament.models.clubs import Chart, Club, Player, PlayerMerge
from tournament.models.email import OutgoingEmail
from tournament.models.entries import EarlierPlayer, Entry, Phone, PhoneCheck, PhoneJoin, PhoneRequest, RemovedPlayer
from tournament.models.members import ClubLogEntry, MemberInvitation, Membership
from tournament.models.money import CashCount, CashLine, PotCount
from tournament.models.nights import Night, NightSettings
from tournament.models.paper_looks import PaperLook
from tournament.models.publications import Publication
from tournament.models.retention import Retention, RetentionRun
from tournament.models.rounds import Bell, Game, Place, Round, SitOut
from tournament.models.seasons import Season, SeasonNight
from tournament.models.sign_ins import Invitation, Role, SignIn

__all__ = [
    "Account",
    "Bell",
    "CashCount",
    "CashLine",
    "Chart",
    "Club",
    "ClubLogEntry",
    "EarlierPlayer",
    "Entry",
    "Event",
    "Game",
    "Invitation",
    "LogEntry",
    "MemberInvitation",
    "Membership",
    "Night",
    "NightSettings",
    "OutgoingEmail",
    "PaperLook",
    "Phone",
    "PhoneCheck",
    "PhoneJoin",
    "PhoneRequest",
    "Place",
    "Player",
    "PlayerMerge",
    "PotCount",
    "Publication",
    "RemovedPlayer",
    "Retention",
    "RetentionRun",
    "Role",
    "Round",
    "Season",
    "SeasonNight",
    "SignIn",
    "SitOut",
]
