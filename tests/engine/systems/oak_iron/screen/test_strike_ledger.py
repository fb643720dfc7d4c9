"""The ledger of strike points, and what is one step from the end, held against the rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.kit.ledger import put_ship
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.turn.end_phase import verdict
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory import strike as account
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship


def line(*hurt: dict[str, object]) -> State:
    """Return three ships a side, the first of A as hurt as told."""
    mine = [ship(f"A{n + 1}", "corvette", 5 + 5 * n, 20, 180, **hurt[n]) for n in range(3)]  # type: ignore[arg-type]
    theirs = [ship(f"B{n}", "fluyt", 5 + 5 * n, 30, 0) for n in (1, 2, 3)]
    return Skirmish(*mine, *theirs, initiative="A").state


FLEETS = (
    line({}, {}, {}),
    line({"damage": 7}, {}, {}),
    line({"damage": 7}, {"damage": 7}, {}),
    line({"damage": 7, "fatigue": 7}, {}, {}),
    line({"damage": 7, "fatigue": 7}, {"damage": 7}, {}),
)


POINTS = (0, 1, 2, 3, 4)
"""Of A: 1 for a cripple, 2 for a wreck, and 3 if she is the flagship (ch. 4, Strike Points)."""


@pytest.mark.parametrize("number", range(len(FLEETS)))
def test_the_entries_add_up_to_the_points(number: int) -> None:
    state = FLEETS[number]
    made = account.entries(state, "A")
    assert sum(int(entry.split()[-1]) for entry in made) == POINTS[number]
    assert strike.points(state, "A") == POINTS[number]
    assert (account.entries(state, "B"), strike.points(state, "B")) == ((), 0)


@pytest.mark.parametrize("number", range(len(FLEETS)))
def test_one_step_from_striking_is_what_the_end_phase_would_say(number: int) -> None:
    """Every ship crippled, or lost, one at a time: exactly those that are told end the battle."""
    state = FLEETS[number]
    told = account.one_step_from(state, "A")
    if verdict(state) is not None:
        assert told == ()
        return
    found = []
    for each in state.own_ships("A"):
        crippled = replace(each, damage=each.damage_boxes)
        lost = replace(crippled, fatigue=each.fatigue_boxes)
        if not each.crippled and verdict(put_ship(state, crippled)) is not None:
            found.append(f"{each.id} crippled")
        elif each.fights and verdict(put_ship(state, lost)) is not None:
            found.append(f"{each.id} lost")
    assert list(told) == found


def test_it_stands_with_all_ships_and_not_in_the_panel() -> None:
    state = FLEETS[1]
    assert "A1 crippled 1" in str(GAME.screen.forces(state))
    assert "Points, made up of" not in str(GAME.screen.roster(state))
