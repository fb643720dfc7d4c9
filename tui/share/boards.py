"""What lies under the marks of a picture: sea, hexes, boxes, and where the wind blows to."""

from __future__ import annotations

from engine.game.board import Board, Boxes, Edge, Hexes, Sea
from engine.space.plane.pose import Point
from tui.share.canvas import EDGE, SCALES, Canvas

DOWNWIND: dict[str, float] = {"north": 180.0, "east": 270.0, "south": 0.0, "west": 90.0}
"""Where a wind blows to, by the edge that it comes from."""
STREAM: dict[str, float] = {"north": 0.0, "east": 90.0, "south": 180.0, "west": 270.0}
ARROW = "M0 -9L5 2H1.5V9H-1.5V2H-5Z"


def board_parts(board: Board, frame: Canvas) -> list[str]:
    """Return the elements of a board, the lowest first."""
    page = _rectangle("page", frame.left, frame.top, frame.width, frame.height)
    match board:
        case Sea(width, height, weather_edge):
            wide, high = width * SCALES[Sea], height * SCALES[Sea]
            return [page, _rectangle("sea", 0, 0, wide, high), *_wind(weather_edge, wide, high)]
        case Hexes(wind_to):
            return [page, *_hexes(frame), *_arrow(_corner(frame), wind_to, "wind")]
        case Boxes():
            return [page, *_boxes(board)]
    return [page]


def _wind(edge: str, wide: float, high: float) -> list[str]:
    """Return the arrow at the edge that the wind comes from."""
    places = {
        "north": (wide / 2, -EDGE / 2),
        "south": (wide / 2, high + EDGE / 2),
        "west": (-EDGE / 2, high / 2),
        "east": (wide + EDGE / 2, high / 2),
    }
    return _arrow(places[edge], DOWNWIND[edge], "wind") if edge in places else []


def _hexes(frame: Canvas) -> list[str]:
    """Return an open sea with a dot at the centre of each hex."""
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


def _corner(frame: Canvas) -> Point:
    return frame.left + 16, frame.top + 16


def _arrow(place: Point, towards: float | None, look: str) -> list[str]:
    if towards is None:
        return []
    said = "the wind blows so" if look == "wind" else "the current runs so"
    x, y = place
    return [
        f'<path class="{look}" d="{ARROW}" transform="translate({x:g} {y:g}) '
        f'rotate({towards:g})"><title>{said}</title></path>'
    ]


def _rectangle(look: str, x: float, y: float, wide: float, high: float) -> str:
    return f'<rect class="{look}" x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}"/>'
