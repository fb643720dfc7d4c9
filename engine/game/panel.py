"""What a game system writes beside the chart: rows that a front end lays out.

Rows say what they are (a track, a bar, dice), so that each glyph set draws them
in its own way. Styles are names from the palette: text, dim, head, ok, warning.
"""

from __future__ import annotations

from typing import Literal

import msgspec

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
"""A ship's picture from the side."""
Where = Literal["bow", "stern", "side", "deck", "waterline", "front", "turret", "rear"]
"""A part of a ship; the last three are faces of a turret."""


class Span(msgspec.Struct, frozen=True):
    """A run of words in one style."""

    text: str
    style: Style = "text"


class Words(msgspec.Struct, frozen=True, tag="words"):
    """One line of words; `key` names a ship to centre when the line is chosen."""

    spans: tuple[Span, ...]
    key: str = ""


class Heading(msgspec.Struct, frozen=True, tag="heading"):
    """A section head: `-- Title ----`."""

    title: str
    minor: bool = False
    """Whether its section is left out where there is no room for all."""


class Title(msgspec.Struct, frozen=True, tag="title"):
    """The head of a card: key and tokens in the owner's colour, name, kind on the right."""

    key: str
    owner: str
    name: str
    right: str = ""
    tokens: str = ""
    code: str | None = None
    """What players know her by instead of the key; '' where the name says it."""


class ShipPlan(msgspec.Struct, frozen=True, tag="plan"):
    """A ship from above, bow right: gun ports a side, drawn closed when not loaded."""

    owner: str
    guns: int
    port_loaded: bool
    starboard_loaded: bool


class Guard(msgspec.Struct, frozen=True):
    """What guards a part of a ship, and how much of it is shot away."""

    key: str
    """What players call the part, in one or two signs."""
    where: Where
    strength: int
    """1 the weakest to 4 the strongest."""
    bites: int = 0
    """0 whole to 4 shot away."""


class Profile(msgspec.Struct, frozen=True, tag="profile"):
    """A ship from the side, bow right: what guards her, her fires and her smoke."""

    owner: str
    shape: Shape
    guards: tuple[Guard, ...]
    fires: tuple[int, ...] = ()
    """The level of each fire."""
    smoke: int = 0
    """0 none, 1 light, 2 heavy."""
    funnel: bool = True
    """Whether it still stands."""


class Track(msgspec.Struct, frozen=True, tag="track"):
    """A row of boxes, `filled` of `total`; `after` is what it would become, if previewed."""

    label: str
    filled: int
    total: int
    after: int | None = None
    note: str = ""
    groups: tuple[int, ...] = ()
    """The boxes left in each section, if the track has sections of `sizes`."""
    sizes: tuple[int, ...] = ()


class Bar(msgspec.Struct, frozen=True, tag="bar"):
    """A bar of odds: `share` of 1, with its label and a remark."""

    label: str
    share: float
    note: str = ""


class Faces(msgspec.Struct, frozen=True, tag="faces"):
    """Dice as they lie: (face, what it counts for), drawn in boxes."""

    dice: tuple[tuple[str, str], ...]


class ShipLine(msgspec.Struct, frozen=True, cache_hash=True, tag="ship_line"):
    """One ship's line in the roster. Its hash is kept: panels are laid out by tuples of them."""

    key: str
    owner: str
    tokens: str
    name: str
    tracks: tuple[tuple[str, int, int], ...] = ()
    """What she has taken, or has left: (letter, boxes that are filled, boxes in all)."""
    note: str = ""
    short: str = ""
    """What she is called where her name is not; the panel shortens it. '' where players know her
    by her key."""


class SideLine(msgspec.Struct, frozen=True, tag="side_line"):
    """How a side stands: its points, what would tip them, what it holds besides."""

    key: str
    name: str
    style: Style
    points: str
    """Points as the system counts them, `0/7`."""
    tip: str = ""
    spare: str = ""
    letter: str = ""
    """What stands before the name and is never cut, where names are alike; '' for nothing."""
    card: str = ""
    """The card that is in force for it, with its figure; never left out."""


class Texture(msgspec.Struct, frozen=True, tag="texture"):
    """A kind of terrain with its texture, as the chart draws it."""

    kind: str
    text: str


Row = (
    SideLine
    | Texture
    | Words
    | Heading
    | Title
    | ShipPlan
    | Profile
    | Track
    | Bar
    | Faces
    | ShipLine
)


def words(text: str, style: Style = "text", key: str = "") -> Words:
    """Return a line in one style."""
    return Words((Span(text, style),), key)
