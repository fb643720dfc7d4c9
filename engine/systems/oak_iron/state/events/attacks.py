"""Events of attacks, step by step."""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.fold import with_ship
from engine.systems.oak_iron.data.terms import (
    Side,
    Symbol,
)
from engine.systems.oak_iron.state.changes import (
    with_activation,
)
from engine.systems.oak_iron.state.events.event import OakIronEvent, Told
from engine.systems.oak_iron.state.state import (
    Attack,
    State,
)


class ReloadMarked(OakIronEvent, frozen=True, tag="reload_marked"):
    """A side that fired takes a reload marker."""

    ship: str
    side: Side

    def after(self, state: State) -> State:
        sides = tuple(sorted({*state.ships[self.ship].reload, self.side}))
        state = with_ship(state, self.ship, reload=sides)
        if state.activation is not None and state.activation.ship == self.ship:
            return with_activation(state, fired=(*state.activation.fired, self.side))
        return state


class Reloaded(OakIronEvent, frozen=True, tag="reloaded"):
    """A reload marker came off."""

    ship: str
    side: Side

    def after(self, state: State) -> State:
        sides = tuple(side for side in state.ships[self.ship].reload if side != self.side)
        return with_ship(state, self.ship, reload=sides)


class AttackDeclared(OakIronEvent, frozen=True, tag="attack_declared"):
    """An attack began: who, at whom, how, with how many dice and what counts as a hit."""

    attack: Attack

    def after(self, state: State) -> State:
        return replace(state, attack=self.attack)


class HitsScored(OakIronEvent, frozen=True, tag="hits_scored"):
    """The attack's roll stands, with this number of hits."""

    attacker: str
    target: str
    hits: int

    def after(self, state: State) -> State:
        assert state.attack is not None
        assert state.roll is not None
        return replace(state, attack=replace(state.attack, faces=state.roll.faces))


class CriticalRolled(OakIronEvent, frozen=True, tag="critical_rolled"):
    """The critical dice stand."""

    target: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        assert state.attack is not None
        return replace(state, attack=replace(state.attack, critical=self.faces))


class HelmHit(Told, frozen=True, tag="helm_hit"):
    """The helm is shot away: the attacker will choose a side."""

    ship: str


class AttackEnded(OakIronEvent, frozen=True, tag="attack_ended"):
    """The attack is resolved."""

    def after(self, state: State) -> State:
        return replace(state, attack=None, roll=None)
