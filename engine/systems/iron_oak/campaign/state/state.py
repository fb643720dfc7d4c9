"""The state of a campaign: ships, plans and fought battles, the steps still to be done, and the
commands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from engine.game.game import Outcome
from engine.game.question import Reopen
from engine.kit.ledger import Step, union_of
from engine.systems.iron_oak.campaign.data import Current, Edge, Grade, HitPlace, Side, Wind
from engine.systems.iron_oak.state.commands import AnyCommand as BattleCommand
from engine.systems.iron_oak.state.commands import Command
from engine.systems.iron_oak.state.state import State as Battle

# The agenda of a campaign: the steps still to be done, as data. The last entry is the next step.


class ChooseForces(Step, frozen=True, tag="choose_forces"):
    """Both sides choose their ships in secret (Iron & Oak 8.3.1)."""


class AssignGrades(Step, frozen=True, tag="assign_grades"):
    """Both sides openly choose their Crack and Green ships (Iron & Oak 8.3.1)."""


class Generate(Step, frozen=True, tag="generate"):
    """Dice generate the next battle (Iron & Oak 8.4.1)."""

    number: int


class Commit(Step, frozen=True, tag="commit"):
    """Both sides send ships to a battle in secret (Iron & Oak 8.4.2)."""

    number: int


class Prepare(Step, frozen=True, tag="prepare"):
    """The coming battle's ships are shown and its cards resolved (Iron & Oak 8.5)."""

    number: int


class NameTarget(Step, frozen=True, tag="name_target"):
    """The attacker chooses the ship to be defended (Iron & Oak 8.1)."""

    number: int


class CountMines(Step, frozen=True, tag="count_mines"):
    """A roll decides how many mines the defender may lay (Iron & Oak 8.1)."""

    number: int


class PlaceShips(Step, frozen=True, tag="place_ships"):
    """A side places its ships and other units of the battle in boxes (Iron & Oak 8.1)."""

    number: int
    side: Side


class BeginBattle(Step, frozen=True, tag="begin_battle"):
    """The battle begins."""

    number: int


class Fight(Step, frozen=True, tag="fight"):
    """The battle's own steps and questions, until it is over (Iron & Oak 8.5)."""

    number: int


class CloseBattle(Step, frozen=True, tag="close_battle"):
    """Ships return with their damage, and the war book gets a row (Iron & Oak 8.7.1 to 8.7.3)."""

    number: int


class DrawYardCards(Step, frozen=True, tag="draw_yard_cards"):
    """Both sides draw yard cards (Iron & Oak 8.7.4)."""


class PlayYard(Step, frozen=True, tag="play_yard"):
    """A side plays cards on the yard of one side (Iron & Oak 8.9)."""

    yard: Side
    side: Side


class AnswerYard(Step, frozen=True, tag="answer_yard"):
    """A side may cancel the cards that the other side has played on a yard (Iron & Oak 8.9)."""

    yard: Side
    side: Side


class MeetTheMist(Step, frozen=True, tag="meet_the_mist"):
    """The enemy of a great ship out of the mist may add a lesser ship (Iron & Oak 8.9.5)."""

    side: Side


class CutHand(Step, frozen=True, tag="cut_hand"):
    """A side keeps only as many yard cards as it is allowed (Iron & Oak 8.7.4)."""

    side: Side


class RollRefit(Step, frozen=True, tag="roll_refit"):
    """The points of a side's refit are rolled (Iron & Oak 8.8)."""

    side: Side


class RollExtraShip(Step, frozen=True, tag="roll_extra_ship"):
    """A Replacements card brings a new ship, whose value is rolled (Iron & Oak 8.9.6)."""

    side: Side
    drm: int


class ChooseExtraShip(Step, frozen=True, tag="choose_extra_ship"):
    """The side chooses the new ship."""

    side: Side
    worth: int


class SpendRefit(Step, frozen=True, tag="spend_refit"):
    """A side spends the points of its refit (Iron & Oak 8.8)."""

    side: Side


class RollEnd(Step, frozen=True, tag="roll_end"):
    """A die decides whether the next battle is the last (Iron & Oak 8.7.6)."""


class NextBattle(Step, frozen=True, tag="next_battle"):
    """After a battle and its aftermath: begin the next battle, or end the war."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)


# The commands of a seat: the battle's commands, `Fill` for sheets, and the following.


class NameShip(Command, frozen=True, tag="name_ship"):
    """Choose a ship: as the target, as the lesser ship against a ship out of the mist, or as the
    new ship; an empty id chooses none.
    """

    ship: str = ""


class PlayCard(Command, frozen=True, tag="play_yard_card"):
    """Play a yard card; `card` 0 means to play no more."""

    card: int = 0
    use: str = ""
    """How the card is used: `ship` or `drm`, or the key of a side or the id of a ship; '' if there
    is only one way."""
    against: int = 0
    """The number of the card that this card cancels; 0 for none."""


AnyCommand = BattleCommand | Reopen | NameShip | PlayCard


# State: a campaign as one frozen tree of plain data, with the current battle inside.


SEATS: dict[Side, str] = {"union": "A", "confederate": "B"}
NAMES: dict[Side, str] = {"union": "Union", "confederate": "Confederacy"}
HIDDEN = 0
"""The number in place of a card that a seat may not see."""
SECRET = -1
"""The value of `Vessel.battle` shown to a seat that may not know whether the ship is committed to a
battle."""
Phase = Literal["forces", "grades", "commit", "set_up", "battle", "yard", "refit", "over"]


class Vessel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ship in the campaign book, with the damage that she carries from battle to battle."""

    id: str
    side: Side
    """The nation of the fleet that the ship began in."""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    """The shield marker of each location, -1 to -4."""
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    spar_spent: bool = False
    captured_by: Side | Literal[""] = ""
    lost_in: int = 0
    """The number of the battle in which the ship sank; 0 while she is afloat."""
    battle: int = 0
    """The number of the battle that the ship is committed to; 0 for none."""

    @property
    def control(self) -> Side:
        """The side that controls the ship now."""
        return self.captured_by or self.side

    @property
    def afloat(self) -> bool:
        """Whether the ship has not sunk."""
        return not self.lost_in


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle as it was generated (Iron & Oak 8.4.1)."""

    number: int
    kind: str
    rolled_by: Side
    attacker: Side
    limit: int = 0
    """The most Victory Points that a ship in this battle may be worth; 0 for no limit."""
    current: Current = Current("none", "none")
    wind: Wind = "normal"
    night: bool = False
    banks: tuple[Edge, ...] = ()
    shoals: dict[str, int] = msgspec.field(default_factory=dict)

    @property
    def defender(self) -> Side:
        """The side opposite the attacker."""
        return "confederate" if self.attacker == "union" else "union"


class Force(msgspec.Struct, frozen=True, omit_defaults=True):
    """A side of the campaign."""

    hand: tuple[int, ...] = ()
    """The numbers of the side's yard cards."""
    sealed: bool = False
    """Whether the side has sealed its sheet of the current step."""
    chosen: tuple[str, ...] = ()
    """The sealed choice while it is secret: the ships of a force, or of a commitment."""
    won: int = 0
    """The number of battles that the side has won."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A yard card that was played."""

    card: int
    by: Side
    yard: Side
    """The side on whose yard the card works."""
    use: str = ""
    """The use of the card: `ship` or `drm` for a Replacements card; for a ship out of the mist, her
    id."""
    answered: bool = False
    """Whether another card has cancelled this card."""


class Refit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points of a refit that is not finished (Iron & Oak 8.8)."""

    side: Side
    repair: int
    critical: int
    crew: int


class SetUp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The choices so far for the battle that is being set up."""

    places: dict[str, str] = msgspec.field(default_factory=dict)
    """The place of each ship: a box, or `off:EDGE`."""
    target: str = ""
    fort: str = ""
    fort_boxes: tuple[str, ...] = ()
    mines: int = 0
    """The number of mines that the defender may lay."""
    mined: tuple[str, ...] = ()
    obstructed: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """Mines and obstructions that a ship has met, such as `mine C3`; both sides know them."""
    transports: dict[str, str] = msgspec.field(default_factory=dict)
    """The box of each transport."""
    anchored: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    """The ids of ships that are short of ammunition."""


class WarRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the war book: a battle that was fought, or was not (Iron & Oak 8.1)."""

    plan: Plan
    winner: Side
    reason: str
    ships: dict[Side, tuple[str, ...]]
    """The ids of the ships that each side sent."""
    points: dict[Side, int]
    """The Victory Points that each side scored."""
    strength: dict[Side, int]
    """The Victory Points afloat after the battle; a damaged ship counts in part."""
    lost: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    turns: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A war: fleets, plans, yard cards, and the current battle, if any.

    Only the campaign's rules and `evolve` make the next state. While `battle` is set, the battle's
    rules decide, and its events are wrapped; war and battle use the same numbered dice. The state
    is frozen, and the names of its fields are written in battle files.
    """

    title: str
    phase: Phase
    number: int
    """The number of the coming or current battle."""
    ships: dict[str, Vessel]
    forces: dict[Side, Force]
    plans: dict[str, Plan] = {}
    """Generated battles that have not ended, by number."""
    deck: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    spent: tuple[int, ...] = ()
    """The numbers of yard cards that were played or put back, until the deck is shuffled."""
    refit: Refit | None = None
    setting: SetUp | None = None
    rows: tuple[WarRow, ...] = ()
    recent: Side | Literal[""] = ""
    """The winner of the latest battle."""
    last: int = 0
    """The number of the last battle; 0 until a roll has decided it."""
    battle: Battle | None = None
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The turn of the current battle; 0 between battles."""
        return self.battle.turn if self.battle else 0

    def plan(self, number: int) -> Plan:
        """Return the plan of a battle that has not ended."""
        return self.plans[str(number)]


def side_of(seat: str) -> Side:
    """Return the side of a seat."""
    return "union" if seat == SEATS["union"] else "confederate"
