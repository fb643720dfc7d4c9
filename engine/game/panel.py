"""The rows that a game system shows beside the chart, and which of them a reader sees.

Each row has a kind (a track, a bar, dice), so that every glyph set can draw the row in its own way.
Each row also has the depths of the panel at which it appears. A front end lays the rows out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

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
"""The kinds of picture that show a ship from the side."""
Where = Literal["bow", "stern", "side", "deck", "waterline", "front", "turret", "rear"]
"""A part of a ship; `front`, `turret` and `rear` are parts of a turret."""


Depth = Literal["first", "usual", "all"]
"""How much a panel shows: `first`, for the first battles, the most important rows, in words unless
a lesson has taught them; `usual` the rows that are usually needed; `all` every row."""


class RowBase(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every row: the depths at which it appears, and the lesson that teaches it."""

    depth: Depth = "first"
    """The least depth at which the row appears."""
    until: Depth = "all"
    """The greatest depth at which the row appears; it is `first` for words that a row of figures
    replaces at greater depths."""
    lesson: str = ""
    """The name of the lesson after which the row appears at every depth, in figures instead of
    words; '' for none."""


class Span(msgspec.Struct, frozen=True):
    """A run of words in one style."""

    text: str
    style: Style = "text"


class Words(RowBase, frozen=True, tag="words"):
    """One line of words; `key` names a ship to centre when the line is chosen."""

    spans: tuple[Span, ...]
    key: str = ""
    short: str = ""
    """The line in fewer words, used when the line does not fit; if '', the line is wrapped
    instead."""


class Heading(RowBase, frozen=True, tag="heading"):
    """The heading of a section, drawn as `-- Title ----`."""

    title: str
    minor: bool = False
    """Whether the section below the heading may be left out if room is short."""
    kept: bool = False
    """Whether the section below the heading is about the open question, and is therefore the last
    to be left out if room is short."""


class Title(RowBase, frozen=True, tag="title"):
    """The head of a card: key and tokens in the owner's colour, name, kind on the right."""

    key: str
    owner: str
    name: str
    right: str = ""
    tokens: str = ""
    code: str | None = None
    """The ship's short name, which players use instead of the key; '' where the name is enough."""


class ShipPlan(RowBase, frozen=True, tag="plan"):
    """A ship from above, bow to the right. The gun ports of a side are drawn closed when its guns
    are not loaded.
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


class Profile(RowBase, frozen=True, tag="profile"):
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


class Track(RowBase, frozen=True, tag="track"):
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
    """The number of boxes left in each section, if the track has sections with the numbers of boxes
    in `sizes`."""
    sizes: tuple[int, ...] = ()
    told: str = ""


class Rose(RowBase, frozen=True, tag="rose"):
    """The movement points of a ship on each of six headings, and the wind: a compass where there is
    room, else a line of words.
    """

    label: str
    headings: tuple[tuple[str, int], ...]
    """Pairs (name, movement points) of the headings, clockwise from north."""
    now: str
    """The name of the ship's heading."""
    wind_from: str
    """The name of the direction from which the wind comes."""


class Bar(RowBase, frozen=True, tag="bar"):
    """A bar of odds: `share` from 0 to 1, a label and a remark."""

    label: str
    share: float
    note: str = ""


class Faces(RowBase, frozen=True, tag="faces"):
    """Dice as rolled: (face, what the face counts as), drawn in boxes."""

    dice: tuple[tuple[str, str], ...]


class ShipLine(RowBase, frozen=True, cache_hash=True, tag="ship_line"):
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


class SideLine(RowBase, frozen=True, tag="side_line"):
    """The line of a side: its points, the losses that would make it withdraw, and further
    marks.
    """

    key: str
    name: str
    style: Style
    points: str
    """The side's points as the game counts them, `0/7`."""
    tip: str = ""
    spare: str = ""
    letter: str = ""
    """A letter that distinguishes sides with similar names; it stands before the name and is never
    cut off; '' for none."""
    card: str = ""
    """The side's card that is in effect, with its value; the card is never left out."""
    told: str = ""
    """The side's points in words, for a reader who does not know how they are counted."""


class Texture(RowBase, frozen=True, tag="texture"):
    """A kind of terrain with the texture that the chart draws."""

    kind: str
    text: str


class Letter(RowBase, frozen=True, tag="letter"):
    """A short sign of the chart, its edges or the panel, with its meaning."""

    sign: str
    text: str
    in_panel: bool = False
    """Whether the sign has this meaning in the panel only; on the chart it means something else."""


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


def taught_rows(lesson: str, *rows: Row, depth: Depth = "usual") -> tuple[Row, ...]:
    """Return rows that appear from a depth on, and after a lesson has taught them at every
    depth.
    """
    return tuple(replace(row, depth=depth, lesson=lesson) for row in rows)


# Depths of a panel: which rows a reader sees, given the chosen depth and the finished lessons.


DEPTHS: tuple[Depth, ...] = ("first", "usual", "all")
"""The depths, the least first."""
FIRST_BATTLES = 3
"""The number of battles of a game after which a growing panel shows the usual depth."""
MANY_BATTLES = 10
"""The number of battles of a game after which a growing panel shows all rows."""


class Known(NamedTuple):
    """What a reader knows: a depth, and the names of the finished lessons, which unlock rows."""

    depth: Depth = "all"
    lessons: frozenset[str] = frozenset()


EVERYTHING = Known()
_SIDES: dict[str, Style] = {"A": "side_a", "B": "side_b"}


def depth_after(battles: int) -> Depth:
    """Return the depth of a panel after a reader has fought a number of battles of a game.

    >>> depth_after(0), depth_after(3), depth_after(10)
    ('first', 'usual', 'all')
    """
    return DEPTHS[(battles >= FIRST_BATTLES) + (battles >= MANY_BATTLES)]


def deeper(depth: Depth) -> Depth:
    """Return the next depth; after the last comes the first."""
    return DEPTHS[(DEPTHS.index(depth) + 1) % len(DEPTHS)]


def visible_rows(rows: Sequence[Row], known: Known) -> list[Row]:
    """Return the rows that a reader sees; at the first depth, rows that no lesson has taught are
    put into words.

    A heading below which no rows remain is removed.
    """
    # A shortcut, since films lay out hundreds of thousands of rows and hardly ever leave one out.
    deeper = DEPTHS[DEPTHS.index(known.depth) + 1 :]
    if known.depth != "first" and not any(
        row.until != "all" or row.depth in deeper for row in rows
    ):
        return list(rows)
    kept: list[Row] = []
    left_out = False
    for row in (*rows, None):
        here = row is not None and _is_shown(row, known)
        bare = bool(kept) and isinstance(kept[-1], Heading) and left_out
        if bare and (row is None or (here and isinstance(row, Heading))):
            kept.pop()
        if row is not None and here:
            plain = known.depth != "first" or row.lesson in known.lessons
            kept.append(row if plain else _in_words(row))
        left_out = not here
    return kept


def _is_shown(row: Row, known: Known) -> bool:
    """Tell whether a row is shown at the reader's depth or after the reader's lessons, and is not
    replaced by another row.
    """
    level = DEPTHS.index(known.depth)
    taught = row.lesson in known.lessons
    if row.until != "all" and (taught or DEPTHS.index(row.until) < level):
        return False
    return taught or DEPTHS.index(row.depth) <= level


def _in_words(row: Row) -> Row:
    """Return a row in words, without letters and figures that the reader has not learnt."""
    match row:
        case Track(told=told) if told:
            return Words((Span(told),), until="first")
        case ShipLine(told=told) if told:
            name = row.name if row.short else f"{row.key} {row.name}"
            spans = Span(name, _SIDES.get(row.owner[:1], "head")), Span(f": {told}")
            return Words(spans, row.key, until="first")
        case SideLine(told=told) if told:
            return Words((Span(row.name, row.style), Span(f": {told}")), until="first")
        case Title():
            return replace(row, tokens="")
    return row
