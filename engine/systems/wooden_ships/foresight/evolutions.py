"""Plots for several ships at once: evolutions of a line, and warnings of own ships that would
collide.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import NamedTuple

from engine.game.decision import Answer
from engine.game.question import NamedDraft
from engine.kit.by_type import cached_per_state
from engine.space.hexes import distance, label
from engine.systems.wooden_ships.fleet import Place, hexes
from engine.systems.wooden_ships.foresight.prospects import CLEAR, alone_with, way
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import (
    GIVE_UP,
    format_plot,
    parse_plot,
    plots,
    proposed,
    ship_ahead,
    why_no_order,
)
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import State, afloat, holder

# Own ships that would run into each other: a seat's plots, carried out without the enemy.


FALLING = (6, 5, 4, 3, 2, 1)
"""The faces that stand for dice when contested hexes are forecast. No two in a row are equal, so no
roll is tied. It does not matter which ship wins, because the two ships collide."""


class Meeting(NamedTuple):
    """A collision of two own ships: both enter one hex in an impulse (a step of all plots). Impulse
    0 is the drift.
    """

    one: str
    other: str
    impulse: int
    place: str

    def __str__(self) -> str:
        """Return the collision as words: `A2 meets A3 in step 2 on V19`."""
        when = f"in step {self.impulse}" if self.impulse else "in the drift"
        return f"{self.one} meets {self.other} {when} on {self.place}"


def meetings(view: State, seat: str, plotted: Mapping[str, str]) -> tuple[Meeting, ...]:
    """Return the collisions among a seat's own ships if their plots were carried out now.

    The seat's ships that cannot be ordered count as obstacles. Ships not yet plotted, and ships of
    other seats, are ignored.
    """
    own = frozenset(
        ship.id
        for ship in afloat(view)
        if holder(ship) == seat and (ship.id in plotted or why_no_order(view, ship))
    )
    orders = {
        ship: parse_plot(plot)
        for ship, plot in plotted.items()
        if ship in own and plot not in ("", GIVE_UP)
    }
    faces = cycle(FALLING)
    events = carry_out(alone_with(view, own), orders, lambda: next(faces), lambda: CLEAR)
    return tuple(
        Meeting(each.holder, loser, each.impulse, label(each.hex))
        for each in events
        if isinstance(each, ev.ContestSettled)
        for loser in each.losers
    )


# Evolutions of a line: a plot for each ship at once; the player may change them before sealing.


ROUNDS = 6
"""The largest number of times that a draft is searched for collisions and changed. One pass is not
enough, because new plots may lead to new collisions."""


@cached_per_state
def evolutions(view: State, seat: str, ships: tuple[str, ...]) -> tuple[NamedDraft, ...]:
    """Return the named drafts for a fleet, changed so that own ships do not collide.

    A ship that would run into a friend gets the plot that ends nearest to her wanted place without
    a collision. If neither she nor her friend has a plot without a collision, both get the
    plot `0`.
    """
    paces = [
        max(map(int, [text for text in plots(view, view.ships[each]) if text.isdigit()]))
        for each in ships
    ]
    pace = min(filter(None, paces), default=0)
    together = [
        ("abreast, at the pace of the slowest", format_plot(("1",) * pace)),
        ("turn together to port", "L"),
        ("turn together to starboard", "R"),
    ]
    found = [NamedDraft("follow the ship ahead", _answers(_following(view, seat, ships)))]
    for name, plot in together:
        # The wanted turn, then as many hexes ahead as are legal, up to `pace`; 0 if nothing is
        # legal.
        wanted: dict[str, str] = {}
        for each in ships:
            legal = plots(view, view.ships[each])
            if plot in legal and plot.isdigit():
                wanted[each] = plot
            else:
                steps = parse_plot(plot)
                longer = (format_plot((*steps, *("1",) * ahead)) for ahead in range(pace, -1, -1))
                wanted[each] = next((text for text in longer if text in legal), "0")
        drafted: dict[str, str] = {}
        for ship in ships:
            drafted |= {ship: _kept_clear(view, seat, ship, wanted[ship], drafted)}
        found.append(NamedDraft(name, _answers(_mended(view, seat, drafted))))
    return tuple(found)


def _answers(plotted: dict[str, str]) -> dict[str, Answer]:
    return {ship: Answer(plot) for ship, plot in plotted.items()}


def _following(view: State, seat: str, ships: Sequence[str]) -> dict[str, str]:
    """Return {ship: plot} by which each ship ends astern of the ship ahead of her; leaders are
    plotted before their followers.
    """
    ahead = {each: ship_ahead(view, view.ships[each]) for each in ships}
    drafted: dict[str, str] = {}
    leaders = {ship: each.id for ship, each in ahead.items() if each}
    # Each ship comes after the ship ahead of her. Ships that follow each other in a circle come
    # in any order.
    ordered: list[str] = []
    for ship in ships:
        chain = [ship]
        while leaders.get(chain[-1], ship) not in chain:
            chain.append(leaders[chain[-1]])
        ordered += [each for each in reversed(chain) if each in ships and each not in ordered]
    for ship in ordered:
        leader = ahead[ship]
        legal = plots(view, view.ships[ship])
        if leader is None or leader.id not in drafted:
            wanted = proposed(view.ships[ship], legal)
        else:
            bow, facing = way(view, leader.id, drafted[leader.id]).end
            wanted = _nearest(view, ship, (hexes(hexes(bow, facing)[1], facing)[1], facing))[0]
        drafted |= {ship: _kept_clear(view, seat, ship, wanted, drafted)}
    return _mended(view, seat, drafted)


def _mended(view: State, seat: str, drafted: dict[str, str]) -> dict[str, str]:
    """Return the plots, changed where ships would collide with friends.

    If no other plot of either ship avoids a collision, both ships get the plot `0`.
    """
    for _ in range(ROUNDS):
        met = meetings(view, seat, drafted)
        for each in met:
            pair = [ship for ship in (each.other, each.one) if ship in drafted]
            for ship in pair:
                others = {key: plot for key, plot in drafted.items() if key != ship}
                drafted = {**drafted, ship: _kept_clear(view, seat, ship, drafted[ship], others)}
            if each in meetings(view, seat, drafted):
                drafted = {**drafted, **dict.fromkeys(pair, "0")}
        if not met:
            break
    return drafted


def _kept_clear(view: State, seat: str, ship: str, wanted: str, drafted: dict[str, str]) -> str:
    """Return the wanted plot if the ship then meets no other ship.

    Else return the collision-free plot that ends nearest to the wanted end; if there is none, the
    wanted plot.
    """
    for plot in (wanted, *_nearest(view, ship, way(view, ship, wanted).end)):
        if not meetings(view, seat, {**drafted, ship: plot}):
            return plot
    return wanted


def _nearest(view: State, ship: str, place: Place) -> list[str]:
    """Return all plots of a ship, sorted by the distance of their end from `place`. Ties are sorted
    by the difference of the headings.
    """

    def off(plot: str) -> tuple[int, int, int]:
        bow, facing = way(view, ship, plot).end
        aside = (facing - place[1]) % 6
        return distance(bow, place[0]), min(aside, 6 - aside), len(plot)

    return sorted(plots(view, view.ships[ship]), key=off)
