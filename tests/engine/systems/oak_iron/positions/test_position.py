"""Position files: any situation of a battle, and every mistake reported at once."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.base.errors import SetUpFault
from engine.space.plane.pose import Pose
from engine.systems.oak_iron.positions.positions import from_position
from engine.systems.oak_iron.state.state import State
from engine.systems.oak_iron.state.steps import (
    AttackChoice,
    AttackPhase,
    ChooseCards,
    CrewAction,
    Manoeuvre,
    Movement,
    PointOfSailChoice,
    Prizes,
    ResolveCards,
    RevealCards,
    SeamanshipOffer,
    ShiftOffer,
)

FOLDER = Path(__file__).parents[4] / "positions"
FILES = sorted(
    path
    for path in FOLDER.glob("*.toml")
    if tomllib.loads(path.read_text()).get("game") == "oak_iron"
)


def load(name: str) -> State:
    return read((FOLDER / f"{name}.toml").read_text())


def read(text: str) -> State:
    return from_position("test.toml", tomllib.loads(text))[0]


def ship(key: str, x: float, y: float, more: str = "", squadron: str = "A") -> str:
    return (
        f'[[squadrons.{squadron}.ships]]\nid = "{key}"\ntype = "corvette"\n'
        f"x = {x}\ny = {y}\nheading = 0\n{more}\n"
    )


def position(head: str = "", a: str = "", b: str = "", ships: str = "") -> str:
    """Return the text of a position of two corvettes side by side, with further lines."""
    plain = ship("A1", 10, 20, a) + ship("B1", 20, 20, b, "B")
    return f'game = "oak_iron"\n{head}\n[table]\n{ships or plain}'


def faults(text: str) -> dict[str, str]:
    with pytest.raises(SetUpFault) as caught:
        read(text)
    return dict(caught.value.faults)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_sample_is_read_and_has_something_to_do(path: Path) -> None:
    state = load(path.stem)
    assert state.agenda
    assert state.title == tomllib.loads(path.read_text())["title"]


def test_example_says_all_that_stands_in_it() -> None:
    state, seed = from_position("example", tomllib.loads((FOLDER / "example.toml").read_text()))
    red, corvette = state.squadrons["A"], state.ships["A1"]
    assert (seed, state.turn, state.phase, state.initiative) == (7, 3, "attack", "A")
    assert (red.name, red.faction, red.fortune) == ("Red", "english", 3)
    assert (red.face_up, red.face_down) == ("rolling_broadsides", "adjust_position")
    assert red.hand == ("careful_aim", "effective_fire", "down")
    assert corvette.pose == Pose(12.0, 20.0, 0.0)
    assert (corvette.skill, corvette.damage, corvette.fatigue) == (1, 2, 1)
    assert corvette.reload == ("port",)
    assert corvette.moved
    assert not corvette.attacked
    assert state.is_flagship("B1")
    assert state.terrain[0].kind == "shoal"


def test_what_is_not_written_has_a_default() -> None:
    state = read(position())
    one = state.ships["B1"]
    assert (one.sail, one.skill, one.damage, one.moved) == ("battle", 0, 0, True)
    assert state.squadrons["B"].fortune == 3
    assert state.squadrons["B"].admiral_value == 0
    assert not state.rules.quick_start
    assert (state.rules.formation, state.rules.events) == (True, False)
    assert (state.table.size, state.table.weather_edge) == ((36.0, 36.0), "north")


@pytest.mark.parametrize(
    ("phase", "moved"),
    [("initiative", False), ("movement", False), ("attack", True), ("end", True)],
)
def test_wake_markers_are_placed_by_the_attack_phase(phase: str, moved: bool) -> None:
    assert read(position(f'phase = "{phase}"')).ships["A1"].moved is moved


def test_first_fit_ship_flies_the_flag_when_none_is_marked() -> None:
    wreck = ship("A1", 5, 5, "damage = 7\nfatigue = 7")
    state = read(position(ships=wreck + ship("A2", 10, 20) + ship("B1", 20, 20, "", "B")))
    assert state.squadrons["A"].flagship == "A2"


def test_options_of_the_ship_lengthen_its_track() -> None:
    state = load("line_of_battle")
    assert state.ships["B1"].damage_boxes == 8
    assert not state.ships["B1"].crippled


def test_entanglement_may_be_named_by_either_ship() -> None:
    assert load("shaken_and_entangled").entangled == (("A1", "B1"),)
    assert load("two_shaken_entangled").entangled == (("A1", "B1"),)


def test_lost_ship_has_no_place() -> None:
    state = load("sight_blocked")
    assert state.ships["B3"].pose is None
    assert state.ships["B2"].captured_by == "A"
    assert state.side_of("B2") == "A"


def test_one_squadron_alone_may_be_looked_at() -> None:
    assert list(read(position(ships=ship("A1", 10, 20))).squadrons) == ["A"]


def test_squadrons_of_one_fleet_are_one_side() -> None:
    fleet = '[squadrons.A]\nfleet = "allies"\n[squadrons.C]\nfleet = "allies"\n'
    ships = ship("A1", 10, 20) + ship("B1", 20, 20, "", "B") + ship("C1", 30, 20, "", "C")
    state = read(f'game = "oak_iron"\ninitiative = "allies"\n[table]\n{fleet}{ships}')
    assert not state.opposed("A1", "C1")
    assert state.opposed("A1", "B1")


class TestWhatIsNext:
    """The agenda (what is still to be done) follows from the phase, the cards and the activation in
    the file.
    """

    def test_movement_begins_with_the_side_of_the_initiative(self) -> None:
        state = read(position('phase = "movement"\ninitiative = "B"'))
        assert state.agenda == (Movement("B"),)

    def test_attack_begins_with_the_side_of_the_initiative(self) -> None:
        assert read(position('initiative = "B"')).agenda == (AttackPhase("B"),)

    def test_cards_are_chosen_before_they_are_revealed(self) -> None:
        state = load("before_the_reveal")
        assert state.agenda == (RevealCards(), ChooseCards())
        assert state.initiative == ""

    def test_revealed_cards_stand_and_the_next_are_chosen(self) -> None:
        head = 'phase = "initiative"\nsquadrons.A.face_up = "down"'
        assert read(position(head)).agenda == (ResolveCards(), ChooseCards())

    def test_end_phase_begins_with_prizes(self) -> None:
        assert load("shaken_and_entangled").agenda[-1] == Prizes("A")

    def test_attack_of_the_ship_in_activation(self) -> None:
        state = read(position('activating = "A1"'))
        assert state.agenda[-1] == AttackChoice()
        assert state.agenda[0] == AttackPhase("B")
        assert state.activation is not None
        assert state.activation.ship == "A1"

    @pytest.mark.parametrize(
        ("step", "first"),
        [
            ("", SeamanshipOffer()),
            ("seamanship", SeamanshipOffer()),
            ("move", ShiftOffer("before")),
            ("crew", CrewAction()),
        ],
    )
    def test_step_of_an_activation_is_next(self, step: str, first: object) -> None:
        state = read(position(f'phase = "movement"\nactivating = "A1"\nstep = "{step}"'))
        assert state.agenda[-1] == first
        assert state.agenda[0] == Movement("B")
        assert (Manoeuvre() in state.agenda) is (step != "crew")

    def test_player_between_points_of_sail_chooses_when_it_matters(self) -> None:
        assert load("between_points").agenda[-1] == PointOfSailChoice()


class TestMistakes:
    """Each mistake is reported at its key, with what was found and what is allowed."""

    def test_a_misspelt_type_is_told_alone(self) -> None:
        """The ship's damage and options are not checked as well, since her type is not known."""
        more = "damage = 9\nfatigue = 9\noptions = ['sweeps', 'swift']"
        text = position(a=more).replace('"corvette"', '"corvete"', 1)
        assert list(faults(text)) == ["squadrons.A.ships[0].type"]
        assert "did you mean 'corvette'" in faults(text)["squadrons.A.ships[0].type"]

    @pytest.mark.parametrize(
        ("text", "path", "words"),
        [
            (position("phas = 'end'"), "phas", "did you mean 'phase'"),
            (position("turn = 0"), "turn", "found 0"),
            (position("seed = 1.5"), "seed", "found 1.5"),
            (position("initiative = 'C'"), "initiative", "found 'C'"),
            (position("rules = { quick_start = 1 }"), "rules.quick_start", "true or false"),
            (position("rules = { scroling = true }"), "rules.scroling", "not a key"),
            (
                position(ships="weather_edge = 'nort'\n" + ship("A1", 5, 5)),
                "table.weather_edge",
                "'north'",
            ),
            (position("squadrons.A.hand = ['dawn']"), "squadrons.A.hand[0]", "'down'"),
            (position("squadrons.A.admiral = 'nelson'"), "squadrons.A.admiral", "'nelson'"),
            (position("objective = 'win'"), "objective", "'win'"),
            (position("events_in_force = ['rain']"), "events_in_force[0]", "squall"),
            (
                position("squadrons.A.conditions = ['drunk']"),
                "squadrons.A.conditions[0]",
                "'drunk'",
            ),
            (position(a="upgrades = ['wings']"), "squadrons.A.ships[0].upgrades[0]", "'wings'"),
            (position(a="commander = 'ahab'"), "squadrons.A.ships[0].commander", "'ahab'"),
            (position("squadrons.A.faction = 'danish'"), "squadrons.A.faction", "'danish'"),
            (position(a="sail = 'ful'"), "squadrons.A.ships[0].sail", "'full'"),
            (position(a="damage = 8"), "squadrons.A.ships[0].damage", "from 0 to 7"),
            (
                position(a="damage = 7\nupgrades = ['unseasoned_timbers']"),
                "squadrons.A.ships[0].damage",
                "from 0 to 6",
            ),
            (position(a="fatigue = -1"), "squadrons.A.ships[0].fatigue", "from 0 to 7"),
            (position(a="reload = ['bow']"), "squadrons.A.ships[0].reload[0]", "'bow'"),
            (position(a="options = ['stout']"), "squadrons.A.ships[0].options[0]", "sweeps"),
            (position(a="lost = 'sunk'"), "squadrons.A.ships[0].x", "sunk"),
            (position(a="captured_by = 'A'"), "squadrons.A.ships[0].captured_by", "allowed: B"),
            (position(a="boats_on = 'Z'"), "squadrons.A.ships[0].boats_on", "'Z'"),
            (
                position(a="name = 'a\\tb'").replace("'a", '"a').replace("b'", 'b"'),
                "squadrons.A.ships[0].name",
                "one line",
            ),
            (position("activating = 'A9'"), "activating", "not a ship"),
            (position("step = 'crew'"), "step", "must be empty while no ship"),
            (position("activating = 'A1'\nstep = 'crew'"), "step", "phase attack"),
            (position("activating = 'A1'\nphase = 'end'"), "activating", "phase end"),
            (position("activating = 'A1'", a="attacked = true"), "activating", "attacked already"),
            (
                position("activating = 'A1'\nphase = 'movement'", a="moved = true"),
                "activating",
                "moved already",
            ),
            (position(a="entangled_with = [1]"), "squadrons.A.ships[0].entangled_with[0]", "1"),
            ("game = 'oak_iron'\n[table]\n[squadrons]", "squadrons", "at least one squadron"),
        ],
    )
    def test_mistake_is_told_at_its_key(self, text: str, path: str, words: str) -> None:
        assert words in faults(text)[path]

    def test_ship_needs_type_and_place(self) -> None:
        found = faults('game = "oak_iron"\n[table]\n[[squadrons.A.ships]]\nid = "A1"\n')
        keys = {path.rpartition(".")[2] for path in found}
        assert keys == {"type", "x", "y", "heading"}

    def test_table_and_squadrons_are_needed(self) -> None:
        assert faults('game = "oak_iron"').keys() == {"table", "squadrons"}

    def test_three_sides_are_one_too_many(self) -> None:
        third = ship("A1", 5, 5) + ship("B1", 20, 20, "", "B") + ship("C1", 30, 30, "", "C")
        assert "3 sides" in faults(position(ships=third))["squadrons"]

    def test_card_lies_in_one_place_only(self) -> None:
        found = faults(position("squadrons.A.hand = ['down']\nsquadrons.A.face_up = 'down'"))
        assert "already in hand" in found["squadrons.A.face_up"]

    def test_two_ships_of_one_name(self) -> None:
        found = faults(position(ships=ship("A1", 5, 5) + ship("A1", 20, 20, "", "B")))
        assert "another ship" in found["squadrons.B.ships[0].id"]

    def test_second_flagship(self) -> None:
        flag = "flagship = true"
        found = faults(position(ships=ship("A1", 5, 5, flag) + ship("A2", 20, 20, flag)))
        assert "second" in found["squadrons.A.ships[1].flagship"]

    @pytest.mark.parametrize(
        ("other", "words"),
        [("Q", "not a ship"), ("A1", "itself"), ("B1", "9.00 inches away; allowed: at most 0.05")],
    )
    def test_entangled_ships_lie_together(self, other: str, words: str) -> None:
        found = faults(position(a=f"entangled_with = ['{other}']"))
        assert words in found["squadrons.A.ships[0].entangled_with"]

    def test_bases_may_touch_but_not_overlap(self) -> None:
        read(position(ships=ship("A1", 10, 20) + ship("B1", 11, 20, "", "B")))
        found = faults(position(ships=ship("A1", 10, 20) + ship("B1", 10.99, 20, "", "B")))
        assert "overlaps that of A1" in found["squadrons.B.ships[0]"]

    def test_base_lies_on_the_table(self) -> None:
        read(position(ships=ship("A1", 0.5, 1)))
        assert "off the table" in faults(position(ships=ship("A1", 0.4, 1)))["squadrons.A.ships[0]"]

    def test_base_lies_clear_of_land(self) -> None:
        island = "[[terrain]]\nkind = 'island'\noutline = [[9, 19], [12, 19], [12, 22]]\n"
        found = faults(position(ships=island + ship("A1", 11, 20)))
        assert "island T1" in found["squadrons.A.ships[0]"]

    def test_outline_encloses_something(self) -> None:
        bow_tie = "[[terrain]]\nkind = 'fog'\noutline = [[1, 1], [5, 5], [5, 1], [1, 5]]\n"
        assert "cross" in faults(position(ships=bow_tie + ship("A1", 11, 20)))["terrain[0].outline"]

    def test_landing_party_stands_ashore(self) -> None:
        found = faults(position(a="landing_party = [10, 18]"))
        assert "off the land" in found["squadrons.A.ships[0].landing_party"]

    def test_all_mistakes_are_told_at_once(self) -> None:
        found = faults(position("turn = 'x'\nphas = 3", a="damage = 9", b="skill = 7"))
        assert len(found) == 4


JUNK: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def places(table: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return every key path in a table."""
    inner = table.items() if isinstance(table, dict) else enumerate(table)
    found = []
    for key, value in inner:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += places(value, (*path, key))
    return found


@settings(max_examples=150)
@given(st.data())
def test_spoilt_position_is_read_or_refused(data: st.DataObject) -> None:
    table = tomllib.loads((FOLDER / "fog_and_land.toml").read_text())
    path = data.draw(st.sampled_from(places(table)))
    inner = table
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = data.draw(JUNK)
    state: State | None = None
    refusal = ""
    try:
        state, _ = from_position("spoilt", table)
    except SetUpFault as fault:
        refusal = str(fault)
    assert refusal.isprintable()
    assert refusal or (state is not None and state.agenda)
