"""Advice before the first turn: role, scenario cards, terrain, wind, sails, tokens.

Also on which squadron of a fleet moves next. Oak & Iron ch. 7, Starting a Game; ch. 9, fleets.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import dist
from typing import Final

import numpy as np
from msgspec.structs import replace

from engine.game.decision import Advice, Decision, Option, Point
from engine.kit.ledger import put_ship
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.data.facts import Deployment, Setting
from engine.systems.oak_iron.set_up.objectives import WARNED
from engine.systems.oak_iron.set_up.scenario_draft import card_of
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state.ships import distance, enemies, other_side, squadrons_of
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import ObjectiveTerrain
from engine.systems.oak_iron.terrain import home, middle_of, on_table
from engine.systems.oak_iron.thinking.measure.flight import nearer, to_leeward, with_wind_turned
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base, candidate_areas, sample_points
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, score_answer, worth
from engine.systems.oak_iron.turn.movement import waiting

OBJECTIVE_POINTS: Final = {
    "escort": 0.5,
    "delivery": 0.5,
    "raze": -0.4,
    "engage_the_enemy": -1.0,
    "cut_off": -1.5,
    "raid": -1.5,
}
"""The worth of each objective to the defender, in points of damage. Fitted to the fraction of
battles (patrols) that defenders won."""
ADVANTAGES: Final = {
    "well_found": 1.0,
    "favoured_by_fortune": 0.5,
    "rested_crews": 0.5,
    "surprise": 0.5,
    "steady_wind": 0.3,
    "weather_wise": 0.3,
}
"""The worth of each condition card to the side that has it, in points of damage. Only Well Found
had a measured effect on who won patrols; the other figures are guesses, kept small."""
ALERT, PILOTED = 0.6, 0.3
"""The worth of the card Early Warning to a defender, and of the card Local Pilot if shoals may be
placed, in points of damage."""


def role(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on whether to attack or to defend.

    Three things count: to deploy last, to win a tie, and the objective.
    """
    points = OBJECTIVE_POINTS.get(view.objective, 0.0)
    values: dict[str, Values] = {
        "attacker": {"last_word": 1.0, "objective": -points},
        "defender": {"tie": 1.0, "objective": points},
    }
    return _given(decision, (values[option.command.role] for option in decision.options))


def draft(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which scenario card to take."""
    return _given(decision, (_card(view, decision.seat, each.command) for each in decision.options))


def _card(view: State, seat: str, command: do.Draw) -> Values:
    card = card_of(command.kind, command.card)
    if isinstance(card, Deployment):
        # The terms of a deployment zone, in inches: to windward, ahead, and to the lee edge. The
        # third is 0 unless the objective is an escort.
        long = max(view.table.size)
        windward = min((x0 + x1) / 2 for x0, _, x1, _ in card.zone)
        ahead = max(y1 for _, _, _, y1 in card.zone)
        return {
            "gage": long * (0.5 - windward),
            "reach": long * ahead,
            "errand": nearer(view, card),
        }
    if isinstance(card, Setting):
        kinds = [kind for kind, count in card.pieces.items() for _ in range(count)]
        own = sum(piece_worth(view, seat, kind) for kind in kinds)
        best = max(piece_worth(view, seat, kind) for kind in ("shoal", "island", "rocks", "fog"))
        return {"water": own + card.any * max(0.0, best)}
    points = ADVANTAGES.get(command.card, 0.0)
    if command.card == WARNED:
        points = ALERT * (seat == view.defender)
    if command.card == "local_pilot":
        assert view.plan
        drafted = [view.plan.card(key, "setting") for key in view.plan.drafted]
        settings = (*view.plan.offers.get("setting", ()), *drafted)
        points = PILOTED * any("shoal" in book().settings[each].pieces for each in settings if each)
    return {"advantage": points}


def load(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship carries a token: best a fast, strong ship that is not the
    flagship.
    """
    return _given(decision, (_carrier(view, option) for option in decision.options))


def _carrier(view: State, option: Option) -> Values:
    if not isinstance(option.command, do.Load):
        return {}
    ship = view.ships[option.command.ship]
    card = book().ships[ship.type]
    values = {"swift": float(card.large), "stout": float(card.fortitude)}
    return {**values, "carried": 1.0, "flag_at_risk": float(view.is_flagship(ship.id))}


def turn_wind(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on turning the wind to the opposite edge.

    What counts is which side would be to windward, and which would be faster.
    """
    given, side = [], view.squadrons[decision.seat].side
    for option in decision.options:
        then = with_wind_turned(view) if isinstance(option.command, do.TurnWind) else view
        found = {"gage": 0.0, "wind": 0.0}
        there = [ship for ship in then.ships.values() if ship.fights]
        for ours in (True, False):
            ships = [ship for ship in there if (then.side_of(ship.id) == side) == ours]
            sign = 1.0 if ours else -1.0
            found["gage"] += sign * _mean(
                float(to_leeward(then, base(then, s.id))[0]) for s in ships
            )
            found["wind"] += sign * sum(_way(then, ship) for ship in ships)
        given.append(found)
    return _given(decision, given)


def _way(view: State, ship: Ship) -> float:
    """Return how good the wind is for a ship at her present place: the value of the term `wind`."""
    return float(Outlook(view, ship.id).terms(base(view, ship.id), ahead=False)["wind"][0])


def _mean(numbers: Iterable[float]) -> float:
    return float(np.mean(list(numbers)))


def set_sail(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which ship begins at another sail setting.

    The gain in speed counts, against the Crew Action that a later change of sail would cost.
    """
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
    """Return advice on which squadron moves next: best the one that gains least by waiting."""
    given = []
    for option in decision.options:
        ships = waiting(view, option.command.squadron)
        given.append({"to_learn": _mean(learning(view, ship)["to_learn"] for ship in ships)})
    return _given(decision, given)


def learning(view: State, ship: Ship) -> Values:
    """Return how much a ship may learn about the enemy by moving later: {'to_learn': value}.

    Each enemy that has not moved adds to it, the more the nearer it is.
    """
    others = [foe for foe in enemies(view, ship.id) if not foe.moved]
    return {"to_learn": sum(1.0 / (1.0 + distance(view, ship.id, foe.id)) for foe in others)}


def _given(decision: Decision, values: Iterable[Values]) -> tuple[Advice, ...]:
    """Return the advice on each option, best first, given the evaluation terms of each."""
    pairs = zip(decision.options, values, strict=True)
    return best_first([score_answer(option.id, each) for option, each in pairs])


# Advice on terrain before a battle: which pieces to add, and where to place them.
#
# Oak & Iron ch. 7, Select, Place and Adjust Terrain. Clear water favours the side with stronger
# guns, shelter the weaker one, and shoals the side whose ships pass over them.


TURNED: Final = 45.0
"""Headings that are tried for a piece of terrain are this many degrees apart."""
IN_THE_WAY: Final = 0.3
"""The cost of placing any terrain, in points of damage, because it is in the way of our own side
too."""
KINDS: Final = {"shoal": 1.5, "island": 0.6, "land": 0.6, "rocks": 0.3, "fog": 0.8}
"""The worth of each kind of terrain, in points of damage, to a side that gets all the advantage of
it."""
PILOT, SHALLOW = "local_pilot", "shallow_draft"


def piece_worth(view: State, seat: str, kind: str) -> float:
    """Return the worth of a kind of terrain to a squadron's side; below 0 if it helps the enemy."""
    side = view.squadrons[seat].side
    own, foe = _ships(view, side), _ships(view, other_side(view, side))
    if kind == "shoal":
        edge = _shallow(view, own) - _shallow(view, foe)
    else:
        ours, theirs = _guns(own), _guns(foe)
        edge = (theirs - ours) / max(1.0, theirs + ours)
    return KINDS.get(kind, 0.0) * edge - IN_THE_WAY


def _ships(view: State, side: str) -> list[Ship]:
    return [ship for key in squadrons_of(view, side) for ship in view.own_ships(key)]


def _guns(ships: list[Ship]) -> float:
    return float(sum(book().ships[ship.type].broadside for ship in ships))


def _shallow(view: State, ships: list[Ship]) -> float:
    """Return the fraction of ships that may sail over shoals without risk, or with little."""
    passing = sum(
        PILOT in view.squadrons[ship.squadron].conditions
        or SHALLOW in book().ships[ship.type].special_rules
        for ship in ships
    )
    return passing / max(1, len(ships))


def select(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on which piece of terrain to add to those that will be placed, or to add
    none.
    """
    given = []
    for option in decision.options:
        values: Values = {}
        if isinstance(option.command, do.AddPiece):
            kind = book().pieces[option.command.piece].kind
            values = {"water": piece_worth(view, decision.seat, kind)}
        given.append(score_answer(option.id, values))
    return best_first(given)


def lay(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on where to place or move a piece of terrain; () after the battle has begun."""
    if view.phase != "set_up":
        return ()
    given = []
    for option in decision.options:
        if not isinstance(option.command, do.LayPiece):
            given.append(Advice(option.id, None, None, 0.0))
            continue
        # The best place at each heading.
        for heading, area in candidate_areas(view, decision, option, TURNED):
            tried = [
                (_values(view, decision.seat, option.command.piece, at), at)
                for at in sample_points(area)
            ]
            values, at = max(tried, key=lambda each: worth(each[0]))
            given.append(score_answer(option.id, values, heading, at))
    return best_first(given)


def _values(view: State, seat: str, piece: str, at: Point) -> Values:
    """Return the evaluation terms, {name: value}, of placing a piece of terrain at a point.

    A piece that helps this side should lie near the middle, any other near the edge. A piece that
    is on the table already is scored by the change from its present place, an island of the
    objective by its distance from the enemy's edge.
    """
    if isinstance(view.agenda[-1], ObjectiveTerrain):
        # The distance of a point from the enemy's edge, in inches.
        own = home(view, seat)
        away = at[1] if own in ("south", "north") else at[0]
        deep = view.table.height if own in ("south", "north") else view.table.width
        return {"guarded": (deep - away if own in ("south", "west") else away)}
    there = next((each for each in view.terrain if each.id == piece), None)
    kind = there.kind if there else book().pieces[piece].kind
    middle = (view.table.width / 2, view.table.height / 2)
    off = dist(at, middle)
    if there:
        off -= dist(middle_of(on_table(view, piece)), middle)
    return {"water": -piece_worth(view, seat, kind) * off / max(middle)}
