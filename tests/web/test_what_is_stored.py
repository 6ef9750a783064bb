"""Help says of every model what it stores, why, for how long, and who sees it."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.template.loader import render_to_string

from tournament.help.chapters import CHAPTERS

SAYS = ("<i>Why:</i>", "<i>How long:</i>", "<i>Who sees")
OF_DJANGO = "rows of Django’s own, which this site does not give to anybody"
WITHOUT_PEOPLE = {  # models of other programs that have nothing of anybody
    "contenttypes.contenttype": OF_DJANGO,
    "auth.permission": OF_DJANGO,
    "auth.group": OF_DJANGO,
    "auth.group_permissions": OF_DJANGO,
}


def parts() -> list[tuple[set[str], str]]:
    """Return the models of each part of the chapter, and its text."""
    html = render_to_string(CHAPTERS["what-is-stored"].template)
    found = re.findall(r'<dd data-models="([^"]+)">(.*?)</dd>', html, re.DOTALL)
    return [(set(models.split()), " ".join(text.split())) for models, text in found]


def test_every_model_is_named_once() -> None:
    named = [model for models, _ in parts() for model in models]
    stored = {model._meta.label_lower for model in apps.get_models(include_auto_created=True)}
    assert sorted(named) == sorted(stored - WITHOUT_PEOPLE.keys()), (
        "say in templates/tournament/help/chapters/what-is-stored.html what a new model stores of people, or here why "
        "it has nothing of anybody"
    )


@pytest.mark.parametrize("models_and_text", parts(), ids=lambda part: sorted(part[0])[0])
def test_every_part_says_why_how_long_and_who_sees_it(models_and_text: tuple[set[str], str]) -> None:
    _, text = models_and_text
    assert [word for word in SAYS if word not in text] == []
