"""Advice on what to do with prizes, and on a new flagship (Oak & Iron ch. 4, End Phase)."""

from __future__ import annotations

from typing import Final

from engine.game.advice import Advice
from engine.game.decision import Decision, Option
from engine.kit.fold import evolve
from engine.space.plane.contact import within
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.sailing.seamanship import no_cut_free
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.bases import distance
from engine.systems.oak_iron.state.sides import enemies
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.thinking.measure import fortune
from engine.systems.oak_iron.thinking.measure.guns import Guns
from engine.systems.oak_iron.thinking.measure.outlook import Outlook
from engine.systems.oak_iron.thinking.measure.reach import base
from engine.systems.oak_iron.thinking.measure.situation import lead
from engine.systems.oak_iron.thinking.measure.weights import Values, best_first, scored
from engine.systems.oak_iron.victory.strike import borne

RETAKING: Final = 0.15
"""Chance that any one enemy within Musket Shot retakes a prize."""


def prizes(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on what becomes of Shaken ships alongside."""
    given = []
    for option in decision.options:
        values = _prize(view, decision.seat, option)
        given.append(scored(option.id, values))
    return best_first(given)


def _prize(view: State, seat: str, option: Option) -> Values:
    """Return the terms of capturing or destroying a ship; none for leaving her."""
    match option.command:
        case do.Capture(ship=prey, by=victor):
            then = evolve(view, ev.ShipCaptured(prey, view.ships[victor].squadron))
            near = [
                foe
                for foe in enemies(then, victor)
                if not foe.shaken and within(distance(view, foe.id, prey), book().measures.musket)
            ]
            risk = {"lost_again": 1.0 - (1.0 - RETAKING) ** len(near)}
        case do.Destroy(ship=prey, by=victor):
            then = evolve(view, ev.ShipDestroyed(prey))
            risk = {"freedom": float(not no_cut_free(view, victor))}
        case _:
            return {}
    side = view.squadrons[seat].side
    return {
        "silenced": float(view.ships[prey].fights),
        "score": lead(then, side) - lead(view, side),
        "number": float(borne(then, seat) - borne(view, seat)),
        **risk,
    }


def new_flagship(view: State, decision: Decision) -> tuple[Advice, ...]:
    """Return advice on a new flagship: a sound ship, out of the worst fire."""
    guns, given = Guns(view), []
    for option in decision.options:
        heir = view.ships[option.command.ship]
        here = base(view, heir.id)
        danger = float(Outlook(view, heir.id, guns).terms(here, ahead=False)["danger"][0])
        values: dict[str, float] = {"sound": 1.0 - heir.spent, "danger": danger}
        if isinstance(option.command, do.TransferFlag):
            values["admiral"] = 1.0 + view.squadrons[decision.seat].admiral_value
            values["fortune"] = fortune.value_if_kept(view, heir)
        given.append(scored(option.id, values))
    return best_first(given)
