"""Events of attacks, of damage and Fatigue, and of flagships and captured ships."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from engine.kit.ledger import with_ship
from engine.systems.oak_iron.data.facts import Side, Symbol
from engine.systems.oak_iron.state.events.event import (
    OakIronEvent,
    Told,
    flag_struck,
    freed,
    with_activation,
    with_squadron,
)
from engine.systems.oak_iron.state.state import Attack, State

# Events of attacks, step by step.


class ReloadMarked(OakIronEvent, frozen=True, tag="reload_marked"):
    """A side got a reload marker: its guns must be loaded before they fire again."""

    ship: str
    side: Side

    def after(self, state: State) -> State:
        sides = tuple(sorted({*state.ships[self.ship].reload, self.side}))
        state = with_ship(state, self.ship, reload=sides)
        if state.activation is not None and state.activation.ship == self.ship:
            return with_activation(state, fired=(*state.activation.fired, self.side))
        return state


class Reloaded(OakIronEvent, frozen=True, tag="reloaded"):
    """A reload marker was removed."""

    ship: str
    side: Side

    def after(self, state: State) -> State:
        sides = tuple(side for side in state.ships[self.ship].reload if side != self.side)
        return with_ship(state, self.ship, reload=sides)


class AttackDeclared(OakIronEvent, frozen=True, tag="attack_declared"):
    """An attack began; the field `attack` has everything known about it at this moment."""

    attack: Attack

    def after(self, state: State) -> State:
        return replace(state, attack=self.attack)


class HitsScored(OakIronEvent, frozen=True, tag="hits_scored"):
    """The attack's dice are final, and their hits were counted."""

    attacker: str
    target: str
    hits: int

    def after(self, state: State) -> State:
        assert state.attack is not None
        assert state.roll is not None
        return replace(state, attack=replace(state.attack, faces=state.roll.faces))


class CriticalRolled(OakIronEvent, frozen=True, tag="critical_rolled"):
    """The critical dice are final; no re-roll follows."""

    target: str
    faces: tuple[Symbol, ...]

    def after(self, state: State) -> State:
        assert state.attack is not None
        return replace(state, attack=replace(state.attack, critical=self.faces))


class HelmHit(Told, frozen=True, tag="helm_hit"):
    """The helm of a ship was shot away; the attacker will choose to which side she turns."""

    ship: str


class AttackEnded(OakIronEvent, frozen=True, tag="attack_ended"):
    """All steps of the attack are done."""

    def after(self, state: State) -> State:
        return replace(state, attack=None, roll=None)


# Events of damage and Fatigue.


class FatigueTaken(OakIronEvent, frozen=True, tag="fatigue_taken"):
    """A ship took Fatigue; `now` is all the Fatigue that she has."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=self.now)


class FatigueSpared(OakIronEvent, frozen=True, tag="fatigue_spared"):
    """A card prevented the first point of Fatigue of an attack on a ship."""

    ship: str
    card: str

    def after(self, state: State) -> State:
        assert state.attack is not None
        left = state.attack.spared_fatigue - 1
        return replace(state, attack=replace(state.attack, spared_fatigue=left))


class DamageSpared(Told, frozen=True, tag="damage_spared"):
    """A card prevented the second point of damage of an attack on a ship."""

    ship: str
    card: str


class FatigueRemoved(OakIronEvent, frozen=True, tag="fatigue_removed"):
    """Fatigue was removed from a ship; `now` is what is left."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=self.now)


class DamageTaken(OakIronEvent, frozen=True, tag="damage_taken"):
    """A ship took damage; `now` is all the damage that she has."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=self.now)


class DamageRepaired(OakIronEvent, frozen=True, tag="damage_repaired"):
    """Damage was removed from a ship; `now` is what is left."""

    ship: str
    points: int
    now: int

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=self.now)


class BecameCrippled(OakIronEvent, frozen=True, tag="became_crippled"):
    """The damage track is full: the ship is Crippled for the rest of the battle."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, damage=state.ships[self.ship].damage_boxes)


class BecameShaken(OakIronEvent, frozen=True, tag="became_shaken"):
    """The fatigue track is full: the ship is Shaken."""

    ship: str

    def after(self, state: State) -> State:
        return with_ship(state, self.ship, fatigue=state.ships[self.ship].fatigue_boxes)


class BecameOutOfAction(OakIronEvent, frozen=True, tag="became_out_of_action"):
    """Both tracks are full: the ship is Out of Action for the rest of the battle."""

    ship: str

    def after(self, state: State) -> State:
        """Fill both tracks of the ship; if she is a flagship, note the turn in which she was
        lost.
        """
        ship = state.ships[self.ship]
        state = with_ship(
            state,
            self.ship,
            damage=ship.damage_boxes,
            fatigue=ship.fatigue_boxes,
            lost_turn=state.turn,
        )
        return flag_struck(state, self.ship)


# Events of flags, prizes and losses.


class FlagTransferred(OakIronEvent, frozen=True, tag="flag_transferred"):
    """A squadron has another flagship; `value` is its admiral value from now on."""

    squadron: str
    ship: str
    value: int
    lost: bool = False
    """Whether the admiral was lost with the old flagship, so that the squadron has none now."""

    def after(self, state: State) -> State:
        state = with_squadron(state, self.squadron, flagship=self.ship, admiral_value=self.value)
        return (
            with_squadron(state, self.squadron, admiral="", admiral_lost=True)
            if self.lost
            else state
        )


class AdmiralKilled(OakIronEvent, frozen=True, tag="admiral_killed"):
    """The admiral was killed: his value is 0 from now on, but his ship remains the flagship."""

    squadron: str

    def after(self, state: State) -> State:
        return with_squadron(state, self.squadron, admiral="", admiral_value=0, admiral_lost=True)


class ShipCaptured(OakIronEvent, frozen=True, tag="ship_captured"):
    """A Shaken ship was captured."""

    ship: str
    by: str
    """The key of the squadron that now controls the ship."""

    def after(self, state: State) -> State:
        state = with_ship(
            state, self.ship, captured_by=self.by, lost_turn=state.turn, landing_party=None
        )
        return flag_struck(state, self.ship)


class ShipRecaptured(OakIronEvent, frozen=True, tag="ship_recaptured"):
    """A captured ship belongs to her own squadron again; her crew is Shaken."""

    ship: str

    def after(self, state: State) -> State:
        ship = state.ships[self.ship]
        return with_ship(
            state,
            self.ship,
            captured_by="",
            fatigue=ship.fatigue_boxes,
            moved=ship.moved or state.phase == "movement",
            attacked=ship.attacked or state.phase == "attack",
        )


class ShipDestroyed(OakIronEvent, frozen=True, tag="ship_destroyed"):
    """A Shaken ship was destroyed by her captor: she is Out of Action."""

    ship: str

    def after(self, state: State) -> State:
        return BecameOutOfAction(self.ship).after(state)


class ShipRemoved(OakIronEvent, frozen=True, tag="ship_removed"):
    """A ship was removed from the table, because she sank or was destroyed."""

    ship: str
    lost: Literal["sunk", "destroyed"]

    def after(self, state: State) -> State:
        state = flag_struck(state, self.ship)
        state = with_ship(
            state,
            self.ship,
            pose=None,
            lost=self.lost,
            lost_turn=state.ships[self.ship].lost_turn or state.turn,
            landing_party=None,
        )
        return freed(state, self.ship)
