"""How the set-up of a battle is told."""

from __future__ import annotations

from engine.oak_iron import events as ev
from engine.oak_iron.set_up.cards import card_of
from engine.oak_iron.state import State
from engine.oak_iron.telling import tells
from engine.oak_iron.wording import heading, squadron_name, who


@tells(ev.RoleTaken)
def _roles(state: State, event: ev.RoleTaken, seat: str) -> str:
    attacker, defender = (squadron_name(state, key) for key in (event.attacker, event.defender))
    return f"{attacker} attacks, {defender} defends"


@tells(ev.ScenarioCardTaken)
def _card(state: State, event: ev.ScenarioCardTaken, seat: str) -> str:
    name = card_of(event.kind, event.card).name
    return f"{squadron_name(state, event.squadron)} takes {name} ({event.kind})"


@tells(ev.ShipDeployed)
def _deployed(state: State, event: ev.ShipDeployed, seat: str) -> str:
    verb = "is deployed" if state.phase == "set_up" else "arrives"
    return f"{who(state, event.ship)} {verb}, heading {heading(event.pose.heading)}"


@tells(ev.ShipDelayed)
def _delayed(state: State, event: ev.ShipDelayed, seat: str) -> str:
    return f"{who(state, event.ship)} finds no place and comes later"
