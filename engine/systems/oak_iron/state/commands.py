"""The commands: what a player may answer to a question, in the rulebook's terms.

Angles in degrees, positive to starboard; distances in inches. The tags are written in battle files.
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
    """The base class of all commands. A command is a player's answer to a question of the rules."""


class Pass(Command, frozen=True, tag="pass"):
    """Choose nothing of what is offered: no action, no re-roll, no reaction."""


class ChooseCard(Command, frozen=True, tag="choose_card"):
    """Place an initiative card face down for the next turn."""

    card: str


class ApplyEffect(Command, frozen=True, tag="apply_effect"):
    """Apply a card to one ship at the moment when the card is resolved.

    `side` is the side whose reload marker is removed, if the card loads guns.
    """

    ship: str
    side: AnySide = ""


class DampPowder(Command, frozen=True, tag="damp_powder"):
    """Put a reload marker on a loaded side of an enemy, as the event Damp Powder allows."""

    ship: str
    side: Side


class FreeTurn(Command, frozen=True, tag="free_turn"):
    """Turn one ship on the spot, as a card allows, by at most the angle of the speed 1 tool."""

    ship: str
    angle: float = 0.0


class FreeSlide(Command, frozen=True, tag="free_slide"):
    """Make a speed 1 move straight ahead with one ship, as a card allows."""

    ship: str


class BorrowCard(Command, frozen=True, tag="borrow_card"):
    """Choose the second initiative card that a squadron's first card lets it apply this turn."""

    card: str


class LowerBoats(Command, frozen=True, tag="lower_boats"):
    """Send the active ship's boats, with boarders, to an enemy."""

    target: str


class NameSquadron(Command, frozen=True, tag="name_squadron"):
    """Choose which squadron of a fleet moves next."""

    squadron: str


class Activate(Command, frozen=True, tag="activate"):
    """Choose which ship acts next."""

    ship: str


class ChoosePoint(Command, frozen=True, tag="choose_point"):
    """Choose one of two points of sail for a ship whose heading is exactly between them."""

    point: Literal["large", "windward"]


class Seamanship(Command, frozen=True, tag="seamanship"):
    """Attempt a Seamanship Action: roll the Skill Test."""


class ChangeHeading(Command, frozen=True, tag="change_heading"):
    """Turn the ship on the spot before her move, by at most the angle of the speed 1 tool."""

    angle: float = 0.0


class AdjustSpeed(Command, frozen=True, tag="adjust_speed"):
    """Add 1 to the speed rating, or subtract 1, for this move."""

    by: Literal[1, -1]


class CutFree(Command, frozen=True, tag="cut_free"):
    """Free the active ship from every ship that she is Entangled with (tied to)."""


class Sail(Command, frozen=True, tag="sail"):
    """Move the ship in a straight line, with a turn before or after it, or both by the rule Yare.

    With `both`, `angle` is the first turn; the second is asked for after the slide.
    """

    turn: Turning = "none"
    angle: float = 0.0
    towards: Literal["ahead", "astern", "port", "starboard"] = "ahead"


class Turn(Command, frozen=True, tag="turn"):
    """Turn the ship on the spot, without a slide.

    She may do so In the Wind's Eye, or as her second turn by the rule Yare.
    """

    angle: float = 0.0


class Shift(Command, frozen=True, tag="shift"):
    """Shift the ship straight sideways, as a card allows, by inches that are positive to
    starboard.
    """

    distance: float = 0.0


class Reload(Command, frozen=True, tag="reload"):
    """Remove the reload marker from one side."""

    side: Side


class ReloadBoth(Command, frozen=True, tag="reload_both"):
    """Remove the reload markers from both sides, as a card allows."""


class Rally(Command, frozen=True, tag="rally"):
    """Remove 1 Fatigue from the ship, or 2 if a card allows it."""


class Repair(Command, frozen=True, tag="repair"):
    """Remove 1 damage from the ship, or roll a Skill Test to float her off the ground."""

    what: Literal["damage", "aground"]


class Support(Command, frozen=True, tag="support"):
    """Use up the active ship's Crew Action for an action of a friend, as a card allows."""

    ship: str
    action: Reload | Rally | Repair


class ChangeSail(Command, frozen=True, tag="change_sail"):
    """Set one level more or less sail."""

    sail: Literal["anchored", "minimal", "battle", "full"]


class Board(Command, frozen=True, tag="board"):
    """Board a ship within Yard Arm."""

    target: str


class LayAlongside(Command, frozen=True, tag="lay_alongside"):
    """Choose one of several poses in which the boarder may lie alongside; `way` is its index
    from 0.
    """

    way: int


class Row(Command, frozen=True, tag="row"):
    """Row the ship with her sweeps: straight ahead by a move of speed 1."""


class TransferFlag(Command, frozen=True, tag="transfer_flag"):
    """Move the admiral, and with him the flag, to another ship of the squadron."""

    ship: str


class LandParty(Command, frozen=True, tag="land_party"):
    """Put a landing party ashore."""

    at: Point = (0.0, 0.0)


class Fire(Command, frozen=True, tag="fire"):
    """Make an attack: a Broadside from one side, Partial Fire, Close Combat, or a fight ashore."""

    kind: FireKind
    target: str
    side: AnySide = ""
    aim: Aim = "hull"
    ship: str = ""
    """The ship that fires in reaction to an enemy's move; '' stands for the active ship."""


class Burn(Command, frozen=True, tag="burn"):
    """Burn a fire ship beside an enemy; she is lost."""

    target: str


class Reroll(Command, frozen=True, tag="reroll"):
    """Re-roll one die, as Skill allows; `die` is its index from 0."""

    die: int


class SpendFortune(Command, frozen=True, tag="spend_fortune"):
    """Spend a Fortune Point to roll all dice of the current roll again."""


class CarefulAim(Command, frozen=True, tag="careful_aim"):
    """Re-roll the critical dice that show no result, as the card Careful Aim allows."""


class SpinHelm(Command, frozen=True, tag="spin_helm"):
    """Choose to which side a ship turns after her helm has been shot away."""

    side: Side


class Capture(Command, frozen=True, tag="capture"):
    """Capture a Shaken ship (`ship`) that is Entangled with the ship `by`."""

    ship: str
    by: str


class Destroy(Command, frozen=True, tag="destroy"):
    """Destroy a Shaken ship (`ship`) that is Entangled with the ship `by`."""

    ship: str
    by: str


class NewFlagship(Command, frozen=True, tag="new_flagship"):
    """Make another ship the flagship after the flagship is lost."""

    ship: str


class DropCard(Command, frozen=True, tag="drop_card"):
    """Remove a card from a hand that has too many; it does not come back in this battle."""

    card: str


class TakeRole(Command, frozen=True, tag="take_role"):
    """Choose to attack or to defend."""

    role: Literal["attacker", "defender"]


class Draw(Command, frozen=True, tag="draw"):
    """Take a scenario card of this kind in the draft before the battle."""

    kind: Kind
    card: str


class AddPiece(Command, frozen=True, tag="add_piece"):
    """Add a piece of terrain to the pool, the pieces that both sides will place."""

    piece: str


class LayPiece(Command, frozen=True, tag="lay_piece"):
    """Place a piece of terrain with its middle at a point, or move its middle there."""

    piece: str
    heading: float = 0.0
    at: Point = (0.0, 0.0)


class Load(Command, frozen=True, tag="load"):
    """Give a token of the objective, such as a cargo, to a ship."""

    ship: str


class Garrison(Command, frozen=True, tag="garrison"):
    """Begin the battle with a ship Anchored and her Landing Party ashore."""

    ship: str
    at: Point = (0.0, 0.0)


class Undertake(Command, frozen=True, tag="undertake"):
    """Use a Crew Action for the objective of the battle, such as to deliver a cargo."""

    what: Literal["ashore", "deliver", "raze"]


class TurnWind(Command, frozen=True, tag="turn_wind"):
    """Let the wind blow from the opposite edge of the table, as a card allows before the battle."""


class SetSail(Command, frozen=True, tag="set_sail"):
    """Begin the battle with a ship at Full or Minimal Sail instead of Battle Sail, as a card
    allows.
    """

    ship: str
    sail: Literal["full", "minimal"]


class Deploy(Command, frozen=True, tag="deploy"):
    """Place a ship on the table, with her middle at a point and this heading."""

    ship: str
    heading: float
    at: Point = (0.0, 0.0)


if TYPE_CHECKING:
    AnyCommand = Command
else:
    AnyCommand = union_of(Command, __name__)
