"""Events of attacks, step by step."""

from __future__ import annotations

from engine.systems.oak_iron.data.terms import (
    Side,
    Symbol,
)
from engine.systems.oak_iron.state.events.event import OakIronEvent
from engine.systems.oak_iron.state.state import (
    Attack,
)


class ReloadMarked(OakIronEvent, frozen=True, tag="reload_marked"):
    """A side that fired takes a reload marker."""

    ship: str
    side: Side


class Reloaded(OakIronEvent, frozen=True, tag="reloaded"):
    """A reload marker came off."""

    ship: str
    side: Side


class AttackDeclared(OakIronEvent, frozen=True, tag="attack_declared"):
    """An attack began: who, at whom, how, with how many dice and what counts as a hit."""

    attack: Attack


class HitsScored(OakIronEvent, frozen=True, tag="hits_scored"):
    """The attack's roll stands, with this number of hits."""

    attacker: str
    target: str
    hits: int


class CriticalRolled(OakIronEvent, frozen=True, tag="critical_rolled"):
    """The critical dice stand."""

    target: str
    faces: tuple[Symbol, ...]


class HelmHit(OakIronEvent, frozen=True, tag="helm_hit"):
    """The helm is shot away: the attacker will choose a side."""

    ship: str


class AttackEnded(OakIronEvent, frozen=True, tag="attack_ended"):
    """The attack is resolved."""
