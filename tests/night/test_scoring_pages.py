"""The night reaches scoring pages through one seam, and names no URL of the app that scores."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tournament import scoring_pages
from tournament.scoring_pages import PAGES, register_scoring_pages, scoring_url

ROOT = Path(__file__).parents[2]
TEMPLATES = [
    *(ROOT / "templates").glob("*.html"),
    *(ROOT / "templates" / "components").rglob("*.html"),
    *(ROOT / "templates" / "tournament").rglob("*.html"),
]
MODULES = [path for path in (ROOT / "tournament").rglob("*.py") if "migrations" not in path.parts]


def url_patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Every pattern of the site, flat."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from url_patterns(pattern)
        else:
            yield pattern


def nights_url_names() -> set[str]:
    """The names of the URLs whose views are tournament's."""
    return {
        pattern.name
        for pattern in url_patterns(get_resolver())
        if pattern.name and pattern.callback.__module__.split(".")[0] == "tournament"
    }


def names_in_module(path: Path) -> set[str]:
    """The URL names that a module passes to `redirect` or `reverse`, also as one of two alternatives."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("redirect", "reverse"):
            target = node.args[0]
            for value in (target.body, target.orelse) if isinstance(target, ast.IfExp) else (target,):
                if isinstance(value, ast.Constant) and "/" not in value.value:
                    found.add(value.value)
    return found


def test_the_nights_templates_name_only_the_nights_urls() -> None:
    own = nights_url_names()
    named = {
        (path.name, name) for path in TEMPLATES for name in re.findall(r"\{%\s*url\s+['\"]([^'\"]+)", path.read_text())
    }
    assert len(named) > 30 and {(path, name) for path, name in named if name not in own} == set()


def test_the_nights_templates_ask_for_scoring_pages_that_exist() -> None:
    asked = {name for path in TEMPLATES for name in re.findall(r"\{%\s*scoring_url\s+['\"]([^'\"]+)", path.read_text())}
    assert asked and asked <= set(PAGES)


def test_the_nights_modules_name_only_the_nights_urls() -> None:
    own = nights_url_names()
    named = {(path.name, name) for path in MODULES for name in names_in_module(path)}
    assert len(named) >= 10 and {(path, name) for path, name in named if name not in own} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_scoring_page_is_registered_and_no_view_of_the_night(page: scoring_pages.ScoringPage) -> None:
    assert scoring_pages._url_names[page] not in nights_url_names()


def test_a_scoring_page_has_the_path_of_its_url() -> None:
    assert scoring_url("board", "abc") == reverse("board", args=["abc"]) == "/n/abc/board/"
    template = Template("{% load scoring_pages %}{% scoring_url 'print' slug 'fairness' %}")
    assert template.render(Context({"slug": "abc"})) == "/n/abc/print/fairness.pdf"


def test_a_missing_or_unknown_page_is_refused_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_pages, "_url_names", {})
    offered = {page: page for page in PAGES if page != "board"}
    with pytest.raises(ImproperlyConfigured, match="Missing: board; unknown: none"):
        register_scoring_pages(offered)
    with pytest.raises(ImproperlyConfigured, match="Missing: none; unknown: chessboard"):
        register_scoring_pages({**offered, "board": "board", "chessboard": "chessboard"})  # type: ignore[dict-item]


def test_a_page_that_nobody_registered_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_pages, "_url_names", {})
    with pytest.raises(ImproperlyConfigured, match=r'No installed app offers the scoring page "board".*ready\(\)'):
        scoring_url("board", "abc")
