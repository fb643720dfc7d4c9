"""The types of a battle's record: board, forces, victory lines, the battle's own rules."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.systems.iron_oak.data.facts import Count, Edge, Fact, Grade, Part, Side

Direction = Literal["none", "left", "right", "up", "down"]
Speed = Literal["none", "slow", "moderate", "fast"]
Wind = Literal["calm", "normal", "fresh"]
MarkerKind = Literal["mine", "obstruction", "heavy_obstruction", "hulk"]
TerrainKind = Literal["high", "low_island", "sandbar"]
Box = Annotated[str, msgspec.Meta(pattern=r"^[A-E][1-5]$")]
Place = Annotated[str, msgspec.Meta(pattern=r"^([A-E][1-5]|off:(left|right|top|bottom))$")]
Band = Annotated[str, msgspec.Meta(pattern=r"^(row [A-E]|column [1-5])$")]
RowLetter = Literal["A", "B", "C", "D", "E"]
EffectKind = Literal[
    "no_steam_before",
    "no_weigh_before",
    "no_refloat_before",
    "may_start_anchored",
    "enter_limit",
    "engine_roll",
    "hidden_boxes",
    "strike_value",
    "dud_shell",
    "no_fire",
    "forts_ranged",
]
LineKind = Literal[
    "any_of",
    "count",
    "exit",
    "exit_count",
    "fort_silenced",
    "sections_silenced",
    "points",
    "hits_on",
    "spoils",
    "taken",
]
"""What a victory line looks at."""
OF_SHIPS: tuple[LineKind, ...] = ("any_of", "count", "exit", "exit_count")
"""Those that look at the ships of the line."""
Condition = Literal["sunk", "captured", "heavy_damage"]


class Current(Part, frozen=True):
    """Where the water flows to, and how fast."""

    direction: Direction
    speed: Speed


class Shoal(Part, frozen=True):
    """The depth of a band of boxes, 0 to 4."""

    band: Band
    depth: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Marker(Part, frozen=True):
    """A mine, an obstruction or a hulk in a box."""

    kind: MarkerKind
    box: Box


class Terrain(Part, frozen=True):
    """Land in a box: high ground, a low island, a sandbar."""

    box: Box
    kind: TerrainKind


class BattleUnit(Part, frozen=True):
    """A ship of a battle: where she starts, and in what state."""

    ship: str
    start: Place
    grade: Grade = "average"
    enter_turn: Count = 1
    enter_rows: tuple[RowLetter, ...] = ()
    state: tuple[str, ...] = ()


class BattleSection(Part, frozen=True):
    """A fort section of a battle, and the boxes that it lies beside."""

    fort: str
    section: str
    boxes: tuple[Box, ...]
    grade: Grade = "average"

    @property
    def id(self) -> str:
        """`fort.section`."""
        return f"{self.fort}.{self.section}"


class BattleForce(Part, frozen=True):
    """A side of a battle."""

    action_cards: Annotated[int, msgspec.Meta(ge=0, le=25)]
    edge: Edge
    units: tuple[BattleUnit, ...]
    forts: tuple[BattleSection, ...] = ()


class Unless(Part, frozen=True):
    """The line does not count while one of these ships is in one of these states."""

    ships: tuple[str, ...]
    states: tuple[Condition, ...]


class VictoryLine(Part, frozen=True, kw_only=True):
    """A line of the victory conditions; `when` says what is looked at."""

    side: Side
    when: LineKind
    ships: tuple[str, ...] | Side = ()
    states: tuple[Condition, ...] = ()
    at_least: int | None = None
    at_most: int | None = None
    edge: tuple[Edge, ...] | Edge = ()
    by_turn: int | None = None
    after_turn: int | None = None
    unless: Unless | None = None
    unless_damage: Literal["", "light", "heavy"] = ""
    at: Literal["", "end"] = ""
    fort: str = ""
    ship: str = ""
    margin: int = 0

    @property
    def edges(self) -> tuple[str, ...]:
        """The edges by which leaving counts."""
        return (self.edge,) if isinstance(self.edge, str) else self.edge


class Effect(Part, frozen=True, kw_only=True):
    """A rule of the battle's own; which fields count depends on the kind."""

    kind: EffectKind
    side: Side | Literal[""] = ""
    turn: int = 0
    ships: tuple[str, ...] = ()
    ship: str = ""
    ships_a_turn: int = 0
    stops_on_max: int = 0
    boxes: tuple[Box, ...] = ()
    victory_points: int = 0
    section: str = ""
    columns: tuple[int, ...] = ()


class BattleRecord(Fact, frozen=True, kw_only=True):
    """A battle of the book: board, forces, victory lines."""

    number: str
    title: str
    date: str
    place: str
    turns: Count
    first: Side
    night: bool
    wind: Wind
    current: Current
    union: BattleForce
    confederate: BattleForce
    victory: tuple[VictoryLine, ...]
    default: Side | Literal["draw"]
    banks: tuple[Edge, ...] = ()
    shoals: tuple[Shoal, ...] = ()
    markers: tuple[Marker, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    effects: tuple[Effect, ...] = ()
    hidden: tuple[Side, ...] = ()
    false_contacts: dict[Side, Count] = msgspec.field(default_factory=dict)
    special: tuple[str, ...] = ()
    favours: Side | Literal[""] = ""
    """The side that history gave so much more that the battle is not even."""
    stakes: tuple[str, ...] = ()
    """What hung on it, in a few sentences."""
    history: str = ""
    """What came of it when it was fought."""
    balance: str = ""
    """What was changed so that either side may win, and what was measured before."""

    def force(self, side: Side) -> BattleForce:
        """Return a side of the battle."""
        return self.union if side == "union" else self.confederate
