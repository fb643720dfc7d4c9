"""The rows that a game system shows beside the chart; a front end lays them out.

Each row says what it is (a track, a bar, dice), so that every glyph set can draw it in its own way,
and at which depth of the panel it appears. Styles are names in the palette: text, dim, head, ok,
warning.
"""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

Style = Literal["text", "dim", "head", "ok", "warning", "side_a", "side_b"]
Shape = Literal[
    "casemate",  # sloping sides over a low hull
    "monitor",  # a turret on a raft
    "wheeler",  # paddle boxes amidships
    "sloop",  # masts
    "ram",  # a beak
    "steamer",  # a funnel and little else: gunboats, tugs, launches
    "barge",
    "hulk",
    "hidden",
]
"""The kinds of picture of a ship from the side."""
Where = Literal["bow", "stern", "side", "deck", "waterline", "front", "turret", "rear"]
"""A part of a ship; the last three are faces of a turret."""


Depth = Literal["first", "usual", "all"]
"""How much a panel shows: in the first battles only rows that were taught, in words; then the rows
that are usually needed; then all."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every row: the depths at which it appears, and the lesson that teaches it."""

    depth: Depth = "first"
    """The least depth at which the row appears."""
    until: Depth = "all"
    """The greatest depth at which the row appears: `first` for words that a row of figures replaces
    later."""
    lesson: str = ""
    """The name of the lesson after which the row appears at every depth, and as figures; '' for
    none."""


class Span(msgspec.Struct, frozen=True):
    """A run of words in one style."""

    text: str
    style: Style = "text"


class Words(Told, frozen=True, tag="words"):
    """One line of words; `key` names a ship to centre when the line is chosen."""

    spans: tuple[Span, ...]
    key: str = ""
    short: str = ""
    """The line in fewer words, for when it does not fit; if '', the line is wrapped instead."""


class Heading(Told, frozen=True, tag="heading"):
    """A section head: `-- Title ----`."""

    title: str
    minor: bool = False
    """Whether its section may be left out if room is short."""
    kept: bool = False
    """Whether its section is about the open question, and so is left out last."""


class Title(Told, frozen=True, tag="title"):
    """The head of a card: key and tokens in the owner's colour, name, kind on the right."""

    key: str
    owner: str
    name: str
    right: str = ""
    tokens: str = ""
    code: str | None = None
    """The short name that players use instead of the key; '' where the name is enough."""


class ShipPlan(Told, frozen=True, tag="plan"):
    """A ship from above, bow to the right; the gun ports of each side are closed when not
    loaded.
    """

    owner: str
    guns: int
    port_loaded: bool
    starboard_loaded: bool


class Guard(msgspec.Struct, frozen=True):
    """The armour of a part of a ship, and how much of the armour is shot away."""

    key: str
    """The players' short name of the part, one or two characters."""
    where: Where
    strength: int
    """The strength, from 1 (weakest) to 4."""
    bites: int = 0
    """Quarters of the armour shot away, from 0 (whole) to 4 (gone)."""


class Profile(Told, frozen=True, tag="profile"):
    """A ship from the side, bow to the right: armour, fires and smoke."""

    owner: str
    shape: Shape
    guards: tuple[Guard, ...]
    fires: tuple[int, ...] = ()
    """The level of each fire."""
    smoke: int = 0
    """The density of the smoke: 0 none, 1 light, 2 heavy."""
    funnel: bool = True
    """Whether the funnel is still there."""


class Track(Told, frozen=True, tag="track"):
    """A row of boxes, `filled` of `total`.

    `after` is the number filled after the previewed order; `told` describes the track in words, `2
    damage of 7`.
    """

    label: str
    filled: int
    total: int
    after: int | None = None
    note: str = ""
    groups: tuple[int, ...] = ()
    """The boxes left in each section, if the track has sections of `sizes`."""
    sizes: tuple[int, ...] = ()
    told: str = ""


class Rose(Told, frozen=True, tag="rose"):
    """The movement points of a ship on each of six headings, and the wind: a compass where there is
    room, else a line of words.
    """

    label: str
    headings: tuple[tuple[str, int], ...]
    """(name, points) of the headings, clockwise from north."""
    now: str
    """The name of the ship's heading."""
    wind_from: str
    """The name of the direction from which the wind comes."""


class Bar(Told, frozen=True, tag="bar"):
    """A bar of odds: `share` from 0 to 1, a label and a remark."""

    label: str
    share: float
    note: str = ""


class Faces(Told, frozen=True, tag="faces"):
    """Dice as rolled: (face, what the face counts as), drawn in boxes."""

    dice: tuple[tuple[str, str], ...]


class ShipLine(Told, frozen=True, cache_hash=True, tag="ship_line"):
    """One ship's line in the roster. Its hash is cached: layouts of the panel are memoised by
    tuples of these lines.
    """

    key: str
    owner: str
    """The seat that has the ship; '' while no seat has chosen her."""
    tokens: str
    name: str
    tracks: tuple[tuple[str, int, int], ...] = ()
    """Her damage tracks: (letter, boxes filled, boxes in all)."""
    note: str = ""
    short: str = ""
    """The ship's name for a narrow column, shortened by the panel; '' where players use her key."""
    told: str = ""
    """The ship's state in words, for a reader who does not know the letters."""


class SideLine(Told, frozen=True, tag="side_line"):
    """A side's standing: its points, the losses that would make it withdraw, and its further
    marks.
    """

    key: str
    name: str
    style: Style
    points: str
    """Points as the system counts them, `0/7`."""
    tip: str = ""
    spare: str = ""
    letter: str = ""
    """A letter that tells similar names apart; it stands before the name and is never truncated; ''
    for none."""
    card: str = ""
    """The side's card in force, with its value; it is never left out."""
    told: str = ""
    """The side's points in words, for a reader who does not know how they are counted."""


class Texture(Told, frozen=True, tag="texture"):
    """A kind of terrain with the texture that the chart draws."""

    kind: str
    text: str


class Letter(Told, frozen=True, tag="letter"):
    """A short sign of the chart, its edges or the panel, with its meaning."""

    sign: str
    text: str


Row = (
    SideLine
    | Texture
    | Letter
    | Words
    | Heading
    | Title
    | ShipPlan
    | Rose
    | Profile
    | Track
    | Bar
    | Faces
    | ShipLine
)


def words(  # noqa: PLR0913 - the fields of a row, by keyword
    text: str,
    style: Style = "text",
    key: str = "",
    *,
    depth: Depth = "first",
    until: Depth = "all",
    lesson: str = "",
) -> Words:
    """Return a line in one style."""
    return Words((Span(text, style),), key, depth=depth, until=until, lesson=lesson)


def taught(lesson: str, *rows: Row, depth: Depth = "usual") -> tuple[Row, ...]:
    """Return rows that appear from a depth on, and at every depth once a lesson has taught them."""
    return tuple(replace(row, depth=depth, lesson=lesson) for row in rows)
