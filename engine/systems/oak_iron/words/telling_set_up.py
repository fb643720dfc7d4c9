"""How the set-up of a battle is told."""

from __future__ import annotations

from engine.systems.oak_iron.data.records import book
from engine.systems.oak_iron.machine.telling import tells
from engine.systems.oak_iron.set_up.scenario_cards import card_of
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.wording import heading, listed, some, who


@tells(ev.RoleTaken)
def _roles(state: State, event: ev.RoleTaken, seat: str) -> str:
    attacker, defender = (_party(state, key) for key in (event.attacker, event.defender))
    return f"{attacker} attacks, {defender} defends"


@tells(ev.ScenarioCardTaken)
def _card(state: State, event: ev.ScenarioCardTaken, seat: str) -> str:
    name = card_of(event.kind, event.card).name
    return f"{_party(state, event.squadron)} takes {name} ({event.kind})"


@tells(ev.ShipDeployed)
def _deployed(state: State, event: ev.ShipDeployed, seat: str) -> str:
    verb = "is deployed" if state.phase == "set_up" else "arrives"
    return f"{who(state, event.ship)} {verb}, heading {heading(event.pose.heading)}"


@tells(ev.ShipDelayed)
def _delayed(state: State, event: ev.ShipDelayed, seat: str) -> str:
    return f"{who(state, event.ship)} finds no place and comes later"


@tells(ev.PieceAdded)
def _added(state: State, event: ev.PieceAdded, seat: str) -> str:
    name = book().pieces[event.piece].name
    return f"{_party(state, event.squadron)} adds {name} to the pool"


@tells(ev.PieceLaid)
def _laid(state: State, event: ev.PieceLaid, seat: str) -> str:
    return f"{_party(state, event.squadron)} lays {event.terrain.name}"


@tells(ev.PieceMoved)
def _moved(state: State, event: ev.PieceMoved, seat: str) -> str:
    return f"{_party(state, event.squadron)} moves {event.terrain.name}"


@tells(ev.PieceRemoved)
def _no_room(state: State, event: ev.PieceRemoved, seat: str) -> str:
    return f"there is no room for {book().pieces[event.piece].name}"


@tells(ev.SquadronsMustered)
def _mustered(state: State, event: ev.SquadronsMustered, seat: str) -> str:
    parties: dict[str, list[str]] = {}
    for squadron in event.squadrons.values():
        parties.setdefault(squadron.side, []).append(squadron.name)
    meet = " meets " if len(parties) == len(event.squadrons) else " meet "
    return meet.join(listed(names) for names in parties.values())


@tells(ev.ScenarioDrawn)
def _drawn(state: State, event: ev.ScenarioDrawn, seat: str) -> str:
    card = book().objectives[event.objective]
    return f"the wind blows from the {event.weather_edge}; {card.name}"


@tells(ev.DraftEnded)
def _discarded(state: State, event: ev.DraftEnded, seat: str) -> str:
    return "the scenario cards that nobody took are discarded"


@tells(ev.MarkerLaid)
def _marker(state: State, event: ev.MarkerLaid, seat: str) -> str:
    return "the objective is marked on the island"


@tells(ev.TokenLaid)
def _loaded(state: State, event: ev.TokenLaid, seat: str) -> str:
    if event.token == "alone":
        return f"{who(state, event.ship)} is cut off from her consorts"
    return f"{who(state, event.ship)} carries the {event.token}"


@tells(ev.TokenLanded)
def _landed(state: State, event: ev.TokenLanded, seat: str) -> str:
    return f"{who(state, event.ship)} brings the {event.token} ashore"


@tells(ev.MarkerBurns)
def _burns(state: State, event: ev.MarkerBurns, seat: str) -> str:
    return f"the party of {who(state, event.ship)} lays fire to the marker"


@tells(ev.ObjectiveScored)
def _scored(state: State, event: ev.ObjectiveScored, seat: str) -> str:
    points = some(event.points, "strike point")
    return f"{event.what}: {points} for {_party(state, event.squadron)}"


def _party(state: State, squadron: str) -> str:
    return state.squadrons[squadron].party


@tells(ev.WindTurned)
def _wind(state: State, event: ev.WindTurned, seat: str) -> str:
    return f"the wind has gone round to the {event.edge}"
