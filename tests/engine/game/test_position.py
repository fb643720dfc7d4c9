"""Position files: values of the right type, and every mistake reported at once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import FileFault, SetUpFault
from engine.base.files import LARGEST
from engine.game.position import NEAREST, Faults, Reader, named_table
from engine.kernel.opening import read_position
from engine.space.plane.pose import Pose
from tests.pond.game import PondGame
from tests.pond.state import Boat

POND = Path(__file__).parents[2] / "positions" / "pond.toml"


def reader(**table: Any) -> Reader:
    return Reader(table, Faults("here.toml"))


def faults(reader: Reader) -> dict[str, str]:
    return dict(reader.faults.found)


def written(tmp_path: Path, text: str | bytes) -> Path:
    path = tmp_path / "position.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_a_position_file_gives_game_state_seed_and_title() -> None:
    game, state, seed, title = read_position(POND)
    assert (game.name, seed, title) == ("pond", 7, "A hot corner")
    assert state.turn == 3
    assert state.boats["B"] == Boat(Pose(5.0, 6.5, 200.0), hits=1)


def test_all_mistakes_of_a_file_are_told_with_path_found_and_allowed(tmp_path: Path) -> None:
    text = POND.read_text().replace("hits = 1", "hits = 9\nhitz = 1").replace("x = 4.0", 'x = "4"')
    with pytest.raises(SetUpFault) as caught:
        read_position(written(tmp_path, text.replace("turn = 3", "turn = 0.5")))
    told = dict(caught.value.faults)
    assert told["turn"] == "found 0.5, allowed: a whole number from 1 to 12"
    assert told["boats.A.x"] == "found '4', allowed: a number from 0 to 12"
    assert told["boats.B.hits"] == "found 9, allowed: a whole number from 0 to 1"
    assert "did you mean 'hits'" in told["boats.B.hitz"]
    assert "position.toml" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is empty"),
        ("game = ", "end of document"),
        ("game = 'pond'\n[boats\n", "line 2"),
        ("game = 'pond'\ngame = 'pond'\n", "line 2"),
        (b"\xff\xfe", "UTF-8"),
        (b"\x00\x01", "not TOML"),
        ("a = " + "[" * 1_900, "nested too deep"),
        ("a = " + "9" * 100_000, "a line of more than"),
        ("a." * 50_000 + "b = 1", "a line of more than"),
        ("title = 'x'", "game: is missing"),
        ("game = 'oak_iorn'", "did you mean 'oak_iron'"),
        ("game = 7", "game: found 7"),
        ("#" * 2_000_000, "too large"),
    ],
    ids=lambda value: ascii(value)[:40],
)
def test_a_file_that_is_no_position_is_refused_in_a_sentence(
    tmp_path: Path, text: str | bytes, words: str
) -> None:
    path = written(tmp_path, text)
    with pytest.raises((FileFault, SetUpFault)) as caught:
        read_position(path)
    assert words in str(caught.value)
    assert str(path) in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_path_without_a_file_is_refused(tmp_path: Path) -> None:
    for path, words in ((tmp_path / "none", "no such file"), (tmp_path, "is a directory")):
        with pytest.raises(FileFault, match=words):
            read_position(path)


def test_values_of_the_right_kind_come_as_they_are() -> None:
    table = reader(
        name="A",
        x=3,
        n=4,
        on=True,
        edge="north",
        hand=["a", "b"],
        at=[1, 2.5],
        line=[[0, 0], [1, 2]],
        cards=[5, 1],
    )
    assert table.text("name") == "A"
    assert table.number("x", low=0) == 3.0
    assert table.integer("n") == 4
    assert table.flag("on") is True
    assert table.choice("edge", ("north", "south")) == "north"
    assert table.choices("hand", ("a", "b", "c")) == ("a", "b")
    assert table.texts("hand") == ("a", "b")
    assert table.point("at") == (1.0, 2.5)
    assert table.points("line", least=2) == ((0.0, 0.0), (1.0, 2.0))
    assert table.numbers("cards", range(1, 6), "a card", "a list of cards") == (5, 1)
    table.finish()
    table.faults.check()


def test_missing_values_take_their_defaults() -> None:
    table = reader()
    assert table.text("name", "Red") == "Red"
    assert table.number("x", 2.5) == 2.5
    assert table.integer("n", 3) == 3
    assert table.flag("on", True) is True
    assert table.choice("edge", ("north",), "") == ""
    assert table.choices("hand", ("a",), ("a",)) == ("a",)
    assert table.point("at", None) is None
    assert table.points("line") == ()
    assert table.tables("ships") == ()
    assert table.table("rules").flag("formation", True) is True
    assert table.named("squadrons") == {}
    table.faults.check()


def test_of_many_words_the_nearest_few_are_named_and_how_many_more() -> None:
    """A misspelt word becomes the value `otherwise`, not the first allowed word. A short list is
    shown in full.
    """
    ships = [f"uss_number_{number}" for number in range(60)]
    table = {"type": "uss_numbr_31", "kind": "blue", "many": ["uss_numbr_59"]}
    head = reader(**table)
    assert head.choice("type", ships, otherwise="") == ""
    assert head.choice("gone", ships, otherwise="") == ""
    assert head.choice("kind", ("red", "green")) == "red"
    assert head.choices("many", ships) == ()
    told = faults(head)
    assert told["type"].count("uss_number") == NEAREST + 1
    assert told["type"].endswith("and 55 more; did you mean 'uss_number_31'?")
    assert told["many[0]"].endswith("and 55 more; did you mean 'uss_number_59'?")
    assert told["gone"].endswith("and 55 more")
    assert told["kind"] == "found 'blue', allowed: one of green, red"


def test_missing_values_without_a_default_are_each_told() -> None:
    table = reader()
    table.text("name")
    table.number("x", low=0.0, high=36.0)
    table.integer("n")
    table.flag("on")
    table.choice("edge", ("north", "south"))
    table.point("at")
    table.points("line", least=3)
    table.tables("ships", required=True)
    table.table("table", required=True)
    told = faults(table)
    assert set(told) == {"name", "x", "n", "on", "edge", "at", "line", "ships", "table"}
    assert told["x"] == "is missing; needed: a number from 0 to 36"
    assert told["line"] == "is missing; needed: a list of 3 or more points [x, y]"


@pytest.mark.parametrize("value", [True, "3", float("nan"), float("inf"), 10**400, [], {}, None])
def test_what_is_no_finite_number_is_told(value: Any) -> None:
    table = reader(x=value)
    assert table.number("x", 1.0, 0.0, 9.0) == 1.0
    assert "a number from 0 to 9" in faults(table)["x"]


def test_paths_name_the_place_in_lists_and_tables() -> None:
    table = reader(squadrons={"A": {"ships": [{"x": 1}, {"x": "far"}, 7]}}, hand=["down", "dwon"])
    for ship in table.named("squadrons")["A"].tables("ships"):
        ship.number("x")
    table.choices("hand", ("down",))
    told = faults(table)
    assert told["squadrons.A.ships[1].x"] == "found 'far', allowed: a number"
    assert told["squadrons.A.ships[2]"] == "found 7, allowed: a table"
    assert told["hand[1]"] == "found 'dwon', allowed: 'down'; did you mean 'down'?"
    assert len(told) == 3


def test_numbers_of_a_list_are_told_by_their_index_and_in_the_words_that_are_given() -> None:
    table = reader(cards=[1, 6, True, "2"], spent=3)
    assert table.numbers("cards", range(1, 6), "a card from 1 to 5", "a list of cards") == (1,)
    assert table.numbers("spent", range(1, 6), "a card from 1 to 5", "a list of cards") == ()
    assert faults(table) == {
        "cards[1]": "found 6, allowed: a card from 1 to 5",
        "cards[2]": "found true, allowed: a card from 1 to 5",
        "cards[3]": "found '2', allowed: a card from 1 to 5",
        "spent": "found 3, allowed: a list of cards",
    }


class Sloop(msgspec.Struct):
    kind: Literal["sloop"] | Literal["", "cutter"]
    name: str = ""
    afloat: bool = True
    guns: Annotated[int, msgspec.Meta(ge=0, le=20)] = 4
    length: float = 9.5
    knots: Annotated[float, msgspec.Meta(ge=0)] = 1.0
    masts: tuple[Literal["fore", "main"], ...] = ("main",)
    crew: tuple[str, ...] = msgspec.field(default_factory=tuple)
    boats: int = msgspec.field(name="boat", default=1)


ALL: dict[str, Any] = {
    "kind": "cutter",
    "name": "Swift",
    "afloat": False,
    "guns": 20,
    "length": 8,
    "knots": 2.5,
    "masts": ["fore"],
    "crew": ["Ann"],
    "boat": 2,
}


def test_a_table_is_read_as_a_struct_by_the_types_of_its_fields() -> None:
    table = reader(**ALL)
    found = table.struct(Sloop)
    assert found == Sloop("cutter", "Swift", False, 20, 8.0, 2.5, ("fore",), ("Ann",), 2)
    table.faults.check()


def test_a_missing_field_has_the_very_default_of_the_struct() -> None:
    assert reader(kind="sloop").struct(Sloop) == Sloop("sloop")
    read = reader().fields(Sloop, "name", "masts", "crew")
    plain = Sloop("")
    assert read == {"name": plain.name, "masts": plain.masts, "crew": ()}
    assert read["masts"] is plain.masts


def test_mistakes_in_a_struct_are_told_as_those_of_single_values() -> None:
    wrong = {**{key: [] for key in ALL}, "masts": ["mast"], "crew": [1], "shape": "long"}
    table = reader(**wrong)
    assert table.struct(Sloop) == Sloop("sloop", masts=())
    assert faults(table) == {
        "kind": "found a list of 0, allowed: one of '', cutter, sloop",
        "name": "found a list of 0, allowed: a text",
        "afloat": "found a list of 0, allowed: true or false",
        "guns": "found a list of 0, allowed: a whole number from 0 to 20",
        "length": "found a list of 0, allowed: a number",
        "knots": "found a list of 0, allowed: a number of 0 or more",
        "masts[0]": "found 'mast', allowed: one of fore, main",
        "crew[0]": "found 1, allowed: a text",
        "boat": "found a list of 0, allowed: a whole number",
        "shape": "is not a key here; allowed: afloat, boat, crew, guns, kind, knots, length, "
        "masts, name",
    }
    missing = reader()
    assert missing.struct(Sloop).kind == "sloop"
    assert faults(missing) == {"kind": "is missing; needed: one of '', cutter, sloop"}


def test_limits_stand_in_place_of_what_the_types_allow() -> None:
    table = reader(name="Swift", guns=9, length=12, crew=["Ann", "Bob"])
    read = table.fields(Sloop, name=("Swan",), guns=range(9), length=range(3, 11), crew=("Ann",))
    assert read == {"name": "", "guns": 4, "length": 9.5, "crew": ("Ann",)}
    assert faults(table) == {
        "name": "found 'Swift', allowed: 'Swan'",
        "guns": "found 9, allowed: a whole number from 0 to 8",
        "length": "found 12, allowed: a number from 3 to 10",
        "crew[1]": "found 'Bob', allowed: 'Ann'",
    }


def test_fields_leave_other_keys_to_be_read_elsewhere() -> None:
    table = reader(name="Swift", flag="white")
    assert table.fields(Sloop, "name") == {"name": "Swift"}
    assert table.text("flag") == "white"
    table.finish()
    table.faults.check()


def test_a_point_within_a_list_is_told_by_its_index() -> None:
    table = reader(outline=[[0, 0], [1], ["x", 2], [3, 3]])
    assert table.points("outline", least=3) == ((0.0, 0.0), (3.0, 3.0))
    assert set(faults(table)) == {"outline[1]", "outline[2]"}


def test_control_signs_never_reach_the_message() -> None:
    table = reader(**{"ti\x1btle\n": 1, "edge": "\x1b[2J\n"})
    table.choice("edge", ("north", "south"))
    table.finish()
    assert all(path.isprintable() and text.isprintable() for path, text in table.faults.found)


@settings(max_examples=25)
@given(st.dictionaries(st.text(), st.recursive(st.none() | st.text() | st.floats(), st.lists)))
def test_no_table_brings_the_pond_down(table: dict[str, Any]) -> None:
    source = {"boats": table, "seed": table, **table}
    with pytest.raises(SetUpFault):
        PondGame().positions.read("here.toml", source)


def test_a_pasted_text_has_its_own_faults() -> None:
    with pytest.raises(FileFault, match="the pasted text is empty"):
        named_table("\n# nothing\n")
    with pytest.raises(FileFault, match="too large for a file written by hand"):
        named_table("\n" * (LARGEST + 1))
