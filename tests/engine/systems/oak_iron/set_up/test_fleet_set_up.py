"""Fleets are set up like other battles; the first squadron of each fleet answers for it. Oak & Iron
ch. 7 and 9.
"""

from __future__ import annotations

from itertools import product

import pytest
from msgspec.structs import replace

from engine.arena import arrange
from engine.base.dice import Dice
from engine.base.errors import SetUpFault
from engine.game.decision import Answer, Decision
from engine.kernel.battle import Battle
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.machine import Ledger
from engine.systems.oak_iron.set_up.objectives import deployments
from engine.systems.oak_iron.set_up.scenario_draft import draw_scenario, ready_of
from engine.systems.oak_iron.set_up.scenarios import set_up
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import Draw
from engine.systems.oak_iron.state.ships import distance, hull
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import Challenge, ChooseRole, DeploySquadron, DrawScenario
from engine.systems.oak_iron.terrain import zone
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory.objectives import objective_actions
from engine.systems.oak_iron.words.telling import tell
from tests.engine.systems.oak_iron.invariants import check_state
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

LEEWARD, CURACAO, TORTUGA = "leeward_station", "curacao_convoy", "brethren_of_tortuga"
DUNKIRK, GANG = "corsairs_of_dunkirk", "flying_gang"
FOUR = (LEEWARD, TORTUGA, CURACAO, TORTUGA)
"""Four squadrons: A and B are Red, C and D are Blue."""
EIGHT = (
    *(LEEWARD, TORTUGA, "armada_de_barlovento", "generals_at_sea"),
    *(CURACAO, TORTUGA, DUNKIRK, "squadron_of_the_maas"),
)


def begun(seed: int, *squadrons: str) -> Battle:
    """Return a fleet battle at its first question, of these squadrons (by default four patrols)."""
    return Battle.new(GAME, "fleet", seed, {"squadrons": list(squadrons or FOUR)})


def plain() -> Battle:
    """Return a battle that only strike points decide."""
    return next(b for b in map(begun, range(99)) if b.state.objective == "engage_the_enemy")


def asked(battle: Battle) -> Decision:
    return battle.pending()[0]


def on(battle: Battle, *kinds: str) -> list[Decision]:
    """Answer questions of these kinds with their first option; return these questions."""
    answered = []
    while asked(battle).kind in kinds:
        answered.append(asked(battle))
        battle.answer(asked(battle).seat, Answer(asked(battle).options[0].id))
    return answered


def drawn(seed: int) -> State:
    """Return a fleet battle whose squadrons are drawn by the seed."""
    return GAME.settled(GAME.set_up("fleet"), Dice(seed))


# Who fights -------------------------------------------------------------------


def test_eight_squadrons_have_seats_of_their_own() -> None:
    seats = GAME.seats(set_up("fleet", {"squadrons": EIGHT}))
    assert "".join(seat.key for seat in seats) == "ABCDEFGH"
    assert [seat.side for seat in seats] == ["Red"] * 4 + ["Blue"] * 4


@pytest.mark.parametrize("seed", range(6))
def test_drawn_fleets_are_of_the_same_sizes_and_hold_no_squadron_twice(seed: int) -> None:
    sizes = {each.name: size for size in book().sizes for each in ready_of(size).values()}
    state = drawn(seed)
    fleets: dict[str, list[str]] = {"Red": [], "Blue": []}
    for each in state.squadrons.values():
        fleets[each.fleet].append(each.name.removesuffix(" II"))
    assert all(2 <= len(names) == len(set(names)) <= 4 for names in fleets.values())
    red, blue = ([sizes[name] for name in names] for names in fleets.values())
    assert red == blue


def test_the_seed_draws_two_to_four_squadrons_a_side() -> None:
    counts = {len(drawn(seed).squadrons) for seed in range(12)}
    assert counts == {4, 6, 8}
    assert drawn(2) == drawn(2)


@pytest.mark.parametrize(
    ("squadrons", "fault"),
    [
        (EIGHT[:3], "found 3, needed: 2 to 4 a side"),
        (EIGHT[:2], "found 2, needed: 2 to 4 a side"),
        (EIGHT[:4], "found squadrons of 50, 50, 100, 200 points, needed: 2 to 4 a side of"),
        ((LEEWARD, TORTUGA, DUNKIRK), "found 3, needed: 2 to 4 a side"),
        ((DUNKIRK, LEEWARD, TORTUGA, LEEWARD), "points, needed: 2 to 4 a side of equal points"),
    ],
)
def test_fleets_that_do_not_match_are_refused(squadrons: tuple[str, ...], fault: str) -> None:
    with pytest.raises(SetUpFault, match=fault):
        set_up("fleet", {"squadrons": squadrons})


def test_fleets_of_equal_points_may_have_more_and_fewer_squadrons() -> None:
    state = set_up("fleet", {"squadrons": (LEEWARD, TORTUGA, DUNKIRK, GANG, DUNKIRK)})
    assert [each.fleet for each in state.squadrons.values()] == ["Red"] * 3 + ["Blue"] * 2
    assert {state.plan.homes[key] for key in "ABC"}.isdisjoint({state.plan.homes["D"]})


# Roles and cards ----------------------------------------------------------------


def test_a_fleet_battle_draws_wind_objective_and_three_cards_of_each_kind() -> None:
    state = begun(1).state
    assert state.phase == "set_up"
    assert state.objective in book().objectives
    assert state.table.size == (72.0, 48.0)
    assert state.table.weather_edge in ("west", "east"), "a short edge"
    assert [len(cards) for cards in state.plan.offers.values()] == [3, 3, 3]
    assert state.plan.homes == dict(zip("ABCD", ("south", "south", "north", "north"), strict=True))


def test_the_fleet_of_the_best_admiral_chooses_its_role_by_its_first_seat() -> None:
    battle = begun(1, LEEWARD, DUNKIRK, LEEWARD, GANG)
    assert [each.admiral_value for each in battle.state.squadrons.values()] == [1, 2, 1, 1]
    assert (asked(battle).kind, asked(battle).seat) == ("role", "A")
    battle.answer("A", Answer("defender"))
    assert (battle.state.defender, battle.state.plan.attacker) == ("A", "C")


def test_equal_best_admirals_roll_with_one_flagship_a_side() -> None:
    battle = begun(1, LEEWARD, DUNKIRK, LEEWARD, DUNKIRK)
    ledger = Ledger(replace(battle.state, agenda=(DrawScenario(),)), Dice(1))
    draw_scenario(ledger, DrawScenario())
    best = Challenge(("B", "D"), prize="role")
    assert ledger.state.agenda[-1] == best
    play = Skirmish(ship("A1"))
    play.state = replace(battle.state, agenda=(best,), roll=None)
    play.dice("skull musket musket musket musket " + "musket " * 5).settle()
    while play.asked().kind == "reroll":
        play.do(play.asked().seat, "stand")
    assert (play.asked().kind, play.asked().seat) == ("role", "A"), "by the seat of his fleet"


def test_a_raider_of_any_squadron_may_take_the_attack() -> None:
    play = Skirmish(ship("A1"))
    state = begun(1, LEEWARD, LEEWARD, LEEWARD, CURACAO).state
    play.state = replace(state, agenda=(ChooseRole("A"),))
    play.do("A", "attacker")
    assert (play.asked().seat, play.asked().kind) == ("C", "role"), "his fleet's first seat says it"
    play.do("C", "attacker")
    assert (play.state.plan.attacker, play.state.defender) == ("C", "A")


def test_the_sides_draft_in_turn_by_their_first_seats() -> None:
    battle = begun(1)
    on(battle, "reroll", "role")
    drafts = on(battle, "draft")
    attacker, defender = battle.state.plan.attacker, battle.state.defender
    assert [each.seat for each in drafts] == [attacker, defender] * 3
    assert {attacker, defender} == {"A", "C"}
    assert battle.state.plan.drafted.keys() == {"A", "C"}


def test_a_condition_works_for_every_squadron_of_the_fleet() -> None:
    battle = begun(1)
    on(battle, "reroll", "role")
    offers = ("favoured_by_fortune", "local_pilot", "surprise")
    plan = replace(battle.state.plan, offers={"condition": offers})
    state = replace(battle.state, plan=plan)
    seat = GAME.pending(state)[0].seat
    fleet = "AB" if seat == "A" else "CD"
    before = {key: each.fortune for key, each in state.squadrons.items()}
    play = Skirmish(ship("A1"))
    play.state = state
    play.do(seat, "favoured_by_fortune")
    for key, each in play.state.squadrons.items():
        own = key in fleet
        assert each.fortune == before[key] + own
        assert each.conditions == (("favoured_by_fortune",) if own else ())


def test_a_draft_is_told_by_the_name_of_the_fleet() -> None:
    battle = begun(1)
    on(battle, "reroll", "role")
    state, drafted = battle.state, asked(battle)
    command = drafted.options[0].command
    assert isinstance(command, Draw)
    taken = ev.ScenarioCardTaken(drafted.seat, command.kind, command.card)
    fleet = state.squadrons[drafted.seat].fleet
    assert tell(state, taken, "").startswith(f"{fleet} takes ")
    assert drafted.prompt.startswith(fleet)


# Deployment -------------------------------------------------------------------------


def test_the_defending_fleet_deploys_first_each_squadron_by_its_own_seat() -> None:
    battle = plain()
    seats = []
    while battle.state.phase == "set_up":
        if asked(battle).kind == "deploy":
            seats.append(asked(battle).seat)
        battle.answer(asked(battle).seat, Answer(asked(battle).options[0].id))
    order = list(dict.fromkeys(seats))
    assert order == (list("CDAB") if battle.state.defender == "C" else list("ABCD"))
    assert [seat for seat, _ in zip(seats, sorted(seats, key=order.index), strict=True)] == sorted(
        seats, key=order.index
    ), "one squadron after the other"


def test_early_warning_keeps_one_ship_of_the_fleet_back() -> None:
    state = begun(1).state
    warned = {
        key: replace(each, conditions=("early_warning",) if key in "CD" else ())
        for key, each in state.squadrons.items()
    }
    state = replace(state, squadrons=warned, defender="C")
    assert deployments(state) == [
        *(DeploySquadron("C"), DeploySquadron("D", keep=1)),
        *(DeploySquadron("A"), DeploySquadron("B"), DeploySquadron("D")),
    ]


@pytest.mark.parametrize(("seed", "squadrons"), [(0, FOUR), (5, EIGHT)], ids=["four", "eight"])
def test_fleets_lie_in_their_zones_and_outside_cannon_shot(
    seed: int, squadrons: tuple[str, ...]
) -> None:
    battle = begun(seed, *squadrons)
    arrange(battle)
    state = battle.state
    check_state(state)
    assert len(state.ships) > 3 * len(squadrons)
    alone = any(each.token == "alone" for each in state.ships.values())
    assert alone or all(each.afloat for each in state.ships.values())
    sides = {key: state.side_of(key) for key, each in state.ships.items() if each.afloat}
    cannon = book().measures.cannon
    for one, other in product(sides, sides):
        if sides[one] != sides[other]:
            assert distance(state, one, other) > cannon
    before = replace(state, table=battle.at(0).table)  # the wind may have been turned since
    zones = {key: zone(before, key) for key in state.squadrons}
    assert zones["A"] == zones["B"], "the fleet has one zone"
    here = [
        any(x0 <= x <= x1 and y0 <= y <= y1 for x0, y0, x1, y1 in zones[each.squadron])
        for each in state.ships.values()
        if each.afloat and not each.token
        for x, y in [hull(each).pose.at]
    ]
    assert here.count(True) >= 0.8 * len(here), "the strip along the edge is for few"


# Objectives ----------------------------------------------------------------------------


def test_the_token_may_go_aboard_any_ship_of_the_fleet() -> None:
    battle = next(b for b in map(begun, range(99)) if b.state.objective == "escort")
    while asked(battle).kind != "load":
        battle.answer(asked(battle).seat, Answer(asked(battle).options[-1].id))
    defender = battle.state.defender
    fleet = "AB" if defender == "A" else "CD"
    assert asked(battle).seat == defender
    own = [key for key, each in battle.state.ships.items() if each.squadron in fleet]
    assert [option.id for option in asked(battle).options] == own


def test_any_squadron_of_the_attacking_fleet_may_raze_the_marker() -> None:
    state = begun(1).state
    plan = replace(state.plan, attacker="A", marker=(18.0, 18.0))
    state = replace(state, objective="raze", defender="C", plan=plan)
    for key, may in (("A1", True), ("B1", True), ("C1", False), ("D1", False)):
        landed = replace(state.ships[key], landing_party=(18.0, 18.0))
        found = [option.id for option in objective_actions(state, landed)]
        assert (found == ["raze"]) == may


def test_the_defending_fleet_bears_the_points_of_the_objective() -> None:
    state = begun(1).state
    state = replace(state, plan=replace(state.plan, scored={"C": 2}), defender="C")
    points = {key: strike.points(state, key) for key in state.squadrons}
    assert (points["C"], points["D"]) == (2, 0)
    status = GAME.screen.status(GAME.view(replace(state, phase="end"), "D"))
    assert "Blue 2/" in status.points
