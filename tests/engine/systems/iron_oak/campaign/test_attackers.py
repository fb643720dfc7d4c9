"""Who must attack does so, by night too: wars between lieutenants, battle by battle."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.arena import crews, play_out
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak.gunnery.shot import boxes_of
from engine.systems.iron_oak.state.state import State, Unit
from engine.systems.iron_oak.thinking.place_worth import REACH
from engine.systems.iron_oak.waters import GRID


def within_range(state: State) -> bool:
    """Tell whether ships and enemies lie so near each other that guns reach; no False Contacts."""
    ships = state.ships.values()
    units: list[Unit] = [ship for ship in ships if ship.on_map and ship.kind == "ship"]
    units += state.sections.values()
    return any(
        GRID.distance(one, other) <= REACH
        for mine in units
        for theirs in units
        if mine.control != theirs.control
        for one in boxes_of(mine)
        for other in boxes_of(theirs)
    )


def battles(war: Battle) -> Iterator[tuple[int, list[State]]]:
    """Yield the battles of a war: the number of each, and its states."""
    found: dict[int, list[State]] = {}
    for n in range(war.position + 1):
        state = war.at(n)
        if state.battle is not None:
            found.setdefault(state.number, []).append(state.battle)
    yield from found.items()


@pytest.mark.parametrize("seed", [3, 15])
def test_in_a_war_of_lieutenants_enemies_come_within_range_in_every_battle(seed: int) -> None:
    """The defender wins a battle in which nothing happens, so the attacker goes for him.

    In these wars whole battles passed by night without a shot: a counter that nobody had
    identified pulled nobody, and a hidden ship rolled dice that were not hers.
    """
    war = Battle.new("iron_oak_campaign", "campaign", seed)
    play_out(war, crews(war.game, war.state, seed, "lieutenant", "lieutenant"))
    with using(war.game.data):
        apart = [number for number, states in battles(war) if not any(map(within_range, states))]
    assert not apart
