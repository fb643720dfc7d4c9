"""Battles designed by a user: read, refused with every fault, built, printed, played."""

from __future__ import annotations

import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from engine.arena.fighting import play_out
from engine.base.errors import SetUpFault
from engine.building import Draft
from engine.game.parts.building import render_document
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.systems.iron_oak.data.book import book
from engine.systems.iron_oak.game import IronOak
from engine.systems.iron_oak.squadrons.reading import line_of, names
from engine.systems.iron_oak.victory import in_words

GAME = IronOak()
READY = GAME.building.ready()
TABLE = tomllib.loads(READY["river_mouth"].read_text())


@pytest.mark.parametrize("name", sorted(READY))
def test_ready_designs_are_legal_and_played_to_their_end(name: str, tmp_path: Path) -> None:
    assert GAME.building.check(tomllib.loads(READY[name].read_text())).faults == ()
    path = tmp_path / "own.battle"
    battle = Battle.new(GAME, "own_battle", 2, {"squadrons": [name]}, path=path)
    outcome = play_out(battle, {key: make_player("lieutenant", GAME, 2, key) for key in "AB"})
    assert outcome.reason
    battle.close()
    again = Battle.open(path, write=False)
    assert again.verify().ok
    assert again.state.rules.victory


def test_a_design_from_the_builder_is_written_read_and_set_up(tmp_path: Path) -> None:
    draft = Draft.new(GAME.name, "Two rams", GAME.building.catalogue({}))
    draft = draft.with_ship("uss_monitor").with_ship("css_albemarle")
    catalogue = GAME.building.catalogue(draft.table())
    sections = {section.key: section for section in catalogue.head}
    aim = next(each for each in sections["victory"].items if each.value == "union:lead:200")
    night = next(each for each in sections["light"].items if each.value == "night")
    box = next(each for each in catalogue.fittings[1][0].items if each.value == "B4")
    draft = draft.toggled(sections["victory"], aim).toggled(sections["light"], night)
    draft = draft.toggled(catalogue.fittings[1][0], box, 1)
    path = tmp_path / "two_rams.toml"
    path.write_text(draft.to_toml())
    verdict = GAME.building.check(draft.table())
    assert verdict.legal
    assert verdict.points == sum(
        book().ships[id].victory_points for id in ("uss_monitor", "css_albemarle")
    )
    state = GAME.set_up("own_battle", {"squadrons": [str(path)], "alternating": True})
    assert state.board.night
    assert state.rules.alternating
    assert state.ships["css_albemarle"].box == "B4"
    assert state.ships["uss_monitor"].box == "C1"
    paper = render_document(GAME.building.document(draft.table()), "text")
    assert "a lead of 200 points after the last turn" in paper


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("turns", 99, "turns"),
        ("light", "dusk", "light"),
        ("current", "slow up up", "current"),
        ("shoals", ["row F 1"], "shoals"),
        ("obstacles", ["rock C3"], "obstacles"),
        ("obstacles", ["high C1"], "USS Monitor lies on land"),
        ("victory", ["union:cheer"], "'union:cheer' is not a victory line"),
        ("victory", ["union:destroy:css_alabama"], "victory[0]: CSS Alabama is not in this battle"),
        ("victory", [], "found none; a design needs at least one victory line"),
        (
            "ships",
            [{"type": "uss_monitor"}],
            "the Confederacy has no ship and no fort; give it at least one",
        ),
        ("ships", [{"type": "uss_monitor"}] * 2, "ships[1].type: USS Monitor is listed twice"),
        ("victory", ["union:destory:2"], "did you mean 'union:destroy:2'"),
        ("victory", ["union:destroy:css_virgina"], "did you mean 'union:destroy:css_virginia'"),
        ("victory", ["union:cheer", "union:silence:fort_sumter"], "victory[1]: Fort Sumter is not"),
        ("ships", [{"type": "uss_monitr"}], "did you mean 'uss_monitor'"),
        ("colour", "red", "colour"),
    ],
)
def test_mistakes(key: str, value: Any, told: str) -> None:
    table = {**deepcopy(TABLE), key: value}
    faults = GAME.building.check(table).faults
    assert told in "; ".join(f"{path}: {text}" for path, text in faults)


def test_a_misspelt_ship_is_no_other_ship_and_its_fault_is_short() -> None:
    """Its fault is reported once, with the most similar allowed names, and the ship counts for no
    points.
    """
    ships = [*deepcopy(TABLE["ships"]), {"type": "uss_moniter", "at": "C2", "grade": "green"}]
    verdict = GAME.building.check({**TABLE, "ships": ships})
    ((path, text),) = verdict.faults
    assert path == "ships[5].type"
    assert text.endswith(" more; did you mean 'uss_monitor'?")
    assert len(text) < 160
    assert verdict.points == GAME.building.check(TABLE).points


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"victory": ["union:lead:200"]}, "Only the Union can win this battle"),
        ({"victory": ["confederate:exit:2:left"]}, "Only the Confederacy can win this battle"),
        ({"victory": ["union:lead:100"], "default": "union"}, "is the Union's as well"),
        ({"victory": ["union:lead:100", "confederate:destroy:9"]}, "Only the Union can win"),
        ({"victory": ["union:destroy:9"]}, "Nobody can win this battle"),
        ({"victory": ["confederate:lead:9999", "union:lead:100"]}, "can never hold"),
        ({"shoals": ["row A 2", "row A 3"]}, "The shoals of row A are listed with 2 depths"),
        ({"victory": ["union:lead:100"], "default": "confederate"}, ""),
        ({}, ""),
    ],
)
def test_what_breaks_no_rule_but_is_worth_saying(changes: dict[str, Any], told: str) -> None:
    table = {**deepcopy(TABLE), **changes}
    verdict = GAME.building.check(table)
    assert verdict.legal
    notes = " ".join(verdict.notes)
    assert told in notes
    assert bool(told) == bool(notes)
    assert told in render_document(GAME.building.document(table), "text").replace("\n", " ")


def test_a_wrong_design_is_refused_when_it_is_set_up(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text('game = "iron_oak"\nname = "Bad"\n')
    with pytest.raises(SetUpFault, match="found none; a design needs at least one victory line"):
        GAME.set_up("own_battle", {"squadrons": [str(path)]})
    with pytest.raises(SetUpFault, match="one holds both sides"):
        GAME.set_up("own_battle", {"squadrons": ["river_mouth", str(path)]})
    with pytest.raises(SetUpFault, match="only in the scenario 'own_battle'"):
        GAME.set_up("duel", {"squadrons": ["river_mouth"]})


def test_every_line_that_is_offered_is_a_victory_line_in_words() -> None:
    ships: Any = {"union": ("uss_monitor", "uss_galena"), "confederate": ("css_virginia",)}
    forts: Any = {"union": (), "confederate": ("fort_sumter",)}
    offered = list(names(ships, forts))
    lines = [line_of(name) for name in offered]
    assert len(offered) == len(set(offered)) > 15
    assert all(line is not None and in_words(line) for line in lines)


@pytest.mark.parametrize(
    "name",
    [
        "blue:lead:200",
        "union:destroy:css_alabamaa",
        "union:exit:css_alabamaa:left",
        "union:exit:css_virginia:up",
        "union:silence:fort_x",
    ],
)
def test_what_names_no_line_is_none(name: str) -> None:
    assert line_of(name) is None


def test_forts_and_ships_of_either_side_are_built_and_printed() -> None:
    section = "drewrys_bluff.upper_battery"
    either = next(id for id, card in book().ships.items() if card.side == "either")
    ships = [{"type": section, "at": "A4"}, {"type": either, "side": "union", "at": "C1"}]
    table = {**deepcopy(TABLE), "ships": [*TABLE["ships"], *ships], "obstacles": [], "shoals": []}
    assert GAME.building.check(table).faults == ()
    fittings = GAME.building.catalogue(table).fittings
    assert [each.key for each in fittings[-1]] == ["at", "grade", "side"]
    assert "side" not in [each.key for each in fittings[-2]]
    paper = render_document(GAME.building.document(table), "text")
    assert "upper battery" in paper
