"""`tournament` links to scoring pages only through `scoring_pages`, and names no URL of `tally`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.template import Context, Template
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tally.rules import VARIANTS
from tournament.web import scoring_pages
from tournament.web.scoring_pages import PAGES, register_scoring_pages, scoring_url

ROOT = Path(__file__).parents[2]
TEMPLATES = [
    *(ROOT / "templates").glob("*.html"),
    *(ROOT / "templates" / "components").rglob("*.html"),
    *(ROOT / "templates" / "tournament").rglob("*.html"),
]
LOADED = re.compile(r"\{%\s*load\s+([\w\s]+?)\s*%\}")
STATIC_FILE = re.compile(r"\{%\s*static\s+['\"]([^'\"]+)")
MODULES = [path for path in (ROOT / "tournament").rglob("*.py") if "migrations" not in path.parts]


def url_patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Yield every URL pattern of the site."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from url_patterns(pattern)
        else:
            yield pattern


def tournament_url_names() -> set[str]:
    """Return the names of the URLs whose views are in `tournament`."""
    return {
        pattern.name
        for pattern in url_patterns(get_resolver())
        if pattern.name and pattern.callback.__module__.split(".")[0] == "tournament"
    }


def names_in_module(path: Path) -> set[str]:
    """Return the URL names that a module passes to `redirect` or `reverse`, also in a conditional expression."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("redirect", "reverse"):
            target = node.args[0]
            for value in (target.body, target.orelse) if isinstance(target, ast.IfExp) else (target,):
                if isinstance(value, ast.Constant) and "/" not in value.value:
                    found.add(value.value)
    return found


def test_templates_of_tournament_name_only_its_own_urls() -> None:
    own = tournament_url_names()
    named = {
        (path.name, name) for path in TEMPLATES for name in re.findall(r"\{%\s*url\s+['\"]([^'\"]+)", path.read_text())
    }
    assert len(named) > 30 and {(path, name) for path, name in named if name not in own} == set()


def test_templates_of_tournament_use_registered_scoring_pages() -> None:
    used = {name for path in TEMPLATES for name in re.findall(r"\{%\s*scoring_url\s+['\"]([^'\"]+)", path.read_text())}
    assert used and used <= set(PAGES)


def test_modules_of_tournament_name_only_its_own_urls() -> None:
    own = tournament_url_names()
    named = {(path.name, name) for path in MODULES for name in names_in_module(path)}
    assert len(named) >= 10 and {(path, name) for path, name in named if name not in own} == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_scoring_page_is_registered_and_outside_tournament(page: scoring_pages.ScoringPage) -> None:
    assert scoring_pages._url_names[page] not in tournament_url_names()


def test_a_scoring_page_has_the_path_of_its_url() -> None:
    assert scoring_url("board", "abc") == reverse("board", args=["abc"]) == "/n/abc/board/"
    template = Template("{% load scoring_pages %}{% scoring_url 'print' slug 'fairness' %}")
    assert template.render(Context({"slug": "abc"})) == "/n/abc/print/fairness.pdf"


def test_registering_a_missing_or_unknown_page_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_pages, "_url_names", {})
    offered = {page: page for page in PAGES if page != "board"}
    with pytest.raises(ImproperlyConfigured, match="Missing: board; unknown: none"):
        register_scoring_pages(offered)
    with pytest.raises(ImproperlyConfigured, match="Missing: none; unknown: chessboard"):
        register_scoring_pages({**offered, "board": "board", "chessboard": "chessboard"})  # type: ignore[dict-item]


def test_an_unregistered_page_raises_an_error_that_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring_pages, "_url_names", {})
    with pytest.raises(ImproperlyConfigured, match=r'No installed app offers the scoring page "board".*ready\(\)'):
        scoring_url("board", "abc")


def test_templates_of_tournament_load_no_tags_or_styles_of_another_app() -> None:
    own = {path.stem for path in (ROOT / "tournament" / "templatetags").glob("*.py")} | {"django_htmx", "static"}
    loaded = {name for path in TEMPLATES for names in LOADED.findall(path.read_text()) for name in names.split()}
    pages = [path for path in TEMPLATES if path.parent.name != "chapters"]  # Help pictures the whole program
    files = {file for path in pages for file in STATIC_FILE.findall(path.read_text())}
    assert loaded and loaded <= own
    assert files and all(file.startswith("tournament/") for file in files)


def test_a_variant_has_the_name_that_players_call_it() -> None:
    template = Template("{% load scoring_pages %}{{ slug|variant_name }}")
    assert template.render(Context({"slug": "standard"})) == VARIANTS["standard"].name
    assert template.render(Context({"slug": "gone"})) == "gone", "a variant that this version lacks"
