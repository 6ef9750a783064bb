"""A club's logo: what may be uploaded, and what is made of it."""

from __future__ import annotations

import struct
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from io import BytesIO
from itertools import islice
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import pytest
from PIL import Image, ImageDraw

from tally.pictures import logos, svg_check
from tally.pictures.logos import logo_of
from tally.pictures.svg_check import checked_svg, draw_svg
from tally.printing import own_process, uploaded_logo
from tally.printing.own_process import BusyError, ProcessFailedError, in_own_process
from tally.printing.uploaded_logo import checked_logo
from tests.support.club_looks import crest, png
from tournament.people.errors import Refused


def picture_of(logo: bytes) -> Image.Image:
    picture = Image.open(BytesIO(logo))
    assert picture.format == "PNG" and picture.mode == "RGB" and not picture.info.get("transparency")
    return picture


def as_png(picture: Image.Image, **how: object) -> bytes:
    file = BytesIO()
    picture.save(file, "PNG", **how)
    return file.getvalue()


def svg(inside: str = '<rect width="60" height="30" fill="#7a1f3d"/>', head: str = 'viewBox="0 0 60 30"') -> bytes:
    names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
    return f"<svg {names} {head}>{inside}</svg>".encode()


# PNG


def test_a_png_is_cut_to_what_is_on_it_and_laid_on_white() -> None:
    picture = Image.new("RGBA", (800, 600), (0, 0, 0, 0))
    ImageDraw.Draw(picture).rectangle((100, 200, 499, 399), fill=(122, 31, 61, 128))
    logo = picture_of(checked_logo(as_png(picture)))
    assert logo.size == (400, 200)
    assert logo.getpixel((10, 10)) == (188, 143, 158), "half of the color, and half white"


@pytest.mark.sample(3)
@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_any_kind_of_png_is_taken(mode: str) -> None:
    gray = Image.new("L", (300, 300), 255)
    ImageDraw.Draw(gray).ellipse((20, 20, 280, 280), fill=0)
    wanted = (
        gray.convert("I").point(lambda value: value * 257).convert("I;16") if mode == "I;16" else gray.convert(mode)
    )
    logo = picture_of(checked_logo(as_png(wanted)))
    assert logo.size == (261, 261) and logo.getpixel((130, 130)) == (0, 0, 0)


@pytest.mark.long
def test_a_large_png_is_stored_with_fewer_dots_and_without_what_it_says() -> None:
    from PIL.PngImagePlugin import PngInfo

    notes = PngInfo()
    notes.add_text("Comment", "Made at 12 Elm Street")
    logo = checked_logo(png(3000, 1500, pnginfo=notes))
    assert picture_of(logo).size == (1200, 600) and b"Elm" not in logo


@pytest.mark.long
def test_a_photograph_is_stored_with_few_bytes() -> None:
    noise = Image.effect_noise((900, 900), 90).convert("RGB")
    content = as_png(noise.quantize(64))
    assert len(content) < uploaded_logo.MOST_BYTES
    assert picture_of(checked_logo(content)).size == (600, 600)


def bomb(side: int) -> bytes:
    """A PNG that says it has so many dots each way, in a few bytes."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0)
    return logos.PNG_START + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")


def moving() -> bytes:
    frames = [Image.new("RGB", (300, 300), color) for color in ("red", "blue")]
    return as_png(frames[0], save_all=True, append_images=frames[1:])


WRONG_PNGS: dict[str, tuple[Callable[[], bytes], str]] = {
    "a text": (lambda: b"Hello", logos.NEITHER),
    "nothing": (lambda: b"", logos.NEITHER),
    "a GIF": (lambda: b"GIF89a" + b"\0" * 100, logos.NEITHER),
    "cut off": (lambda: png()[:200], logos.BROKEN),
    "a wrong sum": (lambda: png().replace(b"IDAT", b"IDAU"), logos.BROKEN),
    "its start alone": (lambda: logos.PNG_START, logos.BROKEN),
    "too many dots": (lambda: bomb(5000), logos.TOO_MANY_DOTS),
    "a bomb": (lambda: bomb(100_000), logos.TOO_MANY_DOTS),
    "moving": (moving, logos.MOVES),
    "too few dots": (lambda: png(150, 100), logos.TOO_FEW_DOTS.format(wide=150, high=100)),
    "white": (lambda: png(300, 300, "white"), logos.BLANK),
    "too faint": (lambda: png(300, 300, "#fafafa"), logos.BLANK),
    "transparent": (lambda: as_png(Image.new("RGBA", (300, 300), (0, 0, 0, 0))), logos.BLANK),
    "too long": (lambda: png(1000, 100), logos.TOO_LONG),
}


@pytest.mark.parametrize("kind", WRONG_PNGS)
def test_a_png_that_paper_cannot_use_is_refused_with_a_sentence(kind: str) -> None:
    make, sentence = WRONG_PNGS[kind]
    with pytest.raises(Refused) as refused:
        logo_of(make())
    assert str(refused.value) == sentence


def hairline(high: int) -> bytes:
    """A block with a faint line above it, which is gone once there are fewer dots."""
    picture = Image.new("RGB", (3000, high), "white")
    pen = ImageDraw.Draw(picture)
    pen.line((0, 0, 2999, 0), fill="#eaeaea")
    pen.rectangle((0, 40, 2999, high), fill="#7a1f3d")
    return as_png(picture)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    "make",
    [
        png,
        crest,
        lambda: hairline(1500),
        lambda: as_png(Image.radial_gradient("L").resize((3000, 2000))),
        lambda: as_png(Image.effect_noise((900, 900), 90).convert("RGB").quantize(64)),
    ],
)
def test_a_logo_that_was_stored_stays_as_it_is_when_it_comes_back(make: Callable[[], bytes]) -> None:
    """A club's file has it, and is the same bytes again."""
    logo = logo_of(make())
    assert logo_of(logo) == logo


def test_a_png_that_is_too_long_without_what_is_faint_is_refused_at_once() -> None:
    with pytest.raises(Refused) as refused:
        logo_of(hairline(380))
    assert str(refused.value) == logos.TOO_LONG


# SVG


def test_an_svg_is_drawn_as_a_png() -> None:
    logo = picture_of(checked_logo(svg()))
    assert logo.size == (1200, 600) and logo.getpixel((600, 300)) == (122, 31, 61)


def test_what_drawing_programs_write_is_drawn() -> None:
    inside = """
      <title>Crest</title><metadata><rdf xmlns="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></metadata>
      <namedview xmlns="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" pagecolor="white"/>
      <style>.a{fill:url(#g)}</style>
      <defs>
        <linearGradient id="f"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="red"/></linearGradient>
        <linearGradient id="g" xlink:href="#f"/>
        <clipPath id="c"><rect width="30" height="30"/></clipPath>
        <g id="half"><rect class="a" width="60" height="30"/></g>
      </defs>
      <use xlink:href="#half" clip-path="url(#c)" style="opacity:1"/>
    """
    start = (
        b'<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1.dtd">'
    )
    logo = picture_of(checked_logo(start + svg(inside)))
    assert logo.size == (600, 600) and logo.getpixel((300, 300)) == (255, 0, 0), "cut to the half that is drawn"


def test_a_name_that_two_parts_have_and_a_clip_by_a_rule_are_drawn() -> None:
    """Drawing programs write both."""
    inside = """
      <style>.a{clip-path:url(#c)} rect{fill:#7a1f3d;stroke:url(#g)}</style>
      <g id="c"/><linearGradient id="g"><stop offset="0"/></linearGradient>
      <clipPath id="c"><rect width="30" height="30"/></clipPath>
      <g class="a b"><rect width="60" height="30"/></g>
    """
    assert checked_svg(svg(inside), 8).wide
    assert picture_of(logo_of(svg(inside.replace('<g id="c"/>', "")))).size == (600, 600)


@pytest.mark.parametrize(
    ("head", "size"),
    [
        ('width="60mm" height="30mm" viewBox="0 0 60 30"', (1200, 600)),
        ('width="60mm" height="30mm" viewBox="0 0 120 60"', (600, 300)),
        ('width="100mm" height="1in"', (190, 95)),
        ('width="1in" height="100mm"', (190, 95)),
        ('width="45pt" height="22.5pt"', (1200, 600)),
        ('width="100%" height="900%" viewBox="0 0 60 30"', (1200, 600)),
        ('height="30mm" viewBox="0 0 60 30"', (1200, 600)),
        ('width="60mm" height="90mm" viewBox="0 0 60 30"', (800, 800)),
    ],
)
def test_a_size_may_have_any_unit(head: str, size: tuple[int, int]) -> None:
    """As Inkscape writes millimeters."""
    checked = checked_svg(svg(head=head), 8)
    box = Image.open(BytesIO(draw_svg(checked.text, checked.wide, 1200))).getchannel("A").getbbox()
    assert box and box[2:] == pytest.approx(size, abs=2)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_an_svg_may_be_written_in_any_usual_encoding(encoding: str) -> None:
    assert checked_svg(svg().decode().encode(encoding), 8).wide


ENTITY = b'<!DOCTYPE svg [<!ENTITY a "%s">]>'
NESTED = '<g id="g0"><rect width="9" height="9"/></g>' + "".join(
    f'<g id="g{level}">' + f'<use href="#g{level - 1}"/>' * 10 + "</g>" for level in range(1, 9)
)
USED = NESTED.replace("g8", "used", 1) + '<use href="#g7"/>'
DEEP_BY_USE = "<g id='g0'/>" + "".join(f'<g id="g{n + 1}"><use href="#g{n}"/></g>' for n in reversed(range(1200)))
HARMLESS = "".join(f'<g id="g{level}"/>' for level in range(9))
MASKED = '<mask id="m0"><rect width="9" height="9"/></mask>' + "".join(
    f'<mask id="m{level}">' + f'<rect class="a m{level}" width="60" height="30"/>' * 10 + "</mask>"
    for level in range(1, 7)
)


def mask_rules(selector: str) -> str:
    """Rules by which each mask draws the one before it, ten times."""
    return "".join(f"{selector.format(n=n)}{{fill:red;mask : url( '#m{n - 1}' )}}" for n in range(1, 7))


WRONG_SVGS: dict[str, tuple[bytes, str]] = {
    "a web page": (b"<html><body>Logo</body></html>", svg_check.NO_SVG),
    "half": (svg()[:60], svg_check.NO_SVG),
    "an unknown encoding": (b'<?xml version="1.0" encoding="martian"?>' + svg(), svg_check.NO_SVG),
    "too large": (svg("<g/>" * 130_000), svg_check.TOO_LARGE),
    "an entity": (ENTITY % b"ha" + svg("<g>&a;</g>"), svg_check.ENTITIES),
    "a file": (b'<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>' + svg("<g>&a;</g>"), svg_check.ENTITIES),
    "a script": (svg("<script>alert(1)</script>"), svg_check.SCRIPT),
    "a script of a web page": (svg('<script xmlns="http://www.w3.org/1999/xhtml">1</script>'), svg_check.SCRIPT),
    "a handler": (svg('<rect width="9" height="9" onclick="alert(1)"/>'), svg_check.SCRIPT),
    "a handler at the top": (svg(head='viewBox="0 0 1 1" onload="alert(1)"'), svg_check.SCRIPT),
    "an address that runs": (svg('<use href="javascript:alert(1)"/>'), svg_check.SCRIPT),
    "a picture": (svg('<image href="data:image/png;base64,AAAA"/>'), svg_check.IMAGE),
    "a picture elsewhere": (svg('<image xlink:href="http://example.org/a.png"/>'), svg_check.IMAGE),
    "a part elsewhere": (svg('<use xlink:href="http://example.org/a.svg#b"/>'), svg_check.ELSEWHERE),
    "a file of the laptop": (svg('<use href="file:///etc/passwd"/>'), svg_check.ELSEWHERE),
    "a color elsewhere": (svg('<rect width="9" height="9" fill="url(http://example.org/#g)"/>'), svg_check.ELSEWHERE),
    "a style elsewhere": (svg("<style>@import 'http://example.org/a.css';</style>"), svg_check.ELSEWHERE),
    "a style with a picture": (svg("<style>g{fill:url( 'http://e.org/a')}</style>"), svg_check.ELSEWHERE),
    "a web page inside": (svg("<foreignObject/>"), svg_check.PAGE),
    "text": (svg("<text>Elks</text>"), svg_check.TEXT),
    "text deep inside": (svg("<g><g><text><tspan>Elks</tspan></text></g></g>"), svg_check.TEXT),
    "motion": (svg('<rect width="9" height="9"><animate attributeName="x"/></rect>'), svg_check.MOVES),
    "a filter": (svg('<filter id="f"/>'), svg_check.OTHER.format(name="filter")),
    "a pattern": (svg('<pattern id="f"/>'), svg_check.OTHER.format(name="pattern")),
    "too many shapes": (svg("<g/>" * 3001), svg_check.TOO_MANY),
    "too deep": (svg("<g>" * 50 + "</g>" * 50), svg_check.TOO_DEEP),
    "too deep by use": (svg(DEEP_BY_USE), svg_check.TOO_DEEP),
    "a billion by use": (svg(NESTED), svg_check.TOO_MANY),
    "a billion by one of two names": (svg(USED + HARMLESS), svg_check.TOO_MANY),
    "a billion by the other name": (svg(HARMLESS + USED), svg_check.TOO_MANY),
    "a billion by a rule": (svg(f"<style>{mask_rules('.m{n}')}</style>{MASKED}<g class='m6'/>"), svg_check.TOO_MANY),
    "a billion by a longer rule": (
        svg(f"<style>@media print{{{mask_rules('b, g > rect/* . */.m{n}')}}}</style>{MASKED}<rect class='m6'/>"),
        svg_check.TOO_MANY,
    ),
    "a mask of itself by a rule": (
        svg('<style>rect{clip-path:url(#a)}</style><mask id="a"><rect width="9" height="9"/></mask>'),
        svg_check.CIRCLE,
    ),
    "nothing of a name": (svg('<use href="#"/>'), logos.BLANK),
    "itself": (svg('<g id="a"><use href="#a"/></g>'), svg_check.CIRCLE),
    "a mask of itself": (svg('<mask id="a"><rect width="9" height="9" mask="url(#a)"/></mask>'), svg_check.CIRCLE),
    "no size": (svg(head=""), svg_check.NO_SIZE),
    "a size that is none": (svg(head='viewBox="0 0 nan 1"'), svg_check.NO_SIZE),
    "a size of nothing": (svg(head='viewBox="0 0 0 0"'), svg_check.NO_SIZE),
    "a wire, whatever is in it": (
        svg(head='width="1mm" height="90cm" viewBox="0 0 60 30"'),
        svg_check.TOO_LONG.format(most=8),
    ),
    "a wire": (svg(head='viewBox="0 0 900 30"'), svg_check.TOO_LONG.format(most=8)),
    "nothing": (svg(""), logos.BLANK),
}


@pytest.mark.parametrize("kind", WRONG_SVGS)
def test_an_svg_that_holds_more_than_shapes_is_refused_with_a_sentence(kind: str) -> None:
    content, sentence = WRONG_SVGS[kind]
    with pytest.raises(Refused) as refused:
        logo_of(content)
    assert str(refused.value) == sentence


def test_what_is_drawn_is_what_was_checked() -> None:
    text = checked_svg(svg('<desc>Made at 12 Elm Street</desc><rect width="60" height="30"/>'), 8).text
    assert "Elm" not in text and "desc" not in text and "rect" in text


# A process of its own


def slow(seconds: float) -> bytes:
    time.sleep(seconds)
    return b"done"


def greedy() -> bytes:
    return bytes(3_000_000_000)


def broken() -> bytes:
    raise ValueError("No")


def breaking(_content: bytes) -> bytes:
    raise ValueError("No")


def refusing() -> bytes:
    raise Refused("This is no logo – sorry.")


def test_a_process_of_its_own_returns_what_its_function_does() -> None:
    assert in_own_process(20, slow, 0) == b"done"
    with pytest.raises(Refused, match="This is no logo – sorry"):
        in_own_process(20, refusing)


@pytest.mark.sample(3)
@pytest.mark.parametrize("work", [(1, slow, 30), (20, greedy), (20, broken)])
def test_a_process_that_takes_too_much_is_ended(work: tuple[object, ...]) -> None:
    begun = time.monotonic()
    with pytest.raises(ProcessFailedError):
        in_own_process(*work)  # type: ignore[arg-type]
    assert time.monotonic() - begun < 15


@pytest.mark.parametrize(
    "error", ["ValueError('current limit exceeds maximum limit')", "OSError(22, 'Invalid argument')"]
)
def test_a_process_draws_where_the_system_limits_nothing(
    error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As macOS limits no addresses, and a system with less lets none have more."""
    raising = f"import resource\n\ndef setrlimit(what, limits):\n    raise {error}\n\nresource.setrlimit = setrlimit\n"
    (tmp_path / "sitecustomize.py").write_text(raising)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    assert picture_of(checked_logo(png())).size == (400, 200)


@pytest.mark.long
def test_the_log_says_why_a_process_failed(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(ProcessFailedError):
        in_own_process(20, broken)
    assert "broken" in caplog.text and "ValueError: No" in caplog.text
    with pytest.raises(ProcessFailedError):
        in_own_process(1, slow, 30)
    assert "slow" in caplog.text and "timed out after 1 seconds" in caplog.text


class Queue:
    """Uploads of others while one is drawn, until `end` is set; what they draw is no process but waits for that."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.end = Event(), Event()
        monkeypatch.setattr(own_process.subprocess, "run", self._run)

    def _run(self, *_: object, **__: object) -> SimpleNamespace:
        self.begun.set()
        assert self.end.wait(20)
        return SimpleNamespace(stdout=own_process.DONE)


def test_one_upload_draws_and_one_waits_and_all_others_are_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_process, "WAIT", 20)
    queue = Queue(monkeypatch)
    with ThreadPoolExecutor(5) as threads:
        first = threads.submit(checked_logo, png())
        assert queue.begun.wait(20)
        others = [threads.submit(checked_logo, png()) for _ in range(4)]
        refused = list(islice(as_completed(others, timeout=10), 3))
        assert not queue.end.is_set() and not first.done()
        assert [(type(one.exception()), str(one.exception())) for one in refused] == [(BusyError, own_process.BUSY)] * 3
        queue.end.set()
        assert first.result(20) == b""
        (waiting,) = set(others) - set(refused)
        assert waiting.result(20) == b""


def test_who_has_waited_for_long_enough_is_told_so_and_not_that_a_picture_is_too_hard(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(own_process, "WAIT", 0.1)
    queue = Queue(monkeypatch)
    with ThreadPoolExecutor(1) as threads:
        first = threads.submit(checked_logo, png())
        assert queue.begun.wait(20)
        for _ in range(2):  # the place of the one that waits is free again
            with pytest.raises(BusyError) as refused:
                checked_logo(png())
            assert str(refused.value) == own_process.BUSY
        queue.end.set()
        first.result(20)


@pytest.mark.long
def test_a_picture_that_breaks_the_drawing_is_not_called_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_logo, "logo_of", breaking)
    with pytest.raises(Refused) as refused:
        checked_logo(png())
    assert str(refused.value) == uploaded_logo.NOT_DRAWN


def test_a_file_that_is_too_large_is_not_read() -> None:
    with pytest.raises(Refused) as refused:
        checked_logo(png() + bytes(uploaded_logo.MOST_BYTES))
    assert str(refused.value) == uploaded_logo.TOO_LARGE


def test_an_svg_that_takes_too_long_to_draw_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(uploaded_logo, "SECONDS", 0.01)
    with pytest.raises(Refused) as refused:
        checked_logo(svg())
    assert str(refused.value) == uploaded_logo.TOO_HARD
