"""A film as a GIF: the SVG elements of the film, drawn with an optional library, Pillow.

Only the SVG that canvas.py, marks.py and film.py in this folder write is understood: groups, shapes
of straight lines, ellipses, words, classes with colours. Arcs are half circles.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib.util import find_spec
from math import ceil, cos, floor, hypot, pi, radians, sin
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

import numpy as np

from engine.space.plane.pose import Point
from tui.share.canvas import Canvas
from tui.share.film import ABOVE, Film, Shot
from tui.share.paper import Paper, style_sheet

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageFont import FreeTypeFont, ImageFont

LIBRARY = "pillow"
FINE = 2
"""Each shot is drawn this many times larger, and then reduced, so that edges become smooth."""
COLOURS = 128
"""The number of colours of a GIF, with the transparent one. Charts have few colours, but smooth
edges need shades."""
SAMPLES = 8
"""The number of shots from whose colours the palette is made."""
FONTS = ("DejaVuSansMono.ttf", "Menlo.ttc", "consola.ttf")
"""Fonts that may be installed, in the order of the style sheet; without any, Pillow's own is
used."""
CORNERS = 24
"""The number of corners of the polygon that approximates a circle."""


def can_film() -> bool:
    """Tell whether the library for GIFs is installed."""
    return find_spec("PIL") is not None


def gif(film: Film, paper: Paper) -> bytes:
    """Return a film as a GIF that plays again and again.

    A GIF cannot follow the reader's choice of light or dark, so `auto` means dark. Of each shot
    only the changed pixels are kept, so that long films need little memory.
    """
    from PIL.GifImagePlugin import getdata, getheader
    from PIL.Image import Dither, Quantize, fromarray

    draw = _Drawing(film, "default" if paper == "auto" else paper)
    sampled = film.shots[:: max(1, len(film.shots) // SAMPLES)]
    palette = draw.strip(sampled).quantize(COLOURS - 1, Quantize.MAXCOVERAGE, dither=Dither.NONE)
    pieces: list[bytes] = []
    before = None
    for shot in film.shots:
        picture = draw.shot(shot).quantize(palette=palette, dither=Dither.NONE)
        now = np.asarray(picture)
        if before is None:
            pieces += getheader(picture.copy(), info={"loop": 0, "duration": 1})[0]
            changed, top, left = now, 0, 0
        else:
            rows, columns = np.nonzero(now != before)
            top, left = (int(rows.min()), int(columns.min())) if len(rows) else (0, 0)
            under, right = (int(rows.max()) + 1, int(columns.max()) + 1) if len(rows) else (1, 1)
            part = np.s_[top:under, left:right]
            changed = np.where(now[part] == before[part], COLOURS - 1, now[part])
        pieces += getdata(
            fromarray(changed.astype(np.uint8), "P"),
            (left, top),
            duration=round(shot.seconds * 1000),
            transparency=COLOURS - 1,
            disposal=1,
        )
        before = now
    return b"".join((*pieces, b";"))


class _Style(NamedTuple):
    """The colours and sizes with which an element is drawn; None for a colour means that nothing is
    painted.
    """

    fill: tuple[int, int, int, int] | None
    stroke: tuple[int, int, int, int] | None
    width: float
    anchor: str


class _Shape(NamedTuple):
    """A line or the outline of an area, in the SVG units of the chart."""

    points: tuple[Point, ...]
    closed: bool
    style: _Style


class _Words(NamedTuple):
    """Words at a place; `size` is the height of their letters in SVG units."""

    at: Point
    size: float
    text: str
    style: _Style


class _Drawing:
    """Draws the shots of a film."""

    def __init__(self, film: Film, paper: Paper) -> None:
        self._film = film
        self._sheet = _Sheet(style_sheet(paper))
        self._boards: dict[Canvas, Image] = {}
        """A cache: {visible part of the board: picture of its bottom layer}, which is the same in
        all shots."""

    def strip(self, shots: Sequence[Shot]) -> Image:
        """Return some shots below each other as one picture; the palette is made from its
        colours.
        """
        from PIL import Image

        whole = Image.new("RGB", (self._film.width, self._film.height * len(shots)))
        for number, shot in enumerate(shots):
            whole.paste(self.shot(shot), (0, self._film.height * number))
        return whole

    def shot(self, shot: Shot) -> Image:
        """Return the picture of a shot: smooth shapes, and above them all words."""
        from PIL import Image

        film, sheet = self._film, self._sheet
        scale = film.width / shot.frame.width
        if shot.frame not in self._boards:
            self._boards[shot.frame] = self._board(shot, FINE * scale)
        chart = self._boards[shot.frame].copy()
        above = [
            each for layer, element in shot.elements if layer for each in sheet.compiled(element)
        ]
        corner = shot.frame.left, shot.frame.top
        _paint(chart, above, corner, FINE * scale)
        small = chart.reduce(FINE)
        words = [each for layer, element in shot.elements for each in sheet.compiled(element)]
        _write(small, words, corner, scale)
        picture = Image.new("RGB", (film.width, film.height), self._ground)
        picture.paste(small, (0, ABOVE))
        around = [each for element in shot.words for each in sheet.compiled(element)]
        _paint(picture, around, (0.0, 0.0), 1.0)
        _write(picture, around, (0.0, 0.0), 1.0)
        return picture

    @property
    def _ground(self) -> tuple[int, ...]:
        return (self._sheet.style("rect", "page").fill or (0, 0, 0, 255))[:3]

    def _board(self, shot: Shot, scale: float) -> Image:
        from PIL import Image

        wide, high = self._film.chart
        picture = Image.new("RGB", (round(FINE * wide), round(FINE * high)), self._ground)
        board = (element for layer, element in shot.elements if not layer)
        shapes = [each for element in board for each in self._sheet.compiled(element)]
        _paint(picture, shapes, (shot.frame.left, shot.frame.top), scale)
        return picture


def _paint(on: Image, things: Iterable[_Shape | _Words], corner: Point, scale: float) -> None:
    """Draw those of the things that are shapes; `corner` is the point at the picture's upper left
    corner.
    """
    from PIL import ImageDraw

    draw = ImageDraw.Draw(on, "RGBA")
    left, top = corner
    for each in things:
        if isinstance(each, _Words):
            continue
        style = each.style
        points = [((x - left) * scale, (y - top) * scale) for x, y in each.points]
        if style.fill and len(points) > 2:
            draw.polygon(points, style.fill)
        if style.stroke:
            line = [*points, points[0]] if each.closed else points
            draw.line(line, style.stroke, max(1, round(style.width * scale)))


def _write(on: Image, things: Iterable[_Shape | _Words], corner: Point, scale: float) -> None:
    """Draw those of the things that are words."""
    left, top = corner
    for each in things:
        if isinstance(each, _Words):
            width = round(each.style.width * scale)
            words, (dx, dy) = _lettered(each.text, round(each.size * scale), width, each.style)
            x, y = each.at
            at = round((x - left) * scale) + dx, round((y - top) * scale) + dy
            on.paste(words, at, words)


@lru_cache(maxsize=1024)
def _lettered(text: str, size: int, width: int, style: _Style) -> tuple[Image, tuple[int, int]]:
    """Return (words as a picture, its upper left corner relative to the place of the words).

    Cached, because drawing letters takes longer than everything else, and names stay the same.
    """
    from PIL import Image, ImageDraw

    font, anchor = _font(size), {"middle": "ms", "end": "rs"}.get(style.anchor, "ls")
    around = width // 2 if style.stroke else 0
    box = font.getbbox(text, anchor=anchor, stroke_width=around)
    left, top, right, under = floor(box[0]), floor(box[1]), ceil(box[2]), ceil(box[3])
    ground = style.stroke or style.fill or (0, 0, 0, 0)
    picture = Image.new("RGBA", (max(1, right - left), max(1, under - top)), (*ground[:3], 0))
    ImageDraw.Draw(picture).text(
        (-left, -top),
        text,
        style.fill,
        font,
        anchor,
        stroke_width=around,
        stroke_fill=style.stroke,
    )
    return picture, (left, top)


@lru_cache(maxsize=32)
def _font(size: int) -> FreeTypeFont | ImageFont:
    from PIL import ImageFont

    for name in FONTS:
        try:
            return ImageFont.truetype(name, size)
        except OSError:
            continue
    return ImageFont.load_default(size)


# The styles of elements, and elements as shapes.


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
SELECTOR = re.compile(r'(\w*)((?:\.\w+)*)(?:\[class\^="(\w+)"\])?$')
STEP = re.compile(r"([MLHVZAlhv])([^MLHVZAlhv]*)")
NUMBER = re.compile(r"-?\d*\.?\d+")
TURN = re.compile(r"(\w+)\(([^)]*)\)")
Matrix = tuple[float, float, float, float, float, float]
"""The numbers a, b, c, d, e, f of a transformation in SVG: x' = a x + c y + e, y' = b x + d y +
f."""
SAME: Matrix = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)


class _Sheet:
    """A CSS style sheet, and a cache of the elements that were read with it."""

    def __init__(self, css: str) -> None:
        self._rules: list[tuple[int, str, frozenset[str], str, dict[str, str]]] = []
        for selectors, body in RULE.findall(css):
            pairs = (each.split(":", 1) for each in body.split(";") if each)
            values = {name.strip(): value.strip() for name, value in pairs}
            for selector in selectors.split(","):
                found = SELECTOR.match(selector.strip())
                if found:
                    tag, classes, prefix = found[1], found[2].split(".")[1:], found[3] or ""
                    weight = 10 * (len(classes) + bool(prefix)) + bool(tag)
                    self._rules.append((weight, tag, frozenset(classes), prefix, values))
        self._rules.sort(key=lambda rule: rule[0])
        self._styles: dict[tuple[str, str, str], _Style] = {}
        self._compiled: dict[str, tuple[_Shape | _Words, ...]] = {}

    def style(self, tag: str, classes: str, fill: str = "#000000") -> _Style:
        """Return the style of an element.

        `fill` is the colour given in the element itself; any CSS rule overrides it.
        """
        key = (tag, classes, fill)
        if key not in self._styles:
            values, has = {"fill": fill}, set(classes.split())
            for _, of, needs, prefix, more in self._rules:
                if of in ("", tag) and needs <= has and classes.startswith(prefix):
                    values |= more
            share = float(values.get("fill-opacity", "1"))
            self._styles[key] = _Style(
                _colour(values["fill"], share),
                _colour(values.get("stroke", "none"), 1.0),
                float(values.get("stroke-width", "1")),
                values.get("text-anchor", "start"),
            )
        return self._styles[key]

    def compiled(self, element: str) -> tuple[_Shape | _Words, ...]:
        """Return the shapes and words of an SVG element.

        Cached, because most elements are in many shots.
        """
        if element not in self._compiled:
            root = ElementTree.fromstring(element)
            self._compiled[element] = tuple(self._shapes(root, SAME))
        return self._compiled[element]

    def _shapes(self, node: ElementTree.Element, outer: Matrix) -> Iterator[_Shape | _Words]:
        tag, get = node.tag, node.get
        here = _joined(outer, _matrix(get("transform", "")))
        if tag == "g":
            dots = node.find("defs/pattern")
            for each in node:
                if dots is not None and get("fill") is None and each.tag == "rect":
                    yield from self._dots(dots, each)
                elif each.tag not in ("defs", "title"):
                    yield from self._shapes(each, here)
            return
        style = self.style(tag, get("class", ""), get("fill", "#000000"))
        if tag == "text":
            a, b = here[:2]
            at = _moved(here, (float(get("x", "0")), float(get("y", "0"))))
            size = float(get("font-size", "10")) * hypot(a, b)
            yield _Words(at, size, node.text or "", style)
            return
        for points, closed in _outlines(node):
            yield _Shape(tuple(_moved(here, each) for each in points), closed, style)

    def _dots(self, tile: ElementTree.Element, area: ElementTree.Element) -> Iterator[_Shape]:
        """Yield the dots of a pattern that fills an area, such as the dots in hexes."""
        wide, high = float(tile.get("width", "1")), float(tile.get("height", "1"))
        left, top = float(area.get("x", "0")), float(area.get("y", "0"))
        across, down = float(area.get("width", "0")), float(area.get("height", "0"))
        begin_x, begin_y = float(tile.get("x", "0")), float(tile.get("y", "0"))
        for column in range(int((left - begin_x) // wide), int((left + across) // wide) + 1):
            for row in range(int((top - begin_y) // high), int((top + down) // high) + 1):
                move = (1.0, 0.0, 0.0, 1.0, begin_x + column * wide, begin_y + row * high)
                for dot in tile:
                    style = self.style(dot.tag, dot.get("class", ""))
                    for points, closed in _outlines(dot):
                        yield _Shape(tuple(_moved(move, each) for each in points), closed, style)


def _colour(value: str, share: float) -> tuple[int, int, int, int] | None:
    """Return (red, green, blue, opacity), each from 0 to 255; None for no colour."""
    if not re.fullmatch("#[0-9a-f]{6}", value):
        return None
    red, green, blue = bytes.fromhex(value[1:])
    return red, green, blue, round(255 * share)


def _outlines(node: ElementTree.Element) -> Iterator[tuple[list[Point], bool]]:
    """Yield (points, whether it is closed) for each outline of an SVG element."""

    def number(name: str, otherwise: float = 0.0) -> float:
        return float(node.get(name, otherwise))

    match node.tag:
        case "path":
            yield from path_outlines(node.get("d", ""))
        case "polygon" | "polyline":
            values = [float(each) for each in NUMBER.findall(node.get("points", ""))]
            yield list(zip(values[::2], values[1::2], strict=True)), node.tag == "polygon"
        case "rect":
            x, y = number("x"), number("y")
            right, foot = x + number("width"), y + number("height")
            yield [(x, y), (right, y), (right, foot), (x, foot)], True
        case "circle" | "ellipse":
            x, y = number("cx"), number("cy")
            wide, high = number("rx", number("r")), number("ry", number("r"))
            turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
            yield [(x + wide * cos(turn), y + high * sin(turn)) for turn in turns], True


def path_outlines(told: str) -> Iterator[tuple[list[Point], bool]]:  # noqa: PLR0912  (a branch for each kind of step)
    """Yield (points, whether it is closed) for each outline in the path data of SVG."""
    points: list[Point] = []
    x = y = 0.0
    for step, rest in STEP.findall(told):
        values = [float(each) for each in NUMBER.findall(rest)]
        match step:
            case "M" | "Z":
                if points:
                    yield points, step == "Z"
                points = []
                if step == "M":
                    x, y = values[:2]
                    points = [(x, y)]
                    values = values[2:]
            case "H":
                x = values[0]
            case "V":
                y = values[0]
            case "h":
                x += values[0]
            case "v":
                y += values[0]
            case "A":
                to_x, to_y = values[5:7]
                turns = (pi * corner / (CORNERS // 2) for corner in range(1, CORNERS // 2))
                middle, far = ((x + to_x) / 2, (y + to_y) / 2), values[0]
                points += [
                    (middle[0] - far * cos(turn), middle[1] - far * sin(turn)) for turn in turns
                ]
                x, y = to_x, to_y
        if step in "MLl":
            for dx, dy in zip(values[::2], values[1::2], strict=True):
                x, y = (x + dx, y + dy) if step == "l" else (dx, dy)
                points.append((x, y))
        elif step not in "Z":
            points.append((x, y))
    if points:
        yield points, False


def _matrix(told: str) -> Matrix:
    """Return the transformation that an SVG attribute describes; of several, the leftmost is
    applied last.
    """
    whole = SAME
    for name, rest in TURN.findall(told):
        values = [float(each) for each in NUMBER.findall(rest)]
        match name:
            case "translate":
                step: Matrix = (1.0, 0.0, 0.0, 1.0, values[0], values[1])
            case "scale":
                step = (values[0], 0.0, 0.0, values[0], 0.0, 0.0)
            case "rotate":
                turn = radians(values[0])
                step = (cos(turn), sin(turn), -sin(turn), cos(turn), 0.0, 0.0)
            case _:
                a, b, c, d, e, f = values
                step = (a, b, c, d, e, f)
        whole = _joined(whole, step)
    return whole


def _joined(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (
        a * p + c * q, b * p + d * q,
        a * r + c * s, b * r + d * s,
        a * t + c * u + e, b * t + d * u + f,
    )  # fmt: skip


def _moved(by: Matrix, point: Point) -> Point:
    a, b, c, d, e, f = by
    x, y = point
    return a * x + c * y + e, b * x + d * y + f
