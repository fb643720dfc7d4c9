"""Building a squadron: adding and removing items, the list of ships, the file that is written."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from engine.building import Draft, check, new_faults, sheet, squadron_path
from engine.game.parts.building import Catalogue, Item, Section, Verdict
from engine.kernel.registry import system

OARS = Item("oars", "Oars", 1)
SAILS = Item("sails", "Sails", 2)
OPTIONS = Section("options", "Options", (OARS, SAILS), several=True)
SKILL = Section("skill", "Skill", (Item(1, "Skill 1", 2), Item(2, "Skill 2", 4)))
SIZE = Section("size", "Size", (Item("small", "Small"), Item("large", "Large")))
HAND = Section("hand", "Hand", (Item("down", "Down"),), several=True)


@pytest.fixture
def draft() -> Draft:
    return Draft("pond", {"name": "Two"}).with_ship("punt").with_ship("raft")


def test_a_new_squadron_has_a_name_the_first_size_and_an_empty_hand() -> None:
    new = Draft.new("pond", "Mine", Catalogue((SIZE, HAND), SIZE))
    assert new.table() == {"game": "pond", "name": "Mine", "size": "small", "hand": [], "ships": []}


def test_of_several_things_each_is_taken_and_dropped_by_itself(draft: Draft) -> None:
    both = draft.toggled(OPTIONS, OARS, 0).toggled(OPTIONS, SAILS, 0)
    assert both.ships[0]["options"] == ("oars", "sails")
    assert both.holds(OPTIONS, OARS, 0)
    assert not both.holds(OPTIONS, OARS, 1)
    assert both.toggled(OPTIONS, OARS, 0).ships[0]["options"] == ("sails",)
    assert both.toggled(OPTIONS, OARS, 0).toggled(OPTIONS, SAILS, 0) == draft


def test_of_one_thing_the_next_replaces_the_last_and_again_drops_it(draft: Draft) -> None:
    able = draft.toggled(SKILL, SKILL.items[0], 1).toggled(SKILL, SKILL.items[1], 1)
    assert able.ships[1]["skill"] == 2
    assert able.toggled(SKILL, SKILL.items[1], 1) == draft


def test_what_the_squadron_must_have_is_replaced_and_never_dropped(draft: Draft) -> None:
    small = draft.toggled(SIZE, SIZE.items[0])
    assert small.toggled(SIZE, SIZE.items[0]) == small


def test_the_first_ship_bears_the_flag_and_hands_it_on_when_it_goes(draft: Draft) -> None:
    assert [ship.get("flagship", False) for ship in draft.ships] == [True, False]
    assert draft.without(0).ships == ({"type": "raft", "flagship": True},)
    moved = draft.flagged(1)
    assert [ship.get("flagship", False) for ship in moved.ships] == [False, True]


def test_a_copied_ship_stands_behind_its_twin_with_all_but_name_and_flag(draft: Draft) -> None:
    twin = draft.with_value("name", "Swan", 0).toggled(OPTIONS, OARS, 0).copied(0)
    assert twin.ships[1] == {"type": "punt", "options": ("oars",)}
    assert len(twin.ships) == 3


def test_ships_change_places_and_the_ends_of_the_line_hold_them(draft: Draft) -> None:
    assert [ship["type"] for ship in draft.moved(1, -1).ships] == ["raft", "punt"]
    assert draft.moved(1, 1) == draft


def test_the_file_reads_back_as_the_draft_that_was_written(draft: Draft) -> None:
    built = draft.toggled(OPTIONS, OARS, 1).with_value("name", 'The "Fish" \\ of \u00c5land', 0)
    built = built.with_value("hand", tuple(f"card_number_{n}_of_the_hand" for n in range(6)))
    text = built.to_toml()
    assert tomllib.loads(text) == built.table()
    assert Draft.read(tomllib.loads(text)) == built
    assert max(map(len, text.splitlines())) <= 100


def test_what_no_squadron_is_made_of_is_left_out_of_the_draft() -> None:
    table = {"game": "pond", "name": "X", "hand": ["down", [1], 2.5], "wind": {"from": "n"}}
    assert Draft.read({**table, "ships": [3, {"type": "raft", "at": 1.5}]}) == Draft(
        "pond", {"name": "X", "hand": ("down",)}, ({"type": "raft"},)
    )


def test_a_thing_that_is_held_but_not_offered_can_still_be_dropped(draft: Draft) -> None:
    odd = draft.with_value("options", ("wings",), 0)
    strange = OPTIONS.beside(odd.held(OPTIONS, 0))[-1]
    assert (strange.value, strange.note) == ("wings", "?")
    assert odd.toggled(OPTIONS, strange, 0) == draft


def test_only_faults_at_keys_that_were_sound_are_new() -> None:
    before = Verdict(faults=(("hand", "found 4 cards"),))
    after = Verdict(faults=(("hand", "found 5 cards"), ("size", "too many points")))
    assert new_faults(before, after) == (("size", "too many points"),)


# Squadron files are checked by the game system that they name.


def test_ready_squadron_is_found_by_name_but_a_file_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert squadron_path("flying_gang") == system("oak_iron").building.ready()["flying_gang"]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flying_gang").touch()
    assert squadron_path("flying_gang") == Path("flying_gang")


def test_game_without_squadrons_says_so(tmp_path: Path) -> None:
    path = tmp_path / "boats.toml"
    path.write_text('game = "pond"\n')
    assert not check(path).legal
    assert check(path).faults[0][0] == "game"
    paper, legal = sheet(path)
    assert not legal
    assert any("has no squadron files" in line for line in paper.lines)
