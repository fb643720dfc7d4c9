"""The state of a battle: rolls, ships, fort sections, sides and cards."""

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
    """Return how many sides each die has: (10, 6) for `d10d6` and for `d10+d6`; () for ''."""
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
        """The result of the dice: the highest face, or with `+` the sum of all faces."""
        return sum(self.faces) if "+" in self.dice else max(self.faces, default=0)

    @property
    def total(self) -> int:
        """The result of the dice (`kept`) plus the modifier."""
        return self.kept + self.drm

    @property
    def result(self) -> int:
        """The total, but at least 1; it counts in gunnery, defence and rams."""
        return max(1, self.total)


def beats(challenge: Roll, response: Roll) -> bool:
    """Tell whether a challenge succeeds: its total must be more than the response's, so a tie
    fails.
    """
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
"""The ways to carry out an order. An order that can be carried out in one way only gives this way
its name."""
HIDDEN: Literal["hidden"] = "hidden"
"""The word that stands for an order which a seat may not see."""
COVERED = 0
"""The number that stands for a card which a seat may not see."""


class Fire(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fire on a unit, with its level, 1 to 5. A `checked` fire is not checked again in this
    Status Phase.

    Iron & Oak 3.1.2.
    """

    level: int
    checked: bool = False


class Ship(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ship, a False Contact (a counter without a ship, Iron & Oak 8.6) or, in a view, a counter
    that is not identified.
    """

    id: str
    side: Side
    """The side to which the ship belongs, even while she is a prize of the enemy."""
    box: str
    seat: str = ""
    kind: Literal["ship", "contact", "counter"] = "ship"
    counter: str = ""
    """The id of the counter that stands for the ship while she is hidden."""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    """{location: shield}: how far the armour there is worn, -1 to -4."""
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    fires: tuple[Fire, ...] = ()
    smoke: SmokeLevel = "none"
    order: Order | Literal["", "hidden"] = ""
    acted: bool = False
    moved: bool = False
    """Whether the ship has moved to another box in this Action Phase."""
    drifted: bool = False
    """Whether the ship has rolled for drift this turn, alone or with ships tied to her (Iron & Oak
    5.3)."""
    anchored: bool = False
    springs: int = 0
    """The number of the Springs card that lies on the ship; 0 for none."""
    slipped: bool = False
    grounded: bool = False
    fouled: tuple[str, ...] = ()
    """The things that the ship is fouled (tied) with: ids of ships, `obstruction`,
    `heavy_obstruction`, `hulk`."""
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
    """The ids of the ships that she tried to ram this turn; in her next turn she may not try them
    again."""
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
    """Where the ship intends to go: a box, or `off:EDGE`. Only allied seats see it."""

    @property
    def control(self) -> Side:
        """The side that controls the ship: a prize's captor, else her own side."""
        return self.captured_by or self.side

    @property
    def open_order(self) -> Order | Literal[""]:
        """The ship's order; '' if she has none. It must not be hidden from the viewer."""
        assert self.order != HIDDEN, "rules decide on the whole, where no order is covered"
        return self.order

    @property
    def on_map(self) -> bool:
        """Whether the ship is in a box, neither lost nor waiting off the map."""
        return not self.lost and not self.box.startswith("off:")


class Section(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A section of a fort. It has only one location, so its only shield is `shields["section"]`."""

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
    """The board: current, wind, banks, depths by row and column, markers, and land by box."""

    current: Current
    wind: Wind = "normal"
    night: bool = False
    banks: tuple[Edge, ...] = ()
    shoals: dict[str, int] = msgspec.field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    terrain: dict[str, TerrainKind] = msgspec.field(default_factory=dict)


class Rules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The rules of this battle: options of section 9, whether allied seats share plans and, outside
    the rulebook, the conditions of victory.
    """

    low_freeboard: bool = False
    tenders: bool = False
    alternating: bool = False
    victory: tuple[VictoryLine, ...] = ()
    default: Side | Literal["", "draw"] = ""
    """The side that wins if no victory line is met by the end, or `draw`; '' if the scenario
    decides."""
    plans: bool = False
    """Whether allied seats see where each other's ships intend to go."""


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """When a side wants to be asked for cards on enemy units; the enemy does not see it."""

    ask: Literal["ask", "never", "only"] = "ask"
    only: tuple[str, ...] = ()
    quiet: tuple[str, ...] = ()
    """The units about which the side is not asked again in this player turn; `*` for all."""
    silent: tuple[str, ...] = ()
    """The kinds of question that the side has switched off: `maneuver`, `shot`."""


class SideState(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The state of a side: its edge of the map, its seats, its cards, its standing choices."""

    edge: Edge
    seats: tuple[str, ...] = ()
    """The keys of the seats that share the side."""
    names: tuple[str, ...] = ()
    hand: tuple[int, ...] = ()
    hand_size: int = 0
    """How many cards the side was dealt at the start."""
    replaced: int = 0
    played: bool = False
    standing: Standing = Standing()
    dud_spent: bool = False
    sequence: tuple[str, ...] = ()
    """The side's ships in the order in which they act, in a battle with alternating movement."""
    sealed: tuple[str, ...] = ()
    """The seats of the side that have sealed their orders."""
    aside: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """The cards that the side has exchanged for new ones; only the side itself sees them. Unset in
    older battles."""


class Move(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The Movement Segment (one ship's move) that is under way."""

    ship: str
    order: Order
    way: WayName | Literal[""] = ""
    target: str = ""
    goal: str = ""
    via: str = ""
    dice: str = ""
    """The weaker dice that a hidden ship rolls, to hide her identity; '' for her own dice."""
    quick: int = 0
    slow: int = 0
    target_quick: int = 0
    target_slow: int = 0
    """The fields `quick` and `slow` are the cards for the roll of the ship that moves,
    `target_quick` and `target_slow` those for the roll of her target; 0 for none."""
    stopped: bool = False
    """Whether a hazard has ended the move."""


class GunnerySegment(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The Gunnery Segment (one unit's fire) that is under way."""

    firer: str
    target: str
    plunging: bool = False
    cards: tuple[int, ...] = ()
    misfire: int = 0
    location: HitPlace | Literal[""] = ""
    """Where the first shot hit; a second shot (Rapid Fire) hits there, too."""
    face: int = 0
    smokes: int = 0
    """How many smoke markers the shots have made so far."""


EDITION = 1
"""The number of the edition of our own rulings by which new battles are played."""


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
    """The edition of our own rulings by which the battle is played.

    From edition 1 on, a ship's failures to reach a box are counted (`Ship.thwarted`). An unset
    field is not written, as in older battle files and in battles of a war.
    """

    def unit(self, id: str) -> Unit:
        """Return the ship or fort section with this id."""
        return self.ships[id] if id in self.ships else self.sections[id]

    def in_force(self, kind: EffectKind) -> tuple[Effect, ...]:
        """Return the special rules of this kind that the battle has (Iron & Oak 2.2)."""
        return tuple(effect for effect in self.effects if effect.kind == kind)
