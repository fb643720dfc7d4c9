"""Everything that a game draws on the chart: boards, marks (drawn things), pictures.

Places on a board are points (x, y) of a plane.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.game.panel import Shape, Span
from engine.space.plane.pose import Point, Pose

# Boards: the surfaces on which the pieces of a game lie, and how places map to plane coordinates. A
# front end has a window for each kind of board. The window maps the plane to cells, pans, zooms to
# fit, and knows how far the cursor moves in one step.


Edge = Literal["north", "east", "south", "west"]


class Sea(msgspec.Struct, frozen=True, tag="sea"):
    """A board of open sea, measured in inches: its size and the edge that the wind blows from.

    It also has the ranges of its ruler. The cursor moves by one cell of the terminal.
    """

    width: float
    height: float
    weather_edge: Edge | Literal[""] = ""
    ruler: tuple[tuple[str, float], ...] = ()
    """The ranges of the ruler as pairs (letter, inches), shortest first. The letters are those of
    Yard Arm, Pistol, Musket and Cannon Shot: Y, P, M, C."""


class Boxes(msgspec.Struct, frozen=True, tag="boxes"):
    """A board of boxes, a river or a bay; each box is 1 by 1 on the plane, and row A is on top.

    The middle of the box of row r and column c, from 0, is (c + 0.5, rows - r - 0.5). The cursor
    steps by a box. Each edge of the board is open water, or else one of `banks`.
    """

    columns: int
    rows: int
    banks: tuple[Edge, ...] = ()
    row_depths: tuple[int | None, ...] = ()
    """The depth of the shoals in each row; None where a row is deep."""
    column_depths: tuple[int | None, ...] = ()
    current: Edge | Literal[""] = ""
    """The edge that the current flows towards; '' for still water."""
    wind: str = ""
    """The strength of the wind, in a word."""
    swiftness: int = 0
    """The speed of the current: 0 none, 1 slow, 2 moderate, 3 fast."""

    def middle(self, row: int, column: int) -> Point:
        """Return the point in the middle of a box."""
        return column + 0.5, self.rows - row - 0.5

    def box(self, at: Point) -> tuple[int, int]:
        """Return (row, column) of the box that contains a point.

        For a point off the board, the numbers go on beyond the last row or column, or below 0.
        """
        return self.rows - 1 - int(at[1] // 1), int(at[0] // 1)


class Hexes(msgspec.Struct, frozen=True, tag="hexes"):
    """A board of open sea in hexes; only the centres are drawn, as dots that are 1 apart.

    The hexes have a flat top and form columns; odd columns lie half a hex lower. The sea has no
    edge: the visible part follows the ships and other marks. The cursor steps from centre to
    centre.
    """

    wind_to: float | None = None
    """The direction in which the wind blows, in degrees clockwise from north."""


class Page(msgspec.Struct, frozen=True, tag="page"):
    """A board of text lines, for content without a place on a chart: the cursor moves by lines."""

    lines: int = 0


Board = Sea | Boxes | Hexes | Page


# What a game system draws on the chart: marks in plane coordinates.
#
# The unit is inches, x to the east and y to the north; headings are in degrees clockwise from
# north. A front end draws marks by their kind and need not know what a broadside path is.


TerrainKind = Literal["shoal", "rocks", "island", "land", "fog", "zone"]
TraceKind = Literal[
    "ring",  # a range band around a base, closed, with its label
    "path",  # an edge of a broadside path
    "bar",  # a range bar across a path, labelled with the letter of the range
    "sweep",  # one edge of the water that a moving ship covers
    "link",  # a formation link, stern to bow
    "rake",  # the ray of a raking shot
    "sight",  # a clear line of sight
    "blocked",  # a line of sight that something blocks
    "ray",  # a boundary between points of sail
    "measure",  # a distance being measured
    "room",  # the edge of the area where a piece may be placed
]


class Hull(msgspec.Struct, frozen=True, tag="hull"):
    """A ship on its base, seen from above. `key` is the ship's key, such as 'A1'.

    The ships of side 'A' are drawn filled, those of other sides as an outline.
    """

    key: str
    owner: str
    pose: Pose
    length: float
    width: float
    side: str = "A"
    name: str = ""
    tokens: str = ""
    """The signs of the ship's tokens (markers for her condition), in the order of the letters in
    `*!%x@psfmagew`."""
    flagship: bool = False
    state: Literal["live", "wreck", "ghost"] = "live"
    port_loaded: bool = False
    starboard_loaded: bool = False
    active: bool = False
    """Whether the open question is about this ship. Only then is she drawn in yellow."""
    wake: bool = False
    damage: tuple[int, int] = (0, 7)


class Terrain(msgspec.Struct, frozen=True, tag="terrain"):
    """A piece of sea or land: an outline of points, and a name if it has one."""

    key: str
    kind: TerrainKind
    outline: tuple[Point, ...]
    name: str = ""


class Trace(msgspec.Struct, frozen=True, tag="trace"):
    """A thin dotted line, such as a distance or a direction."""

    kind: TraceKind
    points: tuple[Point, ...]
    closed: bool = False
    label: str = ""


class Spot(msgspec.Struct, frozen=True, tag="spot"):
    """A single character or a word at a place, such as a collision point."""

    kind: Literal["collision", "label", "party", "marker"]
    at: Point
    text: str = ""


class Smoke(msgspec.Struct, frozen=True, tag="smoke"):
    """Smoke beside a side of a ship that has fired.

    `age` 0 is the flash, 1 dense smoke, 2 thin smoke.
    """

    key: str
    pose: Pose
    length: float
    width: float
    side: Literal["port", "starboard", "bow", "stern"]
    age: int = 1


class Counter(msgspec.Struct, frozen=True, tag="counter"):
    """A ship in a box, drawn from the side.

    The chart stacks the ships of one box.
    """

    key: str
    owner: str
    box: tuple[int, int]
    """The row and column of the ship's box, from 0; for a ship off the board they lie outside the
    grid."""
    name: str
    """The ship's name, which the chart shortens where a box has no room for it."""
    state: str = ""
    """The text after the ship's name, such as how many of her hits are left, `6/10`."""
    shape: Shape = "steamer"
    side: str = "A"
    tokens: str = ""
    """Characters beside the drawing, such as `L` for light smoke, `F2` for a fire, `g` for
    aground."""
    active: bool = False
    ghost: bool = False


class Fort(msgspec.Struct, frozen=True, tag="fort"):
    """A section of a fort in a box; each section is hit and silenced on its own."""

    key: str
    owner: str
    box: tuple[int, int]
    name: str
    """The section's name, at most seven characters, in capitals."""
    state: str = ""
    """The hits that are left, such as `hits 5 of 12`."""
    silenced: bool = False
    tokens: str = ""
    active: bool = False


class Obstacle(msgspec.Struct, frozen=True, tag="obstacle"):
    """Something in the water of a box: an obstruction, a sandbar, a torpedo, a hulk."""

    key: str
    kind: Literal["obstruction", "heavy", "sandbar", "torpedo", "hulk"]
    box: tuple[int, int]


class Haze(msgspec.Struct, frozen=True, tag="haze"):
    """Smoke over a box."""

    box: tuple[int, int]
    thick: bool = False


CROSSED = ("crossed_bow", "crossed_stern")
"""The kinds of tie in which one ship lies across the bow or stern of the other."""


class Tie(msgspec.Struct, frozen=True, tag="tie"):
    """Two ships that hold each other, given by their keys.

    Where one ship lies across the bow or stern of the other, her key is the first.
    """

    kind: Literal["fouled", "grappled", "towed", "crossed_bow", "crossed_stern"]
    keys: tuple[str, str]


class Lit(msgspec.Struct, frozen=True, tag="lit"):
    """A highlighted place on the board.

    It may be a hex that guns can hit, a box that a ship may enter, or a step of an order.
    """

    at: Point
    kind: Literal["full", "part", "step", "reach"]
    """Why the place is highlighted. `full` and `part`: guns have full effect there, or part of it;
    `step`: it is a numbered step of an order; `reach`: it is within reach."""
    text: str = ""
    shade: int = 0
    """The intensity that is drawn: 0 no shading, 1 light to 3 heavy."""


class Line(msgspec.Struct, frozen=True, tag="line"):
    """A line of a page.

    A span (run of text) that consists only of `#` and `.` is drawn as a bar.
    """

    row: int
    """The row number, from 0."""
    spans: tuple[Span, ...]
    key: str = ""
    """The key of the ship or thing that the line is about; '' for none."""


class Ring(msgspec.Struct, frozen=True, tag="ring"):
    """A circle drawn by a person around a ship or place; `radius` in inches."""

    at: Point
    radius: float


class Pointer(msgspec.Struct, frozen=True, tag="pointer"):
    """An arrow drawn by a person from one place to another."""

    start: Point
    end: Point


Remarked = Ring | Pointer
"""Marks on the chart that a person has drawn."""
Mark = (
    Hull
    | Terrain
    | Trace
    | Spot
    | Smoke
    | Counter
    | Fort
    | Obstacle
    | Haze
    | Tie
    | Lit
    | Line
    | Remarked
)


class Scene(msgspec.Struct, frozen=True):
    """All marks on the chart at a moment, without overlays and previews."""

    board: Board
    marks: tuple[Mark, ...]


class Glide(msgspec.Struct, frozen=True, tag="glide"):
    """A ship's movement in an animation, as the poses to draw; the ship stays at the last one.

    A pose is a place and a heading.
    """

    key: str
    poses: tuple[Pose, ...]


class Volley(msgspec.Struct, frozen=True, tag="volley"):
    """The fire of one side of a ship: a flash, then smoke."""

    key: str
    side: Literal["port", "starboard", "bow", "stern"]


class Throw(msgspec.Struct, frozen=True, tag="throw"):
    """A roll of dice in an animation: what it was for, and the faces that fell."""

    title: str
    faces: tuple[str, ...]


class Shift(msgspec.Struct, frozen=True, tag="shift"):
    """An animation in which everything on the sea moves by the same inches east and north.

    `text` says in a sentence why.
    """

    by: Point
    text: str


class News(msgspec.Struct, frozen=True, tag="news"):
    """A sentence about an event that the chart itself shows without an animation.

    `key` is the ship that the event is about, if any.
    """

    text: str
    key: str = ""


class Together(msgspec.Struct, frozen=True, tag="together"):
    """Several animations that are shown at once, such as ships that move in one impulse."""

    parts: tuple[Glide | Volley | Throw | Shift | News, ...]


Spectacle = Together | Glide | Volley | Throw | Shift | News


def flatten(spectacle: Spectacle) -> tuple[Glide | Volley | Throw | Shift | News, ...]:
    """Return the animations of a spectacle one by one."""
    return spectacle.parts if isinstance(spectacle, Together) else (spectacle,)


# Events that the screen shows as a picture of their own, for a moment in front of the chart.
#
# A game system names the picture and writes the sentence; a front end draws it in its glyphs.


Picture = Literal[
    "rake",  # shot goes through the ship from end to end
    "mast",  # a mast, or a funnel, falls
    "fire",
    "ram",  # one ship rams another
    "torpedo",  # a mine or torpedo explodes below the ship
    "blast",  # the ship, or her boiler, blows up
    "past",  # a ship passes guns ashore
    "colours",  # the ship strikes, or is out of action
    "sunk",
    "fort",  # guns ashore fall silent
    "flagship",  # a ship is taken, or her admiral falls
    "cards",  # cards laid side by side
    "eve",  # the introduction of the battle: when and where it is fought, and what is at stake
    "end",  # the end of the battle
]
Rig = Literal["sail", "steam"]


class Card(msgspec.Struct, frozen=True):
    """A card that is turned up: its owner, its value, its name and effect."""

    owner: str
    """The key of the owner's seat, whose colour the card is drawn in."""
    whose: str
    value: str
    name: str
    effect: str = ""


class Tableau(msgspec.Struct, frozen=True, tag="tableau"):
    """A picture of a great moment, with a title in a few words and a sentence.

    Everybody may see it, so nothing in it may reveal a secret.
    """

    picture: Picture
    title: str
    text: str
    owner: str = ""
    """The key of the squadron whose ship the picture shows; '' for a neutral colour."""
    rig: Rig = "sail"
    cards: tuple[Card, ...] = ()
    """The cards that the picture `cards` shows side by side."""
    joins: str = ""
    """A key for merging pictures. Of all pictures of one command that have the same key only the
    first is shown, with the sentences of all of them. Pictures with the key '' are not merged."""
