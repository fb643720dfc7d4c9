"""Finds foolish play of computer players in a battle of Wooden Ships & Iron Men: things that a
person would laugh at.

Two kinds of the general list cannot occur: a plot onto land is illegal, and the sea has no edge.
Giving up counts as leaving, and running into a ship as ramming.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.game.decision import Answer
from engine.game.game import fold_events
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.wooden_ships.boarding.aboard import odds
from engine.systems.wooden_ships.fleet import (
    crewless,
    quality,
    snagged_with,
    surrendered,
    working_crew,
)
from engine.systems.wooden_ships.sailing import GIVE_UP, plots, why_no_order
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import (
    Ship,
    State,
    afloat,
    friends,
    holder,
    pair,
    side_of,
)
from engine.systems.wooden_ships.surrender import ShotCircumstances, forced_surrenders
from engine.systems.wooden_ships.thinking.courses import eagerness, field_of
from engine.systems.wooden_ships.thinking.prospect import aim_worth, evaluate
from engine.systems.wooden_ships.thinking.way_there import drifted, meets, path_of
from tests.laughable import Laugh

EXCUSED: dict[str, str] = {}
SILENCE = 12
"""This many turns without a shot count as foolish, in addition to the turns needed to come into
range."""
IDLE = 10
"""A ship that lies still for this many turns counts as foolish, unless she fires or is held."""
HOPELESS = 0.25
"""Boarding counts as foolish if the chance to win the melee is below this."""
TURNS = 2
"""The number of turns of a melee in the forecast: after one turn most are undecided, after two most
are not."""

OFTEN = 3
"""This many captures between the same two ships count as foolish."""

Words = Iterator[tuple[str, str, str]]
"""Yields (kind of foolishness, seat, what the seat did)."""


class _Watch:
    """The facts that are remembered from one event of a battle to the next."""

    def __init__(self, state: State) -> None:
        self.plotted = state
        self.orders: Mapping[str, Answer] = {}
        self.last_shot = _turns_away(state)
        self.fired: dict[str, int] = {}
        self.drawn: dict[tuple[str, str], int] = {}
        self.taken = Counter[tuple[str, str]]()

    def sees(self, state: State, event: Any) -> Words:
        """Yield what is foolish in an event; `state` is the state before it."""
        if isinstance(event, ev.SheetsOpened) and event.phase == "orders":
            self.plotted = state
            self.orders = {key: a for each in event.answers.values() for key, a in each.items()}
            yield from self._given_up(state)
        if isinstance(event, ev.Collided):
            yield from self._collision(*event.ships)
        if isinstance(event, ev.TargetDrawn):
            # The die chose among several, so that the shot was not ordered at this one.
            self.drawn[event.ship, event.side] = state.turn
        if isinstance(event, ev.SideFired):
            self.last_shot = state.turn
            self.fired[event.ship] = state.turn
            if self.drawn.get((event.ship, event.side)) != state.turn:
                yield from _shot(state, event)
        if isinstance(event, ev.MeleeFought):
            self.last_shot = state.turn
            self.fired |= dict.fromkeys(event.ships, state.turn)
        if isinstance(event, ev.PartiesFormed):
            yield from _boarding(state, event)
        if isinstance(event, ev.CrewsLeft):
            yield from _abandoned(state, event)
        if isinstance(event, ev.ShipCaptured):
            both = pair(event.ship, event.by)
            self.taken[both] += 1
            if self.taken[both] == OFTEN:
                words = f"takes {event.ship} from {event.by}: they change hands again and again"
                yield "changes_hands", event.seat, words
        if isinstance(event, ev.TurnEnded):
            yield from self._silence(state)
            yield from self._idle(state)

    def _given_up(self, state: State) -> Words:
        for seat in {
            holder(state.ships[key]) for key, a in self.orders.items() if a.option == GIVE_UP
        }:
            if sum(reason.worth for reason in evaluate(state, seat)) >= 0:
                yield "gives_up_ahead", seat, "gives up a battle that is not lost"

    def _collision(self, one: str, other: str) -> Words:
        """Yield a collision of two ships of one seat, if another plot of one of them would have
        avoided it.
        """
        state = self.plotted
        seat = holder(state.ships[one])
        if seat != holder(state.ships[other]) or not self._crosses(one, other, self._order(one)):
            return
        for ship in (one, other):
            if self._order(ship) and any(
                self._free(ship, each) for each in plots(state, state.ships[ship])
            ):
                yield "own_collision", seat, f"runs {one} and {other} into each other"
                return

    def _order(self, ship: str) -> str:
        given = self.orders.get(ship)
        return given.option if given is not None and given.option != GIVE_UP else ""

    def _free(self, ship: str, order: str) -> bool:
        """Tell whether a plot keeps a ship clear of ships of her own side, with their plots, and of
        wrecks.
        """
        state = self.plotted
        own = state.ships[ship]
        others = [
            each.id
            for each in afloat(state)
            if each.id != ship and (friends(state, own, each) or why_no_order(state, each))
        ]
        return not any(self._crosses(ship, each, order) for each in others)

    def _crosses(self, ship: str, other: str, order: str) -> bool:
        state, hers = self.plotted, self._order(other)
        ends = (drifted(state, ship, order), drifted(state, other, hers))
        return meets(path_of(state, ship, order), path_of(state, other, hers)) or meets(
            *((e, e) for e in ends)
        )

    def _silence(self, state: State) -> Words:
        """Yield each seat that could come into range but has let too many turns pass without a
        shot.
        """
        if state.turn - self.last_shot < SILENCE:
            return
        self.last_shot = state.turn
        for seat in state.seats:
            own = (each for each in _fit(state) if each.seat == seat and not each.prize)
            fit = [ship for ship in own if plots(state, ship)]
            if any(
                eagerness(state, ship) > 1
                and field_of(state, ship).turns(ship.bow, ship.facing) < SILENCE
                for ship in fit
            ):
                yield "silent", seat, f"sees no shot in {SILENCE} turns"

    def _idle(self, state: State) -> Words:
        for ship in _fit(state):
            moved = ship.still % IDLE or not ship.still
            held = snagged_with(state, ship.id) or not any(
                "1" in each and self._free(ship.id, each)
                for each in plots(self.plotted, self.plotted.ships[ship.id])
            )
            if not moved and not held and state.turn - self.fired.get(ship.id, 0) >= IDLE:
                yield "idle", holder(ship), f"lets {ship.id} lie still for {IDLE} turns"


def laughs(battle: Battle) -> Iterator[Laugh]:
    """Yield the foolish choices in a battle, in the order of its entries."""
    with using(battle.game.data):
        watch = _Watch(battle.at(0))
        for n, entry in enumerate(battle.entries):
            state = battle.at(n)
            after = fold_events(state, list(entry.events), battle.game.evolve).states
            for before, event in zip((state, *after), entry.events, strict=False):
                for kind, seat, words in watch.sees(before, event):
                    yield Laugh(kind, seat, n, words)


def _fit(state: State) -> list[Ship]:
    """Return the ships that could fight, if an enemy is left."""
    able = [ship for ship in afloat(state) if not surrendered(ship) and not crewless(ship)]
    return able if len({side_of(state, ship) for ship in able}) > 1 else []


def _turns_away(state: State) -> int:
    """Return in how many turns the first ship can be in range of an enemy."""
    return min((field_of(state, s).turns(s.bow, s.facing) for s in _fit(state)), default=0)


def _shot(state: State, event: ev.SideFired) -> Words:
    ship, target = state.ships[event.ship], state.ships[event.target]
    if forced_surrenders(
        state, ship, target, ShotCircumstances(event.range, bool(event.rake), event.aim)
    ):
        return
    if surrendered(target) or crewless(target):
        yield "fires_at_struck", holder(ship), f"fires {ship.id} at {target.id}, who is out of it"
    elif aim_worth(event.table, event.aim, target) <= 0:
        yield "cannot_hit", holder(ship), f"fires {ship.id} at {target.id}, whom it cannot hurt"


def _boarding(state: State, event: ev.PartiesFormed) -> Words:
    for ship_id, parties in event.parties.items():
        ship = state.ships[ship_id]
        for party in parties:
            if (
                party.kind == "OBP"
                and not party.engaged
                and not friends(state, ship, state.ships[party.to])
            ):
                # Who follows a party that fights already fights beside it.
                sent = [n for each in parties if each.to == party.to for n in each.sections]
                mine = sum(working_crew(ship)[number - 1] for number in sent)
                if not _hopeful(ship, mine, state.ships[party.to]):
                    yield (
                        "hopeless_boarding",
                        holder(ship),
                        f"boards {party.to} from {ship_id} at less than one in four",
                    )


def _abandoned(state: State, event: ev.CrewsLeft) -> Words:
    """Yield a seat whose whole crew has left a ship, unless this was to board the last enemy."""
    left = {key: sum(crew) for key, crew in event.crew.items()} | dict(event.prize)
    for key, stays in left.items():
        ship = state.ships[key]
        foes = sum(side_of(state, each) != side_of(state, ship) for each in _fit(state))
        if not stays and not ship.reserve and (foes > 1 or ship.prize):
            yield "abandoned", holder(ship), f"leaves {key} without anybody aboard"


def _hopeful(ship: Ship, squares: int, other: Ship) -> bool:
    """Tell whether squares that board a ship win against her whole crew in one of four cases."""
    theirs = sum(working_crew(other))
    if surrendered(other) or not theirs:
        return True
    found = odds(squares, quality(ship), theirs, quality(other), TURNS)
    return found.win >= HOPELESS * (found.win + found.lose)
