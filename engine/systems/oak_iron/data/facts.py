"""The vocabulary that data files and battle files share, as literal types, and the record types."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from engine.space.plane.pose import Point

WeatherEdge = Literal["north", "east", "south", "west"]
"""An edge of the table; the wind blows straight across from the weather edge."""
TerrainKind = Literal["shoal", "rocks", "island", "land", "fog"]
Symbol = Literal["skull", "cannon", "musket", "swords", "sail"]
"""A face of the die."""

Side = Literal["port", "starboard"]
AnySide = Literal[Side, ""]
AnyEdge = Literal[Side, "bow", "stern", ""]
FireKind = Literal["broadside", "partial_fire", "close_combat", "landing_party"]
"""The kinds of attack that a player declares."""
AttackKind = Literal[FireKind, "fire_ship"]
Aim = Literal["hull", "rigging", "crew"]
Rake = Literal["", "bow", "stern"]
Band = Literal["", "yard_arm", "pistol", "musket", "cannon", "beyond"]
"""A range band, from near to far; fog turns a shot at Cannon Shot into a shot at `beyond`.

An empty band means that the target is out of range, or that the attack is a Close Combat, which has
no range."""


# The types of the records: ships, cards, dice, measures. `book.book()` reads them.
#
# Each record says where its figures come from and how sure they are.


Confidence = Literal["printed", "quoted-secondhand", "inferred", "unknown", "own"]
"""The confidence of a figure; `own` marks a figure from a user's own records."""

# The limits catch typing errors in a user's own file; no printed figure comes near them.
Count = Annotated[int, msgspec.Meta(ge=0, le=99)]
Speed = Annotated[int, msgspec.Meta(ge=0, le=5)]
Length = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Angle = Annotated[float, msgspec.Meta(ge=0, le=180)]
Symbols = tuple[Symbol, ...]


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """The base class of all records: the id, the source, and the confidence in the values."""

    id: str
    confidence: Confidence = "own"
    source: str = ""
    doubts: dict[str, Confidence] = {}
    """The confidence in each value that is less certain than the rest of the record, by field
    name."""

    def sure(self, field: str) -> Confidence:
        """Return the confidence in the value of a field."""
        return self.doubts.get(field, self.confidence)


class ShipType(Fact, frozen=True, kw_only=True):
    """A ship card: values at Battle Sail, dice, special rules, options and their prices."""

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
        """Return the confidence in the value of a field: printed, unless `doubts` says
        otherwise.
        """
        return self.doubts.get(field, "printed")


class InitiativeCard(Fact, frozen=True, kw_only=True):
    """An initiative card; `faction` is 'any', a nation, or the card's source
    (`admiral:intrepid`).
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
    """A special rule: an option of a ship, or the effect of an upgrade card."""

    name: str
    kind: Literal["ship", "ship or upgrade", "upgrade", "upgrade card"]
    effect: str


class Range(Fact, frozen=True, kw_only=True):
    """A band of the ruler: its name and the distance of its far end."""

    name: str
    distance: Length


class Tool(Fact, frozen=True, kw_only=True):
    """A movement tool: its length in inches and its angle in degrees."""

    length: Length
    turn: Angle


class Base(Fact, frozen=True, kw_only=True):
    """The size of a base in inches."""

    length: Length
    width: Length


class TableSize(Fact, frozen=True, kw_only=True):
    """The smallest table for a size of game, in inches."""

    width: Length
    height: Length


class Measures(msgspec.Struct, kw_only=True, frozen=True):
    """The ruler, the movement tools by speed, the bases and tables by size. Inches, degrees."""

    ranges: dict[str, Range]
    tools: dict[int, Tool]
    bases: dict[str, Base]
    tables: dict[str, TableSize]
    yard_arm: float
    pistol: float
    musket: float
    cannon: float


class Die(Fact, frozen=True, kw_only=True):
    """The faces of the die in the order of its numbers."""

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
    """A ship of a scenario and her starting place."""

    id: str
    type: str
    x: float
    y: float
    heading: float
    name: str = ""
    flagship: bool = False


class ScenarioSquadron(msgspec.Struct, frozen=True):
    """A squadron of a scenario."""

    key: str
    name: str
    hand: tuple[str, ...]
    ships: tuple[ScenarioShip, ...]
    admiral: str = ""
    fortune: Count = 0


class Scenario(Fact, frozen=True, kw_only=True):
    """A battle with given ships and places, such as the quick start."""

    name: str
    summary: str
    width: Length
    height: Length
    weather_edge: WeatherEdge
    squadrons: tuple[ScenarioSquadron, ...]
    quick_start: bool = False


class Upgrade(Fact, frozen=True, kw_only=True):
    """An upgrade card; a card without factions may be used by every faction."""

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
    """Whether the ship may carry no other upgrade card."""


class Commander(Fact, frozen=True, kw_only=True):
    """A commander card: the captain of a ship that is not the flagship."""

    name: str
    faction: str
    cost: Count
    keywords: tuple[str, ...] = ()


class Keyword(Fact, frozen=True, kw_only=True):
    """A keyword of admirals and commanders."""

    name: str
    effect: str


class FactionRule(Fact, frozen=True, kw_only=True):
    """A rule of a faction. A rule about prices lists the options that it makes cheaper."""

    name: str
    effect: str
    options: tuple[str, ...] = ()
    less: Count = 0
    least: Count = 0
    half: bool = False
    other_nations: Count = 0
    """How many other nations' cards the initiative hand may hold."""

    def price(self, option: str, cost: int) -> int:
        """Return the price of an option under this rule."""
        if option not in self.options:
            return cost
        return cost // 2 if self.half else min(cost, max(self.least, cost - self.less))


class Faction(Fact, frozen=True, kw_only=True):
    """A faction card: a nation's symbol and its rules."""

    name: str
    rules: tuple[str, ...] = ()


class GameSize(Fact, frozen=True, kw_only=True):
    """A size of game: the points and the ships of a squadron."""

    name: str
    points: Annotated[int, msgspec.Meta(ge=1, le=9999)]
    fewest: Count
    most: Count
    ships_of_the_line: bool = True


class SkillLevel(Fact, frozen=True, kw_only=True):
    """The price of a skill level."""

    cost: Count


class EventCard(Fact, frozen=True, kw_only=True):
    """An event card."""

    name: str
    effect: str
    lasts: Literal["at_once", "turn", "game"]
    """How long the card stays face up: not at all, to the end of the turn, or to the end of the
    battle."""
    ends: tuple[str, ...] = ()
    """The active events that this card ends."""
    name_confidence: Confidence = "inferred"


class Condition(Fact, frozen=True, kw_only=True):
    """An advantage card or a condition card."""

    name: str
    effect: str
    name_confidence: Confidence = "inferred"


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Deployment(Fact, frozen=True, kw_only=True):
    """A deployment card. Its zone is a list of boxes (x0, y0, x1, y1) in fractions of the table.

    The zone is seen from the owner's edge; x counts from the weather edge.
    """

    name: str
    effect: str
    zone: Annotated[tuple[tuple[Share, Share, Share, Share], ...], msgspec.Meta(min_length=1)]


class Setting(Fact, frozen=True, kw_only=True):
    """A setting card: how many pieces of terrain its owner may add, by kind and of any kind."""

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
    """The rectangle for the islands, in fractions of the table seen from the defender's edge."""
    marker: bool = False
    """Whether there is a marker on the first island."""
    token: str = ""
    tokens: Count = 0
    """The largest number of tokens that may be carried."""
    carrier: Literal["", "attacker", "defender"] = ""
    earliest: Count = 0
    """The first turn in which the dignitary or cargo may leave the table; 0 for any turn."""


class TerrainPiece(Fact, frozen=True, kw_only=True):
    """A piece of terrain: its outline in inches around its middle, for heading north."""

    name: str
    kind: TerrainKind
    outline: Annotated[tuple[Point, ...], msgspec.Meta(min_length=3)]


class GlossaryTerm(Fact, frozen=True, kw_only=True):
    """A term of the rules in our own words, with the chapter of the rulebook that defines it."""

    name: str
    kind: str
    chapter: str
    text: str
    sign: str = ""
    """The letters that stand on the chart for the term's tokens."""


class Book(msgspec.Struct, kw_only=True, frozen=True):
    """The whole data set: a mapping from id to record for each kind of record."""

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
"""The degrees of confidence for which a value is marked as reconstructed."""


def doubt_mark(record: Fact, field: str) -> str:
    """Return the mark if the field's value is reconstructed, else ''."""
    return MARK if record.sure(field) in UNSURE else ""
