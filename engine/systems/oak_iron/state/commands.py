"""The commands: the possible answers of a seat, in the rulebook's terms.

Angles in degrees, positive to starboard; distances in inches. Tags are written in battle files.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.kit.ledger import union_of
from engine.space.plane.pose import Point
from engine.systems.oak_iron.data.facts import Aim, AnySide, FireKind, Side
from engine.systems.oak_iron.state.state import Kind

Turning = Literal["start", "end", "both", "none"]


class Command(msgspec.Struct, frozen=True, tag_field="do"):
    """The base class of all answers of a seat."""


class Pass(Command, frozen=True, tag="pass"):
    """Leave the choice unused: no action, no re-roll, no reaction."""


class ChooseCard(Command, frozen=True, tag="choose_card"):
    """Place an initiative card face down for the next turn."""

    card: str


class ApplyEffect(Command, frozen=True, tag="apply_effect"):
    """Apply a card's immediate effect to one ship; `side` is the side of a reload marker."""

    ship: str
    side: AnySide = ""


class DampPowder(Command, frozen=True, tag="damp_powder"):
    """Put a reload marker on a loaded side of an enemy, as the event Damp Powder allows."""

    ship: str
    side: Side


class FreeTurn(Command, frozen=True, tag="free_turn"):
    """As a card allows, turn one ship by at most the angle of the speed 1 tool."""

    ship: str
    angle: float = 0.0


class FreeSlide(Command, frozen=True, tag="free_slide"):
    """Make a speed 1 move straight ahead with one ship, as a card allows."""

    ship: str


class BorrowCard(Command, frozen=True, tag="borrow_card"):
    """Choose the second card that a squadron's card lets it apply."""

    card: str


class LowerBoats(Command, frozen=True, tag="lower_boats"):
    """Send the boats to an enemy."""

    target: str


class NameSquadron(Command, frozen=True, tag="name_squadron"):
    """Choose the squadron of a fleet that moves next."""

    squadron: str


class Activate(Command, frozen=True, tag="activate"):
    """Choose the ship that acts next."""

    ship: str


class ChoosePoint(Command, frozen=True, tag="choose_point"):
    """Choose the point of sail of a ship that is exactly between two."""

    point: Literal["large", "windward"]


class Seamanship(Command, frozen=True, tag="seamanship"):
    """Attempt a Seamanship Action: roll the Skill Test."""


class ChangeHeading(Command, frozen=True, tag="change_heading"):
    """Turn before the move with the speed 1 tool."""

    angle: float = 0.0


class AdjustSpeed(Command, frozen=True, tag="adjust_speed"):
    """Add 1 to the speed rating, or subtract 1, for this move."""

    by: Literal[1, -1]


class CutFree(Command, frozen=True, tag="cut_free"):
    """Cut the active ship loose from every ship Entangled with her."""


class Sail(Command, frozen=True, tag="sail"):
    """Make the move with its turn; for `both` (Yare) the second turn is a later question."""

    turn: Turning = "none"
    angle: float = 0.0
    towards: Literal["ahead", "astern", "port", "starboard"] = "ahead"


class Turn(Command, frozen=True, tag="turn"):
    """Turn without a slide: In the Wind's Eye, as a Yare ship's second turn, or as a Fore & Aft
    ship's extra turn.
    """

    angle: float = 0.0


class Shift(Command, frozen=True, tag="shift"):
    """As a card allows, shift the ship straight sideways by some inches, positive to starboard."""

    distance: float = 0.0


class Reload(Command, frozen=True, tag="reload"):
    """Remove the reload marker from one side."""

    side: Side


class ReloadBoth(Command, frozen=True, tag="reload_both"):
    """Remove the reload markers from both sides, as a card allows."""


class Rally(Command, frozen=True, tag="rally"):
    """Remove 1 Fatigue from the ship, or 2 if a card allows it."""


class Repair(Command, frozen=True, tag="repair"):
    """Remove 1 damage from the ship, or test to get her off the ground."""

    what: Literal["damage", "aground"]


class Support(Command, frozen=True, tag="support"):
    """Use the active ship's Crew Action for a friend, as a card allows."""

    ship: str
    action: Reload | Rally | Repair


class ChangeSail(Command, frozen=True, tag="change_sail"):
    """Set one level more or less sail."""

    sail: Literal["anchored", "minimal", "battle", "full"]


class Board(Command, frozen=True, tag="board"):
    """Board a ship within Yard Arm."""

    target: str


class LayAlongside(Command, frozen=True, tag="lay_alongside"):
    """Choose one of several poses alongside the target, by its index from 0."""

    way: int


class Row(Command, frozen=True, tag="row"):
    """Row: move straight ahead by a move of speed 1."""


class TransferFlag(Command, frozen=True, tag="transfer_flag"):
    """Move the admiral to another ship of the squadron."""

    ship: str


class LandParty(Command, frozen=True, tag="land_party"):
    """Put a landing party ashore."""

    at: Point = (0.0, 0.0)


class Fire(Command, frozen=True, tag="fire"):
    """Attack: a Broadside from one side, a Partial Fire or Close Combat."""

    kind: FireKind
    target: str
    side: AnySide = ""
    aim: Aim = "hull"
    ship: str = ""
    """The ship that fires in a reaction; '' for the active ship."""


class Burn(Command, frozen=True, tag="burn"):
    """Let a fire ship burn against an enemy."""

    target: str


class Reroll(Command, frozen=True, tag="reroll"):
    """Re-roll one die by Skill, given by its index from 0."""

    die: int


class SpendFortune(Command, frozen=True, tag="spend_fortune"):
    """Spend a Fortune Point to re-roll the whole roll."""


class CarefulAim(Command, frozen=True, tag="careful_aim"):
    """Re-roll the critical dice without a result."""


class SpinHelm(Command, frozen=True, tag="spin_helm"):
    """Choose to which side a ship turns whose helm is shot away."""

    side: Side


class Capture(Command, frozen=True, tag="capture"):
    """Capture a Shaken, Entangled ship."""

    ship: str
    by: str


class Destroy(Command, frozen=True, tag="destroy"):
    """Destroy a Shaken, Entangled ship."""

    ship: str
    by: str


class NewFlagship(Command, frozen=True, tag="new_flagship"):
    """Move the flag to another ship after the flagship is lost."""

    ship: str


class DropCard(Command, frozen=True, tag="drop_card"):
    """Remove a card from a hand that is too large."""

    card: str


class TakeRole(Command, frozen=True, tag="take_role"):
    """Choose to attack or to defend."""

    role: Literal["attacker", "defender"]


class Draw(Command, frozen=True, tag="draw"):
    """Take a scenario card."""

    kind: Kind
    card: str


class AddPiece(Command, frozen=True, tag="add_piece"):
    """Add a piece of terrain to the pool."""

    piece: str


class LayPiece(Command, frozen=True, tag="lay_piece"):
    """Place a piece of terrain with its middle at a point, or move it there."""

    piece: str
    heading: float = 0.0
    at: Point = (0.0, 0.0)


class Load(Command, frozen=True, tag="load"):
    """Put a token of the objective on a ship."""

    ship: str


class Garrison(Command, frozen=True, tag="garrison"):
    """Begin the battle with a ship Anchored and her Landing Party ashore."""

    ship: str
    at: Point = (0.0, 0.0)


class Undertake(Command, frozen=True, tag="undertake"):
    """Use a Crew Action for the objective of the battle."""

    what: Literal["ashore", "deliver", "raze"]


class TurnWind(Command, frozen=True, tag="turn_wind"):
    """Let the wind blow from the opposite edge."""


class SetSail(Command, frozen=True, tag="set_sail"):
    """Begin the battle with a ship at another Sail Setting."""

    ship: str
    sail: Literal["full", "minimal"]


class Deploy(Command, frozen=True, tag="deploy"):
    """Place a ship on the table with this heading."""

    ship: str
    heading: float
    at: Point = (0.0, 0.0)


if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = union_of(Command, __name__)
