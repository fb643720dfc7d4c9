"""Events of movement: orders revealed, rolls, places, ties, positions."""

from __future__ import annotations

from typing import Literal

from engine.systems.iron_oak.state.events.event import IronOakEvent
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import End, Order, WayName


class OrderRevealed(IronOakEvent, frozen=True, tag="order_revealed"):
    """A ship's order lies open; `order` is what it is treated as."""

    ship: str
    given: Order | Literal[""]
    order: Order


class WayNamed(IronOakEvent, frozen=True, tag="way_named"):
    """A ship named how she carries her order out."""

    ship: str
    way: WayName
    target: str = ""
    goal: str = ""
    via: str = ""


class DiceFeigned(IronOakEvent, frozen=True, tag="dice_feigned"):
    """A hidden ship or False Contact rolls these dice."""

    ship: str
    dice: str


class ManeuverRolled(IronOakEvent, frozen=True, tag="maneuver_rolled"):
    """A maneuver was rolled for, against the table or against a target."""

    ship: str
    way: str
    challenge: Roll
    response: Roll
    succeeded: bool
    target: str = ""


class ShipsMoved(IronOakEvent, frozen=True, tag="ships_moved"):
    """Ships that are tied together came into a box."""

    ships: tuple[str, ...]
    box: str
    how: Literal["maneuver", "enter", "drift"]
    """maneuver, drift or enter."""


class ShipsLeft(IronOakEvent, frozen=True, tag="ships_left"):
    """Ships left the map by an edge."""

    ships: tuple[str, ...]
    edge: str


class DriftRolled(IronOakEvent, frozen=True, tag="drift_rolled"):
    """Ships checked drift; `result`: stay, a box, off:EDGE or aground."""

    ships: tuple[str, ...]
    roll: Roll
    result: str


class HazardChecked(IronOakEvent, frozen=True, tag="hazard_checked"):
    """A ship checked a hazard."""

    ship: str
    hazard: str
    challenge: Roll
    response: Roll
    passed: bool


class MovementStopped(IronOakEvent, frozen=True, tag="movement_stopped"):
    """A hazard ended the movement."""

    ship: str


class MineExploded(IronOakEvent, frozen=True, tag="mine_exploded"):
    """A mine blew up under a ship and is gone."""

    ship: str
    box: str
    roll: Roll
    hits: int


class RanAground(IronOakEvent, frozen=True, tag="ran_aground"):
    """Ships ran aground."""

    ships: tuple[str, ...]


class Fouled(IronOakEvent, frozen=True, tag="fouled"):
    """A ship is fouled with a ship, an obstruction or a hulk."""

    ship: str
    what: str


class Freed(IronOakEvent, frozen=True, tag="freed"):
    """A fouling ended."""

    ship: str
    what: str


class Anchored(IronOakEvent, frozen=True, tag="anchored"):
    """A ship dropped anchor."""

    ship: str


class Weighed(IronOakEvent, frozen=True, tag="weighed"):
    """A ship weighed anchor."""

    ship: str


class AnchorSlipped(IronOakEvent, frozen=True, tag="anchor_slipped"):
    """A ship lost her anchor for good."""

    ship: str


class RefloatTried(IronOakEvent, frozen=True, tag="refloat_tried"):
    """A grounded ship tried to get off."""

    ship: str
    challenge: Roll
    response: Roll
    afloat: bool


class EngineStrained(IronOakEvent, frozen=True, tag="engine_strained"):
    """A refloated ship's engine was checked."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool


class UnfoulTried(IronOakEvent, frozen=True, tag="unfoul_tried"):
    """A ship tried to get clear."""

    ship: str
    what: str
    challenge: Roll
    response: Roll
    clear: bool


class TowTaken(IronOakEvent, frozen=True, tag="tow_taken"):
    """A ship has another in tow."""

    ship: str
    towed: str


class TowEnded(IronOakEvent, frozen=True, tag="tow_ended"):
    """A tow was let go or parted."""

    ship: str


class OpposedMarked(IronOakEvent, frozen=True, tag="opposed_marked"):
    """A ship is opposed."""

    ship: str
    by: str


class OppositionEnded(IronOakEvent, frozen=True, tag="opposition_ended"):
    """Opposed markers were taken off; `by` '': all."""

    ship: str
    by: str = ""


class TCrossed(IronOakEvent, frozen=True, tag="t_crossed"):
    """A ship lies across the bow or stern of another."""

    ship: str
    target: str
    end: End


class PositionsEnded(IronOakEvent, frozen=True, tag="positions_ended"):
    """Bow-on and stern-on positions of a ship ended; `but`: those that stay."""

    ship: str
    but: tuple[str, ...] = ()


class TTried(IronOakEvent, frozen=True, tag="t_tried"):
    """A ship failed to cross a T: not the same in her next turn."""

    ship: str
    target: str


class RamTried(IronOakEvent, frozen=True, tag="ram_tried"):
    """A ship tried to ram or spar, hit or miss."""

    ship: str
    target: str


class SparTried(IronOakEvent, frozen=True, tag="spar_tried"):
    """A spar torpedo went off, or did not."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    exploded: bool


class SparExploded(IronOakEvent, frozen=True, kw_only=True, tag="spar_exploded"):
    """A spar torpedo blew up: Hits on the target, and on its own ship."""

    ship: str
    target: str
    roll: Roll
    hits: int
    own_roll: Roll
    own_hits: int
    spent: bool


class Rammed(IronOakEvent, frozen=True, tag="rammed"):
    """A ram struck."""

    ship: str
    target: str
    attack: Roll
    defence: Roll
    target_hits: int
    own_hits: int


class BeakChecked(IronOakEvent, frozen=True, tag="beak_checked"):
    """A ram was checked after it struck."""

    ship: str
    challenge: Roll
    response: Roll
    held: bool


class FoulingChecked(IronOakEvent, frozen=True, tag="fouling_checked"):
    """Two ships that touched came clear, or fouled."""

    ship: str
    target: str
    challenge: Roll
    response: Roll
    clear: bool


class SegmentEnded(IronOakEvent, frozen=True, tag="segment_ended"):
    """A Movement Segment ended."""

    ship: str


class Searched(IronOakEvent, frozen=True, tag="searched"):
    """A ship searched a counter."""

    ship: str
    counter: str
    roll: Roll
    found: bool


class Revealed(IronOakEvent, frozen=True, tag="revealed"):
    """A hidden ship lies open, or a False Contact is gone."""

    ship: str
