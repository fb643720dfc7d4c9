"""The shortest way into range, compared with a search by the rules; own ships that keep clear of
each other.
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game.decision import Answer
from engine.game.question import Sheet
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.players import make_player
from engine.space.hexes import DIRECTIONS, read_label
from engine.systems.wooden_ships.fleet import between
from engine.systems.wooden_ships.gunnery.shot import sides_in_field
from engine.systems.wooden_ships.sailing import parse_plot, plots, plotted
from engine.systems.wooden_ships.state.events import Collided, MeleeFought, SideFired
from engine.systems.wooden_ships.state.state import Ship, State, friends
from engine.systems.wooden_ships.thinking.courses import eagerness, field_of, places_of_foes
from engine.systems.wooden_ships.thinking.prospect import Guess
from engine.systems.wooden_ships.thinking.slots import by_distance, exchange
from engine.systems.wooden_ships.thinking.way_there import FAR, OWN, crowded, traffic
from tests.engine.systems.wooden_ships.at_sea import GAME, sea, sheet, ship

SPIT = [["M16", "M24", "N24", "N16"]]
"""A tongue of land between the two ships."""
DUELS = tuple(name for name in GAME.scenarios() if len(GAME.set_up(name).ships) == 2)


def turns_by_the_rules(state: State, ship_id: str) -> int:
    """Return in how many turns a ship can fire, found by trying every plot; 9 if not within eight
    turns.
    """
    foes, start = places_of_foes(state, state.ships[ship_id]), state.ships[ship_id]
    reached: dict[tuple[object, int], Ship] = {(start.bow, start.facing): start}
    seen = set(reached)
    for turn in range(9):
        for each in reached.values():
            if any(
                between(each.bow, each.facing, *foe) <= 5
                and sides_in_field(each.bow, each.facing, *foe, 5)
                for foe in foes
            ):
                return turn
        following: dict[tuple[object, int], Ship] = {}
        for each in reached.values():
            here = replace(state, ships={**state.ships, ship_id: each})
            for text in plots(here, each):
                path = plotted(here, each, parse_plot(text)).path
                column, row, facing = path[-1] if path else (*each.bow, each.facing)
                place = ((column, row), facing)
                if place not in seen:
                    seen.add(place)
                    following[place] = replace(each, bow=(column, row), facing=facing)
        reached = following
    return 9


@pytest.mark.parametrize("wind", DIRECTIONS)
@pytest.mark.parametrize("land", [[], SPIT])
def test_the_field_is_what_a_search_by_the_rules_finds(wind: int, land: list[list[str]]) -> None:
    """With the wind from each direction, towards and away from the wind, with and without land in
    between.
    """
    state = sea(ship("A1", "J20", 1), ship("B1", "R20", 4), wind=wind, land=land)
    with using(GAME.data):
        for bow, facing in ((read_label(each), f) for each in ("J20", "L26") for f in (1, 3, 6)):
            there = replace(state.ships["A1"], bow=bow, facing=facing)
            moved = replace(state, ships={**state.ships, "A1": there})
            by_rules = turns_by_the_rules(moved, "A1")
            found = field_of(moved, there).turns(bow, facing)
            assert found == by_rules or (by_rules == 9 and found >= 9)


def test_nobody_comes_where_land_lies_all_around() -> None:
    ring = [["P16", "P24", "T24", "T16"]]
    state = sea(ship("A1", "J20", 2), ship("B1", "AA20", 4), wind=2, land=ring)
    with using(GAME.data):
        assert field_of(state, state.ships["A1"]).turns(read_label("R20"), 1) == FAR


def test_who_is_not_ahead_presses_on_the_longer_nothing_is_fired() -> None:
    state = sea(ship("A1", "J20", 2), ship("B1", "R16", 5))
    with using(GAME.data):
        mine = state.ships["A1"]
        assert eagerness(state, mine) == 1.0
        quiet = replace(state, quiet=8)
        assert eagerness(quiet, mine) == 3.0
        leads = replace(quiet, seats={**quiet.seats, "A": replace(quiet.seats["A"], points="12")})
        assert eagerness(leads, mine) == 1.0
        assert eagerness(leads, leads.ships["B1"]) == 3.0


def test_hexes_are_reserved_at_each_impulse_and_who_lies_still_is_not_to_blame() -> None:
    """A2 crosses ahead of A1 in the second step: sailing on, A1 would meet her; a turn keeps
    clear.
    """
    state = sea(ship("A1", "J20", 1), ship("A2", "L20", 6), ship("B1", "Z40", 4), wind=1)
    with using(GAME.data):
        mine = state.ships["A1"]
        crossing = {"A2": Answer("2")}
        costs = {
            order: -sum(each.worth for each in traffic(state, mine, order, crossing))
            for order in plots(state, mine)
        }
        assert {order for order, cost in costs.items() if not cost}
        assert max(costs.values()) == OWN
        ahead = sea(ship("A1", "J20", 1), ship("A2", "J18", 1), ship("B1", "Z40", 4), wind=1)
        into = {"A1": Answer("1"), "A2": Answer("0")}
        assert crowded(ahead, "A1", into)
        (still,) = traffic(ahead, ahead.ships["A2"], "0", into)
        assert still.worth == -OWN / 4


def test_a_fleet_in_a_jam_waits_and_nobody_sails_into_a_consort() -> None:
    """Six ships in two close columns, with an enemy to leeward."""
    state = sea(
        *(
            ship(f"A{number}", f"{'JL'[number % 2]}{20 + 2 * (number // 2)}", 2)
            for number in range(1, 7)
        ),
        ship("B1", "T20", 4),
        wind=2,
    )
    asked = sheet(state)
    assert isinstance(asked, Sheet)
    draft = GAME.thinking.advice(GAME.view(state, "A"), asked, None)[0].draft  # type: ignore[arg-type]
    with using(GAME.data):
        assert not [key for key in draft if crowded(state, key, draft)]


def first_shot(scenario: str, player: str) -> tuple[int, int]:
    """Return (turn of the first broadside or melee, how many collisions between own ships came
    before).
    """
    battle = Battle.new(GAME, scenario, 5)
    players = {
        seat.key: make_player(player, GAME, 3, seat.key) for seat in GAME.seats(battle.state)
    }
    collided = 0
    while battle.pending():
        asked, before = battle.pending()[0], battle.state
        answer = players[asked.seat].choose(battle.view(asked.seat), asked)
        for event in battle.answer(asked.seat, answer):
            if isinstance(event, Collided):
                one, other = (before.ships[each] for each in event.ships)
                collided += friends(before, one, other)
            if isinstance(event, SideFired | MeleeFought):
                return GAME.turn(before), collided
    return 99, collided


@pytest.mark.parametrize("scenario", DUELS)
def test_in_a_duel_lieutenants_fire_within_twelve_turns(scenario: str) -> None:
    assert first_shot(scenario, "lieutenant")[0] <= 12


def test_at_the_nile_the_british_come_up_and_fire_without_running_into_each_other() -> None:
    turn, collided = first_shot("nile", "captain")
    assert turn <= 12
    assert collided == 0


def test_a_captain_looks_at_the_replies_of_the_nearest_enemies_and_leaves_none_out() -> None:
    """The nearest of six enemies has the last id; distant ones are included as well."""
    state = sea(
        ship("A1", "J20", 2),
        *(ship(f"B{n}", place, 5) for n, place in enumerate(("P12", "S12", "V12", "R8", "S9"), 1)),
        ship("B6", "M19", 5),
    )
    with using(GAME.data):
        assert by_distance(state, "A1")[0] == "B6"
        assert set(by_distance(state, "A1")) == {f"B{number}" for number in range(1, 7)}
        there = Guess(state.ships["A1"].bow, 2)
        alone = replace(state, ships={k: s for k, s in state.ships.items() if k in ("A1", "B6")})
        assert exchange(alone, "A1", there).taken > 0
        assert exchange(state, "A1", there).taken >= exchange(alone, "A1", there).taken
