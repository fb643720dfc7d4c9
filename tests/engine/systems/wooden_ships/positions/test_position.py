"""Position files: everything has a default, and every mistake is reported (as the documents
describe).
"""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.dice import Dice
from engine.base.errors import SetUpFault
from engine.systems.wooden_ships.positions.positions import PHASES, read_position
from engine.systems.wooden_ships.state.state import Awards, Party, Prize, Rules
from engine.systems.wooden_ships.state.steps import PHASES as STEPS
from tests.engine.systems.wooden_ships.at_sea import GAME, sea, ship, table

EXAMPLE = Path(__file__).parents[4] / "positions" / "wooden_ships.toml"


def example() -> dict[str, Any]:
    return tomllib.loads(EXAMPLE.read_text(encoding="utf-8"))


def faults(raw: dict[str, Any]) -> dict[str, str]:
    with pytest.raises(SetUpFault) as caught:
        read_position("test", raw)
    return dict(caught.value.faults)


def test_the_example() -> None:
    state, seed = read_position("test", example())
    assert (seed, state.turn, state.wind, state.title) == (7, 6, 1, "Mars rakes Hercule")
    ships = state.ships
    assert list(ships) == ["A1", "A2", "B1", "B2", "B3"]
    assert ships["A1"].bow == (23, 18)
    assert ships["A1"].rigging == (6, 7, 7)
    assert ships["A1"].loaded == ("round", "initial")
    assert ships["A1"].order == "2"
    assert ships["A2"].parties == (Party((1, 2), "OBP", "B2", True),)
    assert ships["B3"].prize == Prize("A", 3, "crack", "A1")
    assert ships["B2"].name == "B2"
    assert state.fouled == (("A2", "B2"),)
    assert GAME.pending(state)[0].kind == "orders"


def test_the_least_that_is_needed() -> None:
    state = sea(ship("A1", "J20", 3))
    assert state.rules == Rules()
    only = state.ships["A1"]
    assert (only.hull, only.crew, only.loaded) == (14, (5, 5, 4), ("initial", "initial"))
    assert (only.quality, only.name, only.points) == ("average", "A1", 24)
    assert (state.kind, state.turn, state.fired, state.quiet) == ("multi", 1, True, 0)


def test_a_ship_of_history_has_her_own_name_quality_and_points() -> None:
    mars = sea(ship("A1", "J20", 3, "mars_br")).ships["A1"]
    assert (mars.name, mars.quality, mars.points) == ("Mars", "crack", 26)
    assert sea(ship("A1", "J20", 3, "br-sol2-74", quality="elite")).ships["A1"].points == 29


@pytest.mark.parametrize("bow", ["-A-3", [-1, -3]])
def test_hexes_off_the_board(bow: Any) -> None:
    assert sea(ship("A1", bow, 1)).ships["A1"].bow == (-1, -3)


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_may_be_the_next(phase: str) -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "K20", 1), phase=phase)
    assert STEPS[type(state.agenda[-1])] == phase
    assert GAME.pending(GAME.settled(state, Dice(1)))


def test_snags_count_on_either_ship_and_the_higher_number() -> None:
    state = sea(
        ship("A1", "J20", 1, grappled={"B1": 1}),
        ship("B1", "K20", 1, fouled=["A1"], grappled={"A1": 3}),
    )
    assert state.fouled == (("A1", "B1"),)
    assert state.grappled == (("A1", "B1", 3),)


def test_points_and_awards_are_fractions() -> None:
    state = sea(
        ship("A1", "J20", 1, awards={"surrender": {"B": "23/2"}, "crew": {"A": 1.5}}),
        ship("B1", "Z1", 1),
        A={"points": "46/4"},
        B={"points": 7},
    )
    assert state.ships["A1"].awards == Awards({"B": "23/2"}, {"A": "3/2"}, {})
    assert [seat.points for seat in state.seats.values()] == ["23/2", "7"]


def test_a_seat_that_gave_up_has_surrendered_ships() -> None:
    state = sea(ship("A1", "J20", 1), ship("B1", "Z1", 1), A={"gave_up": True})
    assert state.ships["A1"].surrendered == "seat"


def test_a_ship_whose_turn_to_come_is_past_is_on_the_map() -> None:
    state = sea(ship("A1", "J20", 1, enter_turn=3), turn=3)
    assert state.ships["A1"].enter_turn == 0


SNAGGED = [{"sections": [1], "kind": "OBP", "to": "B1"}]


@pytest.mark.parametrize(
    ("ships", "head", "key", "told"),
    [
        ([ship("A1", "J20", 1, "mars")], {}, "seats.A.ships[0].ship", "did you mean 'mars_br'?"),
        ([ship("A1", "J20", 1, "br-74")], {}, "seats.A.ships[0].type", "one of br-f3-36"),
        ([{"id": "A1", "bow": "J20", "facing": 1}], {}, "seats.A.ships[0].ship", "needed: either"),
        ([ship("A1", "J20", 7)], {}, "seats.A.ships[0].facing", "from 1 to 6"),
        ([ship("A1", "20J", 1)], {}, "seats.A.ships[0].bow", "a hex"),
        ([ship("A1", [1.5, 2], 1)], {}, "seats.A.ships[0].bow", "a hex"),  # type: ignore[arg-type]
        ([ship("A", "J20", 1)], {}, "seats.A.ships[0].id", "letters, then a number"),
        ([ship("A1", "J20", 1), ship("A1", "Z1", 1)], {}, "seats.A.ships[1].id", "another ship's"),
        ([ship("A1", "J20", 1, hull=15)], {}, "seats.A.ships[0].hull", "from 0 to 14"),
        ([ship("A1", "J20", 1, crew=[9, 5, 4])], {}, "seats.A.ships[0].crew", "place in [5, 5, 4]"),
        ([ship("A1", "J20", 1, crew=[5, 5])], {}, "seats.A.ships[0].crew", "3 whole numbers"),
        ([ship("A1", "J20", 1, rigging="all")], {}, "seats.A.ships[0].rigging", "found 'all'"),
        ([ship("A1", "J20", 1, guns={"port": 11})], {}, "seats.A.ships[0].guns.port", "to 10"),
        ([ship("A1", "J20", 1, guns={"left": 1})], {}, "seats.A.ships[0].guns.left", "not a key"),
        ([ship("A1", "J20", 1, loaded={"port": "shot"})], {}, "seats.A.ships[0].loaded.port", "of"),
        ([ship("A1", "J20", 1, quality="bold")], {}, "seats.A.ships[0].quality", "one of"),
        (
            [ship("A1", "J20", 1, order="9")],
            {},
            "seats.A.ships[0].order",
            "no more than 2 movement points",
        ),
        ([ship("A1", "J20", 1, order="x")], {}, "seats.A.ships[0].order", "is not a plot"),
        ([ship("A1", "J20", 1, hull=0, order="1")], {}, "seats.A.ships[0].order", "has struck"),
        ([ship("A1", "J20", 1, fouled=["B7"])], {}, "seats.A.ships[0].fouled[0]", "found 'B7'"),
        ([ship("A1", "J20", 1, fouled=["A1"])], {}, "seats.A.ships[0].fouled", "cannot be fouled"),
        ([ship("A1", "J20", 1, hulls=3)], {}, "seats.A.ships[0].hulls", "did you mean 'hull'?"),
        ([ship("A1", "J20", 1)], {"wind": 0}, "wind", "from 1 to 6"),
        ([ship("A1", "J20", 1)], {"phase": "melee"}, "phase", "one of"),
        ([ship("A1", "J20", 1)], {"rules": {"rescue": 1}}, "rules.rescue", "true or false"),
        ([ship("A1", "J20", 1)], {"kind": "single"}, "kind", "one ship a side"),
        ([ship("A1", "J20", 1)], {"land": [["A1", "B2"]]}, "land[0]", "3 or more hexes"),
        ([ship("A1", "J20", 1)], {"land": [["J20", "K20", "K19"]]}, "seats.A.ships[0].bow", "land"),
        (
            [ship("A1", "J20", 1), ship("B1", "J21", 1)],
            {},
            "seats.B.ships[0].bow",
            "A1 lies on J21",
        ),
        (
            [ship("A1", "J20", 1, fouled=["B1"]), ship("B1", "L20", 1)],
            {},
            "seats.A.ships[0].fouled",
            "B1 is not adjacent",
        ),
        (
            [ship("A1", "J20", 1, parties=SNAGGED), ship("B1", "L20", 1)],
            {},
            "seats.A.ships[0].parties[0]",
            "B1 is not adjacent",
        ),
        (
            [ship("A1", "J20", 1, parties=SNAGGED), ship("B1", "K20", 1)],
            {},
            "seats.A.ships[0].parties[0]",
            "not snagged",
        ),
        (
            [ship("A1", "J20", 1, parties=[{"sections": [4], "kind": "DBP"}])],
            {},
            "seats.A.ships[0].parties[0].sections",
            "from 1 to 3",
        ),
        (
            [ship("A1", "J20", 1, prize={"seat": "A", "squares": 2})],
            {},
            "seats.A.ships[0].prize.seat",
            "a seat cannot take a prize from itself",
        ),
        ([ship("A1", "J20", 1)], {"A": {"points": "1/0"}}, "seats.A.points", "a fraction"),
        ([ship("A1", "J20", 1)], {"land": "J20"}, "land", "a list of outlines"),
        (
            [ship("A1", "J20", 1, parties=[{**SNAGGED[0], "to": "A2"}]), ship("A2", "K20", 1)],
            {},
            "seats.A.ships[0].parties[0]",
            "A2 is a friend, and friends are not boarded",
        ),
        (
            [ship("A1", "J20", 1, parties=[{"sections": [1], "kind": "DBP", "to": "B1"}])],
            {},
            "seats.A.ships[0].parties[0].to",
            "a defending party (DBP) stays aboard and goes to no ship",
        ),
        (
            [ship("A1", "J20", 1, prize={"seat": "C", "squares": 2}), ship("C1", "A1", 1)],
            {"A": {"side": "Allies"}, "C": {"side": "Allies"}},
            "seats.A.ships[0].prize.seat",
            "a friend's ship cannot be a prize",
        ),
    ],
)
def test_mistakes_are_told_with_their_key(
    ships: list[dict[str, Any]], head: dict[str, Any], key: str, told: str
) -> None:
    found = faults(table(*ships, **head))
    assert told in found[key], found


def test_all_mistakes_are_told_at_once() -> None:
    raw = table(ship("A1", "J20", 9, hull=99), ship("B1", "J20", 1, crew=3), wind=8, sea="rough")
    assert set(faults(raw)) >= {
        "seats.A.ships[0].facing",
        "seats.A.ships[0].hull",
        "seats.B.ships[0].crew",
        "seats.B.ships[0].bow",
        "wind",
        "sea",
    }


def test_no_ship_at_all() -> None:
    assert "no side has a ship" in faults({"wind": 1, "seats": {"A": {}}})["seats"]
    assert "is missing" in faults({"wind": 1})["seats"]


ODD = st.sampled_from(
    [None, -1, 0, 7, 10**30, 1.5, "", "x", "A1", [], [[]], [1], {}, {"x": {}}, True, float("nan")]
)


@given(st.data())
@settings(max_examples=120)
def test_a_damaged_file_is_read_or_refused_in_a_sentence(data: st.DataObject) -> None:
    raw = example()
    spots: list[tuple[Any, Any]] = []

    def collect(value: Any) -> None:
        for key in value if isinstance(value, dict) else range(len(value)):
            spots.append((value, key))
            if isinstance(value[key], dict | list):
                collect(value[key])

    collect(raw)
    for _ in range(data.draw(st.integers(1, 3))):
        holder, key = data.draw(st.sampled_from(spots))
        odd = copy.deepcopy(data.draw(ODD))
        if isinstance(holder, dict) and key in holder and odd is None:
            del holder[key]
        elif odd is not None and (isinstance(holder, dict) or key < len(holder)):
            holder[key] = odd
    try:
        state, _ = read_position("test", raw)
    except SetUpFault as refused:
        told = refused.faults
    else:
        GAME.settled(state, Dice(1))
        return
    assert told
    assert all(text for _, text in told)
