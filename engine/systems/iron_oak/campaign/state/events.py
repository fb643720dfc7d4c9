"""The events of a campaign: facts that followed from a command, each with its results."""

from __future__ import annotations

import msgspec

from engine.game.game import Outcome
from engine.kit import step
from engine.systems.iron_oak.campaign.state.state import Laid, Plan, Refit, SetUp, Vessel, WarRow
from engine.systems.iron_oak.campaign.state.steps import AnyStep
from engine.systems.iron_oak.data.facts import Grade, Side
from engine.systems.iron_oak.state.events import AnyEvent as BattleEvent
from engine.systems.iron_oak.state.rolls import Roll
from engine.systems.iron_oak.state.state import State as Battle


class CampaignEvent(msgspec.Struct, frozen=True, tag_field="event", omit_defaults=True):
    """A fact of the campaign."""


class InBattle(CampaignEvent, frozen=True, tag="in_battle"):
    """What happened in the battle that is being fought."""

    happened: BattleEvent


_WRITTEN = {"taken": "done", "laid": "then"}
"""The keys of files, as they always were."""


class Planned(step.Planned, CampaignEvent, frozen=True, tag="campaign_planned", rename=_WRITTEN):
    """The agenda of the war changed."""

    taken: int
    laid: tuple[AnyStep, ...] = ()


# Set-up -----------------------------------------------------------------------


class Sealed(CampaignEvent, frozen=True, tag="sealed"):
    """A side has sealed what nobody else may see yet: its force, or a commitment."""

    side: Side
    ships: tuple[str, ...]


class Unsealed(CampaignEvent, frozen=True, tag="unsealed"):
    """A side took its sealed sheet back, before the other was in."""

    side: Side


class ForcesShown(CampaignEvent, frozen=True, tag="forces_shown"):
    """Both forces are open."""

    ships: dict[Side, tuple[str, ...]]


class DeckShuffled(CampaignEvent, frozen=True, tag="deck_shuffled"):
    """The yard cards were shuffled, and all that were played came back."""

    deck: tuple[int, ...]
    dice: int


class GradesAssigned(CampaignEvent, frozen=True, tag="grades_assigned"):
    """A side has named its Crack and Green ships."""

    side: Side
    grades: dict[str, Grade]


# Generation -------------------------------------------------------------------


class RollersRolled(CampaignEvent, frozen=True, tag="rollers_rolled"):
    """Both sides rolled for who rolls the first battle."""

    union: Roll
    confederate: Roll


class WaterRolled(CampaignEvent, frozen=True, tag="water_rolled"):
    """A die of the generation: what it was rolled for, and what it gave."""

    number: int
    what: str
    roll: Roll
    gave: str


class BattleGenerated(CampaignEvent, frozen=True, tag="battle_generated"):
    """A battle is known to both sides."""

    plan: Plan


class Committed(CampaignEvent, frozen=True, tag="committed"):
    """Both commitments to a battle are in; they stay covered until it is fought."""

    number: int
    ships: dict[Side, tuple[str, ...]]


# The battle -------------------------------------------------------------------


class BattlePrepared(CampaignEvent, frozen=True, tag="battle_prepared"):
    """The ships of a battle are shown, unless it is night."""

    number: int


class AmmunitionShort(CampaignEvent, frozen=True, tag="ammunition_short"):
    """A ship drawn by lot is short of ammunition (Iron & Oak 8.9.4)."""

    card: int
    ship: str
    dice: int


class TargetChosen(CampaignEvent, frozen=True, tag="target_named"):
    """The ship that is to be defended: named by the attacker, by night drawn by lot."""

    ship: str
    dice: int = 0


class MinesCounted(CampaignEvent, frozen=True, tag="mines_counted"):
    """So many mines the defender may lay."""

    roll: Roll


class ShipsPlaced(CampaignEvent, frozen=True, tag="ships_placed"):
    """A side has put its ships into boxes."""

    side: Side
    setting: SetUp


class BattleBegan(CampaignEvent, frozen=True, tag="battle_began"):
    """The battle, as it begins."""

    battle: Battle


class GradeDrawn(CampaignEvent, frozen=True, tag="grade_drawn"):
    """A Crew Grade card was settled: the ship drawn, and her grade; '' none could be drawn."""

    card: int
    ship: str
    grade: Grade
    dice: int = 0


class BattleClosed(CampaignEvent, frozen=True, tag="battle_closed"):
    """A battle is over: a line of the war book, and the ships that come back from it."""

    row: WarRow
    ships: dict[str, Vessel]


# The yard ---------------------------------------------------------------------


class YardCardsDrawn(CampaignEvent, frozen=True, tag="yard_cards_drawn"):
    """A side has drawn yard cards."""

    side: Side
    cards: tuple[int, ...]


class YardCardPlayed(CampaignEvent, frozen=True, tag="yard_card_played"):
    """A side has played a yard card."""

    laid: Laid


class YardCardAnswered(CampaignEvent, frozen=True, tag="yard_card_answered"):
    """A side has cancelled a card by another."""

    side: Side
    card: int
    against: int


class MistMet(CampaignEvent, frozen=True, tag="mist_met"):
    """A lesser ship joins the battle against one out of the mist."""

    ship: str


class HandCut(CampaignEvent, frozen=True, tag="hand_cut"):
    """A side has put cards back."""

    side: Side
    cards: tuple[int, ...]


class RefitRolled(CampaignEvent, frozen=True, tag="refit_rolled"):
    """The points of a refit: rolls for repairs, critical hits, crews."""

    refit: Refit
    repair: Roll
    critical: Roll
    crew: Roll


class ExtraShipRolled(CampaignEvent, frozen=True, tag="extra_ship_rolled"):
    """What a ship more may be worth."""

    side: Side
    roll: Roll
    worth: int


class ExtraShipJoined(CampaignEvent, frozen=True, tag="extra_ship_joined"):
    """A ship more joins a side."""

    side: Side
    ship: str


class Refitted(CampaignEvent, frozen=True, tag="refitted"):
    """A side has spent its points; its ships as they are now."""

    side: Side
    ships: dict[str, Vessel]


# The end ----------------------------------------------------------------------


class EndRolled(CampaignEvent, frozen=True, tag="end_rolled"):
    """Whether the next battle is the last; 0: it is not."""

    roll: Roll
    ends_on: int
    last: int = 0


class CampaignEnded(CampaignEvent, frozen=True, tag="campaign_ended"):
    """The war is over."""

    outcome: Outcome


AnyEvent = (
    InBattle
    | Planned
    | Sealed
    | Unsealed
    | ForcesShown
    | DeckShuffled
    | GradesAssigned
    | RollersRolled
    | WaterRolled
    | BattleGenerated
    | Committed
    | BattlePrepared
    | AmmunitionShort
    | TargetChosen
    | MinesCounted
    | ShipsPlaced
    | BattleBegan
    | GradeDrawn
    | BattleClosed
    | YardCardsDrawn
    | YardCardPlayed
    | YardCardAnswered
    | MistMet
    | HandCut
    | RefitRolled
    | ExtraShipRolled
    | ExtraShipJoined
    | Refitted
    | EndRolled
    | CampaignEnded
)
