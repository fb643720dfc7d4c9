"""Finds foolish play of computer players in a battle of Iron & Oak: things that a person would
laugh at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.game.question import Fill, Sheet
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak import turn as rules
from engine.systems.iron_oak.fleet import name, side_of
from engine.systems.iron_oak.gunnery.shot import gunnery_drms
from engine.systems.iron_oak.movement.rolls import contact_roll
from engine.systems.iron_oak.state.commands import Aim, Way
from engine.systems.iron_oak.state.state import State
from engine.systems.iron_oak.thinking.fire_worth import mean_hits
from engine.systems.iron_oak.thinking.place_worth import leading_side, risk, way_out
from engine.systems.iron_oak.victory import NAMES
from engine.systems.iron_oak.waters import off
from tests.laughable import Laugh

EXCUSED = {
    "hopeless_ram": "a ram that misses costs nothing: she lies in the box anyway",
    "hazard": "weighed: the chance to be caught against what the place is worth to her",
}
RAMS = {"ram", "spar", "ram_and_spar"}
STAYS = {"maneuver_0", "anchor", "drift"}
"""Orders by which a ship stays where she is."""
STUBBORN = 4
"""After this many failures to reach one box, a person would have tried another."""
IDLE = 5
"""Idle turns in succession that count as foolish: half of a battle of seven to ten turns."""


def laughs(battle: Battle) -> Iterator[Laugh]:
    """Yield the foolish choices in a battle, in the order of its entries."""
    with using(battle.game.data):
        watch = _Watch()
        for n, entry in enumerate(battle.entries):
            view = battle.game.view(battle.at(n), entry.seat)
            for kind, words in _laughed_at(view, entry.seat, entry.command):
                yield Laugh(kind, entry.seat, n, words)
            for words in watch.idle(view, entry.seat, entry.command):
                yield Laugh("idle", entry.seat, n, words)
        outcome, state = battle.outcome(), battle.state
        # Of a battle that was over sooner: the ship that was to be stopped has left.
        if not watch.attacked and outcome and outcome.winners and state.turn >= state.turns:
            for seat in battle.game.seats(battle.state):
                if NAMES[side_of(battle.state, seat.key)] not in outcome.winners:
                    words = "loses without a shot in the whole battle"
                    yield Laugh("silent", seat.key, battle.position, words)


class _Watch:
    """Counts for how long each ship has done nothing useful, although she could and her side was
    losing.
    """

    def __init__(self) -> None:
        self._turns: Counter[str] = Counter()
        self.attacked = False
        """Whether any ship has fired or rammed so far."""

    def idle(self, view: State, seat: str, command: object) -> Iterator[str]:
        """Yield words about each ship that the seat's orders have kept idle for too many turns."""
        if isinstance(command, Aim) and command.target:
            self._turns[_asked(view, seat)] = 0
            self.attacked = True
        self.attacked |= isinstance(command, Way) and command.way in RAMS
        sheet = next((each for each in rules.pending(view) if each.seat == seat), None)
        if not (isinstance(command, Fill) and isinstance(sheet, Sheet) and sheet.kind == "orders"):
            return
        losing = leading_side(view) not in {"", side_of(view, seat)}
        held = {slot.id for slot in sheet.slots if all(each.id in STAYS for each in slot.options)}
        for slot in sheet.slots:
            ship, order = view.ships.get(slot.id), command.answers.get(slot.id)
            stays = order is not None and order.option in STAYS
            if ship is None or ship.kind != "ship" or slot.id in held or not (losing and stays):
                self._turns[slot.id] = 0
                continue
            self._turns[slot.id] += 1
            if self._turns[slot.id] == IDLE:
                yield f"has let {name(ship)} do nothing for {IDLE} turns, although it loses so"


def _laughed_at(view: State, seat: str, command: object) -> Iterator[tuple[str, str]]:
    asked = _asked(view, seat)
    if isinstance(command, Aim) and command.target:
        firer, target = view.unit(asked), view.unit(command.target)
        drm = sum(gunnery_drms(view, firer, target).values())
        if not mean_hits(view, firer, target, drm, command.plunging):
            yield "cannot_hit", f"fires at {name(target)}, whom she cannot hurt"
    if isinstance(command, Way) and asked in view.ships:
        yield from _way(view, seat, asked, command)


def _asked(view: State, seat: str) -> str:
    """Return the ship that a seat is asked about."""
    return next((each.ship for each in rules.pending(view) if each.seat == seat), "")


def _way(view: State, seat: str, asked: str, way: Way) -> Iterator[tuple[str, str]]:
    ship = view.ships[asked]
    needless = not way_out(view, asked) and leading_side(view) == side_of(view, seat)
    if off(way.goal) and needless:
        yield "leaves_ahead", f"leaves with {name(ship)} while ahead"
    if needless and way.goal and not off(way.goal) and risk(view, asked, way.goal) > 0.5:
        yield "hazard", f"sends {name(ship)} where she is more likely stopped than not"
    if way.goal and not off(way.goal) and ship.thwarted.count(way.goal) >= STUBBORN:
        yield "stubborn", f"sends {name(ship)} to {way.goal} after {STUBBORN} failures running"
    if way.way in RAMS and contact_roll(view, ship, view.ships[way.target]).chance < 0.25:
        yield "hopeless_ram", f"rams with {name(ship)} at less than one in four"
