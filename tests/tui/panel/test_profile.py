"""A ship drawn from the side: her type, what is shot away, fires and smoke can be told apart."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.game.panel import Guard, Heading, Profile, Shape, Title, Where, words
from tui.panel.panels import lay_out
from tui.panel.pictures import WIDE, profile
from tui.terminal.cells import Run
from tui.terminal.terminal import Glyphs

GLYPHS: tuple[Glyphs, ...] = ("ascii", "unicode")
HULL = (
    Guard("B", "bow", 2),
    Guard("A", "midships", 4),
    Guard("S", "stern", 2),
    Guard("D", "deck", 1),
    Guard("WL", "waterline", 3),
)
TURRET = (
    Guard("TF", "front", 4),
    Guard("TS", "turret", 4),
    Guard("TR", "rear", 4),
    Guard("D", "deck", 1),
    Guard("WL", "waterline", 3),
)
SEEN = [shape for shape in get_args(Shape) if shape not in ("hulk", "hidden")]


def ship(shape: Shape = "casemate", **more: Any) -> Profile:
    return Profile("A", shape, TURRET if shape == "monitor" else HULL, **more)


def text(row: Profile, glyphs: Glyphs = "ascii", width: int = WIDE) -> list[str]:
    return said(profile(row, width, glyphs))


def said(lines: Sequence[Sequence[Run]]) -> list[str]:
    return ["".join(part for _, part in line) for line in lines]


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_types_look_different_and_name_their_five_locations(glyphs: Glyphs) -> None:
    drawn = {shape: text(ship(shape), glyphs) for shape in SEEN}
    assert not [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]]
    for shape, lines in drawn.items():
        whole = "\n".join(lines)
        for guard in ship(shape).guards:
            assert guard.key in whole, (shape, guard.key)
        assert {len(line) for line in lines} == {WIDE}
        assert glyphs == "unicode" or whole.isascii()


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("shape", SEEN)
def test_each_thing_that_is_told_changes_the_picture(shape: Shape, glyphs: Glyphs) -> None:
    """The characters differ; nothing is shown by colour alone."""
    whole = ship(shape)
    told = {
        "whole": whole,
        "light smoke": replace(whole, smoke=1),
        "heavy smoke": replace(whole, smoke=2),
        "fire": replace(whole, fires=(2,)),
        "fiercer fire": replace(whole, fires=(5,)),
        "two fires": replace(whole, fires=(2, 2)),
    }
    if shape != "barge":
        told["no funnel"] = replace(whole, funnel=False)
    for place, guard in enumerate(whole.guards):
        for bites in range(1, 5):
            guards = list(whole.guards)
            guards[place] = replace(guard, bites=bites)
            told[f"{guard.key} {-bites}"] = replace(whole, guards=tuple(guards))
        for strength in {1, 2, 3, 4} - {guard.strength}:
            guards = list(whole.guards)
            guards[place] = replace(guard, strength=strength)
            told[f"{guard.key} shade {strength}"] = replace(whole, guards=tuple(guards))
    drawn = {name: text(row, glyphs) for name, row in told.items()}
    assert not [pair for pair in combinations(drawn, 2) if drawn[pair[0]] == drawn[pair[1]]]


def test_a_bite_blanks_one_cell_in_four_and_the_figure_stands_by_the_name() -> None:
    bitten = replace(ship(), guards=(*HULL[:1], Guard("A", "midships", 4, 2), *HULL[2:]))
    whole, worn = "\n".join(text(ship())), "\n".join(text(bitten))
    assert "A-2" in worn
    # The figure takes two cells of the part as well.
    assert worn.count("#") == pytest.approx(whole.count("#") / 2, abs=3)
    gone = replace(ship(), guards=(*HULL[:1], Guard("A", "midships", 4, 4), *HULL[2:]))
    assert "#" not in "\n".join(text(gone))


def test_fires_stand_beside_the_turret_with_their_levels() -> None:
    lines = text(ship("monitor", fires=(2, 4)))
    assert "^2^" in lines[2]
    assert "^4^" in lines[2]
    assert "TR" in lines[2]
    assert "TF" in lines[2]


def test_a_hidden_counter_shows_none() -> None:
    assert text(ship("hidden")) == []
    assert text(ship(), width=WIDE - 1) == [], "too little room is none at all"


@pytest.mark.parametrize("width", [25, 43])
def test_a_profile_gives_way_before_any_word_does(width: int) -> None:
    """At every height the panel has the same words with the drawing as without it."""
    rest = (words("B   d4"), words("S   d6  armored"), words("D   d4", "dim"))
    card = (Title("A1", "A", "Galena", "C3", code=""), words("move   d8d6"), Heading("Armor"))
    pictured = 0
    for height in range(1, 20):
        lines = said(lay_out((*card, ship(), *rest), width, height, "ascii"))
        plain = said(lay_out((*card, *rest), width, height, "ascii"))
        assert len(lines) <= height
        if any("~~~" in line for line in lines):
            pictured += 1
            said_of = [" ".join(line[: width - WIDE].split()) for line in lines]
            for line in plain:
                assert line in lines or " ".join(line.split()) in said_of
        else:
            assert lines == plain
    assert pictured == 19 - (len(card) + len(text(ship())) + (len(rest) if width == 25 else 0)) + 1


def test_a_wide_panel_has_the_armour_and_the_ship_side_by_side() -> None:
    rest = (words("B   ~d10d8d6  -2  armored"), words("S   d6  wooden"))
    lines = said(lay_out((ship(), *rest), 43, None, "ascii"))
    assert len(lines) == len(text(ship()))
    assert lines[0].startswith("B ~d10d8d6 -2 iron ")
    assert lines[0].endswith(text(ship())[0])


def test_a_hulk_shows_neither_armour_nor_fires() -> None:
    assert text(Profile("A", "hulk", HULL, fires=(3,))) == text(Profile("A", "hulk", ()))


@pytest.mark.parametrize("shape", get_args(Shape))
@pytest.mark.parametrize("where", get_args(Where))
def test_a_part_is_named_where_the_hull_has_it_and_a_fire_burns_on_a_deck(
    shape: Any, where: Any
) -> None:
    """A hull without a turret or a deck is drawn without them, whatever a data record says."""
    bare = text(Profile("A", shape, ()))
    named = text(Profile("A", shape, (Guard("Q", where, 2),)))
    burning = text(Profile("A", shape, (), fires=(4,)))
    assert ("Q" in "".join(named)) == (named != bare)
    assert ("^4^" in "".join(burning)) == (burning != bare)
