"""The rows that a game system shows beside the chart, and which of them a reader sees.

Each row has a kind (a track, a bar, dice), so that every glyph set can draw the row in its own way.
How much a panel shows is its depth; each row knows at which depths it appears. A front end lays the
rows out.
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
Where = Literal["bow", "midships", "stern", "deck", "waterline", "front", "turret", "rear"]
"""A part of a ship; `front`, `turret` and `rear` are parts of a turret."""


Depth = Literal["first", "usual", "all"]
"""How much a panel shows. `first`, for a player's first battles, shows the most important rows, in
words unless a lesson has taught them; `usual` shows the rows that are usually needed; `all` shows
every row."""


class RowBase(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every row: the depths (levels of detail) at which it appears, its lesson."""

    depth: Depth = "first"
    """The lowest depth at which the row appears."""
    until: Depth = "all"
    """The highest depth at which the row appears. It is `first` for words that a row of figures
    replaces at greater depths."""
    lesson: str = ""
    """The name of the lesson that teaches the row; '' for none. A reader who has finished it sees
    the row at every depth, in figures instead of words."""


class Span(msgspec.Struct, frozen=True):
    """A run of words in one style."""

    text: str
    style: Style = "text"


class Words(RowBase, frozen=True, tag="words"):
    """One line of words.

    When a reader chooses the line, the chart centres on the ship `key`.
    """

    spans: tuple[Span, ...]
    key: str = ""
    short: str = ""
    """The line in fewer words, used when the line does not fit; if '', the line is wrapped
    instead."""


class Heading(RowBase, frozen=True, tag="heading"):
    """The heading of a section, drawn as `-- Title ----`."""

    title: str
    minor: bool = False
    """Whether the section below the heading may be left out where room is short."""
    kept: bool = False
    """Whether the section below the heading is about the open question. It is then the last one to
    be left out where room is short."""


class Title(RowBase, frozen=True, tag="title"):
    """The first row of a card.

    It shows key and tokens (signs of the ship's condition) in the owner's colour, the name, and on
    the right the kind.
    """

    key: str
    owner: str
    name: str
    right: str = ""
    tokens: str = ""
    code: str | None = None
    """The ship's short name, which players use instead of the key. '' where the name is enough;
    None for the key itself."""


class ShipPlan(RowBase, frozen=True, tag="plan"):
    """A ship seen from above, bow to the right.

    The gun ports of a side are drawn closed when its guns are not loaded.
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
    """How many quarters of the armour are shot away, from 0 (whole) to 4 (gone)."""


class Profile(RowBase, frozen=True, tag="profile"):
    """A ship seen from the side, bow to the right, with her armour, fires and smoke."""

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
    """A row of boxes to be ticked off, such as damage: `filled` of `total` boxes are ticked.

    `after` is the number ticked after the order that is previewed; `told` describes the track in
    words, `2 damage of 7`.
    """

    label: str
    filled: int
    total: int
    after: int | None = None
    note: str = ""
    groups: tuple[int, ...] = ()
    """The number of boxes left in each section of the track; `sizes` has how many boxes each
    section has in all. () for a track without sections."""
    sizes: tuple[int, ...] = ()
    told: str = ""


class Rose(RowBase, frozen=True, tag="rose"):
    """The movement points of a ship on each of six headings, and the wind.

    It is drawn as a compass where there is room, else as a line of words.
    """

    label: str
    headings: tuple[tuple[str, int], ...]
    """Pairs (name, movement points) of the headings, clockwise from north."""
    now: str
    """The name of the ship's heading."""
    wind_from: str
    """The name of the direction that the wind comes from."""


class Bar(RowBase, frozen=True, tag="bar"):
    """A bar of odds: `share` from 0 to 1, a label and a remark."""

    label: str
    share: float
    note: str = ""


class Faces(RowBase, frozen=True, tag="faces"):
    """Dice as rolled: (face, what the face counts as), drawn in boxes."""

    dice: tuple[tuple[str, str], ...]


class ShipLine(RowBase, frozen=True, cache_hash=True, tag="ship_line"):
    """One ship's line in the roster, the list of all ships.

    The hash of a line is cached, because layouts of the panel are memoised by tuples of lines.
    """

    key: str
    owner: str
    """The key of the seat (player) that has the ship; '' while nobody has chosen her."""
    tokens: str
    name: str
    tracks: tuple[tuple[str, int, int], ...] = ()
    """Her damage tracks: (letter, boxes filled, boxes in all)."""
    note: str = ""
    short: str = ""
    """The ship's name for a narrow column, shortened by the panel; '' where players use her key."""
    told: str = ""
    """The ship's state in words, for a reader who does not know the letters of the tracks."""


class SideLine(RowBase, frozen=True, tag="side_line"):
    """The line of one side in the roster: its name and its points.

    It also says which losses would make the side withdraw.
    """

    key: str
    name: str
    style: Style
    points: str
    """The side's points as the game counts them, `0/7`."""
    tip: str = ""
    spare: str = ""
    letter: str = ""
    """A letter before the name that tells sides with similar names apart; '' for none. It is never
    cut off."""
    card: str = ""
    """The side's card that is in effect, with its value; the card is never left out."""
    told: str = ""
    """The side's points in words, for a reader who does not know how they are counted."""


class Texture(RowBase, frozen=True, tag="texture"):
    """A kind of terrain in the legend, with the texture in which the chart draws it."""

    kind: str
    text: str


class Letter(RowBase, frozen=True, tag="letter"):
    """A short sign that is used on the chart, at its edges or in the panel, with its meaning."""

    sign: str
    text: str
    in_panel: bool = False
    """Whether the sign has this meaning in the panel only; on the chart it means something else."""
    on_chart: str = ""
    """The regular expression of the sign where it has this meaning on the chart; '' for a sign that
    has it wherever it stands alone."""
    in_text: str = ""
    """The same for the panel. What its first group matches is the sign as it appears."""


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
    """Return a row that is one line of words in one style."""
    return Words((Span(text, style),), key, depth=depth, until=until, lesson=lesson)


def taught_rows(lesson: str, *rows: Row, depth: Depth = "usual") -> tuple[Row, ...]:
    """Return the rows, marked to appear from `depth` on.

    After the reader has finished `lesson`, they appear at every depth.
    """
    return tuple(replace(row, depth=depth, lesson=lesson) for row in rows)


# Depths of a panel: which rows a reader sees, given the chosen depth and the finished lessons.


DEPTHS: tuple[Depth, ...] = ("first", "usual", "all")
"""The depths, the least first."""
FIRST_BATTLES = 3
"""The number of battles of a game after which the panel of a reader shows the usual depth."""
MANY_BATTLES = 10
"""The number of battles of a game after which the panel of a reader shows all rows."""


class Known(NamedTuple):
    """What a reader may be shown: a depth (level of detail), and the finished lessons.

    A finished lesson adds the rows that it teaches.
    """

    depth: Depth = "all"
    lessons: frozenset[str] = frozenset()


EVERYTHING = Known()
_SIDES: dict[str, Style] = {"A": "side_a", "B": "side_b"}


def depth_after(battles: int) -> Depth:
    """Return the depth (level of detail) of a panel for a reader who has fought this many battles.

    >>> depth_after(0), depth_after(3), depth_after(10)
    ('first', 'usual', 'all')
    """
    return DEPTHS[(battles >= FIRST_BATTLES) + (battles >= MANY_BATTLES)]


def deeper(depth: Depth) -> Depth:
    """Return the next greater depth; after the greatest comes the first."""
    return DEPTHS[(DEPTHS.index(depth) + 1) % len(DEPTHS)]


def visible_rows(rows: Sequence[Row], known: Known) -> list[Row]:
    """Return the rows that a reader sees.

    At the depth `first`, rows that no finished lesson has taught are put into words. A heading
    below which no rows remain is removed.
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
    """Tell whether a reader sees a row, by the reader's depth and finished lessons.

    A row that another row replaces at this depth is not shown.
    """
    level = DEPTHS.index(known.depth)
    taught = row.lesson in known.lessons
    if row.until != "all" and (taught or DEPTHS.index(row.until) < level):
        return False
    return taught or DEPTHS.index(row.depth) <= level


def _in_words(row: Row) -> Row:
    """Return a row in words, for a reader who has not learnt its letters and figures."""
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
