"""All ships of a battle, how it is won, and the signs of its chart: the rows behind one key."""

from __future__ import annotations

from typing import Any

import msgspec

from engine.game.game import Game
from engine.game.panel import Letter, Profile, Row, Texture, Words
from tui.panel.panels import headed

SIGNS = "Signs"
"""The heading of the signs of chart and panel with their meanings."""


def all_ships(game: Game[Any, Any, Any], view: Any) -> list[Row]:
    """Return how a battle is won, the signs, the sides, and the card of each ship as a seat sees
    them; text rows of a card have the ship's key, so that a chosen line leads to her.
    """
    screen = game.screen
    legend = screen.legend(view)
    signs = [row for row in legend if isinstance(row, Texture | Letter)]
    rows = [*screen.to_win(view), *headed(signs, SIGNS)]
    rows += headed(screen.forces(view), screen.headings.roster)
    rows += headed([row for row in legend if row not in signs], "Objective")
    for key in screen.subjects(view):
        rows += [
            msgspec.structs.replace(row, key=key) if isinstance(row, Words) else row
            for row in screen.card(view, key)
            # a list of thirty ships is for reading, so without pictures
            if not isinstance(row, Profile)
        ]
    return rows
