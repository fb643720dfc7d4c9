"""The result of a plot over all plots of an enemy, compared with the rules of the movement."""

from __future__ import annotations

from itertools import count, product
from random import Random

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.kit.ledger import evolve
from engine.space.hexes import label, step
from engine.systems.wooden_ships.fleet import hexes
from engine.systems.wooden_ships.foresight.prospects import (
    Prospect,
    encounters,
    near_foes,
    prospect,
    prospects,
    ways,
)
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.gunnery.fire_orders import fields, why_silent
from engine.systems.wooden_ships.gunnery.shot import rake
from engine.systems.wooden_ships.movement import carry_out
from engine.systems.wooden_ships.sailing import parse_plot, plots
from engine.systems.wooden_ships.state import events as ev
from engine.systems.wooden_ships.state.state import SIDES, State
from tests.engine.systems.wooden_ships.at_sea import sea, ship

THROWS = tuple(each for each in product(range(1, 7), repeat=2) if each[0] != each[1])
"""Pairs of faces that decide a contest at once; equal faces are only rolled again."""


def drawn(random: Random) -> State:
    """Return two enemies near each other; some of them stand still or are not loaded."""
    bow = there = (20, 20)
    facing, other = random.randint(1, 6), random.randint(1, 6)
    while not set(hexes(bow, facing)).isdisjoint(hexes(there, other)):
        there = bow
        for _ in range(random.randint(2, 5)):
            there = step(there, random.randint(1, 6))
    still = {"still": random.choice((0, 0, 1, 2, 3))}
    loaded = random.choice(("initial", "empty"))
    kinds = ("fr-sol2-74", "br-f3-36")
    return sea(
        ship("A1", label(bow), facing, random.choice(kinds), loaded={"port": loaded}, **still),
        ship("B1", label(there), other, random.choice(kinds), **still),
        wind=random.randint(1, 6),
    )


def by_the_rules(state: State, plot: str) -> Prospect:
    """Count over all plots of B1 and all dice, by the rules alone."""
    theirs = plots(state, state.ships["B1"]) or ("0",)
    found = dict.fromkeys(("bears", "rakes", "borne", "raked", "collides"), 0.0)
    for text in theirs:
        orders = {"A1": parse_plot(plot), "B1": parse_plot(text)}
        ends = []
        for throws in product(THROWS, repeat=2):
            faces = [face for throw in throws for face in throw]
            thrown = count()
            events = carry_out(
                state, orders, lambda f=faces, t=thrown: f[next(t) % len(f)], lambda: 6
            )
            ends.append(events)
            if not next(thrown):
                break  # no die was called for: all throws come to the same
        for events in ends:
            after = state
            for event in events:
                after = evolve(after, event)
            one, other = after.ships["A1"], after.ships["B1"]
            share = 1 / len(ends)
            for firer, target, bears, rakes in (
                (one, other, "bears", "rakes"),
                (other, one, "borne", "raked"),
            ):
                sides = fields(after, firer.id)
                if any(target.id in sides[side] and not why_silent(firer, side) for side in SIDES):
                    found[bears] += share
                    found[rakes] += share * bool(rake(firer, target))
            found["collides"] += share * any(isinstance(each, ev.Collided) for each in events)
    return Prospect(foe="B1", plots=len(theirs), **found)


@pytest.mark.parametrize("seed", range(12))
def test_counts_are_those_of_the_rules_over_all_plots_and_dice(seed: int) -> None:
    random = Random(seed)
    state = drawn(random)
    for plot in random.sample(plots(state, state.ships["A1"]), 2):
        found, plain = prospect(state, "A1", plot, "B1"), by_the_rules(state, plot)
        for name in Prospect.__struct_fields__[1:]:
            assert getattr(found, name) == pytest.approx(getattr(plain, name)), (plot, name)


def test_a_contest_by_the_die_counts_by_halves() -> None:
    """Both ships sail with their bows into one hex: either may get it, and they collide in any
    case.
    """
    state = sea(ship("A1", "J20", 2), ship("B1", "L20", 6), wind=1)
    one = next(way for way in ways(state, "A1") if way.plot == "1")
    other = next(way for way in ways(state, "B1") if way.plot == "1")
    found = encounters(state, "A1", one, "B1", other)
    assert [each.share for each in found] == [0.5, 0.5]
    assert all(each.collided for each in found)
    assert {each.one for each in found} == {one.path[0], one.path[1]}


def test_whoever_cannot_come_near_is_left_out() -> None:
    state = sea(ship("A1", "J20", 2), ship("B1", "L20", 5), ship("B2", [60, 20], 5), wind=1)
    assert near_foes(state, "A1") == ("B1",)
    assert [each.foe for each in prospects(state, "A1", "0")] == ["B1"]


def test_nothing_that_the_seat_may_not_know_is_counted() -> None:
    """Two states that differ only in the enemy's sealed sheet and planned moves have the same
    forecast.
    """
    game = WoodenShips()
    state = sea(ship("A1", "J20", 2), ship("B1", "L22", 5), ship("B2", "M25", 5), wind=1)
    plain = game.view(state, "A")
    for plot in ("0", "2", "1L"):
        hidden = replace(
            state,
            sealed={"B": {"B1": Answer(plot)}},
            ships={
                key: replace(each, order=plot) if key[0] == "B" else each
                for key, each in state.ships.items()
            },
        )
        seen = game.view(hidden, "A")
        for mine in plots(plain, plain.ships["A1"]):
            assert prospects(seen, "A1", mine) == prospects(plain, "A1", mine)
