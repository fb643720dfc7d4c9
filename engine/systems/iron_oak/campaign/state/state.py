"""State: a campaign as one frozen tree of plain data; the battle that is fought is inside it."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.game.game import Outcome
from engine.systems.iron_oak.campaign.data import Current, Edge, Grade, HitPlace, Side, Wind
from engine.systems.iron_oak.campaign.state.steps import AnyStep
from engine.systems.iron_oak.state.state import State as Battle

SEATS: dict[Side, str] = {"union": "A", "confederate": "B"}
NAMES: dict[Side, str] = {"union": "Union", "confederate": "Confederacy"}
HIDDEN = 0
"""Stands for a card that a seat may not see."""
SECRET = -1
"""Stands for a commitment that a seat may not see: perhaps to a battle, perhaps to none."""
Phase = Literal["forces", "grades", "commit", "set_up", "battle", "yard", "refit", "over"]


class Vessel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ship in the book: what she carries from battle to battle."""

    id: str
    side: Side
    """Her nation."""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    """-1 to -4 by location."""
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    spar_spent: bool = False
    captured_by: Side | Literal[""] = ""
    lost_in: int = 0
    """The number of the battle in which she sank; 0: afloat."""
    battle: int = 0
    """The number of the battle that she is committed to; 0 none."""

    @property
    def control(self) -> Side:
        """The side that she belongs to now."""
        return self.captured_by or self.side

    @property
    def afloat(self) -> bool:
        """Whether she is still there."""
        return not self.lost_in


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle as it was generated (Iron & Oak 8.4.1)."""

    number: int
    kind: str
    rolled_by: Side
    attacker: Side
    limit: int = 0
    """The most Victory Points a ship may be worth; 0: no limit."""
    current: Current = Current("none", "none")
    wind: Wind = "normal"
    night: bool = False
    banks: tuple[Edge, ...] = ()
    shoals: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def defender(self) -> Side:
        """The side that is attacked."""
        return "confederate" if self.attacker == "union" else "union"


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side of the campaign."""

    hand: tuple[int, ...] = ()
    """Its yard cards."""
    sealed: bool = False
    """Whether its sheet of the step that is under way is in."""
    chosen: tuple[str, ...] = ()
    """What it has sealed and nobody else may see yet: ships of a force, or of a commitment."""
    won: int = 0
    """Battles won."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A yard card that was played."""

    card: int
    by: Side
    yard: Side
    """The side on which it works."""
    use: str = ""
    """`ship` or `drm` of a Replacements card; the ship that comes out of the mist."""
    answered: bool = False
    """Whether it was cancelled."""


class Refit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of a refit that is under way (Iron & Oak 8.8)."""

    side: Side
    repair: int
    critical: int
    crew: int


class SetUp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What has been chosen for the battle that is being set up."""

    places: dict[str, str] = msgspec.field(default_factory=dict)
    """Boxes, or `off:EDGE`, by ship."""
    target: str = ""
    fort: str = ""
    fort_boxes: tuple[str, ...] = ()
    mines: int = 0
    """How many mines the defender may lay."""
    mined: tuple[str, ...] = ()
    obstructed: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """What of them a ship has met, as `mine C3`: both sides see it from then on."""
    transports: dict[str, str] = msgspec.field(default_factory=dict)
    """Boxes by transport."""
    anchored: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    """Ships short of ammunition."""


class WarRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A line of the war book: a battle that was fought, or was not (Iron & Oak 8.1)."""

    plan: Plan
    winner: Side
    reason: str
    ships: dict[Side, tuple[str, ...]]
    """Who was sent."""
    points: dict[Side, int]
    """Victory Points that each side took."""
    strength: dict[Side, int]
    """Victory Points afloat after it, hurt ships by their share."""
    lost: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    turns: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A war: fleets, plans, yard cards, and the battle that is fought inside it, if any.

    The rules of the campaign and `evolve` alone make the next state. While `battle` is set the
    battle's own rules decide, and its events are wrapped; both roll dice of one row. It is
    frozen, and its fields are those of battle files.
    """

    title: str
    phase: Phase
    number: int
    """The battle that is coming or fought."""
    ships: dict[str, Vessel]
    forces: dict[Side, Force]
    plans: dict[str, Plan] = {}
    """Generated battles that are not over, by their numbers."""
    deck: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    spent: tuple[int, ...] = ()
    """Yard cards that were played or put back, until the deck is shuffled."""
    refit: Refit | None = None
    setting: SetUp | None = None
    rows: tuple[WarRow, ...] = ()
    recent: Side | Literal[""] = ""
    """The winner of the latest battle."""
    last: int = 0
    """The number of the last battle, once it is named; 0 before."""
    battle: Battle | None = None
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The turn of the battle that is fought; 0 between battles."""
        return self.battle.turn if self.battle else 0

    def plan(self, number: int) -> Plan:
        """Return the plan of a battle that is not over."""
        return self.plans[str(number)]


def side_of(seat: str) -> Side:
    """Return the side of a seat."""
    return "union" if seat == SEATS["union"] else "confederate"
