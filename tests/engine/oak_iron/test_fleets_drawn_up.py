"""Two fleets drawn up by themselves on opposite edges (Oak & Iron ch. 9)."""

from __future__ import annotations

from itertools import product

import pytest

from engine.battle import Battle
from engine.dice import Dice
from engine.errors import SetUpFault
from engine.oak_iron.bases import distance
from engine.oak_iron.formation import in_formation
from engine.oak_iron.records import book
from engine.oak_iron.scenarios import set_up
from engine.oak_iron.set_up.draw import ready_of
from engine.oak_iron.state import State
from tests.engine.oak_iron.invariants import check_state
from tests.engine.oak_iron.skirmish import GAME

EIGHT = (
    "leeward_station",
    "brethren_of_tortuga",
    "armada_de_barlovento",
    "generals_at_sea",
    "curacao_convoy",
    "brethren_of_tortuga",
    "corsairs_of_dunkirk",
    "squadron_of_the_maas",
)


def drawn(seed: int) -> State:
    """Return a fleet battle whose squadrons the seed has drawn."""
    return GAME.settled(GAME.set_up("fleet"), Dice(seed))


def eight() -> State:
    """Return a battle of eight squadrons."""
    return set_up("fleet", {"squadrons": EIGHT})


def test_eight_squadrons_have_seats_of_their_own() -> None:
    seats = GAME.seats(eight())
    assert "".join(seat.key for seat in seats) == "ABCDEFGH"
    assert [seat.side for seat in seats] == ["Red"] * 4 + ["Blue"] * 4
    assert [decision.seat for decision in GAME.pending(eight())] == list("ABCDEFGH")


@pytest.mark.parametrize("state", [eight(), drawn(1), drawn(2), drawn(3)])
def test_fleets_lie_on_the_table_outside_cannon_shot(state: State) -> None:
    check_state(state)
    red = [ship.id for ship in state.ships.values() if state.side_of(ship.id) == "Red"]
    blue = [ship.id for ship in state.ships.values() if state.side_of(ship.id) == "Blue"]
    assert len(red) > 2 < len(blue)
    cannon = book().measures.cannon
    assert all(distance(state, one, other) > cannon for one, other in product(red, blue))
    for ship in state.ships.values():
        assert ship.pose is not None
        half = book().ships[ship.type].length / 2
        assert half < ship.pose.y < state.table.height - half
        assert half < ship.pose.x < state.table.width - half


def test_every_squadron_begins_in_formation() -> None:
    state = eight()
    for key in state.squadrons:
        assert state.squadrons[key].flagship in in_formation(state, key)


@pytest.mark.parametrize("seed", range(5))
def test_drawn_fleets_are_of_the_same_sizes_and_hold_no_squadron_twice(seed: int) -> None:
    sizes = {each.name: size for size in book().sizes for each in ready_of(size).values()}
    names = [each.name for each in drawn(seed).squadrons.values()]
    assert len(set(names[:2])) == len(set(names[2:])) == 2
    assert [sizes[name] for name in names[:2]] == [sizes[name] for name in names[2:]]


def test_every_squadron_has_fortune_of_its_own() -> None:
    assert all(each.fortune >= 3 for each in eight().squadrons.values())


def test_the_seed_draws_the_squadrons() -> None:
    names = {tuple(each.name for each in drawn(seed).squadrons.values()) for seed in range(5)}
    assert len(names) > 1
    assert drawn(2) == drawn(2)


def test_a_battle_counts_the_dice_that_drew_its_squadrons() -> None:
    state = Battle.new(GAME, "fleet", 4).state
    assert state.dice == 14
    assert state.phase == "initiative"


@pytest.mark.parametrize(
    ("squadrons", "fault"),
    [
        (EIGHT[:3], "found 3, needed are 2 to 4 a side"),
        (EIGHT[:2], "found 2, needed are 2 to 4 a side"),
        (EIGHT[:4], "found fleets of 100 and 300 points, needed are equal ones"),
    ],
)
def test_fleets_that_do_not_match_are_refused(squadrons: tuple[str, ...], fault: str) -> None:
    with pytest.raises(SetUpFault, match=fault):
        set_up("fleet", {"squadrons": squadrons})
