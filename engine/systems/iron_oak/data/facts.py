"""The types of the records in the data files: ships, forts, cards, and battles with boards and
special rules.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

# The types of the records: ships, forts, action cards, battles. `book.book()` reads them.
#
# Each record has its source and its confidence; figures that are illegible in the printed game are
# shown with `~`.


Confidence = Literal["printed", "secondhand", "inferred", "reconstructed", "own"]
"""How sure a figure is, from read in print to computed; `own` marks a user's own records."""
Side = Literal["union", "confederate"]
SIDES: tuple[Side, Side] = ("union", "confederate")
Grade = Literal["elite", "crack", "average", "green"]
GRADES: tuple[Grade, ...] = ("elite", "crack", "average", "green")
Location = Literal["B", "A", "S", "D", "WL", "TF", "TS", "TR"]
HitPlace = Location | Literal["section"]
"""Where a hit falls: a location of a ship, or a fort section, which has only one."""
Range = Literal["point_blank", "short", "medium", "long", "none"]
Aspect = Literal["normal", "bow_on", "stern_on"]
"""Whether a ship shows another ship her side, her bow or her stern (Iron & Oak 5.5.1)."""
Size = Literal["small", "normal", "large"]
Damage = Literal["none", "light", "heavy"]
"""How much a ship is damaged; each degree has its line of the maneuver chart (Iron & Oak 3.5.1)."""
CrewState = Literal["sound", "light", "heavy", "full"]
"""How much of a crew is lost (Iron & Oak 6.2.3G)."""
Case = Literal["miss", "possible", "effective", "critical"]
"""The result of a gunnery roll against a defence roll (Iron & Oak 6.2)."""
ShotCase = Case | Literal["grapeshot"]
"""The outcome of a shot: the result of its rolls, or the result that a card puts in its place."""
CASES: tuple[Case, ...] = ("miss", "possible", "effective", "critical")
Column = Literal["ship", "wl", "wl_bow_on", "wl_stern_on", "fort"]
"""A column of the table of critical hits (Iron & Oak 6.3)."""
CriticalHit = Literal[
    "armament",
    "boiler",
    "captain",
    "collateral",
    "crew",
    "engine_damaged",
    "engine_stopped",
    "explosion",
    "fire",
    "jam",
    "magazine",
    "ram",
    "rudder",
    "smokestack",
    "spar",
    "speed",
    "steering",
]
"""A kind of critical hit (special damage), as the table calls it (Iron & Oak 6.3)."""
Explosive = Literal["boiler", "explosion", "magazine"]
"""The critical hits that make a ship explode."""
Edge = Literal["left", "right", "top", "bottom"]
EDGES: tuple[Edge, ...] = ("left", "right", "top", "bottom")

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Drm = Annotated[int, msgspec.Meta(ge=-10, le=10)]
Drms = dict[str, int]
"""{name of a modifier: its value}, for one roll."""
Dice = Annotated[str, msgspec.Meta(pattern=r"^(d(4|6|8|10))*$")]
"""Dice such as `d10d6`: all are rolled, and the highest counts. An empty text means no dice."""
Modifier = Drm | Literal["X"]
"""The modifier of fire over bow or stern; X means that the ship cannot fire there."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """The base class of all records: their id, their source, and how sure their figures are."""

    id: str
    confidence: Confidence = "own"
    source: str = ""
    doubts: dict[str, Confidence] = {}
    """{figure: how sure it is}, for figures that are less sure than the rest of the record."""

    def sure(self, field: str) -> Confidence:
        """Return how sure a figure is. A part such as `maneuver[0].dice` that is not listed is as
        sure as the whole `maneuver`.
        """
        if field in self.doubts:
            return self.doubts[field]
        whole = field.partition(".")[0].partition("[")[0]
        return self.doubts.get(whole, self.confidence)

    def sign(self, field: str) -> str:
        """Return `~` for a figure that was reconstructed or inferred; '' for one that was read in a
        source.
        """
        return "~" if self.sure(field) in {"reconstructed", "inferred"} else ""


class Part(msgspec.Struct, frozen=True):
    """The base class for a part of a record."""


class ChartLine(Part, frozen=True):
    """A line of a ship's maneuver chart: the dice that she rolls while she has so many Hits."""

    min_hits: Count
    max_hits: Count
    dice: Dice


class Crew(Part, frozen=True):
    """The crew of a ship or section in crew factors: how many casualties are light, heavy, and
    all.
    """

    full: Count
    light: Count
    heavy: Count


class Armour(Part, frozen=True):
    """The armour of a location: its kind, and the dice of its defence."""

    kind: Literal["armored", "wooden"]
    dice: Dice


class Guns(Part, frozen=True):
    """The guns of a ship or section: their dice and, for a ship, the modifiers over bow and
    stern.
    """

    dice: Dice
    limited: bool
    bow_on: Modifier = 0
    stern_on: Modifier = 0

    def across(self, aspect: Aspect) -> Modifier:
        """Return the modifier for the aspect (side, bow or stern) that a ship shows to her
        target.
        """
        across: dict[Aspect, Modifier] = {
            "normal": 0,
            "bow_on": self.bow_on,
            "stern_on": self.stern_on,
        }
        return across[aspect]


class Historical(Part, frozen=True, kw_only=True):
    """The figures of the real ship, from which the card's figures were computed."""

    displacement_tons: float
    draft_ft: float
    crew_men: int
    speed_kn: float
    armor: str
    guns: str
    broadside_points: float
    checked: bool


class ShipCard(Fact, frozen=True, kw_only=True):
    """A ship card (Iron & Oak 1.3.1)."""

    name: str
    side: Side | Literal["either"]
    type: str
    year: int
    power: Literal["steam", "sail", "none"]
    victory_points: Count
    hits: Count
    draft: Count
    size: Size
    maneuver: tuple[ChartLine, ...]
    crew: Crew
    locations: dict[Location, Armour]
    monitor: bool
    grapeshot: bool
    blockade: bool
    ram: Dice
    spar: bool
    spar_reload: bool
    tender: bool
    low_freeboard: bool
    gunnery: Guns
    historical: Historical | None = None
    note: str = ""

    @property
    def barge(self) -> bool:
        """Whether the ship has no power of her own."""
        return self.power == "none"

    @property
    def short(self) -> str:
        """The ship's name without USS or CSS."""
        return self.name.removeprefix("USS ").removeprefix("CSS ")


class SectionCard(Part, frozen=True, kw_only=True):
    """A section of a fort: it has one location, guns and a crew."""

    name: str
    hits: Count
    crew: Crew
    defence: Armour
    gunnery: Guns
    grapeshot: bool
    victory_points: Count
    broadside_points: float = 0.0
    guns: str = ""


class Fort(Fact, frozen=True, kw_only=True):
    """The card of a fort, with its sections by id."""

    name: str
    side: Side
    year: int
    work: str
    plunging_fire: bool
    sections: dict[str, SectionCard]


CARD_KINDS = (
    "double_charge",
    "grapeshot",
    "incendiary_shells",
    "misfire",
    "quick_maneuver",
    "rapid_fire",
    "screen",
    "scuttle",
    "slipped_anchor",
    "slow_maneuver",
    "springs",
    "strike",
)
"""The kinds of action cards. Each kind is named here and beside its effect, nowhere else."""


class CardKind(Fact, frozen=True, kw_only=True):
    """A kind of action card (Iron & Oak 7.1 to 7.12)."""

    name: str
    segment: Literal["movement", "gunnery"]
    played_by: str
    played_on: str
    effect: str
    not_with: tuple[str, ...] = ()
    decision: str = ""
    drm: Drm = 0
    range_drm: dict[Range, Drm] = {}
    kept: float
    """The worth of keeping a card in hand for a computer player, in Victory Points; the figure is a
    guess."""

    def drm_at(self, range_: Range) -> int:
        """Return the card's modifier to a shot at a range; 0 if the card has none for it."""
        return self.range_drm.get(range_, 0)


class ActionCard(Fact, frozen=True, kw_only=True):
    """One of the fifty action cards; `id` is its number."""

    kind: str
    day_night: Literal["day", "night", "both"] = "both"
    value: Drm = 0
    challenge: Dice = ""
    response: Dice = ""


# The types of a battle's record: board, forces, victory lines, special rules.


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
"""The kinds of victory lines; a line is one condition of victory."""
OF_SHIPS: tuple[LineKind, ...] = ("any_of", "count", "exit", "exit_count")
"""The kinds of victory lines that name the ships which they concern."""
Condition = Literal["sunk", "captured", "heavy_damage"]


class Current(Part, frozen=True):
    """The current of a river: its direction and its speed."""

    direction: Direction
    speed: Speed


class Shoal(Part, frozen=True):
    """The depth of the water in a row or column of boxes, 0 to 4."""

    band: Band
    depth: Annotated[int, msgspec.Meta(ge=0, le=4)]


class Marker(Part, frozen=True):
    """A mine, an obstruction or a hulk in a box."""

    kind: MarkerKind
    box: Box


class Terrain(Part, frozen=True):
    """The terrain of a box: high ground, a low island, a sandbar."""

    box: Box
    kind: TerrainKind


class BattleUnit(Part, frozen=True):
    """A ship of a battle, with the place and the state in which she begins."""

    ship: str
    start: Place
    grade: Grade = "average"
    enter_turn: Count = 1
    enter_rows: tuple[RowLetter, ...] = ()
    state: tuple[str, ...] = ()


class BattleSection(Part, frozen=True):
    """A fort section of a battle, and the boxes beside it."""

    fort: str
    section: str
    boxes: tuple[Box, ...]
    grade: Grade = "average"

    @property
    def id(self) -> str:
        """The section's id, `fort.section`."""
        return f"{self.fort}.{self.section}"


class BattleForce(Part, frozen=True):
    """A side of a battle."""

    action_cards: Annotated[int, msgspec.Meta(ge=0, le=25)]
    edge: Edge
    units: tuple[BattleUnit, ...]
    forts: tuple[BattleSection, ...] = ()


class Unless(Part, frozen=True):
    """An exception to a victory line: it does not count while one of these ships is in one of these
    states.
    """

    ships: tuple[str, ...]
    states: tuple[Condition, ...]


class VictoryLine(Part, frozen=True, kw_only=True):
    """One condition of victory of a battle; `when` is its kind, which decides the fields that are
    used.
    """

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
        """The edges of the map where leaving counts for this line."""
        return (self.edge,) if isinstance(self.edge, str) else self.edge


class Effect(Part, frozen=True, kw_only=True):
    """A special rule of a battle; its kind decides the fields that are used."""

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
    """A historical battle: its board, both forces, the conditions of victory, special rules."""

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
    """The side to which history gave a large advantage; '' if the battle is even."""
    stakes: tuple[str, ...] = ()
    """The aims of both sides in the battle, in a few sentences."""
    history: str = ""
    """How the battle ended in history."""
    balance: str = ""
    """The changes that gave both sides a chance, and the results that were measured without the
    changes."""

    def force(self, side: Side) -> BattleForce:
        """Return the force of one side."""
        return self.union if side == "union" else self.confederate
