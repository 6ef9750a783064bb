"""Every template has readable lines and is used."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

ROOT = Path(settings.BASE_DIR)
TEMPLATES = ROOT / "templates"
NAMES = sorted(path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.html"))
assert NAMES
MAX_LENGTH = 120  # characters a line
UNBREAKABLE = ("<pre>",)  # a command
USED_BY_DJANGO = {"500.html"}  # Django renders it by name
USED_BY_ALLAUTH = {
    "429.html",
    "account/confirm_email_verification_code.html",
    "account/confirm_login_code.html",
    "account/email_change.html",
    "account/request_login_code.html",
    "mfa/webauthn/add_form.html",
    "mfa/webauthn/authenticator_confirm_delete.html",
    "mfa/webauthn/edit_form.html",
}


def used_names() -> set[str]:
    """Return every template that another one includes or extends, or that Python code names."""
    sources = list(TEMPLATES.rglob("*.html"))
    sources += [path for app in ("tournament", "tally") for path in (ROOT / app).rglob("*.py")]
    return {name for path in sources for name in re.findall(r'"([\w/{}.-]+\.html)"', path.read_text(encoding="utf-8"))}


def lines_of_templates() -> Iterator[tuple[str, str]]:
    """Yield every line of every template, after the place where it is."""
    for name in NAMES:
        for number, line in enumerate((TEMPLATES / name).read_text(encoding="utf-8").splitlines(), 1):
            yield f"{name}:{number}", line


def test_no_line_of_a_template_is_too_long() -> None:
    assert [
        place for place, line in lines_of_templates() if len(line) > MAX_LENGTH and not line.startswith(UNBREAKABLE)
    ] == []


def test_no_tag_of_a_template_goes_over_two_lines() -> None:
    """Only the site's own loader, which joins lines, reads such a tag as one; with DEBUG on it is text."""
    assert [place for place, line in lines_of_templates() if re.search(r"\{\{[^}]*$|\{%[^%]*$", line)] == []


def test_every_template_is_used() -> None:
    used = used_names() | USED_BY_DJANGO | USED_BY_ALLAUTH
    patterns = [re.compile(re.sub(r"\\{[\w\\.]+\\}", r"[^/]+", re.escape(name))) for name in used]
    assert [name for name in NAMES if not any(pattern.fullmatch(name) for pattern in patterns)] == []
