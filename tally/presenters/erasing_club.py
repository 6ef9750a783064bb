"""What goes when a club is erased, in words."""

from __future__ import annotations

from dataclasses import astuple

from tally.archive.erasing import Contents

WORDS = (  # in the order of `Contents`: one of them, several of them
    ("night", "nights"),
    ("person", "people"),
    ("hand", "hands"),
    ("season", "seasons"),
    ("game of your own", "games of your own"),
    ("line of cash", "lines of cash"),
    ("phone that plays for somebody", "phones that play for somebody"),
    ("phone check", "phone checks"),
    ("line in the logs", "lines in the logs"),
    ("public page", "public pages"),
    ("browser that is signed in", "browsers that are signed in"),
    ("invitation", "invitations"),
    ("member, whose account stays", "members, whose accounts stay"),
)


def content_lines(contents: Contents) -> list[str]:
    """How much there is of everything: "3 nights". Leaves out what there is none of."""
    counts = zip(astuple(contents), WORDS, strict=True)
    return [f"{count:,} {one if count == 1 else several}" for count, (one, several) in counts if count]
