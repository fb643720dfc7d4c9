"""Events of damage and Fatigue."""

from __future__ import annotations

from engine.systems.oak_iron.state.events.event import OakIronEvent


class FatigueTaken(OakIronEvent, frozen=True, tag="fatigue_taken"):
    """A ship took Fatigue: `now` on its track."""

    ship: str
    points: int
    now: int


class FatigueSpared(OakIronEvent, frozen=True, tag="fatigue_spared"):
    """A card spared a ship the first Fatigue of an attack."""

    ship: str
    card: str


class DamageSpared(OakIronEvent, frozen=True, tag="damage_spared"):
    """A card spared a ship the second damage of an attack."""

    ship: str
    card: str


class FatigueRemoved(OakIronEvent, frozen=True, tag="fatigue_removed"):
    """Fatigue came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int


class DamageTaken(OakIronEvent, frozen=True, tag="damage_taken"):
    """A ship took damage: `now` on its track."""

    ship: str
    points: int
    now: int


class DamageRepaired(OakIronEvent, frozen=True, tag="damage_repaired"):
    """Damage came off a ship: `now` on its track."""

    ship: str
    points: int
    now: int


class BecameCrippled(OakIronEvent, frozen=True, tag="became_crippled"):
    """The damage track is full, for good."""

    ship: str


class BecameShaken(OakIronEvent, frozen=True, tag="became_shaken"):
    """The fatigue track is full."""

    ship: str


class BecameOutOfAction(OakIronEvent, frozen=True, tag="became_out_of_action"):
    """Crippled and Shaken: both tracks are full, for good."""

    ship: str
