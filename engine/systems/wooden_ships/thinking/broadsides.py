"""What speaks for firing a side now, at this aim, and for loading one."""

from __future__ import annotations

from engine.base.counting import counted
from engine.game.advice import Reason
from engine.systems.wooden_ships.data.facts import Aim
from engine.systems.wooden_ships.gunnery.field import field
from engine.systems.wooden_ships.gunnery.fire_orders import read_volley
from engine.systems.wooden_ships.gunnery.shot import open_aims, shot
from engine.systems.wooden_ships.gunnery.targets import candidates
from engine.systems.wooden_ships.state.sides import friends
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State
from engine.systems.wooden_ships.surrender.conditions import Falls, forced
from engine.systems.wooden_ships.thinking.hits import aim_worth
from engine.systems.wooden_ships.thinking.prospect import next_shots

KEPT = 0.85
"""How much counts what a first broadside may do beyond another after the next plot."""
NEXT = 5.0
"""Points for loading a side, for each that its fire may bring after the next plot."""
WASTED = 0.1
"""Points that a volley counts which can do nothing: less than to hold fire, which counts none."""
BEFORE_HER = 20.0
"""Points for loading a side that has an enemy before it, less one for each hex to her."""


def fire_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Return the worth of each side that fires, and of the first broadsides that are spent."""
    ship = view.ships[slot]
    return tuple(
        reason
        for choice in read_volley(option)
        for reason in _shot(view, ship, choice.side, choice.aim, choice.target)
    )


def _shot(view: State, ship: Ship, side: SideName, aim: Aim, target: str) -> list[Reason]:
    """Return what a side's fire is worth, and what its first broadside could bring later."""
    among = (target,) if target else candidates(view, ship, side)
    total, text, taken = 0.0, "", aim
    for other in (view.ships[each] for each in among):
        aimed = shot(ship, side, other)
        aims = open_aims(view, ship, other, aimed.range)
        taken = next((each for each in aims if each == aim), aims[0])
        total += aim_worth(aimed.table, taken, other)
        rake = f", {aimed.rake} rake" if aimed.rake else ""
        text = f"table {aimed.table}{rake}"
        if forced(view, ship, other, Falls(aimed.range, bool(aimed.rake), taken)):
            total += other.points
            text = f"{text}, and she must strike"
    worth = total / max(1, len(among))
    if worth <= 0:
        return [Reason(f"fire_{side}", f"{' or '.join(among)} has nothing to lose", -WASTED)]
    found = [Reason(f"fire_{side}", f"{side} at {' or '.join(among)}'s {taken}: {text}", worth)]
    if ship.loaded[SIDES.index(side)] == "initial":
        first, second = next_shots(view, ship.id)[side]
        words = f"the first broadside of {side} is spent"
        found.append(Reason(f"first_{side}", words, -KEPT * (first - second)))
    return found


def loading_reasons(view: State, slot: str, option: str) -> tuple[Reason, ...]:
    """Load the side that has enemies before it, else the stronger one."""
    ship = view.ships[slot]
    side: SideName = "port" if option == "port" else "starboard"
    at = SIDES.index(side)
    before = {
        far: other
        for other, far in field(view, ship, side).items()
        if not friends(view, ship, view.ships[other])
    }
    guns = ship.guns[at] + ship.carronades[at]
    _, shot_next = next_shots(view, ship.id)[side]
    found = [
        Reason("guns", f"{counted(guns, 'gun')} on that side", float(guns)),
        Reason("next_shot", "what it may do after the next plot", NEXT * shot_next),
    ]
    if before:
        far = min(before)
        words = f"{before[far]} is before it at range {far}"
        found.append(Reason("before_it", words, BEFORE_HER - far))
    return tuple(found)
