"""What a person would laugh at in a battle of Iron & Oak."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak.fleet.hulls import name
from engine.systems.iron_oak.fleet.sides import side_of
from engine.systems.iron_oak.gunnery.drms import gunnery_drms
from engine.systems.iron_oak.movement.rolls import contact_roll
from engine.systems.iron_oak.state.commands import Aim, Way
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.aims import ahead, way_out
from engine.systems.iron_oak.thinking.fire_worth import mean_hits
from engine.systems.iron_oak.thinking.place_worth import risk
from engine.systems.iron_oak.turn import rules
from engine.systems.iron_oak.waters.terrain import off
from tests.laughable import Laugh

EXCUSED = {
    "hopeless_ram": "a ram that misses costs nothing: she lies in the box anyway",
    "hazard": "weighed: the chance to be caught against what the place is worth to her",
}
RAMS = {"ram", "spar", "ram_and_spar"}


def laughs(battle: Battle) -> Iterator[Laugh]:
    """Yield what there is to laugh at in a battle, in the order of its entries."""
    with using(battle.game.data):
        for n, entry in enumerate(battle.entries):
            view = battle.game.view(battle.at(n), entry.seat)
            for kind, words in _laughed_at(view, entry.seat, entry.command):
                yield Laugh(kind, entry.seat, n, words)


def _laughed_at(view: State, seat: str, command: object) -> Iterator[tuple[str, str]]:
    asked = next((each.ship for each in rules.pending(view) if each.seat == seat), "")
    if isinstance(command, Aim) and command.target:
        firer, target = view.unit(asked), view.unit(command.target)
        drm = sum(gunnery_drms(view, firer, target).values())
        if not mean_hits(view, firer, target, drm, command.plunging):
            yield "cannot_hit", f"fires at {name(target)}, whom she cannot hurt"
    if isinstance(command, Way) and asked in view.ships:
        yield from _way(view, seat, asked, command)


def _way(view: State, seat: str, asked: str, way: Way) -> Iterator[tuple[str, str]]:
    ship = view.ships[asked]
    needless = not way_out(view, asked) and ahead(view) == side_of(view, seat)
    if off(way.goal) and needless:
        yield "leaves_ahead", f"leaves with {name(ship)} while ahead"
    if needless and way.goal and not off(way.goal) and risk(view, asked, way.goal) > 0.5:
        yield "hazard", f"sends {name(ship)} where she is more likely stopped than not"
    if way.way in RAMS and contact_roll(view, ship, view.ships[way.target]).chance < 0.25:
        yield "hopeless_ram", f"rams with {name(ship)} at less than one in four"
