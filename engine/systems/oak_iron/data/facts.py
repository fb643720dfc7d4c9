"""The words that data files and battle files share, as `Literal` types; the types of records."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.space.plane.pose import Point

WeatherEdge = Literal["north", "east", "south", "west"]
"""An edge of the table. The wind blows straight across the table from the weather edge."""
TerrainKind = Literal["shoal", "rocks", "island", "land", "fog"]
Symbol = Literal["skull", "cannon", "musket", "swords", "sail"]
"""A symbol on a face of the die."""

Side = Literal["port", "starboard"]
AnySide = Literal[Side, ""]
AnyEdge = Literal[Side, "bow", "stern", ""]
FireKind = Literal["broadside", "partial_fire", "close_combat", "landing_party"]
"""The kinds of attack that a player declares."""
AttackKind = Literal[FireKind, "fire_ship"]
Aim = Literal["hull", "rigging", "crew"]
Rake = Literal["", "bow", "stern"]
Band = Literal["", "yard_arm", "pistol", "musket", "cannon", "beyond"]
"""A range band, from near to far; `beyond` is that of a shot at Cannon Shot through fog. '' means
that the target is out of range, or that the attack is a Close Combat, which has no range."""


# The types of the records: ships, cards, dice, measures. `book.book()` reads them.
#
# Each record says where its figures come from and how sure they are.


Confidence = Literal["printed", "quoted-secondhand", "inferred", "unknown", "own"]
"""How certain a figure is; `own` marks a figure from a user's own data files."""

# The limits catch typing errors in a user's own file; no printed figure comes near them.
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Speed = Annotated[int, msgspec.Meta(ge=0, le=5)]
Length = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Angle = Annotated[float, msgspec.Meta(ge=0, le=180)]
Symbols = tuple[Symbol, ...]


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """The base class of all records: id, source, and how certain the values are (`confidence`)."""

    id: str
    confidence: Confidence = "own"
    source: str = ""
    doubts: dict[str, Confidence] = {}
    """How certain single values are, by field name, where this differs from the whole record."""

    def sure(self, field: str) -> Confidence:
        """Return how certain the value of a field is."""
        return self.doubts.get(field, self.confidence)


class ShipType(Fact, frozen=True, kw_only=True):
    """A ship card: her values at Battle Sail (the middle sail setting), special rules, options and
    their prices.
    """

    name: str
    ship_class: str
    points: Count
    fortitude: Annotated[int, msgspec.Meta(ge=1, le=99)]
    broadside: Count
    crew: Count
    windward: Speed
    large: Speed
    length: Length
    width: Length
    base: str
    special_rules: tuple[str, ...] = ()
    options: dict[str, Count] = {}
    factions: tuple[str, ...] = ()
    ship_of_the_line: bool = False

    def sure(self, field: str) -> Confidence:
        """Return how certain the value of a field is: printed, unless `doubts` says otherwise."""
        return self.doubts.get(field, "printed")


class InitiativeCard(Fact, frozen=True, kw_only=True):
    """An initiative card, which a squadron plays each turn.

    Its `faction` says who may have it: 'any', a nation, or only a squadron with what adds the card,
    such as `admiral:intrepid`.
    """

    name: str
    value: Count
    faction: str
    discard: bool
    timing: str
    effect: str


class Admiral(Fact, frozen=True, kw_only=True):
    """An admiral card."""

    name: str
    faction: str
    value: Count
    cost: int
    keywords: tuple[str, ...] = ()


class SpecialRule(Fact, frozen=True, kw_only=True):
    """A special rule: an option that a ship may buy, or the effect of an upgrade card."""

    name: str
    kind: Literal["ship", "ship or upgrade", "upgrade", "upgrade card"]
    effect: str


class Range(Fact, frozen=True, kw_only=True):
    """A range band of the ruler: its name, and the largest distance in it."""

    name: str
    distance: Length


class Tool(Fact, frozen=True, kw_only=True):
    """A movement tool, the template for a move at one speed: length in inches, largest turn in
    degrees.
    """

    length: Length
    turn: Angle


class Base(Fact, frozen=True, kw_only=True):
    """The size of a ship's base in inches."""

    length: Length
    width: Length


class TableSize(Fact, frozen=True, kw_only=True):
    """The smallest table for a size of game, in inches."""

    width: Length
    height: Length


class Measures(msgspec.Struct, kw_only=True, frozen=True):
    """The measures of the game: ruler, movement tools by speed, bases, tables.

    Lengths in inches, angles in degrees.
    """

    ranges: dict[str, Range]
    tools: dict[int, Tool]
    bases: dict[str, Base]
    tables: dict[str, TableSize]
    yard_arm: float
    pistol: float
    musket: float
    cannon: float


class Die(Fact, frozen=True, kw_only=True):
    """The faces of the die: the symbol for each number that the die may show."""

    faces: Annotated[Symbols, msgspec.Meta(min_length=8, max_length=8)]


class Counting(Fact, frozen=True, kw_only=True):
    """The symbols of the die that count as results in one kind of roll, such as a Skill Test."""

    place: str
    symbols: Symbols


class DiceTable(msgspec.Struct, frozen=True):
    """The eight faces of the die, and the symbols that count in each kind of roll."""

    faces: Symbols
    counts: dict[str, Symbols]
    die: Die
    places: dict[str, Counting]


class ScenarioShip(msgspec.Struct, kw_only=True, frozen=True):
    """A ship of a ready-made scenario, and her place and heading at the start."""

    id: str
    type: str
    x: float
    y: float
    heading: float
    name: str = ""
    flagship: bool = False


class ScenarioSquadron(msgspec.Struct, frozen=True):
    """A squadron of a ready-made scenario: its ships, its hand of cards, its admiral."""

    key: str
    name: str
    hand: tuple[str, ...]
    ships: tuple[ScenarioShip, ...]
    admiral: str = ""
    fortune: Count = 0


class Scenario(Fact, frozen=True, kw_only=True):
    """A ready-made battle: its ships and their places are given, as in the quick start."""

    name: str
    summary: str
    width: Length
    height: Length
    weather_edge: WeatherEdge
    squadrons: tuple[ScenarioSquadron, ...]
    quick_start: bool = False


class Upgrade(Fact, frozen=True, kw_only=True):
    """An upgrade card, which a ship may buy. Without `factions`, every faction may use it."""

    name: str
    cost: Annotated[int, msgspec.Meta(ge=-99, le=99)]
    effect: str
    factions: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    ships_of_the_line: bool = True
    """Whether a ship of the line may carry the card."""
    flagship: bool = True
    """Whether the flagship may carry the card."""
    alone: bool = False
    """Whether a ship with this card may carry no other upgrade card."""


class Commander(Fact, frozen=True, kw_only=True):
    """A commander card: the captain of a ship that is not the flagship."""

    name: str
    faction: str
    cost: Count
    keywords: tuple[str, ...] = ()


class Keyword(Fact, frozen=True, kw_only=True):
    """A keyword on the card of an admiral or captain; it names an ability with an effect."""

    name: str
    effect: str


class FactionRule(Fact, frozen=True, kw_only=True):
    """A rule of a faction. If it is about prices, `options` are the options that cost less."""

    name: str
    effect: str
    options: tuple[str, ...] = ()
    less: Count = 0
    least: Count = 0
    half: bool = False
    other_nations: Count = 0
    """From how many other nations a squadron's hand of initiative cards may hold cards."""

    def price(self, option: str, cost: int) -> int:
        """Return the price of an option under this rule; `cost` is its usual price."""
        if option not in self.options:
            return cost
        return cost // 2 if self.half else min(cost, max(self.least, cost - self.less))


class Faction(Fact, frozen=True, kw_only=True):
    """A faction card: a nation or a band such as the pirates, and its rules."""

    name: str
    rules: tuple[str, ...] = ()


class GameSize(Fact, frozen=True, kw_only=True):
    """A size of game: the largest price of a squadron in points, and how many ships it may have."""

    name: str
    points: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    fewest: Count
    most: Count
    ships_of_the_line: bool = True


class SkillLevel(Fact, frozen=True, kw_only=True):
    """The price of a skill level; a ship's Skill is the number of dice that she may re-roll."""

    cost: Count


class EventCard(Fact, frozen=True, kw_only=True):
    """An event card, drawn when both sides play cards of equal value."""

    name: str
    effect: str
    lasts: Literal["at_once", "turn", "game"]
    """How long the card stays face up: not at all (`at_once`), until the turn ends, or until the
    battle ends."""
    ends: tuple[str, ...] = ()
    """The ids of active events that end when this card is drawn."""
    name_confidence: Confidence = "inferred"


class Condition(Fact, frozen=True, kw_only=True):
    """A card with an advantage or a condition for one side of a scenario."""

    name: str
    effect: str
    name_confidence: Confidence = "inferred"


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Deployment(Fact, frozen=True, kw_only=True):
    """A deployment card: the zone in which a side places its ships.

    The zone is a list of boxes (x0, y0, x1, y1) in fractions of the table: x is counted from the
    weather edge, y from the edge of the card's owner.
    """

    name: str
    effect: str
    zone: Annotated[tuple[tuple[Share, Share, Share, Share], ...], msgspec.Meta(min_length=1)]


class Setting(Fact, frozen=True, kw_only=True):
    """A setting card: how many pieces of terrain its owner may add.

    `pieces` limits each kind; `any` is the number of further pieces, of any kind.
    """

    name: str
    effect: str
    pieces: dict[TerrainKind, Count] = {}
    any: Count = 0


class Objective(Fact, frozen=True, kw_only=True):
    """An objective card: its islands, and the tokens that ships carry for it."""

    name: str
    effect: str
    name_confidence: Confidence = "inferred"
    islands: Count = 0
    zone: tuple[Share, Share, Share, Share] = (0.0, 0.0, 1.0, 1.0)
    """The rectangle (x0, y0, x1, y1) in which the islands lie, in fractions of the table; y is
    counted from the defender's edge."""
    marker: bool = False
    """Whether the objective has a marker, which lies on its first island."""
    token: str = ""
    tokens: Count = 0
    """The largest number of tokens, such as cargoes, that ships may carry for the objective."""
    carrier: Literal["", "attacker", "defender"] = ""
    earliest: Count = 0
    """The first turn in which the dignitary (the passenger of an escort) or the cargo may leave the
    table; 0 for any turn."""


class TerrainPiece(Fact, frozen=True, kw_only=True):
    """A piece of terrain: its outline in inches around its middle, as it lies at heading north."""

    name: str
    kind: TerrainKind
    outline: Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


class GlossaryTerm(Fact, frozen=True, kw_only=True):
    """A term of the rules explained in our own words, and the chapter of the rulebook about it."""

    name: str
    kind: str
    chapter: str
    text: str
    sign: str = ""
    """The letters that mark the term's tokens on the chart."""


class Book(msgspec.Struct, kw_only=True, frozen=True):
    """The whole data set. Each mapping goes from the id of a record to the record."""

    ships: dict[str, ShipType]
    cards: dict[str, InitiativeCard]
    admirals: dict[str, Admiral]
    rules: dict[str, SpecialRule]
    measures: Measures
    dice: DiceTable
    scenarios: dict[str, Scenario]
    glossary: dict[str, GlossaryTerm]
    upgrades: dict[str, Upgrade]
    commanders: dict[str, Commander]
    keywords: dict[str, Keyword]
    factions: dict[str, Faction]
    faction_rules: dict[str, FactionRule]
    sizes: dict[str, GameSize]
    skills: dict[int, SkillLevel]
    events: dict[str, EventCard]
    objectives: dict[str, Objective]
    conditions: dict[str, Condition]
    pieces: dict[str, TerrainPiece]
    deployments: dict[str, Deployment]
    settings: dict[str, Setting]
    version: str


MARK = "~"
UNSURE = ("inferred", "unknown")
"""The degrees of confidence that make a value count as reconstructed."""


def doubt_mark(record: Fact, field: str) -> str:
    """Return the mark `~` if the field's value is reconstructed, not seen in print; else ''."""
    return MARK if record.sure(field) in UNSURE else ""
