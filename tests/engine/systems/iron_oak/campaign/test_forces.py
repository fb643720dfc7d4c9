"""The set-up of a campaign: forces chosen in secret, open crew grades, and who rolls for the first
battles (Iron & Oak 8.3).
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.arena import crews, play_out
from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kit.dataset import using
from engine.systems.iron_oak.campaign.forces import catalogue, sensible
from engine.systems.iron_oak.campaign.game import IronOakCampaign
from engine.systems.iron_oak.campaign.machine import checks, faults
from engine.systems.iron_oak.campaign.state import events as ev
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.gunnery.shot import boxes_of
from engine.systems.iron_oak.state.state import State, Unit
from engine.systems.iron_oak.thinking.place_worth import REACH
from engine.systems.iron_oak.waters import GRID
from tests.engine.systems.iron_oak.campaign.war import War, new

GAME = IronOakCampaign()


def both_forces() -> War:
    return new().fill("A", {}).fill("B", {})


def by_type(war: War, seat: str, ids: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    return {
        slot.id: picks
        for slot in war.sheet(seat).slots
        if (picks := tuple(each.id for each in slot.options if each.id in ids))
    }


def test_a_force_is_six_to_ten_ships_of_3200_points() -> None:
    war = new()
    sheet = war.sheet("A")
    assert {budget.name: budget.have for budget in sheet.purses} == {"VP": 3200, "ships": 10}
    cheap = sorted(catalogue("union"), key=lambda ship: ship.victory_points)
    five = by_type(war, "A", tuple(ship.id for ship in cheap[:5]))
    with pytest.raises(Refused, match="5 ships chosen; at least 6"):
        war.only("A", five)
    dear = by_type(war, "A", tuple(ship.id for ship in cheap[-6:]))
    with pytest.raises(Refused, match="VP"):
        war.only("A", dear)
    small = sorted(catalogue("confederate"), key=lambda ship: ship.victory_points)[:11]
    with pytest.raises(Refused, match="ships: 11, the limit is 10"):
        war.only("B", by_type(war, "B", tuple(ship.id for ship in small)))
    war.only("A", by_type(war, "A", tuple(ship.id for ship in cheap[:6])))
    assert war.state.forces["union"].sealed


def test_no_transport_is_in_a_force() -> None:
    assert {"transport", "barge"} <= {ship.type for ship in book().ships.values()}
    for side in ("union", "confederate"):
        assert not {"transport", "barge"} & {ship.type for ship in catalogue(side)}
        assert len(sensible(side)) >= 6


def test_forces_are_secret_until_both_are_in_then_open() -> None:
    war = new().fill("A", {})
    seen = GAME.view(war.state, "B")
    assert seen.forces["union"].sealed
    assert not seen.forces["union"].chosen
    assert not seen.ships
    war.fill("B", {})
    shown = war.found(ev.ForcesShown)[0]
    for side, ships in shown.ships.items():
        assert sorted(ships) == war_ships(war, side)


def war_ships(war: War, side: str) -> list[str]:
    return [ship.id for ship in war.state.ships.values() if ship.side == side]


def test_a_sealed_force_is_taken_back_until_the_other_is_in() -> None:
    war = new().fill("A", {})
    command = GAME.reopens(war.state, "A")
    assert command is not None
    assert GAME.reopens(war.state, "B") is None
    events = GAME.decide(war.state, "A", command, None)  # type: ignore[arg-type]
    state = war.state
    for event in events:
        state = GAME.evolve(state, event)
    assert not state.forces["union"].sealed
    assert not state.forces["union"].chosen


def test_a_ship_is_named_for_each_crew() -> None:
    war = both_forces()
    (one,) = war.sheet("A").proposed["crack 1"].chosen
    with pytest.raises(Refused, match="name one ship for each crew"):
        war.fill("A", {"crack 1": (one,)})


def test_a_kind_of_sheet_is_checked_once() -> None:
    with pytest.raises(AssertionError, match="grades is checked twice"):
        checks("grades")(lambda state, sheet, draft: ())


def test_two_crews_are_crack_and_two_green_one_a_ship() -> None:
    war = both_forces()
    sheet = war.sheet("A")
    assert not sheet.secret
    assert [slot.id for slot in sheet.slots] == ["crack 1", "crack 2", "green 1", "green 2"]
    twice = {**sheet.proposed, "green 1": sheet.proposed["crack 1"]}
    assert "crack 1 already" in faults(war.state, sheet, twice)[0].why
    war.fill("A", {})
    grades = [ship.grade for ship in war.state.ships.values() if ship.side == "union"]
    assert (grades.count("crack"), grades.count("green")) == (2, 2)
    assert set(grades) == {"crack", "green", "average"}
    assert GAME.view(war.state, "B").ships[sheet.proposed["crack 1"].option].grade == "crack"


def test_a_grade_needs_a_ship() -> None:
    war = both_forces()
    empty = {**war.sheet("A").proposed, "crack 1": Answer()}
    assert faults(war.state, war.sheet("A"), empty)


def test_the_higher_die_rolls_the_first_battle_and_the_other_the_second() -> None:
    """Equal dice are rolled again. Before them, the shuffle of sixteen yard cards takes fifteen
    dice.
    """
    war = both_forces().fill("A", {})
    shuffled = tuple(range(16, 1, -1))
    quiet = (1, 9, 1, 1, 10, 10, 10, 10, 1, 5, 1)  # an Engagement by day in deep water
    war.fill("B", {}, *shuffled, 4, 4, 3, 8, *quiet)
    rollers = war.found(ev.RollersRolled)
    assert [(each.union.kept, each.confederate.kept) for each in rollers] == [(4, 4), (3, 8)]
    assert war.state.plan(1).rolled_by == "confederate"
    assert war.state.plan(1).attacker == "union"
    war.fill("A", {}).fill("B", {})
    assert war.state.plan(2).rolled_by == "union"
    assert GAME.chapter(war.state) == "set-up"


def test_each_die_of_the_generation_is_told() -> None:
    war = both_forces().fill("A", {})
    shuffled = tuple(range(16, 1, -1))
    war.fill("B", {}, *shuffled, 9, 4, 9, 7, 1, 5, 5, 5, 3, 8)
    told = [(each.what, each.roll.kept, each.gave) for each in war.found(ev.WaterRolled)]
    assert told == [
        ("type", 9, "blockade"),
        ("current", 7, "moderate"),
        ("direction", 1, "left"),
        ("row A", 5, "2"),
        ("row E", 5, "2"),
        ("row B", 5, "3"),
        ("row D", 3, "2"),
        ("wind", 8, "normal"),
        ("night", told[-1][1], told[-1][2]),
    ]
    plan = war.found(ev.BattleGenerated)[0].plan
    assert (plan.attacker, plan.banks) == ("confederate", ())


# Who must attack does so, by night too: wars between lieutenants, battle by battle.


def within_range(state: State) -> bool:
    """Tell whether any ship is within gun range of an enemy ship; False Contacts do not count."""
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
    """Yield (number, states) for each battle of a campaign."""
    found: dict[int, list[State]] = {}
    for n in range(war.position + 1):
        state = war.at(n)
        if state.battle is not None:
            found.setdefault(state.number, []).append(state.battle)
    yield from found.items()


@pytest.mark.parametrize("seed", [3, 15])
def test_in_a_war_of_lieutenants_enemies_come_within_range_in_every_battle(seed: int) -> None:
    """The defender wins a battle in which nothing happens, so the attacker must come within range.

    Once whole battles passed at night without a shot: unidentified counters attracted nobody.
    """
    war = Battle.new("iron_oak_campaign", "campaign", seed)
    play_out(war, crews(war.game, war.state, seed, "lieutenant", "lieutenant"))
    with using(war.game.data):
        apart = [number for number, states in battles(war) if not any(map(within_range, states))]
    assert not apart
