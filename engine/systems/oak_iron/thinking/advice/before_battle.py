"""Advice before the first turn: role, scenario cards, wind, sails, tokens; and fleet order.

Oak & Iron ch. 7, Starting a Game; ch. 9 for which squadron of a fleet moves next.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
from msgspec.structs import replace

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.kit.fold import put_ship
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Deployment, Setting
from engine.systems.oak_iron.set_up.conditions import WARNED
from engine.systems.oak_iron.set_up.scenario_cards import card_of
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.thinking.advice.laying_terrain import liking
from engine.systems.oak_iron.thinking.measure.flight import to_leeward
from engine.systems.oak_iron.thinking.measure.lee_edge import nearer, turned
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored
from engine.systems.oak_iron.turn.fleet import waiting

OBJECTIVE_POINTS: Final = {
    "escort": 0.5,
    "delivery": 0.5,
    "raze": -0.4,
    "engage_the_enemy": -1.0,
    "cut_off": -1.5,
    "raid": -1.5,
}
"""Worth of an objective to the defender, in points, from the share of patrols defenders won."""
ADVANTAGES: Final = {
    "well_found": 1.0,
    "favoured_by_fortune": 0.5,
    "rested_crews": 0.5,
    "surprise": 0.5,
    "steady_wind": 0.3,
    "weather_wise": 0.3,
}
"""Worth of a condition to the side that has it, in points. Only Well Found changed who won
patrols; the others are guesses, kept small."""
ALERT, PILOTED = 0.6, 0.3
"""Worth of early warning to a defender, and of a pilot if shoals may be on the table."""


def role(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on attack or defence: who deploys last, who wins a tie, and the objective."""
    points = OBJECTIVE_POINTS.get(view.objective, 0.0)
    values: dict[str, Values] = {
        "attacker": {"last_word": 1.0, "objective": -points},
        "defender": {"tie": 1.0, "objective": points},
    }
    return _given(decision, (values[option.command.role] for option in decision.options))


def draft(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on a scenario card."""
    return _given(decision, (_card(view, decision.seat, each.command) for each in decision.options))


def _card(view: State, seat: str, command: do.Draw) -> Values:
    card = card_of(command.kind, command.card)
    if isinstance(card, Deployment):
        return _zone(view, card)
    if isinstance(card, Setting):
        kinds = [kind for kind, count in card.pieces.items() for _ in range(count)]
        own = sum(liking(view, seat, kind) for kind in kinds)
        best = max(liking(view, seat, kind) for kind in ("shoal", "island", "rocks", "fog"))
        return {"water": own + card.any * max(0.0, best)}
    points = ADVANTAGES.get(command.card, 0.0)
    if command.card == WARNED:
        points = ALERT * (seat == view.defender)
    if command.card == "local_pilot":
        points = PILOTED * any("shoal" in each.pieces for each in _settings(view))
    return {"advantage": points}


def _settings(view: State) -> list[Setting]:
    """Return the setting cards that are drafted or on offer."""
    plan = view.plan
    assert plan
    drafted = [plan.card(seat, "setting") for seat in plan.drafted]
    return [book().settings[card] for card in (*plan.offers.get("setting", ()), *drafted) if card]


def _zone(view: State, card: Deployment) -> Values:
    """Return the terms of a deployment zone, in inches: to windward, ahead, and to the lee edge.

    The last is 0 unless the objective is an escort.
    """
    long = max(view.table.size)
    windward = min((x0 + x1) / 2 for x0, _, x1, _ in card.zone)
    ahead = max(y1 for _, _, _, y1 in card.zone)
    return {"gage": long * (0.5 - windward), "reach": long * ahead, "errand": nearer(view, card)}


def load(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship carries a token: a fast, strong one, and none if possible."""
    return _given(decision, (_carrier(view, option) for option in decision.options))


def _carrier(view: State, option: Option) -> Values:
    if not isinstance(option.command, do.Load):
        return {}
    ship = view.ships[option.command.ship]
    card = book().ships[ship.type]
    values = {"swift": float(card.large), "stout": float(card.fortitude)}
    return {**values, "carried": 1.0, "flag_at_risk": float(view.is_flagship(ship.id))}


def turn_wind(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on turning the wind: who would have the weather gage, and who is faster."""
    given, side = [], view.squadrons[decision.seat].side
    for option in decision.options:
        then = turned(view) if isinstance(option.command, do.TurnWind) else view
        given.append(_weather(then, side))
    return _given(decision, given)


def _weather(view: State, side: str) -> Values:
    """Return the terms of how far a side's ships lie to windward, and how much faster they are."""
    found = {"gage": 0.0, "wind": 0.0}
    there = [ship for ship in view.ships.values() if ship.fights]
    for ours in (True, False):
        ships = [ship for ship in there if (view.side_of(ship.id) == side) == ours]
        sign = 1.0 if ours else -1.0
        found["gage"] += sign * _mean(float(to_leeward(view, base(view, s.id))[0]) for s in ships)
        found["wind"] += sign * sum(_way(view, ship) for ship in ships)
    return found


def _way(view: State, ship: Ship) -> float:
    """Return the wind term of a ship as she lies."""
    return float(Outlook(view, ship.id).terms(base(view, ship.id), ahead=False)["wind"][0])


def _mean(numbers: Iterable[float]) -> float:
    return float(np.mean(list(numbers)))


def set_sail(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on sails at the start: speed, against a Crew Action to change them later."""
    given: list[Values] = []
    for option in decision.options:
        command = option.command
        if not isinstance(command, do.SetSail):
            given.append({})
            continue
        ship = replace(view.ships[command.ship], sail=command.sail)
        then = put_ship(view, ship)
        gained = _way(then, ship) - _way(view, view.ships[ship.id])
        given.append({"wind": gained, "hands": 1.0})
    return _given(decision, given)


def name_squadron(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which squadron moves next: the one that learns least by waiting."""
    given = []
    for option in decision.options:
        ships = waiting(view, option.command.squadron)
        given.append({"to_learn": _mean(learning(view, ship)["to_learn"] for ship in ships)})
    return _given(decision, given)


def learning(view: State, ship: Ship) -> Values:
    """Return how much a ship may learn by waiting for enemies that have yet to move.

    The nearer an enemy, the more it matters where it goes.
    """
    others = [foe for foe in enemies(view, ship.id) if not foe.moved]
    return {"to_learn": sum(1.0 / (1.0 + distance(view, ship.id, foe.id)) for foe in others)}


def _given(decision: Decision, values: Iterable[Values]) -> tuple[Advice, ...]:
    """Return the advice on each option by its terms."""
    pairs = zip(decision.options, values, strict=True)
    return best_first([scored(option.id, each) for option, each in pairs])
