"""What `inspect` answers about a position."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine.base.errors import Refused
from engine.sitting.talk import Talk
from engine.systems.wooden_ships.inspection import inspect, plot_facts
from engine.systems.wooden_ships.state.state import State
from tests.engine.systems.wooden_ships.at_sea import GAME, from_text, sea, ship
from tui.cli import main

EXAMPLE = Path(__file__).parents[4] / "positions" / "wooden_ships.toml"
KEYS = (
    "bow stern facing seat side status attitude allowance allowances why_no_order plots drift "
    "executed sides targets"
)


def example() -> State:
    return from_text(EXAMPLE.read_text(encoding="utf-8"))


def facts(state: State, ship_id: str = "A1") -> dict[str, Any]:
    found: dict[str, Any] = inspect(state, ship_id)[ship_id]
    return found


def test_all_keys_of_every_ship() -> None:
    found = inspect(example())
    assert list(found) == ["A1", "A2", "B1", "B2", "B3"]
    for each in found.values():
        assert list(each) == KEYS.split()
    assert json.loads(json.dumps(found)) == found


def test_a_ship_that_is_not_there() -> None:
    with pytest.raises(Refused, match="no ship on the map is called 'C9'"):
        inspect(example(), "C9")


def test_place_and_sailing() -> None:
    mars = facts(example())
    assert (mars["bow"], mars["stern"], mars["facing"]) == ([23, 18], [22, 19], 2)
    assert (mars["seat"], mars["side"], mars["status"]) == ("A", "A", [])
    assert (mars["attitude"], mars["allowance"]) == ("A", 3)
    assert mars["allowances"] == {"A": 3, "B": 2, "C": 1, "D": 0}
    assert mars["why_no_order"] is None
    assert mars["plots"]["2L"] == {
        "bow": [25, 17],
        "facing": 1,
        "path": [[24, 18, 2], [25, 17, 2], [25, 17, 1]],
    }
    assert mars["plots"]["0"] == {"bow": [23, 18], "facing": 2, "path": []}


def test_a_prize_is_her_captors() -> None:
    prize = facts(example(), "B3")
    assert (prize["seat"], prize["side"], prize["status"]) == ("A", "A", ["captured"])
    assert set(prize["targets"]) == {"B1", "B2"}


def test_a_snagged_ship_has_no_plots() -> None:
    fouled = facts(example(), "A2")
    assert fouled["why_no_order"] == "she is snagged"
    assert fouled["plots"] == {}
    assert fouled["status"] == ["fouled"]
    assert fouled["drift"] == {"still": 0, "group": ["A2", "B2"], "if_still": False, "to": None}


def test_status_words_stand_in_their_order() -> None:
    state = sea(
        ship(
            "A1",
            "J20",
            1,
            hull=0,
            rigging=[0, 0, 0],
            all_hands=True,
            grappled={"B1": 1},
            fouled=["B1"],
            prize={"seat": "B", "squares": 2},
        ),
        ship("B1", "K20", 1),
    )
    words = ["struck", "captured", "dismasted", "fouled", "grappled", "all_hands"]
    assert facts(state)["status"] == words


def test_the_broadside_that_rakes() -> None:
    mars = facts(example())
    starboard = mars["sides"]["starboard"]
    assert starboard == {
        "guns": 9,
        "carronades": 1,
        "loaded": "initial",
        "field": {"A2": 7, "B1": 4, "B2": 6},
        "closest": ["B1"],
        "picks": ["B1"],
        "why_not": None,
    }
    assert mars["sides"]["port"]["why_not"] == "nothing is in the field of fire"
    at = mars["targets"]["B1"]
    assert at["range"] == 4
    assert list(at["port"]) == ["in_field", "legal", "table", "why_not"]
    shot = at["starboard"]
    assert (shot["guns"], shot["base"], shot["table"], shot["rake"]) == (9, 0, 7, "bow")
    assert shot["modifiers"] == {
        "crew": 2,
        "initial": 2,
        "rake": 3,
        "sections": 0,
        "captured": 0,
    }
    assert shot["near_side"] == "either"
    assert shot["hull"]["rows"][1] == [3, 0, 2, 1]
    assert shot["hull"]["mean"] == [3.1667, 1.6667, 1.1667, 0.8333]
    assert shot["forces"] == []


def test_a_blocked_target_shows_its_table_and_who_is_before_it() -> None:
    shot = facts(example())["targets"]["B2"]["starboard"]
    assert (shot["in_field"], shot["legal"], shot["blocked_by"]) == (True, False, ["B1"])
    assert shot["table"] == 6
    assert "hull" not in shot


def test_an_empty_side_shows_a_table_without_the_first_broadside() -> None:
    state = sea(ship("A1", "J20", 1, loaded={"starboard": "empty"}), ship("B1", "L20", 1))
    shot = facts(state)["targets"]["B1"]["starboard"]
    assert (shot["legal"], shot["modifiers"]["initial"], shot["table"]) == (False, 0, 3)
    assert shot["why_not"] == "the side is not loaded"


def test_without_guns_there_is_no_further_key() -> None:
    state = sea(ship("A1", "J20", 1, guns={"starboard": 0}), ship("B1", "M20", 1))
    shot = facts(state)["targets"]["B1"]["starboard"]
    assert list(shot) == ["in_field", "legal", "why_not", "blocked_by", "guns"]


def test_what_a_shot_would_force() -> None:
    bare = ship("B1", "AA21", 6, "hercule_fr", rigging=[0, 0, 0])
    state = sea(ship("A1", "X18", 2, "mars_br"), bare)
    assert facts(state)["targets"]["B1"]["starboard"]["forces"] == ["immobility"]
    told = GAME.positions.explain(state, "A1")["A1"]["targets"]["B1"]["starboard"]
    assert told["forces"] == "immobility"


def test_grappling_and_melee() -> None:
    at = facts(example(), "A2")["targets"]["B2"]
    assert at["grapple"] == {"adjacent": True, "chance": 2, "fouled": True, "grapples": 0}
    melee = at["melee"]
    assert melee["strength"] == [15, 21]
    assert sum(melee[key] for key in ("win", "lose", "neither", "open")) == pytest.approx(
        1.0, abs=3e-4
    )
    assert at["starboard"]["rigging"] is None  # snagged: only the hull


def test_executed_follows_the_drafted_orders() -> None:
    found = inspect(example())
    assert found["A1"]["executed"] == {
        "bow": [25, 17],
        "facing": 2,
        "kept": "2",
        "collided": [],
        "drifted": False,
        "still": 0,
    }
    # Turned only, so still for the second time: she drifts.
    assert found["B3"]["executed"]["drifted"]
    assert found["B3"]["executed"]["bow"] == [18, 29]


def test_executed_is_nothing_without_all_orders_or_with_a_die() -> None:
    missing = sea(ship("A1", "J20", 1, order="1"), ship("B1", "Z1", 2))
    assert facts(missing)["executed"] is None
    dice = sea(ship("A1", "J20", 1, order="1"), ship("B1", "J18", 4, order="1"), wind=6)
    assert facts(dice)["executed"] is None
    held = sea(ship("A1", "J20", 1, order="1"), ship("B1", "J19", 2, order="0"))
    assert facts(held)["executed"]["collided"] == ["B1"]
    assert facts(held)["executed"]["kept"] == "0"


def test_one_plot() -> None:
    state = example()
    mars = state.ships["A1"]
    assert plot_facts(state, mars, "1 r 1") == {
        "order": "1R1",
        "legal": True,
        "why_not": None,
        "bow": [25, 18],
        "facing": 3,
        "path": [[24, 18, 2], [24, 18, 3], [25, 18, 3]],
        "points": 3,
        "turns": 1,
        "attitudes": {"A": 1, "C": 1},
    }
    illegal = plot_facts(state, mars, "1RR")
    assert illegal["why_not"] == "step 3: she may turn only once in a hex"
    assert (illegal["bow"], illegal["facing"], len(illegal["path"])) == ([24, 18], 3, 2)
    with pytest.raises(Refused):
        plot_facts(state, mars, "north")


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["inspect", str(EXAMPLE), *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    "words",
    [
        ("--ship", "A1", "--plot", "1r1"),
        ("--plot", "A1:1R1"),
        (
            "--ship",
            "A1:1R1",
        ),
    ],
)
def test_the_command_line_asks_about_one_plot(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(capsys, *words)
    assert (found["game"], list(found["ships"])) == ("wooden_ships", ["A1"])
    asked = found["ships"]["A1"].pop("plot")
    assert (asked["order"], asked["legal"], asked["bow"]) == ("1R1", True, [25, 18])
    assert found == printed(capsys, "--ship", "A1"), "the rest is as without a plot"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--plot A1:north", "'north' is not a plot"),
        ("--plot 2R1", "--plot is for one ship: name it with --ship, or write A1:2R1"),
        ("--ship A2 --plot A1:1", "--plot names the ship A1, but --ship names A2"),
        ("--plot C9:1", "no ship on the map is called 'C9'"),
    ],
)
def test_a_plot_that_cannot_be_asked_about(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["inspect", str(EXAMPLE), *words.split()]) == 2
    said = capsys.readouterr().err
    assert sentence in said
    assert said.count("\n") == 1


def test_a_program_asks_the_same_over_the_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Talk()
    talk.answer(json.dumps({"op": "position", "path": str(EXAMPLE)}))
    told = talk.answer(json.dumps({"op": "inspect", "ship": "A1", "plot": "1RR"}))
    facts = json.loads(json.dumps(told))["inspect"]["A1"]
    assert facts["plot"]["why_not"] == "step 3: she may turn only once in a hex"
    assert list(facts)[:-1] == KEYS.split()


def test_who_has_struck_fights_no_melee() -> None:
    own = ship("A1", "J20", 1, fouled=["B1"])
    for hull, fights in ((14, True), (0, False)):
        state = sea(own, ship("B1", "K20", 1, hull=hull))
        assert (facts(state)["targets"]["B1"]["melee"] is not None) is fights
        assert (
            "melee" in str(GAME.positions.explain(state, "A1")["A1"]["targets"]["B1"])
        ) is fights
