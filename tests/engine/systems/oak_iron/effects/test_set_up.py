"""The set-up of a battle: roles, the draft of cards, zones, deployment, late arrivals."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from msgspec.structs import replace

from engine.arena import arrange
from engine.base.errors import Refused, SetUpFault
from engine.game.decision import Answer, Area, Decision
from engine.kernel.battle import Battle
from engine.kit.agenda import UNCLEAR
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.game import OakIron
from engine.systems.oak_iron.set_up.deploy import berth
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.commands import Deploy
from engine.systems.oak_iron.state.ships import distance, hull
from engine.systems.oak_iron.state.state import SetUpPlan, State, Table
from engine.systems.oak_iron.state.steps import Arrivals, DeploySquadron, OpenBattle, ReturnCards
from engine.systems.oak_iron.terrain import (
    area,
    around,
    home_edges,
    laid,
    spot,
    strip,
    within,
    zone,
)
from engine.systems.oak_iron.victory import strike
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

PLAIN = "engage_the_enemy"
PAIR = ("leeward_station", "brethren_of_tortuga")


def begun(seed: int = 1, scenario: str = "patrol", **options: Any) -> Battle:
    return Battle.new(GAME, scenario, seed, options)


def asked(battle: Battle) -> Decision:
    return battle.pending()[0]


def answer(battle: Battle, option: str, **rest: Any) -> tuple[Any, ...]:
    return battle.answer(asked(battle).seat, Answer(option, **rest))


def drafted(seed: int = 1) -> Battle:
    """Return a patrol after the draft, in which the first card on offer was always taken."""
    battle = begun(seed, squadrons=PAIR)
    while asked(battle).kind in ("role", "draft", "reroll"):
        answer(battle, asked(battle).options[0].id)
    return battle


def ready() -> Battle:
    """Return a patrol without terrain or tokens, when ships are about to be deployed."""
    plain = (n for n in range(99) if begun(n, squadrons=PAIR).state.objective == PLAIN)
    battle = drafted(next(plain))
    while asked(battle).kind == "select_terrain":
        answer(battle, "none")
    assert asked(battle).kind == "deploy"
    return battle


def test_a_size_of_game_draws_two_ready_squadrons_by_the_seed() -> None:
    state = begun(3).state
    assert begun(3).state == state
    assert state.phase == "set_up"
    names = {each.name for each in state.squadrons.values()}
    assert len(names) == 2
    assert names != {"Red", "Blue"}
    assert (
        len({tuple(each.name for each in begun(n).state.squadrons.values()) for n in range(9)}) > 2
    )


@pytest.mark.parametrize("size", ["patrol", "skirmish", "engagement"])
def test_the_wind_comes_from_one_of_the_two_edges_between_the_players(size: str) -> None:
    states = [begun(seed, size).state for seed in range(8)]
    table, homes = states[0].table, set(states[0].plan.homes.values())
    across = {"west", "east"} if homes == {"south", "north"} else {"south", "north"}
    assert {state.table.weather_edge for state in states} == across
    long = table.height if homes == {"west", "east"} else table.width
    assert long == max(table.size), "players deploy on the long edges"


def test_squadrons_may_be_named() -> None:
    state = begun(squadrons=PAIR).state
    assert [each.name for each in state.squadrons.values()] == [
        "Leeward Station",
        "Brethren of Tortuga",
    ]
    assert all(each.awaited for each in state.ships.values())


def test_squadrons_of_another_size_are_refused() -> None:
    with pytest.raises(SetUpFault, match="for a skirmish, needed: one for a patrol"):
        begun(squadrons=("leeward_station", "flying_gang"))
    with pytest.raises(SetUpFault, match="needed: two"):
        begun(squadrons=("leeward_station",))


def test_the_better_admiral_chooses_his_role() -> None:
    battle = begun(squadrons=PAIR)
    values = {key: each.admiral_value for key, each in battle.state.squadrons.items()}
    while asked(battle).kind == "reroll":
        answer(battle, "stand")
    seat = asked(battle).seat
    assert asked(battle).kind == "role"
    assert values[seat] == max(values.values())
    answer(battle, "defender")
    assert battle.state.defender == seat
    assert asked(battle).seat != seat, "the attacker drafts first"


def test_equal_admirals_roll_a_challenge_for_it() -> None:
    for seed in range(30):
        battle = begun(seed)
        values = {each.admiral_value for each in battle.state.squadrons.values()}
        if len(values) == 1:
            break
    assert len(values) == 1
    assert battle.state.dice > 0
    while asked(battle).kind == "reroll":
        answer(battle, "stand")
    assert asked(battle).kind == "role"
    assert not battle.state.initiative


def test_attacker_and_defender_draft_in_turn_until_each_has_a_card_of_every_kind() -> None:
    battle = begun(squadrons=PAIR)
    while asked(battle).kind != "draft":
        answer(battle, asked(battle).options[0].id)
    offers = battle.state.plan.offers
    assert all(len(cards) == 3 for cards in offers.values())
    seats = []
    while asked(battle).kind == "draft":
        seats.append(asked(battle).seat)
        answer(battle, asked(battle).options[0].id)
    plan = battle.state.plan
    assert seats == [plan.attacker, battle.state.defender] * len(offers)
    assert all(plan.drafted[key].keys() == offers.keys() for key in "AB")
    assert not plan.offers


def test_a_card_that_is_drafted_is_gone_for_the_other() -> None:
    battle = begun(squadrons=PAIR)
    while asked(battle).kind != "draft":
        answer(battle, asked(battle).options[0].id)
    taken = asked(battle).options[0].id
    answer(battle, taken)
    assert taken not in [option.id for option in asked(battle).options]
    with pytest.raises(Refused, match="not an option"):
        answer(battle, taken)


def test_a_card_taken_can_be_given_back_by_undo() -> None:
    battle = begun(squadrons=PAIR)
    while asked(battle).kind != "draft":
        answer(battle, asked(battle).options[0].id)
    answer(battle, asked(battle).options[0].id)
    before = battle.at(battle.position - 1)
    battle.undo(battle.entries[-1].seat)
    assert battle.state == before
    assert asked(battle).kind == "draft"


def test_the_defender_deploys_first_and_wholly() -> None:
    battle = ready()
    order = []
    while asked(battle).kind == "deploy":
        order.append(asked(battle).seat)
        answer(battle, asked(battle).options[0].id)
    defender = battle.state.defender
    own = len(battle.state.own_ships(defender))
    assert order[:own] == [defender] * own
    assert defender not in order[own:]
    assert {decision.kind for decision in battle.pending()} == {"choose_card"}
    assert battle.state.phase == "initiative"


@pytest.mark.parametrize("seed", range(4))
def test_ships_lie_in_their_zones_and_beyond_cannon_shot(seed: int) -> None:
    battle = begun(seed, "skirmish")
    arrange(battle)
    state = battle.state
    for each in state.ships.values():
        boxes = [*zone(state, each.squadron), strip(state, each.squadron)]
        assert any(
            x0 <= x <= x1 and y0 <= y <= y1
            for x0, y0, x1, y1 in boxes
            for x, y in [hull(each).pose.at]
        )
    for one, other in combinations(state.ships.values(), 2):
        if one.squadron != other.squadron:
            assert distance(state, one.id, other.id) > book().measures.cannon
        else:
            assert distance(state, one.id, other.id) > 0


def test_a_place_outside_the_zone_is_refused_with_the_reason() -> None:
    battle = ready()
    first = asked(battle).options[0]
    place = GAME.answering.area(battle.state, asked(battle), first, 90.0)
    assert place is not None
    x0, y0 = zone(battle.state, asked(battle).seat)[0][:2]
    corner = (x0 + 1.2, y0 + 0.1)
    why_not = GAME.answering.why_not(battle.state, asked(battle), Answer(first.id, 90.0, corner))
    assert why_not in ("outside her zone", "off the table")
    with pytest.raises(Refused, match=why_not):
        answer(battle, first.id, dial=90.0, at=corner)
    answer(battle, first.id, dial=90.0, at=place.rest)
    battle.undo(battle.entries[-1].seat)
    assert asked(battle).option(first.id) == first, "one undo takes the ship back"


def facing(*ships: Any) -> State:
    """Return a state during the set-up; both squadrons have a broad line, A in the south."""
    play = Skirmish(*ships, table=Table(36.0, 36.0, "west"))
    cards = {key: {"deployment": "centre"} for key in "AB"}
    plan = SetUpPlan(size="patrol", homes={"A": "south", "B": "north"}, attacker="A", drafted=cards)
    squadrons = {
        key: replace(each, admiral_value=int(key == "B"), hand=("down", "reload"))
        for key, each in play.state.squadrons.items()
    }
    return replace(play.state, phase="set_up", plan=plan, defender="B", squadrons=squadrons)


def room(state: State, heading: float, key: str = "A1") -> Area | None:
    return berth(state, DeploySquadron(key[0]), Deploy(key, heading)).area


def wrong(state: State, heading: float, at: tuple[float, float]) -> str:
    return berth(state, DeploySquadron("A"), Deploy("A1", heading)).why_not(at)


def awaiting(key: str, kind: str = "corvette") -> Any:
    return replace(ship(key, kind), pose=None)


def test_no_place_is_offered_within_cannon_shot_of_an_enemy() -> None:
    state = facing(awaiting("A1"), ship("B1", x=18, y=20))
    place = room(state, 0.0)
    assert place is not None
    assert not place.holds((18, 8)), "in the zone, 12 inches less two half lengths away"
    assert place.holds((18, 2))


def test_an_illegal_place_says_why() -> None:
    rock = laid("anvil_rock", (30.0, 4.0))
    state = facing(awaiting("A1"), ship("A2", x=10, y=4), ship("B1", x=18, y=18))
    state = replace(state, terrain=(rock,))
    assert wrong(state, 0.0, (2.0, 3.0)) == "outside her zone"
    assert wrong(state, 0.0, (18.0, 0.5)) == "off the table"
    assert wrong(state, 0.0, (10.2, 4.0)) == "overlaps A2"
    assert "overlaps Anvil Rock" in wrong(state, 0.0, (30.0, 4.0))
    assert wrong(state, 0.0, (18.0, 7.0)).startswith("within Cannon Shot of B1: 9.0 of 12")
    assert wrong(state, 0.0, (18.0, 3.0)) == ""


@pytest.mark.parametrize("heading", [0.0, 35.0, 90.0])
def test_a_place_is_refused_exactly_where_a_reason_is_given(heading: float) -> None:
    state = facing(awaiting("A1"), ship("A2", x=10, y=4), ship("B1", x=22, y=17))
    place = room(state, heading)
    assert place is not None
    spots = [(x / 2 + 0.13, y / 2 + 0.13) for x in range(72) for y in range(24)]
    assert {place.holds(point) for point in spots} == {True, False}
    for point in spots:
        assert place.holds(point) == (wrong(state, heading, point) == "")
        assert wrong(state, heading, point) != UNCLEAR


def test_turning_a_ship_gives_her_other_room() -> None:
    state = facing(awaiting("A1"), ship("B1", x=18, y=33))
    across, along = room(state, 90.0), room(state, 0.0)
    assert across is not None
    assert along is not None
    assert across.holds((18.0, 0.7))
    assert not along.holds((18.0, 0.7)), "her stern would lie off the table"


def test_a_ship_without_room_in_her_zone_goes_to_the_strip_along_her_edge() -> None:
    state = facing(awaiting("A1"), ship("B1", x=18, y=7))
    place = room(state, 0.0)
    assert place is not None
    assert place.holds((34, 2))
    assert not place.holds((18, 2))


def test_a_ship_without_any_room_comes_later() -> None:
    foes = [ship(f"B{n}", x=x, y=7) for n, x in enumerate((4, 18, 32), 1)]
    state = facing(awaiting("A1"), awaiting("A2"), *foes)
    play = Skirmish(ship("A1"))
    play.state = replace(state, agenda=(OpenBattle(), DeploySquadron("A")))
    play.state = OakIron().settled(play.state, play.told)
    assert strike.total(play.state, "A") == 2, "ships still to come count"
    assert play.state.phase == "initiative", "nothing is asked where no place is open"
    told = [GAME.words.tell(state, ev.ShipDelayed(key), "") for key in ("A1", "A2")]
    assert all(told)


def test_a_ship_that_is_late_arrives_at_her_own_edge() -> None:
    state = facing(ship("A1", x=30, y=3), awaiting("A2"), ship("B1", x=18, y=33))
    play = Skirmish(ship("A1"))
    play.state = replace(state, phase="end", agenda=(ReturnCards(),))
    play.state = OakIron().settled(play.state, play.told)
    assert play.state.turn == 2
    play.do("A", "A2", dial=0.0, at=(18.0, 1.04))
    assert play.state.ships["A2"].pose == Pose(18.0, 1.04, 0.0)
    assert [step for step in play.state.agenda if isinstance(step, Arrivals)] == []


@pytest.mark.parametrize("heading", [0.0, 45.0, 90.0, 225.0])
def test_a_late_ship_may_arrive_at_any_heading(heading: float) -> None:
    state = facing(ship("A1", x=30, y=3), awaiting("A2"), ship("B1", x=18, y=33))
    assert room(replace(state, phase="initiative"), heading, "A2")


def test_the_zones_are_reckoned_from_weather_and_own_edge() -> None:
    table = Table(36.0, 48.0, "north")
    assert home_edges(36.0, 48.0) == ("west", "east")
    assert spot(table, "west", 0.0, 0.25) == (9.0, 48.0)
    assert spot(table, "east", 1.0, 0.25) == (27.0, 0.0)
    assert spot(Table(36.0, 36.0, "east"), "south", 0.0, 0.0) == (36.0, 0.0)


def test_room_has_no_holes_and_keeps_its_distance() -> None:
    square = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))
    room = within(square, [(0.0, 0.0, 20.0, 20.0)]).difference(
        around(square, tuple((x + 10, y + 10) for x, y in square), 2.0)
    )
    place = area(room, (10.0, 10.0))
    assert place is not None
    assert not place.holds((10.0, 10.0))
    assert not place.holds((10.0, 13.99))
    assert place.holds((10.0, 14.02))
    assert not place.holds((0.9, 5.0))
    assert place.holds(place.rest)


def test_deployment_is_told() -> None:
    battle = begun(squadrons=PAIR)
    arrange(battle)
    told = [
        battle.game.words.tell(battle.moment(record.at)[0], event, "")
        for record in battle.entries
        for event in record.events
        if isinstance(event, ev.ShipDeployed | ev.RoleTaken | ev.ScenarioCardTaken)
    ]
    assert any("is deployed" in line for line in told)
    assert any("attacks" in line for line in told)
    assert any("takes" in line for line in told)
