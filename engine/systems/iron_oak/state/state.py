"""The state of a battle: rolls, ships, forts, sides and cards."""

from __future__ import annotations

from functools import cache
from typing import Literal, get_args

import msgspec

from engine.game.game import Outcome
from engine.systems.iron_oak.data.facts import (
    Current,
    Edge,
    Effect,
    EffectKind,
    Grade,
    HitPlace,
    Marker,
    Side,
    TerrainKind,
    VictoryLine,
    Wind,
)
from engine.systems.iron_oak.state.steps import AnyStep, Phase


@cache
def sides_of(dice: str) -> tuple[int, ...]:
    """Return the number of sides of each die: (10, 6) for `d10d6` and `d10+d6`; () for ''."""
    return tuple(int(each) for each in dice.replace("+", "").split("d") if each)


class Roll(msgspec.Struct, frozen=True):
    """A roll: its dice, the faces in the order rolled, and its modifier.

    >>> Roll("d10d6", (4, 5), -2).total, Roll("d10+d6", (4, 5)).kept
    (3, 9)
    """

    dice: str
    faces: tuple[int, ...]
    drm: int = 0

    @property
    def kept(self) -> int:
        """The highest face; for dice with `+`, the sum."""
        return sum(self.faces) if "+" in self.dice else max(self.faces, default=0)

    @property
    def total(self) -> int:
        """The kept value plus the modifier."""
        return self.kept + self.drm

    @property
    def result(self) -> int:
        """The total, but at least 1: for gunnery, defence and rams."""
        return max(1, self.total)


def beats(challenge: Roll, response: Roll) -> bool:
    """Tell whether a challenge succeeds: its total must be greater; a tie fails."""
    return challenge.total > response.total


# State: a battle as one frozen tree of plain data.
#
# Places are boxes, `C3`, or `off:left` beside an edge. Sides are `union` and `confederate`. Ids of
# ships and sections are the ids of the data set; a section's id is `fort.section`.


SmokeLevel = Literal["none", "light", "heavy"]
Order = Literal[
    "stay",
    "anchor",
    "weigh_anchor",
    "refloat",
    "unfoul",
    "drift",
    "maneuver_0",
    "oppose",
    "cross_t",
    "ram_spar",
    "maneuver_1",
    "maneuver_2",
]
ORDERS: tuple[Order, ...] = get_args(Order)
End = Literal["bow", "stern"]
Attack = Literal["ram", "spar", "ram_and_spar"]
WayName = Order | Attack | Literal["hold", "wait", "escape", "screen", "cross_bow", "cross_stern"]
"""The ways to carry out an order; an order with only one way gives that way its name."""
HIDDEN: Literal["hidden"] = "hidden"
"""The word in place of an order that a seat may not see."""
COVERED = 0
"""The number in place of a card that a seat may not see."""


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fire and its level, 1 to 5; a `checked` fire is not checked again in this Status Phase.

    Iron & Oak 3.1.2.
    """

    level: int
    checked: bool = False


class Ship(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ship, a False Contact (Iron & Oak 8.6), or, in a view, an unidentified counter."""

    id: str
    side: Side
    """The ship's original side, even while she is a prize."""
    box: str
    seat: str = ""
    kind: Literal["ship", "contact", "counter"] = "ship"
    counter: str = ""
    """The id by which the enemy knows the ship while she is hidden."""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    """The shield of each location, -1 to -4."""
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    fires: tuple[Fire, ...] = ()
    smoke: SmokeLevel = "none"
    order: Order | Literal["", "hidden"] = ""
    acted: bool = False
    moved: bool = False
    """Whether the ship changed her box in this Action Phase."""
    drifted: bool = False
    """Whether the ship has checked drift this turn, alone or with ships tied to her (Iron & Oak
    5.3)."""
    anchored: bool = False
    springs: int = 0
    """The Springs card played on the ship; 0 for none."""
    slipped: bool = False
    grounded: bool = False
    fouled: tuple[str, ...] = ()
    """What the ship is fouled with: ids of ships, `obstruction`, `heavy_obstruction`, `hulk`."""
    towing: str = ""
    across_bow_of: str = ""
    across_stern_of: str = ""
    opposed_by: tuple[str, ...] = ()
    repair_party: bool = False
    limited_ammunition: bool = False
    captured_by: Side | Literal[""] = ""
    hidden: bool = False
    fired: bool = False
    spar_spent: bool = False
    rammed: tuple[str, ...] = ()
    no_ram: tuple[str, ...] = ()
    no_cross_t: tuple[str, ...] = ()
    tried_ram: tuple[str, ...] = ()
    """The ships that she tried to ram in this turn; she may not ram them in her next turn."""
    tried_t: tuple[str, ...] = ()
    screened_from: tuple[str, ...] = ()
    enter_turn: int = 1
    enter_rows: tuple[str, ...] = ()
    lost: str = ""
    """How the ship was lost: `sunk`, `left:EDGE`, or for a False Contact `identified`; '' if she is
    not lost."""
    left_turn: int = 0
    """The turn in which the ship left the map."""
    thwarted: tuple[str, ...] = ()
    """The box that the ship has failed to reach, once for each failure in a row. Rules do not use
    it; it makes a computer player try another way."""
    plan: str = ""
    """The ship's intended goal, visible only to allied seats: a box, or `off:EDGE`."""

    @property
    def control(self) -> Side:
        """The side that controls the ship: a prize's captor, else her own side."""
        return self.captured_by or self.side

    @property
    def open_order(self) -> Order | Literal[""]:
        """The ship's order; '' without one. Asserts that it is not hidden."""
        assert self.order != HIDDEN, "rules decide on the whole, where no order is covered"
        return self.order

    @property
    def on_map(self) -> bool:
        """Whether the ship is in a box."""
        return not self.lost and not self.box.startswith("off:")


class Section(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A fort section; its only shield is `shields["section"]`."""

    id: str
    side: Side
    boxes: tuple[str, ...]
    seat: str = ""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    fires: tuple[Fire, ...] = ()
    smoke: SmokeLevel = "none"
    repair_party: bool = False
    fired: bool = False
    acted: bool = False
    destroyed: bool = False

    @property
    def fort(self) -> str:
        """The id of the section's fort."""
        return self.id.partition(".")[0]

    @property
    def control(self) -> Side:
        """The side that the section fights for."""
        return self.side


Unit = Ship | Section


class Board(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The water: current, wind, banks, depths by row and column, markers, terrain by box."""

    current: Current
    wind: Wind = "normal"
    night: bool = False
    banks: tuple[Edge, ...] = ()
    shoals: dict[str, int] = msgspec.field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    terrain: dict[str, TerrainKind] = msgspec.field(default_factory=dict)


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules that a battle is played by: the options of section 9, whether allied seats share
    plans, and, in a battle that is not in the rulebook, its victory conditions.
    """

    low_freeboard: bool = False
    tenders: bool = False
    alternating: bool = False
    victory: tuple[VictoryLine, ...] = ()
    default: Side | Literal["", "draw"] = ""
    """The winner if no victory line is met after the last turn; an empty text leaves the choice to
    the scenario."""
    plans: bool = False
    """Whether allied seats share the intended goals of their ships."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a side wants to be asked for cards on enemy units. Secret."""

    ask: Literal["ask", "never", "only"] = "ask"
    only: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()
    """Units about which the side is not asked again in this player turn; `*` for all."""
    silent: tuple[str, ...] = ()
    """The windows in which the side is never asked: `maneuver`, `shot`."""


class SideState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A side: its edge, seats, hand of cards, and how often it has exchanged a card."""

    edge: Edge
    seats: tuple[str, ...] = ()
    """The keys of the side's seats."""
    names: tuple[str, ...] = ()
    hand: tuple[int, ...] = ()
    hand_size: int = 0
    """The number of cards dealt at the start."""
    replaced: int = 0
    played: bool = False
    standing: Standing = Standing()
    dud_spent: bool = False
    sequence: tuple[str, ...] = ()
    """With alternating movement: the side's ships in the order in which their orders are carried
    out."""
    sealed: tuple[str, ...] = ()
    """The seats whose orders are sealed."""
    aside: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """Cards that the side has exchanged for new cards; only the side knows which. Unset in older
    battles."""


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current Movement Segment."""

    ship: str
    order: Order
    way: WayName | Literal[""] = ""
    target: str = ""
    goal: str = ""
    via: str = ""
    dice: str = ""
    """The smaller dice that a hidden ship rolls; '' for her own dice."""
    quick: int = 0
    slow: int = 0
    target_quick: int = 0
    target_slow: int = 0
    """The fields `quick` and `slow` are the cards played on the roll of the moving ship,
    `target_quick` and `target_slow` the cards played on the roll of the ship that she attacks; 0
    for none."""
    stopped: bool = False
    """Whether a hazard ended the movement."""


class GunnerySegment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The current Gunnery Segment."""

    firer: str
    target: str
    plunging: bool = False
    cards: tuple[int, ...] = ()
    misfire: int = 0
    location: HitPlace | Literal[""] = ""
    """The location that the first shot hit, for the second shot of Rapid Fire."""
    face: int = 0
    smokes: int = 0
    """The number of smoke markers that the shots made."""


EDITION = 1
"""The edition of our own rulings that a new battle uses."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A battle: all facts, and the steps still to be done.

    Only `evolve` makes the next state. The state is frozen, so forks, undo and look-ahead can share
    states. It contains hidden facts: a seat is shown only its view (`machine.view`). The names of
    the fields are written in battle files.
    """

    scenario: str
    title: str
    turn: int
    turns: int
    first: Side
    active: Side
    phase: Phase
    board: Board
    sides: dict[str, SideState]
    ships: dict[str, Ship]
    sections: dict[str, Section]
    rules: Rules = Rules()
    effects: tuple[Effect, ...] = ()
    deck: tuple[int, ...] = ()
    discarded: tuple[int, ...] = ()
    set_aside: tuple[int, ...] = ()
    move: Move | None = None
    shot: GunnerySegment | None = None
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    outcome: Outcome | None = None
    edition: int | msgspec.UnsetType = msgspec.UNSET
    """The edition of our own rulings.

    From edition 1 on, a ship's failures to reach a box are counted (`Ship.thwarted`). An unset
    field is not written, as in older battle files and in battles of a war.
    """

    def unit(self, id: str) -> Unit:
        """Return a ship or a section."""
        return self.ships[id] if id in self.ships else self.sections[id]

    def in_force(self, kind: EffectKind) -> tuple[Effect, ...]:
        """Return the battle's special rules of one kind (Iron & Oak 2.2)."""
        return tuple(effect for effect in self.effects if effect.kind == kind)
