"""The facts of a battle. Each carries its result, never what is to be computed again."""

from __future__ import annotations

from typing import Literal

import msgspec

from engine.game import Outcome
from engine.oak_iron.plan import Kind, Plan
from engine.oak_iron.state import (
    Attack,
    Phase,
    PointOfSail,
    Sail,
    Ship,
    Side,
    Squadron,
    Symbol,
    Terrain,
    WeatherEdge,
)
from engine.oak_iron.steps import AnyStep
from engine.plane.pose import Point, Pose

Way = Literal[
    "sail",
    "turn",
    "change_heading",
    "shift",
    "row",
    "cut_free",
    "board",
    "helm",
    "away",
    "alongside",
    "free_turn",
    "free_slide",
    "drift",
]
Rerolling = Literal["skill", "fortune", "careful_aim"]
ActivePhase = Literal["movement", "attack"]
Officer = Literal["", "admiral", "captain"]
Means = Literal["value", "sum", "tactician", "admiral", "challenge", "skill"]


class Event(msgspec.Struct, frozen=True, tag_field="fact"):
    """Anything that happened."""


class Planned(Event, frozen=True, tag="planned"):
    """The agenda moved on: `done` steps were taken off its end, `then` were laid on."""

    done: int = 0
    then: tuple[AnyStep, ...] = ()


class TurnBegan(Event, frozen=True, tag="turn_began"):
    """A new turn: wake markers, attacks and Cut Free of the last one are forgotten."""

    turn: int


class PhaseBegan(Event, frozen=True, tag="phase_began"):
    """A phase of the turn began."""

    phase: Phase


class DiceRolled(Event, frozen=True, tag="dice_rolled"):
    """Dice fell. `purpose` is a look-up of the dice table: skill_test, broadside, critical..."""

    purpose: str
    ship: str
    faces: tuple[Symbol, ...]


class DiceRerolled(Event, frozen=True, tag="dice_rerolled"):
    """Some dice of the roll fell anew; `faces` is the whole roll as it lies now."""

    by: Rerolling
    ship: str
    dice: tuple[int, ...]
    faces: tuple[Symbol, ...]


class DiceAdded(Event, frozen=True, tag="dice_added"):
    """A card added dice to the roll on the table; they fell so, and are not re-rolled."""

    card: str
    faces: tuple[Symbol, ...]


class TestResolved(Event, frozen=True, tag="test_resolved"):
    """A Skill Test stands: passed or failed."""

    __test__ = False

    ship: str
    purpose: str
    passed: bool


class ChallengeRolled(Event, frozen=True, tag="challenge_rolled"):
    """A Challenge Test between flagships: successes a squadron."""

    successes: dict[str, int]


class CardChosen(Event, frozen=True, tag="card_chosen"):
    """A squadron laid a card face down. Secret."""

    squadron: str
    card: str


class CardsRevealed(Event, frozen=True, tag="cards_revealed"):
    """All face-down cards were turned up at once."""

    cards: dict[str, str]


class InitiativeWon(Event, frozen=True, tag="initiative_won"):
    """A side (fleet, else squadron) has the initiative; `by` says how: value, admiral..."""

    squadron: str
    by: Means


class CardsReturned(Event, frozen=True, tag="cards_returned"):
    """Face-up cards went back to their hands, or were discarded."""

    discarded: tuple[str, ...] = ()
    """The squadrons whose card was discarded."""
    laid_on: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    """The squadrons whose card laid on another was discarded; unset where none was."""


class CardBorrowed(Event, frozen=True, tag="card_borrowed"):
    """A squadron uses another card, too; `own`: it was laid face up from its hand."""

    squadron: str
    card: str
    own: bool


class BoatsLowered(Event, frozen=True, tag="boats_lowered"):
    """A ship's boats lie at an enemy until the turn ends."""

    ship: str
    target: str


class CardLaidAtRandom(Event, frozen=True, tag="card_laid_at_random"):
    """A die chose the card that a squadron lays face down."""

    squadron: str
    card: str


class EventDrawn(Event, frozen=True, tag="event_drawn"):
    """A die drew an event card."""

    event: str


class EventIgnored(Event, frozen=True, tag="event_ignored"):
    """The event was not possible, or was cancelled."""

    event: str


class EventLasts(Event, frozen=True, tag="event_lasts"):
    """The event card stays face up."""

    event: str


class EventOver(Event, frozen=True, tag="event_over"):
    """An event has run its course."""

    event: str


class WeatherShifted(Event, frozen=True, tag="weather_shifted"):
    """A die's number moved the weather edge."""

    edge: WeatherEdge
    number: int


class CurrentSet(Event, frozen=True, tag="current_set"):
    """A die's number says to which edge the current sets."""

    edge: WeatherEdge
    number: int


class TerrainLaid(Event, frozen=True, tag="terrain_laid"):
    """A piece of terrain was laid on the table."""

    piece: Terrain


class TerrainMoved(Event, frozen=True, tag="terrain_moved"):
    """A piece of terrain lies elsewhere now."""

    piece: Terrain


class SeaScrolled(Event, frozen=True, tag="sea_scrolled"):
    """Everything on the table shifted: inches east and north."""

    by: Point


class TerrainTaken(Event, frozen=True, tag="terrain_taken"):
    """Pieces of terrain were taken off the table."""

    pieces: tuple[str, ...]


class CardDropped(Event, frozen=True, tag="card_dropped"):
    """A squadron removed a card from its hand."""

    squadron: str
    card: str


class EffectApplied(Event, frozen=True, tag="effect_applied"):
    """A card's effect worked, on a ship where one is named."""

    squadron: str
    card: str
    ship: str = ""


class EffectUsed(Event, frozen=True, tag="effect_used"):
    """A ship used an effect of once a game or once a turn; `mark` is noted on her."""

    ship: str
    card: str
    mark: str


class FatigueIgnored(Event, frozen=True, tag="fatigue_ignored"):
    """An effect of once a turn kept a point of Fatigue off a ship; `mark` is noted on her."""

    ship: str
    card: str
    mark: str


class CardSwapped(Event, frozen=True, tag="card_swapped"):
    """A squadron laid another card face down just before the reveal. Secret."""

    squadron: str
    card: str


class ShipActivated(Event, frozen=True, tag="ship_activated"):
    """A ship's activation began."""

    ship: str
    phase: ActivePhase
    point: PointOfSail | Literal[""] = ""


class PointChosen(Event, frozen=True, tag="point_chosen"):
    """The player of a ship between two points of sail chose one."""

    ship: str
    point: PointOfSail


class SpeedAdjusted(Event, frozen=True, tag="speed_adjusted"):
    """Adjust Speed changed the rating for this move."""

    ship: str
    by: int


class ShipMoved(Event, frozen=True, tag="ship_moved"):
    """A base changed its pose. `via` are the poses at its bends, in order, before the last."""

    ship: str
    how: Way
    pose: Pose
    via: tuple[Pose, ...] = ()
    speed: int = 0


class Collided(Event, frozen=True, tag="collided"):
    """A move ended in contact with ships or land."""

    ship: str
    struck: tuple[str, ...]


class ShipLeft(Event, frozen=True, tag="ship_left"):
    """A ship sailed off the table and out of the battle."""

    ship: str
    pose: Pose


class Entangled(Event, frozen=True, tag="entangled"):
    """Ships are fouled or grappled together."""

    pairs: tuple[tuple[str, str], ...]


class Parted(Event, frozen=True, tag="parted"):
    """Ships are no longer Entangled."""

    pairs: tuple[tuple[str, str], ...]


class CutLoose(Event, frozen=True, tag="cut_loose"):
    """A ship cut free: no crew action in this phase."""

    ship: str


class PassedShoal(Event, frozen=True, tag="passed_shoal"):
    """A ship passed over a shoal: a check for the bottom is due."""

    ship: str


class ShoalCleared(Event, frozen=True, tag="shoal_cleared"):
    """The check that was due is over."""

    ship: str


class WentAground(Event, frozen=True, tag="went_aground"):
    """A ship takes an Aground token."""

    ship: str


class GotOff(Event, frozen=True, tag="got_off"):
    """A ship loses its Aground token."""

    ship: str


class SailChanged(Event, frozen=True, tag="sail_changed"):
    """A ship's Sail Setting is another one."""

    ship: str
    sail: Sail


class FatigueTaken(Event, frozen=True, tag="fatigue_taken"):
    """A ship took Fatigue: `now` on its track."""

    ship: str
    points: int
    now: int


class FatigueSpared(Event, frozen=True, tag="fatigue_spared"):
    """A card kept the first Fatigue of an attack off a ship."""

    ship: str
    card: str


class DamageSpared(Event, frozen=True, tag="damage_spared"):
    """A card kept the second damage of an attack off a ship."""

    ship: str
    card: str


class FatigueRemoved(Event, frozen=True, tag="fatigue_removed"):
    """Fatigue came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int


class DamageTaken(Event, frozen=True, tag="damage_taken"):
    """A ship took damage: `now` on its track."""

    ship: str
    points: int
    now: int


class DamageRepaired(Event, frozen=True, tag="damage_repaired"):
    """Damage came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int


class BecameCrippled(Event, frozen=True, tag="became_crippled"):
    """The damage track is full, for good."""

    ship: str


class BecameShaken(Event, frozen=True, tag="became_shaken"):
    """The fatigue track is full."""

    ship: str


class BecameOutOfAction(Event, frozen=True, tag="became_out_of_action"):
    """Crippled and Shaken: both tracks are full, for good."""

    ship: str


class ReloadMarked(Event, frozen=True, tag="reload_marked"):
    """A side that fired takes a reload marker."""

    ship: str
    side: Side


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A reload marker came off."""

    ship: str
    side: Side


class WakePlaced(Event, frozen=True, tag="wake_placed"):
    """A ship has moved; its activation is over."""

    ship: str


class WakeRemoved(Event, frozen=True, tag="wake_removed"):
    """A ship has attacked, or will not; its activation is over."""

    ship: str


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """An attack began: who, at whom, how, with how many dice and what counts as a hit."""

    attack: Attack


class HitsScored(Event, frozen=True, tag="hits_scored"):
    """The attack's roll stands; so many hits count."""

    attacker: str
    target: str
    hits: int


class CriticalRolled(Event, frozen=True, tag="critical_rolled"):
    """The critical dice stand."""

    target: str
    faces: tuple[Symbol, ...]


class HelmHit(Event, frozen=True, tag="helm_hit"):
    """The helm is shot away: the attacker will choose a side."""

    ship: str


class OfficerRolled(Event, frozen=True, tag="officer_rolled"):
    """A die was rolled for the admiral or captain aboard."""

    ship: str
    face: Symbol
    lost: Officer


class AttackEnded(Event, frozen=True, tag="attack_ended"):
    """The attack is resolved."""


class ReactionUsed(Event, frozen=True, tag="reaction_used"):
    """A ship used (or a seat passed for it) its chance in the reaction window."""

    ship: str


class ReactionsClosed(Event, frozen=True, tag="reactions_closed"):
    """The reaction window closed."""


class PartyLanded(Event, frozen=True, tag="party_landed"):
    """A landing party went ashore."""

    ship: str
    at: Point


class PartyLost(Event, frozen=True, tag="party_lost"):
    """A landing party is gone."""

    ship: str


class FlagTransferred(Event, frozen=True, tag="flag_transferred"):
    """The admiral is on another ship; `value` is the admiral value from now on."""

    squadron: str
    ship: str
    value: int
    lost: bool = False
    """The old flagship was lost: a new one was named."""


class AdmiralKilled(Event, frozen=True, tag="admiral_killed"):
    """The admiral is dead: value 0, the ship stays flagship."""

    squadron: str


class FortuneSpent(Event, frozen=True, tag="fortune_spent"):
    """A squadron spent a Fortune Point."""

    squadron: str
    left: int


class FortuneGained(Event, frozen=True, tag="fortune_gained"):
    """A squadron gained a Fortune Point: `now` are left."""

    squadron: str
    now: int


class ShipCaptured(Event, frozen=True, tag="ship_captured"):
    """A Shaken ship was captured."""

    ship: str
    by: str
    """The squadron that holds it now."""


class ShipRecaptured(Event, frozen=True, tag="ship_recaptured"):
    """A captured ship is its own squadron's again, Shaken."""

    ship: str


class ShipDestroyed(Event, frozen=True, tag="ship_destroyed"):
    """A Shaken ship was destroyed: Out of Action."""

    ship: str


class ShipRemoved(Event, frozen=True, tag="ship_removed"):
    """A ship was taken off the table."""

    ship: str
    lost: Literal["sunk", "destroyed"]


class SinkingRolled(Event, frozen=True, tag="sinking_rolled"):
    """A die was rolled for a ship Out of Action."""

    ship: str
    face: Symbol
    sinks: bool


class StrikePointsCounted(Event, frozen=True, tag="strike_points_counted"):
    """Strike points against ships, a squadron each."""

    points: dict[str, int]
    ships: dict[str, int]


class BattleEnded(Event, frozen=True, tag="battle_ended"):
    """The battle is over."""

    outcome: Outcome


class SquadronsMustered(Event, frozen=True, tag="squadrons_mustered"):
    """Ready squadrons were drawn by so many numbered dice."""

    squadrons: dict[str, Squadron]
    ships: dict[str, Ship]
    dice: int


class ScenarioDrawn(Event, frozen=True, tag="scenario_drawn"):
    """Objective, cards and wind were drawn by so many numbered dice."""

    objective: str
    weather_edge: WeatherEdge
    plan: Plan
    dice: int


class RoleTaken(Event, frozen=True, tag="role_taken"):
    """Attacker and defender are known."""

    attacker: str
    defender: str


class ScenarioCardTaken(Event, frozen=True, tag="scenario_card_taken"):
    """A squadron took one of the scenario cards on offer."""

    squadron: str
    kind: Kind
    card: str


class DraftEnded(Event, frozen=True, tag="draft_ended"):
    """The cards that nobody took are discarded."""


class PieceAdded(Event, frozen=True, tag="piece_added"):
    """A squadron added a piece of terrain to the pool."""

    squadron: str
    piece: str


class PieceLaid(Event, frozen=True, tag="piece_laid"):
    """A piece of terrain was laid on the table; a fixed one will not be moved."""

    squadron: str
    terrain: Terrain
    fixed: bool = False


class PieceMoved(Event, frozen=True, tag="piece_moved"):
    """A piece of terrain was moved; it will not be moved again."""

    squadron: str
    terrain: Terrain


class PieceRemoved(Event, frozen=True, tag="piece_removed"):
    """A piece of terrain found no place."""

    piece: str


class MarkerLaid(Event, frozen=True, tag="marker_laid"):
    """The objective's marker lies on an island."""

    at: Point


class TokenLaid(Event, frozen=True, tag="token_laid"):
    """A ship carries a token of the objective."""

    ship: str
    token: str


class TokenLanded(Event, frozen=True, tag="token_landed"):
    """What a ship carried for the objective is ashore."""

    ship: str
    token: str


class MarkerBurns(Event, frozen=True, tag="marker_burns"):
    """A test to raze the marker was passed."""

    ship: str


class ObjectiveScored(Event, frozen=True, tag="objective_scored"):
    """The objective gives a squadron strike points for good."""

    squadron: str
    points: int
    what: str


class WindTurned(Event, frozen=True, tag="wind_turned"):
    """The wind blows from the opposite edge, by a card."""

    edge: WeatherEdge


class ShipDeployed(Event, frozen=True, tag="ship_deployed"):
    """A ship was put on the table, or arrived."""

    ship: str
    pose: Pose


class ShipDelayed(Event, frozen=True, tag="ship_delayed"):
    """A ship found no place: it comes later."""

    ship: str


AnyEvent = (
    Planned
    | TurnBegan
    | PhaseBegan
    | DiceRolled
    | DiceRerolled
    | DiceAdded
    | TestResolved
    | ChallengeRolled
    | CardChosen
    | CardsRevealed
    | InitiativeWon
    | CardsReturned
    | CardBorrowed
    | BoatsLowered
    | CardDropped
    | CardLaidAtRandom
    | EventDrawn
    | EventIgnored
    | EventLasts
    | EventOver
    | WeatherShifted
    | CurrentSet
    | TerrainLaid
    | TerrainTaken
    | TerrainMoved
    | SeaScrolled
    | EffectApplied
    | EffectUsed
    | FatigueIgnored
    | CardSwapped
    | ShipActivated
    | PointChosen
    | SpeedAdjusted
    | ShipMoved
    | Collided
    | ShipLeft
    | Entangled
    | Parted
    | CutLoose
    | PassedShoal
    | ShoalCleared
    | WentAground
    | GotOff
    | SailChanged
    | FatigueTaken
    | FatigueSpared
    | FatigueRemoved
    | DamageSpared
    | DamageTaken
    | DamageRepaired
    | BecameCrippled
    | BecameShaken
    | BecameOutOfAction
    | ReloadMarked
    | Reloaded
    | WakePlaced
    | WakeRemoved
    | AttackDeclared
    | HitsScored
    | CriticalRolled
    | HelmHit
    | OfficerRolled
    | AttackEnded
    | ReactionUsed
    | ReactionsClosed
    | PartyLanded
    | PartyLost
    | FlagTransferred
    | AdmiralKilled
    | FortuneSpent
    | FortuneGained
    | ShipCaptured
    | ShipRecaptured
    | ShipDestroyed
    | ShipRemoved
    | SinkingRolled
    | StrikePointsCounted
    | BattleEnded
    | SquadronsMustered
    | ScenarioDrawn
    | RoleTaken
    | ScenarioCardTaken
    | DraftEnded
    | PieceAdded
    | PieceLaid
    | PieceMoved
    | PieceRemoved
    | MarkerLaid
    | TokenLaid
    | TokenLanded
    | MarkerBurns
    | ObjectiveScored
    | WindTurned
    | ShipDeployed
    | ShipDelayed
)
