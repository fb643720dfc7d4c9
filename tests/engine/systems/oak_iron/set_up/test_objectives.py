"""The six objectives: their terrain and tokens, what ships do for them, and their points."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from engine.base.dice import Dice
from engine.base.errors import Refused
from engine.kit.ledger import evolve
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.crew.actions import actions
from engine.systems.oak_iron.data.book import book
from engine.systems.oak_iron.set_up.objectives import garrisons
from engine.systems.oak_iron.set_up.scenarios import new_battle
from engine.systems.oak_iron.state import commands as cmd
from engine.systems.oak_iron.state import events as ev
from engine.systems.oak_iron.state.state import Rules, SetUpPlan, Ship, State, Table
from engine.systems.oak_iron.state.steps import (
    CheckWithdrawal,
    CrewAction,
    DeploySquadron,
    Draft,
    DrawScenario,
    GarrisonChoice,
    LoadTokens,
    ObjectiveTerrain,
)
from engine.systems.oak_iron.terrain import gets_away, laid
from engine.systems.oak_iron.turn.end_phase import verdict
from engine.systems.oak_iron.victory import strike
from engine.systems.oak_iron.victory.objectives import progress
from engine.systems.oak_iron.victory.strike import entries
from engine.systems.oak_iron.words.telling import tell
from engine.systems.oak_iron.words.words import describe
from tests.engine.systems.oak_iron.effects.test_set_up import PAIR
from tests.engine.systems.oak_iron.skirmish import GAME, Skirmish, ship

ISLAND = laid("palm_island", (18.0, 18.0))
"""An island that reaches from 15.4 to 20.8 inches in both directions."""


def battle(objective: str, *ships: Ship, **plan: Any) -> Skirmish:
    """Return a battle in mid-turn: A attacks from the south, B defends, the wind is from the
    west.
    """
    play = Skirmish(*ships, table=Table(36.0, 36.0, "west"), rules=Rules())
    cards: Any = {key: {"deployment": "broad_line"} for key in "AB"}
    agreed = SetUpPlan(
        size="patrol", homes={"A": "south", "B": "north"}, attacker="A", drafted=cards, **plan
    )
    play.state = replace(play.state, plan=agreed, defender="B", objective=objective)
    return play


def off_island(key: str, **rest: Any) -> Ship:
    """Return a ship Anchored within Pistol Shot of the island."""
    return ship(key, x=12.5, y=18, heading=0, sail="anchored", **rest)


def on_island(play: Skirmish) -> Skirmish:
    plan = replace(play.state.plan, islands=(ISLAND.id,), fixed=(ISLAND.id,))
    play.state = replace(play.state, terrain=(ISLAND,), plan=plan)
    return play


def open_to(play: Skirmish, key: str) -> set[str]:
    return {option.id for option in actions(play.state, play.state.ships[key])[0]}


def test_an_objective_is_drawn_with_the_wind() -> None:
    state = new_battle("patrol", Rules(), PAIR)
    drawn = {_drawn(state, seed).objective for seed in range(60)}
    assert drawn == set(book().objectives)


def _drawn(state: State, seed: int) -> State:
    return GAME.settled(replace(state, agenda=(DrawScenario(),)), Dice(seed))


def test_the_defender_lays_the_islands_in_the_part_that_the_card_names() -> None:
    play = battle("raid", ship("A1", y=2), ship("B1", y=34))
    play.state = replace(play.state, phase="set_up", agenda=(ObjectiveTerrain(2),))
    for _ in range(2):
        first = play.options()[0]
        place = play.room(first, 90.0)
        assert place is not None
        assert not place.holds((18.0, 9.0)), "not in the attacker's half"
        assert play.why_not(first, 90.0, (18.0, 9.0)).startswith("outside the part of the table")
        play.do("B", first, dial=90.0, at=place.rest)
    assert all(min(y for _, y in piece.outline) >= 18 for piece in play.state.terrain)
    plan = play.state.plan
    assert plan.islands == plan.fixed == tuple(piece.id for piece in play.state.terrain)
    assert len(plan.islands) == 2
    assert play.facts(ev.MarkerLaid) == [ev.MarkerLaid(plan.marker)]


def test_the_dignitary_goes_aboard_one_ship_of_the_defender() -> None:
    play = battle("escort", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9, y=34))
    play.state = replace(play.state, agenda=(LoadTokens(1),))
    assert play.options() == ("B1", "B2")
    play.do("B", "B2")
    assert play["B2"].token == "dignitary"
    assert not play.state.agenda


def test_up_to_two_ships_of_the_attacker_carry_cargo() -> None:
    play = battle("delivery", *(ship(f"A{n}", x=6 * n, y=2) for n in (1, 2, 3)), ship("B1", y=34))
    play.state = replace(play.state, agenda=(LoadTokens(2),))
    assert "none" not in play.options()
    play.do("A", "A1")
    assert play.options() == ("A2", "A3", "none")
    play.do("A", "A3")
    assert [each.token for each in play.state.own_ships("A")] == ["cargo", "", "cargo"]


def test_the_dignitary_brought_ashore_wins_for_the_defender() -> None:
    play = on_island(battle("escort", ship("A1", y=2), off_island("B1", token="dignitary")))
    assert verdict(play.state) is None
    play.turn_to(CrewAction(), active="B1").do("B", "ashore")
    assert play["B1"].token == ""
    outcome = verdict(play.state)
    assert outcome is not None
    assert outcome.winners == ("B",)


def test_the_dignitary_stays_aboard_of_a_ship_under_sail_or_far_off() -> None:
    under_sail = replace(off_island("B1", token="dignitary"), sail="battle")
    far = replace(off_island("B1", token="dignitary"), pose=Pose(8.0, 18.0, 0.0))
    for carrier in (under_sail, far, off_island("B1")):
        assert "ashore" not in open_to(on_island(battle("escort", ship("A1", y=2), carrier)), "B1")


@pytest.mark.parametrize(("pose", "away"), [((36.2, 18.0), True), ((18.0, 36.2), False)])
def test_the_dignitary_gets_away_over_the_lee_edge_alone(
    pose: tuple[float, float], away: bool
) -> None:
    play = battle("escort", ship("A1", y=2), ship("B1", token="dignitary"), ship("B2", x=9))
    left = ev.ShipLeft("B1", Pose(*pose, 90.0))
    state = evolve(play.state, left)
    outcome = verdict(state)
    assert (outcome is not None and "leeward" in outcome.reason) == away
    assert strike.points(state, "B") == (0 if away else 2)


@pytest.mark.parametrize(("turn", "away"), [(4, False), (5, True)])
def test_the_dignitary_gets_away_from_turn_five_on(turn: int, away: bool) -> None:
    play = battle(
        "escort", ship("A1", y=2), ship("B1", token="dignitary"), ship("B2", x=9), lee="east"
    )
    over = Pose(36.2, 18.0, 90.0)
    state = replace(play.state, turn=turn)
    assert gets_away(state, state.ships["B1"], over) == away
    later = replace(evolve(state, ev.ShipLeft("B1", over)), turn=7)
    outcome = verdict(later)
    assert (outcome is not None and "leeward" in outcome.reason) == away
    assert strike.points(later, "B") == (0 if away else 2)


def test_her_lee_edge_stays_whatever_turns_the_wind_later() -> None:
    play = battle("escort", ship("A1", y=2), ship("B1", token="dignitary"), ship("B2", x=9))
    play.state = replace(play.state, turn=6, phase="set_up", agenda=(Draft(),))
    ended = evolve(play.state, ev.DraftEnded("east"))
    for turned in (ev.WindTurned("east"), ev.WeatherShifted("south", 1)):
        state = evolve(ended, turned)
        assert gets_away(state, state.ships["B1"], Pose(36.2, 18.0, 90.0))
        assert not gets_away(state, state.ships["B1"], Pose(-0.2, 18.0, 270.0))


@pytest.mark.parametrize(("objective", "lee"), [("escort", "east"), ("raid", UNSET)])
def test_the_lee_edge_is_fixed_when_the_zones_are_chosen(objective: str, lee: object) -> None:
    play = battle(objective, ship("A1", y=2), ship("B1", y=34))
    play.state = replace(play.state, phase="set_up", agenda=(Draft(),))
    play.settle()
    assert play.facts(ev.DraftEnded) == [] or play.facts(ev.DraftEnded)[0].lee == lee
    assert play.state.plan.lee == lee


def test_a_dignitary_who_is_captured_costs_the_defender_two_more() -> None:
    play = battle("escort", ship("A1", y=2), ship("B1", token="dignitary"), ship("B2", x=9))
    before = strike.points(play.state, "B")
    taken = replace(play["B1"], captured_by="A", fatigue=7)
    state = replace(play.state, ships={**play.state.ships, "B1": taken})
    plain = replace(state, objective="engage_the_enemy")
    assert before == 0
    assert strike.points(state, "B") == strike.points(plain, "B") + 2


def test_the_flagship_that_is_cut_off_begins_alone_in_mid_table() -> None:
    ships = [replace(ship(key), pose=None) for key in ("A1", "B1", "B2")]
    play = battle("cut_off", *ships)
    play.state = replace(play.state, phase="set_up", agenda=(DeploySquadron("B"), LoadTokens(1)))
    play.settle()
    assert play["B1"].token == "alone", "only the flagship may be, so nobody is asked"
    assert play.options() == ("B1",)
    place = play.room("B1", 0.0)
    assert place is not None
    assert place.holds((18.0, 18.0))
    assert not place.holds((18.0, 33.0))
    play.do("B", "B1", dial=0.0, at=(18.0, 18.0))
    assert not play.state.agenda, "her consorts come later"
    assert play["B2"].awaited


def test_a_ship_that_was_cut_off_costs_one_more_when_crippled() -> None:
    lame = ship("B1", token="alone", damage=7)
    play = battle("cut_off", ship("A1", y=2), lame, ship("B2", x=9))
    assert strike.points(play.state, "B") == 2
    assert strike.points(replace(play.state, objective="raid"), "B") == 1


def garrisoned() -> Skirmish:
    """Return the set-up of the objective Raze, at the question which ship's party is ashore."""
    play = battle("raze", ship("A1", y=2), ship("B1", y=34), ship("B2", x=9, y=34))
    play = on_island(play)
    play.state = replace(play.state, phase="set_up", agenda=(GarrisonChoice(),))
    return play


def test_the_defender_of_a_marker_may_begin_with_a_party_ashore() -> None:
    play = garrisoned()
    assert play.asked().seat == "B"
    assert play.options() == ("B1", "B2", "none")
    with pytest.raises(Refused, match="outside the allowed area"):
        play.do("B", "B1", at=(3.0, 3.0))
    with pytest.raises(Refused, match="outside the allowed area"):
        GAME.decide(play.state, "B", cmd.Garrison("B1", (3.0, 3.0)), play.told)
    play.do("B", "B1", at=(18.0, 18.0))
    assert play["B1"].landing_party == (18.0, 18.0)
    assert play["B1"].sail == "anchored", "a party is lost when its ship moves"
    assert play["B2"].landing_party is None
    assert not play.state.agenda


def test_the_defender_of_a_marker_may_do_without() -> None:
    play = garrisoned().do("B", "none")
    assert all(each.landing_party is None for each in play.state.ships.values())
    assert describe(play.state, cmd.Garrison("B1")) == "begin with the party of B1 ashore"


def test_a_party_ashore_is_asked_for_where_there_is_something_to_raze_alone() -> None:
    found = {
        key: garrisons(replace(garrisoned().state, objective=key)) for key in book().objectives
    }
    assert [key for key, steps in found.items() if steps] == ["raze"]


def test_two_tests_that_are_passed_raze_the_marker() -> None:
    razer = off_island("A1", landing_party=(17.0, 18.0))
    play = on_island(battle("raze", razer, ship("B1", y=34), marker=(18.0, 18.0)))
    success = book().dice.counts["skill_test"][0]
    failure = next(
        face for face in book().dice.faces if face not in book().dice.counts["skill_test"]
    )
    for faces, razed in ((failure, 0), (success, 1), (success, 2)):
        play.turn_to(CrewAction(), active="A1").dice(" ".join([faces] * 5)).do("A", "raze")
        if play.options() and "stand" in play.options():
            play.do("A", "stand")
        assert play.state.plan.razed == razed
    assert strike.points(play.state, "B") == 2
    assert "raze" not in open_to(play, "A1")


def test_only_the_attackers_party_near_the_marker_razes_it() -> None:
    far = off_island("A1", landing_party=(18.0, 18.0))
    play = on_island(battle("raze", far, off_island("B1"), marker=(30.0, 18.0)))
    assert "raze" not in open_to(play, "A1")
    theirs = replace(off_island("B1"), landing_party=(18.0, 18.0))
    play = on_island(battle("raze", ship("A1", y=2), theirs, marker=(18.0, 18.0)))
    assert "raze" not in open_to(play, "B1")


def test_a_party_that_is_ashore_in_the_end_phase_plunders_the_settlement_once() -> None:
    raider = off_island("A1", landing_party=(17.0, 18.0))
    play = on_island(
        battle("raid", raider, ship("B1", y=34), ship("B2", x=9, y=34), marker=(18.0, 18.0))
    )
    for _ in range(2):
        play.turn_to(CheckWithdrawal(), phase="end").settle()
        assert play.state.plan.scored == {"B": 2}
    assert play.state.outcome is None
    assert strike.points(play.state, "B") == 2


def test_cargo_is_delivered_by_a_ship_whose_party_is_ashore() -> None:
    carrier = off_island("A1", token="cargo")
    play = on_island(battle("delivery", carrier, ship("B1", y=34)))
    assert "deliver" not in open_to(play, "A1")
    carrier = replace(carrier, landing_party=(17.0, 18.0))
    play = on_island(battle("delivery", carrier, ship("B1", y=34)))
    play.turn_to(CrewAction(), active="A1").do("A", "deliver")
    assert strike.points(play.state, "B") == 1
    assert play["A1"].token == ""


def test_cargo_that_is_lost_costs_the_attacker_one() -> None:
    gone = replace(ship("A1", token="cargo"), pose=None, lost="left")
    play = battle("delivery", gone, ship("A2"), ship("B1", y=34))
    assert strike.points(play.state, "A") == 1


def test_an_undertaking_is_told_and_described() -> None:
    play = battle("delivery", ship("A1", token="cargo"), ship("B1", y=34))
    assert "cargo ashore" in tell(play.state, ev.TokenLanded("A1", "cargo"))
    assert "1 strike point" in tell(play.state, ev.ObjectiveScored("B", 1, "delivered"))
    assert describe(play.state, cmd.Undertake("deliver")) == "deliver the cargo"


RED, BLUE = ship("A1", "fluyt", 10, 5, 0), ship("B1", "fluyt", 10, 30, 180)


def test_the_progress_of_each_objective_is_told_when_a_turn_begins() -> None:
    """Such as who carries what, how far it is, from which turn on; and what was delivered, razed or
    plundered.
    """
    away = battle(
        "escort", RED, ship("B1", "fluyt", 10, 20, 0, token="dignitary"), lee="east", earliest=7
    )
    cargo = battle("delivery", ship("A1", "fluyt", 10, 20, 0, token="cargo"), BLUE, scored={"B": 1})
    alone = battle("cut_off", RED, ship("B1", "fluyt", 10, 20, 0, token="alone"))
    told = {
        "escort": (away, 'B1 with the dignitary 26" from the east edge, may leave from turn 7 on'),
        "delivery": (cargo, "cargoes: 1 delivered, 1 aboard, 0 lost"),
        "cut_off": (alone, "B1 is cut off; her consorts are here"),
        "raze": (battle("raze", RED, BLUE, razed=1), "1 of 2 tests to raze the marker"),
        "raid": (battle("raid", RED, BLUE, scored={"B": 2}), "the settlement is plundered"),
    }
    for play, sentence in told.values():
        assert tell(play.state, ev.TurnBegan(3), "A") == f"Turn 3: {sentence}"
        shown = str(GAME.screen.roster(play.state))
        assert sentence[:20] in shown
    later = replace(away.state, turn=7)
    assert tell(later, ev.TurnBegan(7), "A").endswith("may leave now")
    assert tell(battle("engage_the_enemy", RED, BLUE).state, ev.TurnBegan(3), "A") == "Turn 3"


def test_one_ship_carries_one_cargo_and_the_other_stays_behind() -> None:
    play = battle("delivery", ship("A1", y=2), ship("B1", y=34))
    play.state = replace(play.state, agenda=(LoadTokens(2),))
    play.do("A", "A1")
    assert play.options() == ()
    assert not play.state.agenda


BEARER = ship("B1", "fluyt", 10, 20, 0, token="dignitary")
STRAGGLER = ship("B1", "fluyt", 10, 20, 0, token="alone")


@pytest.mark.parametrize(
    ("objective", "defender", "plan", "told"),
    [
        ("escort", BEARER, {"achieved": True}, "the dignitary is ashore"),
        (
            "escort",
            replace(BEARER, captured_by="A"),
            {},
            "the enemy has taken B1 and the dignitary",
        ),
        (
            "escort",
            replace(BEARER, pose=None, lost="sunk"),
            {},
            "B1 and the dignitary are lost",
        ),
        ("escort", replace(BEARER, pose=None, lost="left"), {}, ""),
        ("escort", BLUE, {}, ""),
        ("cut_off", BLUE, {}, ""),
        (
            "cut_off",
            replace(STRAGGLER, captured_by="A"),
            {},
            "B1 was cut off and is taken: 1 point",
        ),
        (
            "cut_off",
            replace(STRAGGLER, damage=7),
            {},
            "B1 was cut off and is crippled: 1 point",
        ),
    ],
)
def test_the_end_of_an_objective_is_told(
    objective: str, defender: Ship, plan: dict[str, Any], told: str
) -> None:
    assert progress(battle(objective, RED, defender, **plan).state) == told


def test_each_strike_point_is_accounted_for() -> None:
    """The list has lost and crippled ships, played cards that cost points, and the objective."""
    taken = replace(BEARER, captured_by="A")
    sunk = replace(ship("B2"), pose=None, lost="sunk", damage=7, fatigue=7)
    play = battle("escort", RED, taken, sunk, ship("B3", damage=7))
    assert entries(play.state, "B") == (
        "B1 captured 3",
        "B2 lost 2",
        "B3 crippled 1",
        "objective 2",
    )
    assert sum(int(each.split()[-1]) for each in entries(play.state, "B")) == strike.points(
        play.state, "B"
    )
