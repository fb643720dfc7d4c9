"""Squadrons built by users: their files, their points, and where their ships are placed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.base.dice import Dice
from engine.base.errors import SetUpFault
from engine.building import Draft
from engine.kernel.battle import Battle
from engine.systems.wooden_ships.data import QUALITIES, shipped
from engine.systems.wooden_ships.fleet import WINDS, apart, lies_on
from engine.systems.wooden_ships.game import WoodenShips
from engine.systems.wooden_ships.sailing import attitude
from engine.systems.wooden_ships.set_up.scenarios import ANY, APART
from engine.systems.wooden_ships.squadrons import ready
from engine.systems.wooden_ships.state.state import State

GAME = WoodenShips()
BOTH = ["channel_squadron", "toulon_squadron"]


def set_up(**options: Any) -> State:
    """Return a battle between two users' squadrons at its first question."""
    return GAME.settled(GAME.set_up(ANY, options), Dice(options.pop("seed", 1)))


def file_of(*ships: dict[str, Any], **head: Any) -> dict[str, Any]:
    """Return the table of a squadron file."""
    return {"game": "wooden_ships", "name": "Mine", "limit": 50, "ships": list(ships), **head}


@pytest.mark.parametrize("name", ready())
def test_a_ready_squadron_is_legal(name: str) -> None:
    """Each of the two squadrons costs exactly the allowed points."""
    verdict = GAME.building.check(Draft.read(_table(ready()[name])).table())
    assert verdict.legal
    assert (verdict.points, verdict.limit) == (100, 100)


def _table(path: Path) -> dict[str, Any]:
    from engine.game.position import read_toml

    return read_toml(path)


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (file_of({"type": "br-sol2-74", "quality": "elite"}, {"type": "br-sol2-74"}),
         "ships: found 51 points, allowed: 50"),
        (file_of({"type": "br-sol2-75"}), "ships[0].type: found 'br-sol2-75'"),
        (file_of({"type": "br-f3-36", "quality": "good"}), "ships[0].quality: found 'good'"),
        (file_of({"type": "br-f3-36", "guns": 3}), "ships[0].guns: is not a key here"),
        (file_of(), "ships: found 0, allowed: 1 to 30"),
        (file_of(*[{"type": "br-f3-36"}] * 31, limit=400), "ships: found 31"),
        (file_of({"type": "br-f3-36"}, limit=9), "limit: found 9, allowed: a whole number"),
        (file_of({"type": "br-f3-36"}, name=" "), "name: found ' ', allowed: one line"),
        (file_of(*[{"type": "br-f3-36", "flagship": True}] * 2),
         "ships[1].flagship: found a second one beside ships[0]"),
        ({"game": "wooden_ships", "name": "Mine"}, "ships: is missing"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_legal_says_why_in_a_sentence(table: Any, told: str) -> None:
    (fault,) = GAME.building.check(table).faults
    assert told in ": ".join(fault)


def test_what_the_catalogue_asks_is_what_the_check_counts() -> None:
    """Hull and crew, for every class of ship with every quality of crew, cost the same in both."""
    plain = GAME.building.catalogue({})
    assert len(plain.types.items) == len(shipped().classes) == 18
    for item in plain.types.items:
        draft = Draft.new("wooden_ships", "Mine", plain).with_ship(item.value)
        (crews,) = GAME.building.catalogue(draft.table()).fittings[0]
        assert [crew.value for crew in crews.items] == list(QUALITIES)
        for crew in crews.items:
            verdict = GAME.building.check(draft.toggled(crews, crew, 0).table())
            assert verdict.legal
            assert verdict.points == (item.cost or 0) + (crew.cost or 0)


def test_a_squadron_on_paper_has_every_box() -> None:
    table = file_of({"type": "us-f4-38", "name": "Wasp"}, {"type": "br-sol2-74"})
    paper = GAME.building.document(table)
    assert paper.lines == ("2 ships, 36 of 50 points.",)
    wasp = next(part for part in paper.parts if part.heading.startswith("1. Wasp"))
    assert ("Hull", 9) in wasp.tracks
    assert sum(boxes for _, boxes in wasp.tracks) == 9 + 9 + 20 + 12


@pytest.mark.parametrize("wind", WINDS[1:])
def test_both_lines_lie_alike_to_any_wind(wind: str) -> None:
    """The ships have one course, none heads into the wind, none overlap, and the lines are as far
    apart as requested.
    """
    state = set_up(squadrons=BOTH, wind=wind)
    ships = list(state.ships.values())
    assert len({ship.facing for ship in ships}) == 1
    assert {attitude(ship.facing, state.wind) for ship in ships} <= {"A", "B"}
    hexes = [place for ship in ships for place in lies_on(ship)]
    assert len(hexes) == len(set(hexes))
    across = [apart(state.ships["A2"], ship) for ship in ships if ship.seat == "B"]
    assert min(across) == APART


def test_the_flagship_leads_and_the_closer_start_is_taken() -> None:
    state = set_up(squadrons=BOTH, closer_start="6")
    assert state.ships["A1"].name == "Superb"
    assert min(apart(state.ships["A2"], state.ships[f"B{number}"]) for number in range(1, 5)) == 6
    assert [seat.name for seat in state.seats.values()] == ["Channel squadron", "Toulon squadron"]
    twins = set_up(squadrons=["toulon_squadron"] * 2)
    assert [seat.name for seat in twins.seats.values()] == [
        "Toulon squadron A",
        "Toulon squadron B",
    ]


def test_a_side_that_brought_none_gets_one_of_the_same_limit_by_the_dice() -> None:
    made = [
        GAME.settled(GAME.set_up(ANY, {"squadrons": ["channel_squadron"]}), Dice(seed))
        for seed in range(30)
    ]
    points = []
    for state in made:
        theirs = [ship for ship in state.ships.values() if ship.seat == "B"]
        points.append(sum(ship.points for ship in theirs))
        assert state.dice == len(theirs)
    assert max(points) <= 100
    assert min(points) >= 95
    for squadrons in (["", "channel_squadron"], ["channel_squadron", ""]):
        state = set_up(squadrons=squadrons, points=50)
        assert "Channel squadron" in {seat.name for seat in state.seats.values()}
        worth = [
            sum(ship.points for ship in state.ships.values() if ship.seat == seat) for seat in "AB"
        ]
        assert max(worth) == 100
        assert 45 <= min(worth) <= 50
    assert len({tuple(ship.record for ship in state.ships.values()) for state in made}) > 20


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (
            {"squadrons": BOTH, "points": 50},
            "is for squadrons that the computer makes, but both are named; leave it out",
        ),
        ({"squadrons": [*BOTH, *BOTH]}, "squadrons: found 4, allowed: two"),
        ({"wind": "up"}, "wind: found 'up', allowed: one of"),
        ({"points": 5}, "points: found 5, allowed: a whole number from 10 to 1000"),
        ({"by_nation": True}, "by_nation: is not a key here"),
    ],
)
def test_what_is_wrong_with_the_options(options: dict[str, Any], told: str) -> None:
    with pytest.raises(SetUpFault) as caught:
        GAME.set_up(ANY, options)
    assert told in str(caught.value)


def test_every_switch_of_the_form_sets_it_up() -> None:
    for switch in GAME.building.switches(ANY):
        for value, _ in switch.values:
            assert GAME.set_up(ANY, {switch.name: value} if value else {})


def test_a_battle_whose_ships_the_dice_made_is_proved(tmp_path: Path) -> None:
    battle = Battle.new(GAME, ANY, 7, {"points": 30}, path=tmp_path / "any.battle")
    assert {ship.seat for ship in battle.state.ships.values()} == {"A", "B"}
    for _ in range(10):
        for question in battle.pending():
            battle.answer(question.seat, dict(question.proposed))  # type: ignore[union-attr]
    battle.close()
    again = Battle.open(tmp_path / "any.battle", write=False)
    assert again.verify().ok
    assert again.state == battle.state
