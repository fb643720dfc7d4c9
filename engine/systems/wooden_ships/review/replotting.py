"""Hindsight on plots: each legal one of a ship, against what all others really wrote."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from engine.game.decision import Answer, Reason
from engine.game.parts.review import Missed
from engine.kit.ledger import evolve
from engine.systems.wooden_ships.foresight.evolutions import FALLING
from engine.systems.wooden_ships.foresight.prospects import CLEAR, near_foes
from engine.systems.wooden_ships.gunnery.shot import open_aims, shot
from engine.systems.wooden_ships.gunnery.targets import candidates
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing.course import Steps, read
from engine.systems.wooden_ships.sailing.orders import GIVE_UP, plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.events import AnyEvent
from engine.systems.wooden_ships.state.state import SIDES, Ship, SideName, State, holder
from engine.systems.wooden_ships.thinking.courses import TAKEN
from engine.systems.wooden_ships.thinking.prospect import aim_worth
from engine.systems.wooden_ships.thinking.traffic import COLLISION


class Worth(NamedTuple):
    """What a plot came to, in points before the dice of the guns."""

    given: float
    taken: float
    collided: bool

    @property
    def total(self) -> float:
        """The sum that plots are compared by."""
        return self.given - TAKEN * self.taken - COLLISION * self.collided


def missed(before: State, events: Sequence[AnyEvent], seats: Collection[str]) -> Missed | None:
    """Return the plot of these seats that another one was most better than; None for none.

    All others do what they wrote. Contested hexes that call for a die fall to the lower id.
    """
    sheets = (event for event in events if isinstance(event, ev.SheetsOpened))
    written = next((sheet for sheet in sheets if sheet.phase == "orders"), None)
    if written is None:
        return None
    orders = {
        ship: read(answer.option)
        for answers in written.answers.values()
        for ship, answer in answers.items()
        if answer.option != GIVE_UP
    }
    found = [
        each
        for ship in before.ships.values()
        if ship.id in orders and holder(ship) in seats and near_foes(before, ship.id)
        if (each := _replotted(before, ship, orders))
    ]
    return max(found, key=lambda each: each.cost, default=None)


def _replotted(before: State, ship: Ship, orders: Mapping[str, Steps]) -> Missed | None:
    worths = {
        plot: worth_of(before, ship.id, {**orders, ship.id: read(plot)})
        for plot in plots(before, ship)
    }
    chosen = next((plot for plot in worths if read(plot) == orders[ship.id]), "")
    if not chosen:
        return None
    better = max(worths, key=lambda plot: (worths[plot].total, plot == chosen))
    best, own = worths[better], worths[chosen]
    found = (
        Reason("fire", "fire that could be given", best.given - own.given),
        Reason("under_fire", "fire that could be avoided", TAKEN * (own.taken - best.taken)),
        Reason("collision", "a collision", COLLISION * (own.collided - best.collided)),
    )
    return Missed(
        seat=holder(ship),
        question=f"Orders: {ship.label}",
        chosen=chosen,
        better=better,
        cost=best.total - own.total,
        reason=max(found, key=lambda each: each.worth),
        slot=ship.id,
        instead=Answer(better),
    )


def worth_of(before: State, ship: str, orders: Mapping[str, Steps]) -> Worth:
    """Return what a ship's fire and that of her enemies is worth where these plots lead.

    Each side fires at whom the rules let it fire at, with the better aim.
    """
    faces = cycle(FALLING)
    after, collided = before, False
    for event in carry_out(before, orders, lambda: next(faces), lambda: CLEAR):
        collided = collided or (isinstance(event, ev.Collided) and ship in event.ships)
        if isinstance(event, ev.ImpulseTaken | ev.Drifted):
            after = evolve(after, event)
    mine = after.ships[ship]
    given = sum(_fire(after, mine, each) for each in _targets(after, mine))
    taken = sum(
        _fire(after, after.ships[foe], (side, ship, share))
        for foe in near_foes(before, ship)
        for side, target, share in _targets(after, after.ships[foe])
        if target == ship
    )
    return Worth(given, taken, collided)


def _targets(after: State, ship: Ship) -> list[tuple[SideName, str, float]]:
    """Return (side, target, share of the die that chooses her) of a ship's fire."""
    return [
        (side, name, 1 / len(names))
        for side in SIDES
        for names in (candidates(after, ship, side),)
        for name in names
    ]


def _fire(after: State, ship: Ship, at: tuple[SideName, str, float]) -> float:
    side, name, share = at
    target = after.ships[name]
    aimed = shot(ship, side, target)
    aims = open_aims(after, ship, target, aimed.range)
    return share * max(aim_worth(aimed.table, aim, target) for aim in aims)
