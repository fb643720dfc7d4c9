"""Pictures of great moments (plates), in ASCII and Unicode."""

from __future__ import annotations

from typing import get_args

import pytest

from engine.game.chart import Card, Picture, Rig, Tableau
from engine.kernel.battle import Battle
from engine.sitting.battle_log import acts, meeting, moving_ships
from tui.chart.plate import HIGH, LONGEST, WIDE, drawing, plate

GLYPHS = ("ascii", "unicode")
DRAWN = [name for name in get_args(Picture) if name != "cards"]
CARDS = (Card("A", "Red", "5", "Favorable Wind", "Each ship adds 1."), Card("B", "Blue", "1", "X"))
FRAME = """\
+------------------- SUNK -------------------+
|                   .                        |
|              |    .      \\                 |
|             /|\\          /|\\   .           |
|            / | \\        / | \\              |
|           /__|__\\      /__|_/              |
|  ~~~~~~~~~~~~|~~~~~~~~~~~|~~~~~~~~~~~~~~~  |
|     ~  ~  ~     ~   ~       ~   ~    ~     |
|        ~     ~    ~  ~    ~      ~         |
|                                            |
|              B1 Sloop sinks.               |
|                                            |
+--------------------------------------------+"""


@pytest.mark.parametrize("glyphs", GLYPHS)
@pytest.mark.parametrize("rig", get_args(Rig))
@pytest.mark.parametrize("picture", DRAWN)
def test_every_picture_is_drawn_within_its_cells(picture: Picture, rig: Rig, glyphs: str) -> None:
    rows = drawing(picture, rig, glyphs)  # type: ignore[arg-type]
    assert 6 <= len(rows) <= HIGH
    assert {len(row) for row in rows} == {WIDE}
    assert glyphs == "unicode" or all(row.isascii() for row in rows)


def test_a_ship_goes_down() -> None:
    shown = plate(Tableau("sunk", "SUNK", "B1 Sloop sinks.", "B"), 52, 20, "ascii").lines()
    assert [row.rstrip() for row in shown] == FRAME.splitlines()


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_two_cards_lie_side_by_side_and_below_them_who_goes_first(glyphs: str) -> None:
    tableau = Tableau("cards", "INITIATIVE", "Red goes first: the higher card.", cards=CARDS)
    rows = plate(tableau, 54, 20, glyphs).lines()  # type: ignore[arg-type]
    heads = next(row for row in rows if "RED" in row)
    assert heads.index("RED") < heads.index("5") < heads.index("BLUE") < heads.index("1")
    assert any("Favorable Wind" in row for row in rows)
    assert any("Red goes first: the higher card." in row for row in rows)


@pytest.mark.parametrize(("columns", "rows"), [(20, 8), (54, 12), (200, 60)])
@pytest.mark.parametrize("picture", ["sunk", "cards"])
def test_a_plate_fits_on_the_chart_and_its_sentence_is_there(
    picture: Picture, columns: int, rows: int
) -> None:
    cards = CARDS * 4 if picture == "cards" else ()
    shown = plate(Tableau(picture, "SUNK", "She sinks.", cards=cards), columns, rows, "ascii")
    assert shown.columns <= columns
    assert shown.rows_count <= rows
    assert any("She sinks." in row for row in shown.lines())


@pytest.mark.parametrize("glyphs", GLYPHS)
def test_no_two_pictures_look_the_same(glyphs: str) -> None:
    drawn = ["\n".join(drawing(name, "steam", glyphs)) for name in DRAWN]  # type: ignore[arg-type]
    assert len(set(drawn)) == len(DRAWN)


def test_a_sentence_that_is_cut_says_so() -> None:
    """A full box around the picture of an explosion has a longer text than the plate has lines."""
    text = " ".join(f"Ship {number} beside her: an effective hit." for number in range(9))
    rows = plate(Tableau("blast", "SHE BLOWS UP", text, rig="steam"), 52, 20, "ascii").lines()
    said = [row.strip("| ") for row in rows if "beside" in row or "effective" in row]
    assert len(said) == LONGEST
    assert said[-1].endswith(" ..")


@pytest.mark.parametrize("picture", ["eve", "cards"])
def test_where_no_plate_fits_there_is_none(picture: Picture) -> None:
    """In a window that is too small the result is an empty grid; no width causes an error."""
    cards = CARDS * 4 if picture == "cards" else ()
    told = Tableau(picture, "8 Mar 1862", "She sinks.", cards=cards)
    assert plate(told, 0, 0, "ascii").columns == 0
    for columns in range(60):
        for rows in (0, 1, 5, 24):
            assert plate(told, columns, rows, "ascii").columns <= columns


# The ships that meet in a command, without telling the rest of what there is to see of it.


@pytest.mark.parametrize("name", ["boarding", "frigates", "ironclads", "campaign"])
def test_the_ships_that_meet_are_those_of_the_last_act_that_has_some(name: str) -> None:
    found = 0
    with Battle.open(f"saves/sample_{name}.battle", write=False) as battle:
        for record in battle.entries[:300]:
            every = (
                act.meets or moving_ships(act.spectacle) for act in reversed(acts(battle, record))
            )
            wanted = next(filter(None, every), ())
            assert meeting(battle, record) == wanted
            found += bool(wanted)
    assert found


def test_the_whole_text_of_a_revealed_card_is_there_where_it_fits() -> None:
    """The text of Favorable Wind is complete beside a second card, on the chart of a terminal of 80
    by 24.
    """
    whole = (
        "Each of your ships that sails Large and is not Entangled or Aground must add 1 to its "
        "speed rating."
    )
    cards = (Card("A", "Red", "5", "Favorable Wind", whole), CARDS[1])
    lines = plate(
        Tableau("cards", "CARDS", "Red goes first.", cards=cards), 52, 19, "ascii"
    ).lines()
    left = [line[4:22].strip(" |+-") for line in lines]
    assert whole in " ".join(filter(None, left))
    assert "Red goes first." in "".join(lines)
