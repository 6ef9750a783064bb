"""An SVG that somebody uploads: parsed, let through if it holds shapes alone, and drawn.

What is drawn is not the file but the tree that was checked, written anew. Elements are those of SVG 1.1 that draw
shapes; all that a drawing program adds for itself, in names of its own, is left out.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from xml.etree.ElementTree import Element, ElementTree, ParseError, register_namespace

import resvg_py
from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from tournament.people.errors import Refused

SVG, XLINK = "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"
HREFS = ("href", f"{{{XLINK}}}href")
MOST_BYTES, MOST_ELEMENTS, DEEPEST = 500_000, 3_000, 40
SHAPES = frozenset(("path", "rect", "circle", "ellipse", "line", "polyline", "polygon"))
GROUPS = frozenset(("svg", "g", "defs", "symbol", "use", "switch", "clipPath", "mask"))
PAINT = frozenset(("linearGradient", "radialGradient", "stop", "style"))
NOT_DRAWN = frozenset(("title", "desc", "metadata"))  # left out: nobody sees them
OUTSIDE = re.compile(r"url\s*\(\s*['\"]?\s*(?!['\"#\s])|@import|\\", re.IGNORECASE)
URL = re.compile(r"url\s*\(\s*['\"]?\s*#([^)'\"\s]+)", re.IGNORECASE)
CUT = re.compile(r"\b(?:clip-path|mask)\s*:[^;]*", re.IGNORECASE)  # what of a rule may draw many shapes
SIMPLE = re.compile(r"[\w\s.#,>+~-]*")  # a selector of names alone
DPI = 96  # of a screen, as CSS says; the library takes 0, by which millimeters are nothing
SIZE = re.compile(r"\+?(\d*\.?\d+(?:e[+-]?\d{1,2})?)(px|pt|mm|cm|in|pc)?")
UNITS = {None: 1, "px": 1, "pt": DPI / 72, "pc": DPI / 6, "in": DPI, "cm": DPI / 2.54, "mm": DPI / 25.4}

NO_SVG = "This file is no SVG that can be read. Save it again as plain SVG, or as PNG."
TOO_LARGE = "This SVG is too large: it may have 500 kB. Save it as PNG, 1200 dots on the longer side."
ENTITIES = "This SVG has abbreviations (entities), which may be a trick. Save it as plain SVG, or as PNG."
SCRIPT = "This SVG holds a script, and nothing that is uploaded runs here. Save it as plain SVG, or as PNG."
IMAGE = "This SVG holds a picture made of dots. Save the whole logo as PNG instead."
ELSEWHERE = "This SVG shows something from another place, which may change or tell who prints. Save it as PNG."
PAGE = "This SVG holds a piece of a web page. Save it as PNG."
TEXT = "This SVG has text, whose typeface may not be here. Turn text into paths (“create outlines”), or save it as PNG."
MOVES = "This SVG moves, and paper does not. Save one picture of it."
OTHER = "This SVG has “{name}”, which is not drawn here. Save it as PNG, 1200 dots on the longer side."
TOO_MANY = "This SVG has more than 3,000 shapes, too many for a small logo. Save it as PNG."
TOO_DEEP = "This SVG has groups in groups, more than 40 deep. Save it as plain SVG with fewer, or as PNG."
CIRCLE = "This SVG uses a part of itself within that part, which never ends. Save it as PNG."
NO_SIZE = "This SVG does not say how large it is (a “viewBox”). Save it again, or as PNG."
TOO_LONG = "This SVG is more than {most} times as long as it is wide, and would be too small to see. Cut it shorter."
REFUSED = {
    "script": SCRIPT,
    "image": IMAGE,
    "feImage": IMAGE,
    "foreignObject": PAGE,
    **dict.fromkeys(("text", "tspan", "tref", "textPath", "font", "font-face", "glyph"), TEXT),
    **dict.fromkeys(("animate", "animateMotion", "animateTransform", "animateColor", "set"), MOVES),
}


@dataclass(frozen=True, slots=True)
class CheckedSvg:
    """An SVG that may be drawn, written anew; `wide` is whether it is at least as wide as it is high."""

    text: str
    wide: bool


def checked_svg(content: bytes, longest: float) -> CheckedSvg:
    """Let through an SVG of shapes, at most `longest` times as long as wide.

    :raises Refused: for any other, with a sentence that says why.
    """
    if len(content) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    try:
        root = fromstring(content, forbid_entities=True, forbid_external=True)
    except DefusedXmlException:
        raise Refused(ENTITIES) from None
    except (ParseError, ValueError, LookupError):  # also unknown encodings
        raise Refused(NO_SVG) from None
    if root.tag != f"{{{SVG}}}svg":
        raise Refused(NO_SVG)
    _check_tree(root)
    _check_uses(root)
    width, height = _size(root)
    if max(width, height) > longest * min(width, height):
        raise Refused(TOO_LONG.format(most=f"{longest:g}"))
    register_namespace("", SVG)
    register_namespace("xlink", XLINK)
    file = BytesIO()
    ElementTree(root).write(file, "utf-8")
    return CheckedSvg(file.getvalue().decode(), width >= height)


def draw_svg(text: str, wide: bool, side: int) -> bytes:
    """A checked SVG as PNG, so many dots on its longer side, transparent where nothing is."""
    width, height = (side, None) if wide else (None, side)
    return resvg_py.svg_to_bytes(svg_string=text, skip_system_fonts=True, width=width, height=height, dpi=DPI)


def _check_tree(root: Element) -> None:
    """Let through a tree of shapes that is neither large nor deep, and leave out of it what drawing programs add.

    :raises Refused: for any other.
    """
    level, count = [root], 0
    for _ in range(DEEPEST):
        for element in level:
            _check_attributes(element)
            for child in list(element):
                if not _is_drawn(child):
                    element.remove(child)
        count += len(level)
        if count > MOST_ELEMENTS:
            raise Refused(TOO_MANY)
        level = [child for element in level for child in element]
        if not level:
            return
    raise Refused(TOO_DEEP)


def _is_drawn(element: Element) -> bool:
    """Whether an element is one that draws.

    :raises Refused: for one of SVG that may not be here.
    """
    space, _, name = str(element.tag).rpartition("}")
    if space != f"{{{SVG}" or name in NOT_DRAWN:
        if name in ("script", "iframe", "object", "embed"):  # in the names of web pages
            raise Refused(SCRIPT)
        return False
    if name not in SHAPES | GROUPS | PAINT:
        raise Refused(REFUSED.get(name, OTHER.format(name=name[:30])))
    if name == "style" and OUTSIDE.search("".join(element.itertext())):
        raise Refused(ELSEWHERE)
    return True


def _check_attributes(element: Element) -> None:
    """Let through what draws, and leave out what has a name of another program's.

    :raises Refused: for a script, and what is elsewhere.
    """
    for name, value in list(element.attrib.items()):
        if name.lower().startswith("on"):
            raise Refused(SCRIPT)
        if name in HREFS:
            if not value.strip().startswith("#"):
                raise Refused(SCRIPT if value.strip().lower().startswith("javascript") else ELSEWHERE)
        elif name.startswith("{"):
            del element.attrib[name]
        elif OUTSIDE.search(value):
            raise Refused(ELSEWHERE)


def _check_uses(root: Element) -> None:
    """Let through a tree that is not too large once every `use` is drawn as what it uses.

    Of two elements with one id, both count: which one is drawn, each program decides.

    :raises Refused: otherwise, and where that never ends.
    """
    by_id: dict[str, list[Element]] = defaultdict(list)
    for element in root.iter():
        if name := element.get("id"):
            by_id[name].append(element)
    rules, counts = _rules(root), dict[Element, int]()

    def count(element: Element, within: frozenset[Element]) -> int:
        if element in within:
            raise Refused(CIRCLE)
        if element not in counts:
            inner = within | {element}
            parts = [*element, *(part for used in _used(element, rules) for part in by_id.get(used, ()))]
            counts[element] = 1 + sum(count(part, inner) for part in parts)
            if counts[element] > MOST_ELEMENTS:
                raise Refused(TOO_MANY)
        return counts[element]

    try:
        count(root, frozenset())
    except RecursionError:
        raise Refused(TOO_DEEP) from None


def _used(element: Element, rules: Mapping[str, Collection[str]]) -> Iterator[str]:
    """The ids of what an element draws, or is drawn with."""
    yield from (element.get(name, "").strip().removeprefix("#") for name in HREFS if element.get(name))
    for name in ("clip-path", "mask", "style"):
        yield from URL.findall(element.get(name, ""))
    classes = (f".{name}" for name in element.get("class", "").split())
    for key in ("*", element.tag.rpartition("}")[2], f"#{element.get('id')}", *classes):
        yield from rules.get(key, ())


def _rules(root: Element) -> Mapping[str, Collection[str]]:
    """The ids of what is cut or masked with by rules: by ".class", "#id" or name of the elements, or by "*" for any."""
    found: dict[str, set[str]] = defaultdict(set)
    for style in root.iter(f"{{{SVG}}}style"):
        text = re.sub(r"/\*.*?\*/", "", "".join(style.itertext()), flags=re.DOTALL)
        for rule in text.split("}"):
            *before, body = rule.split("{")
            used = [used for declaration in CUT.findall(body) for used in URL.findall(declaration)]
            if used and before:
                for key in _keys(before[-1]):
                    found[key].update(used)
    return found


def _keys(selector: str) -> list[str]:
    """A name that each element has which a selector picks; "*" where it is not as simple as that."""
    if not SIMPLE.fullmatch(selector):
        return ["*"]
    last = [(re.split(r"[\s>+~]+", one.strip()) or [""])[-1] for one in selector.split(",")]
    return [(re.findall(r"[.#][\w-]+", one) or [one])[0] for one in last]


def _size(root: Element) -> tuple[float, float]:
    """The width and height, in dots of a screen where they have units.

    A width alone, or one that is a share of the page, is taken out: then the `viewBox` decides.

    :raises Refused: for one that has none, or none that is a size.
    """
    found = [SIZE.fullmatch(root.get(name, "").strip()) for name in ("width", "height")]
    if not all(found):
        root.attrib.pop("width", None)
        root.attrib.pop("height", None)
        box = re.split(r"[\s,]+", root.get("viewBox", "").strip())
        found = [SIZE.fullmatch(side) for side in box[2:]] if len(box) == 4 else []
    sides = [float(match[1]) * UNITS[match[2]] for match in found if match]
    if len(sides) != 2 or not all(0 < side < 1e6 for side in sides):
        raise Refused(NO_SIZE)
    return sides[0], sides[1]
