"""Events of the set-up before a battle, and of the tokens and the marker of an objective."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.space.plane.pose import Point, Pose
from engine.systems.oak_iron.data.facts import WeatherEdge
from engine.systems.oak_iron.state.events.event import OakIronEvent, Told, with_plan, with_squadron
from engine.systems.oak_iron.state.ships import fleet_of
from engine.systems.oak_iron.state.state import (
    Edge,
    Kind,
    SetUpPlan,
    Ship,
    Squadron,
    State,
    Terrain,
    sorted_by_id,
)


class SquadronsMustered(OakIronEvent, frozen=True, tag="squadrons_mustered"):
    """Squadrons that come with the game were drawn by dice; `dice` is the number of dice used."""

    squadrons: dict[str, Squadron]
    ships: dict[str, Ship]
    dice: int

    def after(self, state: State) -> State:
        dice = state.dice + self.dice
        return replace(state, squadrons=self.squadrons, ships=sorted_by_id(self.ships), dice=dice)


class ScenarioDrawn(OakIronEvent, frozen=True, tag="scenario_drawn"):
    """Objective, scenario cards and wind were drawn by dice; `dice` is the number of dice used."""

    objective: str
    weather_edge: WeatherEdge
    plan: SetUpPlan
    dice: int

    def after(self, state: State) -> State:
        table = replace(state.table, weather_edge=self.weather_edge)
        state = replace(state, table=table, objective=self.objective, plan=self.plan)
        return replace(state, dice=state.dice + self.dice)


class RoleTaken(OakIronEvent, frozen=True, tag="role_taken"):
    """It was decided which side attacks and which defends."""

    attacker: str
    defender: str

    def after(self, state: State) -> State:
        return replace(with_plan(state, attacker=self.attacker), defender=self.defender)


class ScenarioCardTaken(OakIronEvent, frozen=True, tag="scenario_card_taken"):
    """A squadron took a scenario card in the draft, for its whole side."""

    squadron: str
    kind: Kind
    card: str

    def after(self, state: State) -> State:
        if self.kind == "condition":
            for key in fleet_of(state, self.squadron):
                held = (*state.squadrons[key].conditions, self.card)
                state = with_squadron(state, key, conditions=held)
        assert state.plan
        left = tuple(card for card in state.plan.offers[self.kind] if card != self.card)
        own = {**state.plan.drafted.get(self.squadron, {}), self.kind: self.card}
        offers = {**state.plan.offers, self.kind: left}
        return with_plan(state, offers=offers, drafted={**state.plan.drafted, self.squadron: own})


class DraftEnded(OakIronEvent, frozen=True, tag="draft_ended"):
    """The draft ended; the scenario cards that nobody took were discarded.

    If the objective is an escort, the dignitary (a passenger) can leave the table over the edge
    `lee`, in the turn `earliest` or later.
    """

    lee: Edge | UnsetType = UNSET
    earliest: int | UnsetType = UNSET

    def after(self, state: State) -> State:
        return with_plan(state, offers={}, lee=self.lee, earliest=self.earliest)


class PieceAdded(OakIronEvent, frozen=True, tag="piece_added"):
    """A squadron added a piece of terrain to the pool, the pieces that will be placed."""

    squadron: str
    piece: str

    def after(self, state: State) -> State:
        assert state.plan
        own = (*state.plan.added.get(self.squadron, ()), self.piece)
        added = {**state.plan.added, self.squadron: own}
        return with_plan(state, pool=(*state.plan.pool, self.piece), added=added)


class PieceLaid(OakIronEvent, frozen=True, tag="piece_laid"):
    """A piece of terrain was placed on the table; a `fixed` one may not be moved afterwards."""

    squadron: str
    terrain: Terrain
    fixed: bool = False

    def after(self, state: State) -> State:
        state = PieceRemoved(self.terrain.id).after(state)
        if self.fixed and state.plan:
            key = self.terrain.id
            fixed, islands = (*state.plan.fixed, key), (*state.plan.islands, key)
            state = with_plan(state, fixed=fixed, islands=islands)
        return replace(state, terrain=(*state.terrain, self.terrain))


class PieceMoved(OakIronEvent, frozen=True, tag="piece_moved"):
    """A piece of terrain was moved before the battle; it may not be moved again."""

    squadron: str
    terrain: Terrain

    def after(self, state: State) -> State:
        moved = self.terrain
        terrain = tuple(moved if piece.id == moved.id else piece for piece in state.terrain)
        fixed = (*state.plan.fixed, moved.id) if state.plan else ()
        return with_plan(replace(state, terrain=terrain), fixed=fixed)


class PieceRemoved(OakIronEvent, frozen=True, tag="piece_removed"):
    """A piece of terrain was removed from the pool, because there was no room for it."""

    piece: str

    def after(self, state: State) -> State:
        pool = state.plan.pool if state.plan else ()
        return with_plan(state, pool=tuple(piece for piece in pool if piece != self.piece))


class MarkerLaid(OakIronEvent, frozen=True, tag="marker_laid"):
    """The marker of the objective was placed on an island, or moved with it."""

    at: Point

    def after(self, state: State) -> State:
        return with_plan(state, marker=self.at)


class TokenLaid(OakIronEvent, frozen=True, tag="token_laid"):
    """A ship got a token of the objective, such as a cargo."""

    ship: str
    token: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, token=self.token)


class TokenLanded(OakIronEvent, frozen=True, tag="token_landed"):
    """A ship put ashore the cargo or the passenger that the objective is about."""

    ship: str
    token: str

    def after(self, state: State) -> State:
        state = with_ship(state, self.ship, token="")
        return with_plan(state, achieved=self.token == "dignitary")


class MarkerBurns(OakIronEvent, frozen=True, tag="marker_burns"):
    """A Skill Test to raze the objective's marker was passed."""

    ship: str

    def after(self, state: State) -> State:
        return with_plan(state, razed=state.plan.razed + 1) if state.plan else state


class ObjectiveScored(OakIronEvent, frozen=True, tag="objective_scored"):
    """The objective added strike points against a squadron, for the rest of the battle."""

    squadron: str
    points: int
    what: str

    def after(self, state: State) -> State:
        scored = dict(state.plan.scored) if state.plan else {}
        scored[self.squadron] = scored.get(self.squadron, 0) + self.points
        return with_plan(state, scored=scored)


class ShipDeployed(OakIronEvent, frozen=True, tag="ship_deployed"):
    """A ship was placed on the table, in the set-up or as a late arrival."""

    ship: str
    pose: Pose

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, pose=self.pose)


class ShipDelayed(Told, frozen=True, tag="ship_delayed"):
    """There was no room for a ship at the start; she arrives during the battle."""

    ship: str
