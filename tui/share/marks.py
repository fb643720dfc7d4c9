"""Draws marks of the chart as SVG elements.

Labels of ships are placed beside the hull, where they cover nothing if possible.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, singledispatch
from html import escape
from math import atan2, cos, inf, sin
from typing import NamedTuple

from engine.base.text import clean
from engine.game.chart import (
    Board,
    Boxes,
    Counter,
    Fort,
    Haze,
    Hull,
    Line,
    Lit,
    Mark,
    Obstacle,
    Pointer,
    Ring,
    Scene,
    Smoke,
    Spot,
    Terrain,
    Tie,
    Trace,
)
from engine.game.panel import Shape
from engine.space.plane.pose import Point
from tui.chart.boxes.ships import name_text
from tui.share.canvas import LETTER, ROW, SCALES, Canvas, at, board_parts, edges, longest, middle
from tui.terminal.cells import short_name

WIDE = 0.62
"""The width of a letter as a fraction of its height."""
BAND = 24.0
"""The height of a band (see `_Taken`) in SVG units: hulls and labels are about as high."""
LABEL = -1
"""The number that stands for all labels as the owner of a box; a hull's own number is the owner of
its box."""


class _Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float


class _Taken:
    """The rectangles that hulls and labels cover, sorted into horizontal bands.

    Without bands a fleet would have a million pairs of rectangles to compare; few of them are in
    the same band.
    """

    def __init__(self, whole: Canvas | None) -> None:
        """Begin without rectangles; nothing outside `whole`, the edges of the picture, is free."""
        self._bands: dict[int, list[tuple[_Box, int]]] = {}
        self._edges = _Box(-inf, -inf, inf, inf)
        if whole:
            self._edges = _Box(
                whole.left, whole.top, whole.left + whole.width, whole.top + whole.height
            )

    def add(self, box: _Box, owner: int) -> None:
        """Record a rectangle as covered; the label of the same `owner` may overlap it."""
        for band in self._range(box):
            self._bands.setdefault(band, []).append((box, owner))

    def is_free(self, box: _Box, owner: int) -> bool:
        """Tell whether a rectangle is on the picture and overlaps none of another owner.

        A common edge is no overlap.
        """
        left, top, right, bottom = box
        first, highest, last, lowest = self._edges
        if left < first or top < highest or right > last or bottom > lowest:
            return False
        for band in self._range(box):
            for (other_left, other_top, other_right, other_bottom), of in self._bands.get(band, ()):
                if (
                    left < other_right
                    and other_left < right
                    and top < other_bottom
                    and other_top < bottom
                    and of != owner
                ):
                    return False
        return True

    def _range(self, box: _Box) -> range:
        return range(int(box.top // BAND), int(box.bottom // BAND) + 1)


def words_of(mark: Hull) -> str:
    """Return the label beside a hull: the ship's name in words, or her key if she has no name."""
    return f"{mark.name or mark.key} {mark.tokens}".strip()


def short_words(mark: Hull) -> str:
    """Return a shorter label for a hull, for want of room for the ship's name."""
    return f"{mark.key} {mark.tokens}".strip()


class Label(NamedTuple):
    """The words beside a hull, and their place relative to her centre in SVG units."""

    words: str
    x: float
    y: float


@lru_cache(maxsize=16)
def places_of_words(board: Board, hulls: tuple[Hull, ...], letters: float) -> Mapping[str, Label]:
    """Return {key of a ship: her label, with its place}.

    The label is below the hull if that is free and on the picture, else above, right or left. If no
    place is free for the name, the shorter label is used; if none is free for that either, it is
    put below. Earlier hulls have priority, so that few labels move when a ship does. Cached,
    because in most entries no ship moves.
    """
    scale = SCALES.get(type(board), 1.0)
    taken = _Taken(edges(board))
    middles = [at(board, mark.pose.at) for mark in hulls]
    for number, (mark, (x, y)) in enumerate(zip(hulls, middles, strict=True)):
        reach = mark.length * scale / 3
        taken.add(_Box(x - reach, y - reach, x + reach, y + reach), number)
    found: dict[str, Label] = {}
    for number, (mark, (x, y)) in enumerate(zip(hulls, middles, strict=True)):
        half = mark.length * scale / 2
        for words in dict.fromkeys((words_of(mark), short_words(mark))):
            wide = len(words) * letters * WIDE / 2
            beside = half * 0.8 + wide
            ways = (
                (0.0, half + letters),
                (0.0, -half - letters * 0.3),
                (beside, letters * 0.35),
                (-beside, letters * 0.35),
            )
            boxes = (
                (way, _Box(x + dx - wide, y + dy - letters * 0.8, x + dx + wide, y + dy))
                for way in ways
                for dx, dy in (way,)
            )
            free = next((each for each in boxes if taken.is_free(each[1], number)), None)
            if free:
                break
        if free is None:  # the key is put below
            dx, dy = ways[0]
            free = ways[0], _Box(x + dx - wide, y + dy - letters * 0.8, x + dx + wide, y + dy)
        way, box = free
        taken.add(box, LABEL)
        found[mark.key] = Label(words, *way)
    return found


# Marks become SVG: the only renderer for pictures and for the page.
#
# Each mark is one element, so that a page can compare two frames element by element. Colours are
# classes, named after the styles of the terminal. All text is escaped.


LAYERS: tuple[type[Mark], ...] = (
    Terrain,
    Trace,
    Lit,
    Haze,
    Obstacle,
    Fort,
    Smoke,
    Tie,
    Hull,
    Counter,
    Spot,
    Line,
    Ring,
    Pointer,
)
"""The kinds of marks in the order of drawing, those at the bottom first."""
SMOKE = LAYERS.index(Smoke) + 1
"""The number of the layer with smoke, as `layered` counts layers: 0 is the board."""
SHIPS = LAYERS.index(Hull) + 1
"""The number of the layer with ships; layer 0 is the board."""
SILHOUETTES: dict[Shape, str] = {
    "casemate": "M0 20H64L58 26H4ZM12 20L20 9H44L52 20Z",
    "monitor": "M0 21H64V26H2ZM24 21V11H40V21Z",
    "wheeler": "M0 18H64L58 26H4ZM22 18A9 9 0 0 1 40 18ZM46 18V6H51V18Z",
    "sloop": "M0 18H64L58 26H4ZM14 18V2H16V18ZM30 18V0H32V18ZM46 18V2H48V18ZM56 18L64 12V18Z",
    "ram": "M0 19H54L66 24L54 26H4ZM14 19V8H18V19ZM24 19V8H28V19Z",
    "steamer": "M0 18H64L58 26H4ZM26 18V6H32V18ZM10 18V13H44V18Z",
    "barge": "M0 18H64V26H0Z",
    "hulk": "M0 24L8 20L20 24L30 14L34 24L50 21L64 26H0Z",
    "hidden": "M4 10H60V26H4Z",
}
"""Ships from the side, bow to the right, 64 units long and 26 high."""
OWNERS = "abcdefgh"
NAMED = 17
"""The maximum number of letters for a ship in a box: her name is shortened, never her remaining
hits."""


class Place:
    """What has to be known of all marks of a picture in order to draw one of them."""

    def __init__(self, scene: Scene, marks: Sequence[Mark], letters: float) -> None:
        self.board: Board = scene.board
        self.poses = {mark.key: mark.pose.at for mark in marks if isinstance(mark, Hull)}
        self.stacks: dict[tuple[int, int], list[str]] = {}
        for mark in marks:
            if isinstance(mark, Fort | Counter):
                self.stacks.setdefault(mark.box, []).append(mark.key)
        self.letters = letters or round(max(9.0, longest(scene.board) / 56), 1)
        """The height of letters in SVG units; it suits the size of the chart."""
        hulls = tuple(mark for mark in marks if isinstance(mark, Hull) and mark.state != "ghost")
        self.words = places_of_words(scene.board, hulls, self.letters)
        """{key of a ship: her label, placed relative to her centre}."""

    def middle(self, box: tuple[int, int]) -> Point:
        """Return the middle of a box, in SVG units."""
        return middle(self.board, box)

    def slot(self, key: str, box: tuple[int, int]) -> tuple[float, float, float]:
        """Return (left, top, scale) for the drawing of one of several things in a box."""
        stack = self.stacks[box]
        x, y = self.middle(box)
        half = SCALES[Boxes] / 2 - 4
        high = min(52.0, 2 * half / len(stack))
        top = y - high * len(stack) / 2 + high * stack.index(key)
        return round(x - half, 1), round(top, 1), round(high / 52.0, 2)


def parts(scene: Scene, frame: Canvas, extra: Sequence[Mark] = ()) -> list[str]:
    """Return the elements of a picture, those at the bottom first.

    `extra` are further marks, such as smoke.
    """
    return [element for _, element in layered(scene, frame, extra)]


def layered(
    scene: Scene, frame: Canvas, extra: Sequence[Mark] = (), letters: float = 0.0
) -> list[tuple[int, str]]:
    """Return (number of its layer, element) for each element of a picture, those at the bottom
    first.

    `letters` is the height of letters in SVG units; 0 chooses it by the size of the board.
    """
    ordered, place = placed(scene, extra, letters)
    board = ((0, each) for each in board_parts(scene.board, frame))
    return [*board, *((layer_of(mark), render_mark(mark, place)) for mark in ordered)]


def placed(
    scene: Scene, extra: Sequence[Mark] = (), letters: float = 0.0
) -> tuple[list[Mark], Place]:
    """Return (marks of a picture, those at the bottom first; what is needed to draw each of
    them).
    """
    kept = {mark.key for mark in extra if isinstance(mark, Hull) and mark.state != "ghost"}
    marks = [mark for mark in scene.marks if not (isinstance(mark, Hull) and mark.key in kept)]
    marks += extra
    return sorted(marks, key=layer_of), Place(scene, marks, letters)


def layer_of(mark: Mark) -> int:
    """Return the number of the layer of a mark, from 1; 0 is the board."""
    return _LAYERS[type(mark)]


_LAYERS = {kind: number for number, kind in enumerate(LAYERS, 1)}


@singledispatch
def render_mark(mark: Mark, place: Place) -> str:
    """Return a mark as one SVG element."""
    raise TypeError(f"no picture of a {type(mark).__name__}")


@render_mark.register
def _hull(mark: Hull, place: Place) -> str:
    return _drawn_hull(mark, place.board, place.words.get(mark.key), place.letters)


@lru_cache(maxsize=512)
def _drawn_hull(mark: Hull, board: Board, label: Label | None, letters: float) -> str:
    """Return a hull with its label as an SVG element; cached, because few ships change between
    entries.
    """
    (x, y), scale = at(board, mark.pose.at), SCALES[type(board)]
    half, side = round(mark.length * scale / 2, 1), round(mark.width * scale / 2, 1)
    bow = round(half * 0.45, 1)
    hull = f"M0 {-half}L{side} {-bow}V{half}H{-side}V{-bow}Z"
    owner, look = _owner(mark.owner), "" if mark.state == "live" else f" {mark.state}"
    fill = f"hull_{owner}{look}{' active' if mark.active else ''}"
    guns = "".join(
        f'<path class="guns" d="M{edge} {-bow}V{half}"/>'
        for edge, loaded in ((-side, mark.port_loaded), (side, mark.starboard_loaded))
        if loaded and mark.state == "live"
    )
    body = (
        f'<g transform="rotate({round(mark.pose.heading, 1):g})">'
        f'<path class="{fill}" d="{hull}"/>{guns}</g>'
    )
    text = ""
    if mark.state != "ghost" and label:
        text = _text(label.x, label.y, label.words, f"label_{owner} middle", letters)
    about = f"{mark.key} {mark.name}".strip()
    about += f", heading {mark.pose.heading:.0f}"
    about += f", damage {mark.damage[0]} of {mark.damage[1]}" if mark.damage[1] else ""
    return _group(x, y, body + text, about, mark.key)


@render_mark.register
def _terrain(mark: Terrain, place: Place) -> str:
    points = [at(place.board, point) for point in mark.outline]
    look = {"island": "land", "land": "land"}.get(mark.kind, mark.kind)
    shape = f'<polygon class="{look}" points="{_points(points)}"/>'
    if not mark.name or not points:
        return f"<g>{shape}</g>"
    x = sum(x for x, _ in points) / len(points)
    y = sum(y for _, y in points) / len(points)
    return f"<g>{shape}{_text(x, y, mark.name, 'place middle', place.letters)}</g>"


@render_mark.register
def _trace(mark: Trace, place: Place) -> str:
    points = [at(place.board, point) for point in mark.points]
    shape = "polygon" if mark.closed else "polyline"
    line = f'<{shape} class="line {mark.kind}" points="{_points(points)}"/>'
    if not (mark.label and points):
        return line
    x, y = points[len(points) // 2]
    return f"<g>{line}{_text(x, y, mark.label, 'ruler middle', place.letters)}</g>"


def ways(tracks: Sequence[Mark], board: Board) -> str:
    """Return the tracks of ships as one SVG element; separate ones would never be reused, because
    each track occurs only once.

    Each step is relative to the one before, because on hexes few different steps exist.
    """
    told = ""
    for track in tracks:
        assert isinstance(track, Trace), "only traces lead from place to place"
        (x, y), *rest = (at(board, point) for point in track.points)
        told += f"M{x:g} {y:g}"
        for to_x, to_y in rest:
            told += f"l{to_x - x:.1f} {to_y - y:.1f}".replace(".0", "")
            x, y = to_x, to_y
    return f'<path class="line sweep" d="{told}"/>'


@render_mark.register
def _spot(mark: Spot, place: Place) -> str:
    x, y = at(place.board, mark.at)
    if mark.kind == "collision":
        return f'<path class="line collision" d="M{x - 5} {y - 5}l10 10m0 -10l-10 10"/>'
    return _text(x, y, mark.text, "name middle", place.letters)


@render_mark.register
def _smoke(mark: Smoke, place: Place) -> str:
    x, y = at(place.board, mark.pose.at)
    scale = SCALES[type(place.board)]
    half, side = mark.length * scale / 2, mark.width * scale / 2
    where = {
        "port": (-side * 2, 0.0),
        "starboard": (side * 2, 0.0),
        "bow": (0.0, -half * 1.4),
        "stern": (0.0, half * 1.4),
    }[mark.side]
    along = half if mark.side in ("port", "starboard") else side
    cloud = (
        f'<ellipse class="smoke age{mark.age}" cx="{where[0]:.1f}" cy="{where[1]:.1f}" '
        f'rx="{side if along == half else half * 0.4:.1f}" ry="{along:.1f}"/>'
    )
    shot = ""
    if mark.age == 1:
        # Three lines fan out from the side that has just fired, relative to the ship's centre.
        far = side * SHOT
        match mark.side:
            case "port" | "starboard":
                way = -1 if mark.side == "port" else 1
                lines = (
                    f"M{way * side:.1f} {y:.1f}l{way * far:.1f} {y:.1f}"
                    for y in (-half / 2, 0.0, half / 2)
                )
            case _:
                way = -1 if mark.side == "bow" else 1
                lines = (
                    f"M{x:.1f} {way * half:.1f}l{x:.1f} {way * far:.1f}"
                    for x in (-side / 2, 0.0, side / 2)
                )
        shot = f'<path class="line shot" d="{"".join(lines)}"/>'
    turned = f'<g transform="rotate({round(mark.pose.heading, 1):g})">{shot}{cloud}</g>'
    return _group(x, y, turned, "", "")


SHOT = 6.0
"""The length of a drawn shot in widths of a ship; it shows the direction of the guns, not their
range."""


@render_mark.register
def _counter(mark: Counter, place: Place) -> str:
    x, y, scale = place.slot(mark.key, mark.box)
    owner = _owner(mark.owner)
    look = f"hull_{owner}{' ghost' if mark.ghost else ''}{' active' if mark.active else ''}"
    turned = (
        ' transform="matrix(-1 0 0 1 88 0)"'
        if mark.side != "A"
        else ' transform="matrix(1 0 0 1 24 0)"'
    )
    body = f'<path class="{look}" d="{SILHOUETTES[mark.shape]}"{turned}/>'
    body += _text(56, 40, name_text(mark, NAMED), f"side_{owner} middle", 11)
    if mark.tokens:
        body += _text(56, 51, mark.tokens, "tokens middle", 10)
    about = ", ".join(filter(None, (mark.name, mark.state, mark.tokens)))
    return _group(x, y, body, about, mark.key, scale)


@render_mark.register
def _fort(mark: Fort, place: Place) -> str:
    x, y, scale = place.slot(mark.key, mark.box)
    owner = _owner(mark.owner)
    look = f"hull_{owner}{' wreck' if mark.silenced else ''}{' active' if mark.active else ''}"
    body = f'<path class="{look}" d="M16 26V8H28V13H40V8H52V13H64V8H76V13H88V8H96V26Z"/>'
    state = "silenced" if mark.silenced else mark.state
    body += _text(
        56,
        40,
        f"{short_name(mark.name, NAMED - len(state) - 1)} {state}",
        f"side_{owner} middle",
        11,
    )
    if mark.tokens:
        body += _text(56, 51, mark.tokens, "tokens middle", 10)
    return _group(x, y, body, ", ".join(filter(None, (mark.name, state))), mark.key, scale)


@render_mark.register
def _obstacle(mark: Obstacle, place: Place) -> str:
    x, y = place.middle(mark.box)
    corner = x - 52, y - 44
    if mark.kind == "sandbar":
        body = '<ellipse class="shoal" cx="16" cy="0" rx="16" ry="8"/>'
    elif mark.kind == "torpedo":
        body = '<circle class="wreck" cx="10" cy="0" r="6"/>'
    else:
        body = '<path class="line coast" d="M0 6L8 -6L16 6L24 -6"/>'
    named = "obstruction" if mark.kind == "heavy" else mark.kind
    return _group(*corner, body, named, "")


@render_mark.register
def _haze(mark: Haze, place: Place) -> str:
    x, y = place.middle(mark.box)
    half = SCALES[Boxes] / 2 - 2
    return (
        f'<rect class="smoke age{1 if mark.thick else 2}" x="{x - half:g}" y="{y - half:g}" '
        f'width="{2 * half:g}" height="{2 * half:g}" rx="24"/>'
    )


@render_mark.register
def _tie(mark: Tie, place: Place) -> str:
    """Return a line between two tied ships; for ships in boxes, between the middles of their
    drawings.
    """
    ends = [_end(key, place) for key in mark.keys]
    if None in ends:
        return "<g/>"
    (x, y), (to_x, to_y) = (end for end in ends if end is not None)
    said = mark.kind.replace("_", " the ").replace("crossed", "crosses")
    return (
        f'<path class="line {"path" if mark.kind == "fouled" else "link"}" '
        f'd="M{x:g} {y:g}L{to_x:g} {to_y:g}"><title>{said}</title></path>'
    )


def _end(key: str, place: Place) -> Point | None:
    if key in place.poses:
        return at(place.board, place.poses[key])
    box = next((box for box, keys in place.stacks.items() if key in keys), None)
    if box is None:
        return None
    left, top, scale = place.slot(key, box)
    return round(left + 20 * scale, 1), round(top + 20 * scale, 1)


@render_mark.register
def _lit(mark: Lit, place: Place) -> str:
    x, y = at(place.board, mark.at)
    look = "ring" if mark.kind == "part" else "path"
    if mark.text:
        return _text(x, y, mark.text, f"{look} middle", place.letters)
    return f'<circle class="line {look}" cx="{x:g}" cy="{y:g}" r="4"/>'


@render_mark.register
def _ring(mark: Ring, place: Place) -> str:
    x, y = at(place.board, mark.at)
    radius = max(12.0, mark.radius * SCALES[type(place.board)])
    return f'<circle class="line collision" fill="none" cx="{x:g}" cy="{y:g}" r="{radius:.1f}"/>'


@render_mark.register
def _pointer(mark: Pointer, place: Place) -> str:
    (x, y), (tx, ty) = at(place.board, mark.start), at(place.board, mark.end)
    turned = atan2(ty - y, tx - x)
    barbs = "".join(
        f"M{tx:g} {ty:g}L{tx - 9 * cos(turned + way):.1f} {ty - 9 * sin(turned + way):.1f}"
        for way in (0.45, -0.45)
    )
    return f'<path class="line collision" d="M{x:g} {y:g}L{tx:g} {ty:g}{barbs}"/>'


@render_mark.register
def _line(mark: Line, place: Place) -> str:
    column, pieces = 1, []
    for span in mark.spans:
        if span.text.strip():
            x, y = column * LETTER, (mark.row + 1) * ROW
            wide = f'textLength="{len(span.text) * LETTER:.1f}"'
            pieces.append(
                f'<text class="{span.style}" x="{x:.1f}" y="{y:g}" {wide} '
                f'font-size="12" xml:space="preserve">{_plain(span.text)}</text>'
            )
        column += len(span.text)
    return f"<g>{''.join(pieces)}</g>"


def _group(  # noqa: PLR0913 - what an element is made of
    x: float, y: float, body: str, about: str, key: str, scale: float = 1.0
) -> str:
    """Return an SVG group at a place; `about` is its text for screen readers, `body` its
    content.
    """
    title = f"<title>{_plain(about)}</title>" if about else ""
    named = f' data-key="{_plain(key)}"' if key else ""
    larger = f" scale({scale:g})" if scale != 1 else ""
    return f'<g{named} transform="translate({x:g} {y:g}){larger}">{title}{body}</g>'


def _text(x: float, y: float, text: str, look: str, size: float) -> str:
    return (
        f'<text class="{look}" x="{x:.1f}" y="{y:.1f}" font-size="{size:g}">{_plain(text)}</text>'
    )


def _plain(text: str) -> str:
    """Return a text escaped for SVG, as content or in an attribute."""
    return escape(clean(text))


def _owner(owner: str) -> str:
    """Return the letter of an owner as it occurs in style names."""
    letter = owner[:1].lower()
    return letter if letter in OWNERS else "a"


def _points(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)
