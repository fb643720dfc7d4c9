"""The state of a campaign: ships, plans, battles fought, and the steps still to be done; and its
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
    """Both sides choose their ships for the war, in secret (Iron & Oak 8.3.1)."""


class AssignGrades(Step, frozen=True, tag="assign_grades"):
    """Both sides openly choose their Crack and Green ships (Iron & Oak 8.3.1)."""


class Generate(Step, frozen=True, tag="generate"):
    """Dice decide the type, attacker and water of the next battle (Iron & Oak 8.4.1)."""

    number: int


class Commit(Step, frozen=True, tag="commit"):
    """Both sides choose in secret the ships that they send to a battle (Iron & Oak 8.4.2)."""

    number: int


class Prepare(Step, frozen=True, tag="prepare"):
    """The coming battle's ships are shown, and cards played for it take effect (Iron & Oak 8.5)."""

    number: int


class NameTarget(Step, frozen=True, tag="name_target"):
    """The attacker names the ship that the defender must defend (Iron & Oak 8.1)."""

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
    """The battle is fought: its own rules ask their questions until it is over (Iron & Oak 8.5)."""

    number: int


class CloseBattle(Step, frozen=True, tag="close_battle"):
    """Ships come back with their damage, and the war book gets a row (Iron & Oak 8.7.1 to
    8.7.3).
    """

    number: int


class DrawYardCards(Step, frozen=True, tag="draw_yard_cards"):
    """Both sides draw yard cards, which are played between battles (Iron & Oak 8.7.4)."""


class PlayYard(Step, frozen=True, tag="play_yard"):
    """The side `side` may play cards on the yard (the refit after a battle) of the side `yard`: its
    own or its enemy's (Iron & Oak 8.9).
    """

    yard: Side
    side: Side


class AnswerYard(Step, frozen=True, tag="answer_yard"):
    """The side `side` may cancel cards that its enemy has played on the yard of the side `yard`,
    its own or its enemy's (Iron & Oak 8.9).
    """

    yard: Side
    side: Side


class MeetTheMist(Step, frozen=True, tag="meet_the_mist"):
    """The enemy of a great ship out of the mist may add a lesser ship of his own (Iron & Oak
    8.9.5).
    """

    side: Side


class CutHand(Step, frozen=True, tag="cut_hand"):
    """A side with too many yard cards puts some back (Iron & Oak 8.7.4)."""

    side: Side


class RollRefit(Step, frozen=True, tag="roll_refit"):
    """Dice give a side its points for a refit (Iron & Oak 8.8)."""

    side: Side


class RollExtraShip(Step, frozen=True, tag="roll_extra_ship"):
    """A die decides the worth of the new ship of a Replacements card (Iron & Oak 8.9.6)."""

    side: Side
    drm: int


class ChooseExtraShip(Step, frozen=True, tag="choose_extra_ship"):
    """The side chooses which new ship it gets."""

    side: Side
    worth: int


class SpendRefit(Step, frozen=True, tag="spend_refit"):
    """A side spends the points of its refit (Iron & Oak 8.8)."""

    side: Side


class RollEnd(Step, frozen=True, tag="roll_end"):
    """A die decides whether the next battle is the last (Iron & Oak 8.7.6)."""


class NextBattle(Step, frozen=True, tag="next_battle"):
    """After a battle and all that follows from it: begin the next battle, or end the war."""


if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = union_of(Step, __name__)


# The commands of a seat: the battle's commands, `Fill` for sheets, and the following.


class NameShip(Command, frozen=True, tag="name_ship"):
    """Choose a ship: the target, the lesser ship against a ship out of the mist, or the new ship.
    An empty id chooses none.
    """

    ship: str = ""


class PlayCard(Command, frozen=True, tag="play_yard_card"):
    """Play a yard card (a card played between battles); `card` 0 means that no more are played."""

    card: int = 0
    use: str = ""
    """The use of the card: `crew`, `ship` or `more` for a Replacements card, else a side's key or a
    ship's id. '' for a card that can be played in only one way."""
    against: int = 0
    """The number of the enemy's card that this card cancels; 0 for none."""


AnyCommand = BattleCommand | Reopen | NameShip | PlayCard


# State: a campaign as one frozen tree of plain data, with the current battle inside.


SEATS: dict[Side, str] = {"union": "A", "confederate": "B"}
NAMES: dict[Side, str] = {"union": "Union", "confederate": "Confederacy"}
HIDDEN = 0
"""The number that stands for a card which a seat may not see."""
SECRET = -1
"""The value of `Vessel.battle` in a view whose seat may not know to which battle the ship is
sent."""
Phase = Literal["forces", "grades", "commit", "set_up", "battle", "yard", "refit", "over"]


class Vessel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A ship in the campaign book, with the damage that she carries from battle to battle."""

    id: str
    side: Side
    """The side to whose fleet the ship belonged at the start of the war."""
    grade: Grade = "average"
    hits: int = 0
    shields: dict[HitPlace, int] = msgspec.field(default_factory=dict)
    """{location of the ship: worn armour there, as a shield marker from -1 to -4}."""
    crew_loss: int = 0
    criticals: tuple[str, ...] = ()
    spar_spent: bool = False
    captured_by: Side | Literal[""] = ""
    lost_in: int = 0
    """The number of the battle in which the ship sank; 0 while she is afloat."""
    battle: int = 0
    """The number of the coming battle to which the ship is sent; 0 for none."""

    @property
    def control(self) -> Side:
        """The side that has the ship now: her captor, else her own."""
        return self.captured_by or self.side

    @property
    def afloat(self) -> bool:
        """Whether the ship has not sunk."""
        return not self.lost_in


class Plan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A battle still to be fought, as dice decided it (Iron & Oak 8.4.1)."""

    number: int
    kind: str
    rolled_by: Side
    attacker: Side
    limit: int = 0
    """The most Victory Points that a ship sent to this battle may be worth; 0 for no limit."""
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
    """The state of a side in the campaign, besides its ships: yard cards, a sealed choice, battles
    won.
    """

    hand: tuple[int, ...] = ()
    """The numbers of the yard cards (played between battles) that the side holds."""
    sealed: bool = False
    """Whether the side has sealed its sheet in the current step."""
    chosen: tuple[str, ...] = ()
    """The ids of the ships in a sealed choice that is still secret: a force, or ships sent to a
    battle."""
    won: int = 0
    """The number of battles that the side has won."""


class Laid(msgspec.Struct, frozen=True, omit_defaults=True):
    """A yard card (a card played between battles) after it was played."""

    card: int
    by: Side
    yard: Side
    """The side on whose yard (refit and fleet) the card works."""
    use: str = ""
    """The use of the card: `crew`, `ship` or `more` for a Replacements card, else a side's key or a
    ship's id; '' for a card that can be played in only one way."""
    answered: bool = False
    """Whether the enemy has cancelled this card."""


class Refit(msgspec.Struct, frozen=True, omit_defaults=True):
    """The points that a side has in its refit, until they are spent (Iron & Oak 8.8)."""

    side: Side
    repair: int
    critical: int
    crew: int


class SetUp(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The choices that both sides have made so far for the battle that is being set up."""

    places: dict[str, str] = msgspec.field(default_factory=dict)
    """{ship: where she begins}: a box, or `off:EDGE` for a ship that enters from off the board."""
    target: str = ""
    fort: str = ""
    fort_boxes: tuple[str, ...] = ()
    mines: int = 0
    """The number of mines that the defender may lay."""
    mined: tuple[str, ...] = ()
    obstructed: tuple[str, ...] = ()
    known: tuple[str, ...] = ()
    """The mines and obstructions that a ship has met, such as `mine C3`; both sides know these."""
    transports: dict[str, str] = msgspec.field(default_factory=dict)
    """{transport: the box where she begins}."""
    anchored: tuple[str, ...] = ()
    limited: tuple[str, ...] = ()
    """The ids of ships that are short of ammunition."""


class WarRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A row of the war book: a battle that was fought, or that was decided because a side sent no
    ship (Iron & Oak 8.1).
    """

    plan: Plan
    winner: Side
    reason: str
    ships: dict[Side, tuple[str, ...]]
    """{side: ids of the ships that it sent}."""
    points: dict[Side, int]
    """{side: Victory Points that it scored in the battle}."""
    strength: dict[Side, int]
    """{side: Victory Points that its fleet was worth after the battle}; a damaged ship counts for
    less."""
    lost: tuple[str, ...] = ()
    taken: tuple[str, ...] = ()
    turns: int = 0


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A war: fleets, battles planned and fought, yard cards, and the current battle, if any.

    Only the campaign's rules and `evolve` make the next state. While `battle` is set, the battle's
    rules decide, and its events are wrapped; war and battle use the same numbered dice. The state
    is frozen, and the names of its fields are written in battle files.
    """

    title: str
    phase: Phase
    number: int
    """The number of the current battle or, between battles, of the next one."""
    ships: dict[str, Vessel]
    forces: dict[Side, Force]
    plans: dict[str, Plan] = {}
    """{number in text: battle}, for the battles that are planned or being fought."""
    deck: tuple[int, ...] = ()
    laid: tuple[Laid, ...] = ()
    spent: tuple[int, ...] = ()
    """The numbers of the yard cards that were played or put back since the last shuffle."""
    refit: Refit | None = None
    setting: SetUp | None = None
    rows: tuple[WarRow, ...] = ()
    recent: Side | Literal[""] = ""
    """The winner of the latest battle."""
    last: int = 0
    """The number of the war's last battle; 0 until a roll has decided it."""
    battle: Battle | None = None
    agenda: tuple[AnyStep, ...] = ()
    dice: int = 0
    outcome: Outcome | None = None

    @property
    def turn(self) -> int:
        """The turn of the current battle; 0 between battles."""
        return self.battle.turn if self.battle else 0

    def plan(self, number: int) -> Plan:
        """Return the plan of a battle by its number; it must not have ended."""
        return self.plans[str(number)]


def side_of(seat: str) -> Side:
    """Return the side of a seat."""
    return "union" if seat == SEATS["union"] else "confederate"
