"""Preview of boarding: the test, the places of the ships, and the melee that follows."""

from __future__ import annotations

from msgspec.structs import replace

from engine.base.counting import some
from engine.game.panel import Row, words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.crew.boarding import ways_alongside
from engine.systems.oak_iron.effects.boarding import sure_grip
from engine.systems.oak_iron.gunnery import odds
from engine.systems.oak_iron.gunnery.shot import shot
from engine.systems.oak_iron.machine.moment import name_of
from engine.systems.oak_iron.screen.previews.of_command import previews
from engine.systems.oak_iron.screen.previews.seamanship_preview import skill_test
from engine.systems.oak_iron.screen.scene import ghost
from engine.systems.oak_iron.state import commands as do
from engine.systems.oak_iron.state import wording
from engine.systems.oak_iron.state.state import Ship, State
from engine.systems.oak_iron.state.steps import BoardingTest
from engine.systems.oak_iron.thinking.what_if import as_if_boarded


def _grip(view: State, ship: Ship, target: str) -> tuple[Row, ...]:
    card = sure_grip(view, ship, view.ships[target])
    if card:
        return (words(f"{name_of(card)}: passed without a roll", "ok"),)
    return skill_test(view, ship, "boarding", BoardingTest(target))


@previews(do.Board, do.LayAlongside)
def _boarding(view: State, ship: Ship, command: do.Board | do.LayAlongside) -> Preview | None:
    step = view.agenda[-1] if view.agenda else None
    target = command.target if isinstance(command, do.Board) else getattr(step, "target", "")
    ways = ways_alongside(view, ship.id, target) if target in view.ships else ()
    way = command.way if isinstance(command, do.LayAlongside) else 0
    test = _grip(view, ship, target) if isinstance(command, do.Board) else ()
    alongside = as_if_boarded(view, ship.id, target, ways[way])
    rows = (*test, words(f"then entangled with {wording.who(view, target)}"))
    fights = _melee(alongside, ship.id, target), _melee(alongside, target, ship.id)
    marks = tuple(ghost(view, ship.id, pose) for pose in ways[way : way + 1])
    return Preview(marks, (*rows, *fights), meets=(ship.id, target))


def _melee(state: State, attacker: str, target: str) -> Row:
    at = shot(state, attacker, target, "close_combat")
    if not at.legal:
        return words(f"{attacker} cannot fight {target}: {at.why_not}", "dim")
    found = odds.attack_odds(state, attacker, target, at, "close_combat")
    dice = some(at.dice, "die", "dice")
    by = at.edge or "boats"
    return words(
        f"close combat, {attacker}: {dice} by her {by}, mean fatigue {found.mean_fatigue:.1f}"
    )


@previews(do.LowerBoats)
def _lower_boats(view: State, ship: Ship, command: do.LowerBoats) -> Preview:
    lowered = replace(ship, boats_on=command.target)
    then = replace(view, ships={**view.ships, ship.id: lowered})
    return Preview(rows=(_melee(then, ship.id, command.target),))
