"""Errors that people read. Any other exception is a bug."""


class Refused(ValueError):  # noqa: N818 - it is an answer, not an error
    """A request that cannot be carried out now; the sentence says why and what to do instead."""

    title = ""  # of its page, in place of the usual one


class NotYet(Refused):
    """A request that can be carried out later: a phone keeps what it was to send, and sends it again."""


class NotAllowed(Refused):
    """A request that this phone or browser is not allowed to make."""


class Gone(Exception):  # noqa: N818 - it is an answer, not an error
    """A request about something that somebody erased after its page was asked for.

    It is no `Refused`: what is shown again after a refusal is not there anymore either.
    """
