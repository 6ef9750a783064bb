"""Errors for people. Anything else that is raised is a bug. Pure."""


class Refused(ValueError):  # noqa: N818 - it is an answer, not a fault
    """Something that cannot be done now; the sentence says why and what to do instead."""


class NotAllowed(Refused):
    """Something that this phone or browser may not do."""
