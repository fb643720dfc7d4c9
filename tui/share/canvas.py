"""Canvas: the visible part of a board in an SVG picture, with its coordinates; and the board
itself, which is drawn under the marks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import ceil, floor

import msgspec

from engine.game.chart import (
    Board,
    Boxes,
    Edge,
    Hexes,
    Hull,
    Line,
    Mark,
    Scene,
    Sea,
    Spot,
    Terrain,
    Trace,
)
from engine.space.plane.pose import Point

# The background of a picture: sea, hexes, boxes, and the direction of the wind.


DOWNWIND: dict[str, float] = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
"""{edge that the wind comes from: direction in which it blows, in degrees clockwise from north}."""
STREAM: dict[str, float] = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
ARROW = "M0 -9L5 2H1.5V9H-1.5V2H-5Z"


def board_parts(board: Board, frame: Canvas) -> list[str]:
    """Return the SVG elements of a board, those at the bottom first."""
    page = _rectangle("page", frame.left, frame.top, frame.width, frame.height)
    match board:
        case Sea(width, height, weather_edge):
            wide, high = width * SCALES[Sea], height * SCALES[Sea]
            # An arrow stands at the edge of the table that the wind comes from.
            places = {
                "north": (wide / 2, -EDGE / 2),
                "south": (wide / 2, high + EDGE / 2),
                "west": (-EDGE / 2, high / 2),
                "east": (wide + EDGE / 2, high / 2),
            }
            parts = [page, _rectangle("sea", 0, 0, wide, high)]
            if weather_edge in places:
                parts += _arrow(places[weather_edge], DOWNWIND[weather_edge], "wind")
            return parts
        case Hexes(wind_to):
            return [
                page,
                *_hexes(frame),
                *_arrow((frame.left + 16, frame.top + 16), wind_to, "wind"),
            ]
        case Boxes():
            return [page, *_boxes(board)]
    return [page]


def _hexes(frame: Canvas) -> list[str]:
    """Return SVG elements for an open sea with a dot at the centre of each hex."""
    high = SCALES[Hexes]
    across = high * 3**0.5
    dots = "".join(
        f'<circle class="dot" cx="{x:.2f}" cy="{y:.2f}" r="1"/>'
        for x, y in ((1.0, 1.0), (across / 2 + 1.0, high / 2 + 1.0))
    )
    pattern = (
        f'<defs><pattern id="hexes" patternUnits="userSpaceOnUse" x="-1" y="-1" '
        f'width="{across:.4f}" height="{high:g}">{dots}</pattern></defs>'
    )
    shape = (
        f'x="{frame.left:g}" y="{frame.top:g}" width="{frame.width:g}" height="{frame.height:g}"'
    )
    return [f'<rect class="sea" {shape}/>', f'<g>{pattern}<rect fill="url(#hexes)" {shape}/></g>']


def _boxes(board: Boxes) -> list[str]:
    size = SCALES[Boxes]
    wide, high = board.columns * size, board.rows * size
    drawn = [_rectangle("sea", 0, 0, wide, high)]
    for row, depth in enumerate(board.row_depths):
        if depth is not None:
            drawn.append(_rectangle(f"shoal depth{depth}", 0, row * size, wide, size))
    for column, depth in enumerate(board.column_depths):
        if depth is not None:
            drawn.append(_rectangle(f"shoal depth{depth}", column * size, 0, size, high))
    across = "".join(f"M{column * size:g} 0V{high:g}" for column in range(board.columns + 1))
    down = "".join(f"M0 {row * size:g}H{wide:g}" for row in range(board.rows + 1))
    drawn.append(f'<path class="line ruler" d="{across}{down}"/>')
    drawn += [_bank(edge, wide, high) for edge in board.banks]
    drawn += [
        f'<text class="ruler middle" x="{(column + 0.5) * size:g}" y="-8" font-size="11">'
        f"{column + 1}</text>"
        for column in range(board.columns)
    ]
    drawn += [
        f'<text class="ruler middle" x="-12" y="{(row + 0.5) * size:g}" font-size="11">'
        f"{chr(ord('A') + row)}</text>"
        for row in range(board.rows)
    ]
    if board.current and board.swiftness:
        drawn += _arrow((wide + EDGE / 2, high + EDGE / 2 - 2), STREAM[board.current], "stream")
    return drawn


def _bank(edge: Edge, wide: float, high: float) -> str:
    thick = 5.0
    match edge:
        case "north":
            return _rectangle("land", 0, -thick, wide, thick)
        case "south":
            return _rectangle("land", 0, high, wide, thick)
        case "west":
            return _rectangle("land", -thick, 0, thick, high)
        case "east":
            return _rectangle("land", wide, 0, thick, high)


def _arrow(place: Point, towards: float | None, look: str) -> list[str]:
    if towards is None:
        return []
    said = "direction of the wind" if look == "wind" else "direction of the current"
    x, y = place
    return [
        f'<path class="{look}" d="{ARROW}" transform="translate({x:g} {y:g}) '
        f'rotate({towards:g})"><title>{said}</title></path>'
    ]


def _rectangle(look: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'


# Canvas: the position of a board on a picture, in units of SVG, x to the east, y to the south.


SCALES: dict[type[Board], float] = {Sea: 10.0, Hexes: 20.0, Boxes: 120.0}
"""{kind of board: SVG units for an inch, for the distance of two hexes, or for a box}. With these
scales there is room for letters about ten units high."""
LETTER, ROW = 7.3, 17.0
"""The width of a letter and the height of a line on a page of text, in SVG units."""
EDGE = 22.0
"""The margin around a table or board in SVG units, for rulers and labels."""
AROUND = 3.0
"""The margin around the ships on an open sea, in hexes."""


class Canvas(msgspec.Struct, frozen=True):
    """The visible part of a board, in SVG units."""

    left: float
    top: float
    width: float
    height: float

    @property
    def view_box(self) -> str:
        """The text of the attribute viewBox in an SVG file."""
        return f"{self.left:g} {self.top:g} {self.width:g} {self.height:g}"

    def joined(self, other: Canvas) -> Canvas:
        """Return the smallest canvas that contains this one and another."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return Canvas(left, top, right - left, bottom - top)


def at(board: Board, point: Point) -> Point:
    """Return a point of the board in SVG units, rounded to a tenth."""
    scale = SCALES.get(type(board), 1.0)
    high = board.height if isinstance(board, Sea) else board.rows if isinstance(board, Boxes) else 0
    return round(point[0] * scale, 1) + 0.0, round((high - point[1]) * scale, 1) + 0.0


def longest(board: Board) -> float:
    """Return the longer side of a sea with edges, in SVG units; 0 for other boards."""
    return max(board.width, board.height) * SCALES[Sea] if isinstance(board, Sea) else 0.0


def middle(board: Board, box: tuple[int, int]) -> Point:
    """Return the middle of a box (row, column) in SVG units."""
    assert isinstance(board, Boxes), "only a board of boxes has boxes"
    return at(board, board.middle(*box))


def canvas(scene: Scene) -> Canvas:
    """Return the canvas of a scene: the whole board; on an open sea, the area around everything in
    it.
    """
    if whole := edges(scene.board):
        return whole
    if isinstance(scene.board, Hexes):
        low, high = _corners(scene.board, list(_places(scene.marks)) or [(0.0, 0.0)])
        margin = AROUND * SCALES[Hexes]
        left, top = floor(low[0] - margin), floor(low[1] - margin)
        return Canvas(left, top, ceil(high[0] + margin) - left, ceil(high[1] + margin) - top)
    lines = [mark for mark in scene.marks if isinstance(mark, Line)]
    wide = max((sum(len(span.text) for span in line.spans) for line in lines), default=1)
    rows = max((line.row for line in lines), default=0) + 1
    return Canvas(0, 0, ceil((wide + 2) * LETTER), (rows + 1) * ROW)


def edges(board: Board) -> Canvas | None:
    """Return the canvas of a board that has edges, with the margin around it; None for an open sea
    and a page.
    """
    match board:
        case Sea(width, height):
            return _around(width * SCALES[Sea], height * SCALES[Sea])
        case Boxes(columns, rows):
            return _around(columns * SCALES[Boxes], rows * SCALES[Boxes])
        case _:
            return None


def _corners(board: Board, places: Sequence[Point]) -> tuple[Point, Point]:
    """Return the top left and bottom right corner of the rectangle around some places, in SVG
    units.

    Only the two corners are converted, because rounding never changes the order of numbers.
    """
    xs, ys = zip(*places, strict=True)
    return at(board, (min(xs), max(ys))), at(board, (max(xs), min(ys)))


def canvases(scenes: Iterable[Scene]) -> list[Canvas]:
    """Return the canvas of each scene.

    On an open sea all are the same, so that the view does not move.
    """
    every: list[tuple[type[Board], Canvas]] = []
    last: Scene | None = None
    for scene in scenes:  # a battle has few scenes, each for many entries
        every.append(every[-1] if scene is last else (type(scene.board), canvas(scene)))
        last = scene
    sea = [each for kind, each in every if kind is Hexes]
    whole = sea[0] if sea else None
    for each in sea:
        whole = whole.joined(each) if whole else each
    return [whole if kind is Hexes and whole else each for kind, each in every]


NAMES = 5.0
"""The margin around the ships in view, in inches or hexes, with room for their names."""
CLOSEST = 14.0
"""The smallest size of the view in inches or hexes. In a smaller one, two ships would fill the
picture."""


Corners = tuple[Point, Point]
"""The top left and bottom right corner of the rectangle around some ships, in SVG units."""


def around_ships(scene: Scene, whole: Canvas) -> Canvas:
    """Return the part of a canvas around the ships; for a board of boxes, the whole canvas."""
    return around(ships_corners(scene), scene.board, whole)


def ships_corners(scene: Scene) -> Corners | None:
    """Return the corners of the rectangle around the ships afloat; None without ships, and for a
    board of boxes.
    """
    if not isinstance(scene.board, Sea | Hexes):
        return None
    afloat = [m.pose.at for m in scene.marks if isinstance(m, Hull) and m.state == "live"]
    return _corners(scene.board, afloat) if afloat else None


def around(corners: Corners | None, board: Board, whole: Canvas) -> Canvas:
    """Return the part of a canvas around a rectangle given by its corners; the whole canvas for
    None.
    """
    if corners is None:
        return whole
    scale = SCALES[type(board)]
    margin, least = NAMES * scale, CLOSEST * scale

    def span(low: float, high: float, first: float, size: float) -> tuple[float, float]:
        more = max(0.0, least - (high - low)) / 2
        beside = max(margin, more)
        long = min(high - low + 2 * beside, size)
        return max(first, min(low - beside, first + size - long)), long

    (low_x, low_y), (high_x, high_y) = corners
    left, wide = span(low_x, high_x, whole.left, whole.width)
    top, high = span(low_y, high_y, whole.top, whole.height)
    return Canvas(floor(left), floor(top), ceil(wide), ceil(high))


def _around(width: float, height: float) -> Canvas:
    return Canvas(-EDGE, -EDGE, width + 2 * EDGE, height + 2 * EDGE)


def _places(marks: Iterable[Mark]) -> Iterable[Point]:
    for mark in marks:
        match mark:
            case Hull():
                yield mark.pose.at
            case Terrain():
                yield from mark.outline
            case Trace():
                yield from mark.points
            case Spot():
                yield mark.at
