"""The signs on the chart that are explained below the list of ships."""

from __future__ import annotations

import pytest

from engine.game.panel import Letter, Words
from engine.systems.iron_oak.words.telling import LOCATIONS
from tests.engine.systems.iron_oak.table import GAME, ship, table

SHARED = "in a box with several ships: names and hits instead of pictures"


@pytest.mark.parametrize(("box", "told"), [("C3", True), ("C4", False)])
def test_a_box_of_several_ships_has_no_pictures_and_the_legend_says_so(
    box: str, told: bool
) -> None:
    play = table([ship("uss_monitor", "C3"), ship("uss_galena", box)], [ship("css_virginia", "E5")])
    rows = GAME.screen.legend(play.state)
    said = ["".join(span.text for span in row.spans) for row in rows if isinstance(row, Words)]
    assert (SHARED in said) == told


def test_each_place_of_armor_on_a_card_is_in_the_legend() -> None:
    """The faces of a turret are drawn with their own letters; every other place has a sign in the
    list.
    """
    play = table([ship("uss_galena", "C3")], [ship("css_virginia", "C4")])
    signs = {part for row in GAME.screen.legend(play.state) if isinstance(row, Letter)
             for part in row.sign.split()}  # fmt: skip
    assert {place for place in LOCATIONS if not place.startswith("T")} <= signs
