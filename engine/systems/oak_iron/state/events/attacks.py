"""Events of attacks, step by step."""

from __future__ import annotations

from engine.systems.oak_iron.data.terms import (
    Side,
    Symbol,
)
from engine.systems.oak_iron.state.events.event import Event
from engine.systems.oak_iron.state.state import (
    Attack,
)


class ReloadMarked(Event, frozen=True, tag="reload_marked"):
    """A side that fired takes a reload marker."""

    ship: str
    side: Side


class Reloaded(Event, frozen=True, tag="reloaded"):
    """A reload marker came off."""

    ship: str
    side: Side


class AttackDeclared(Event, frozen=True, tag="attack_declared"):
    """An attack began: who, at whom, how, with how many dice and what counts as a hit."""

    attack: Attack


class HitsScored(Event, frozen=True, tag="hits_scored"):
    """The attack's roll stands, with this number of hits."""

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


class AttackEnded(Event, frozen=True, tag="attack_ended"):
    """The attack is resolved."""
