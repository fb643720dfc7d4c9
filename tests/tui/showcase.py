"""A game that consists of one scene, a patrol off Jamaica, and is only drawn: for stored pictures
and screens.
"""

from __future__ import annotations

from typing import Any

from engine.game.chart import Scene
from engine.game.panel import (
    Bar,
    Faces,
    Heading,
    Row,
    ShipLine,
    ShipPlan,
    Span,
    Title,
    Track,
    Words,
    words,
)
from engine.game.parts.screen import Headings, Status
from tests.tui.jamaica import SCENE

CARD: tuple[Row, ...] = (
    Title("A1", "A", "Swan", "5th rate, English", "*"),
    ShipPlan("A", 7, True, True),
    words("fortitude 2   broadside 6+1  crew 2"),
    words("skill 1       windward 2     large 4"),
    Track("damage", 2, 7),
    Track("fatigue", 1, 7),
    Words(
        (
            Span("sail    "),
            Span("full ", "dim"),
            Span("[BATTLE]", "head"),
            Span(" minimal anchored", "dim"),
        )
    ),
    words("speed   4 = large 4, battle sail"),
    words("High Freeboard, Additional Guns, Marines", "dim"),
)
PREVIEW_ROWS: tuple[Row, ...] = (
    Heading("If she sails like this"),
    words('B1* Saint-Louis   2.5" pistol   starboard'),
    words("    STERN RAKE: fortitude 3 counts as 1", "warning"),
    words("    6 dice = 6 guns - 1 fatigue + 1 added"),
    words("    85 in 100: damage 4+.  58: crippled"),
    words('B2f Gloire        6.7" cannon   not in arc', "dim"),
)


def taken(damage: int, fatigue: int) -> tuple[tuple[str, int, int], ...]:
    """Return the tracks of a ship with seven boxes each for damage and Fatigue."""
    return ("d", damage, 7), ("f", fatigue, 7)


STRIP: tuple[Row, ...] = (
    Words((Span("RED   ", "side_a"), Span("strike points 0, ships 3", "dim"))),
    ShipLine("A1", "A", "*", "Swan", taken(2, 1)),
    ShipLine("A2", "A", "s", "Falcon", taken(1, 2)),
    ShipLine("A3", "A", "e", "Drake", taken(3, 4)),
    Words((Span("BLUE  ", "side_b"), Span("strike points 3, ships 3: one to go", "dim"))),
    ShipLine("B1", "B", "*", "Saint-Louis", taken(2, 3)),
    ShipLine("B2", "B", "f", "Gloire", taken(0, 0)),
    ShipLine("B3", "B", "%e", "Mouche", taken(7, 5)),
    ShipLine(
        key="B4",
        owner="B",
        tokens="x",
        name="Dauphin",
        tracks=taken(7, 7),
        note="out of action, wreck",
    ),
)
LOG: tuple[Row, ...] = (
    Heading("Battle log"),
    words("Red 3 Adjust Formation, Blue 2 Courage"),
    words("A3 Drake rallies: fatigue 5 to 4"),
    words('B1 turns to 170, sails 1" (windward)'),
)
HAND: tuple[Row, ...] = (
    Heading("Hand, for turn 5"),
    words("1 Down!  2 Careful Aim  4 Adjust Position"),
    words("3 Reload!  5 Favorable Wind  one is chosen", "dim"),
)
ODDS: tuple[Row, ...] = (
    Heading("Chance (%) of damage"),
    Bar("1", 0.003),
    Bar("2", 0.03),
    Bar("3", 0.12),
    Bar("4", 0.26),
    Bar("5", 0.34, "crippled"),
    Bar("6", 0.21),
    Bar("7", 0.04),
)
DICE = Faces((("skull", "hit"), ("cannon", "hit"), ("musket", "hit"), ("sail", "miss")))


class Showcase:
    """Stands for a game and its screen, with what `compose` needs of them; always the same
    scene.
    """

    @property
    def screen(self) -> Showcase:
        """The part of the game that draws, which is this object itself."""
        return self

    headings = Headings()

    def scene(self, view: Any) -> Scene:
        """Return the scene."""
        return SCENE

    def status(self, view: Any) -> Status:
        """Return the words of the status bar."""
        return Status("Jamaica patrol", "TURN 4 OF 10", "MOVEMENT", "Red has the initiative")

    def outcome(self, view: Any) -> None:
        """Return None: the battle is not over."""

    def subjects(self, view: Any) -> tuple[str, ...]:
        """Return the key of the only ship with a card."""
        return ("A1",)

    def card(self, view: Any, key: str) -> tuple[Row, ...]:
        """Return the card of the only ship."""
        return CARD

    def roster(self, view: Any) -> tuple[Row, ...]:
        """Return the list of ships."""
        return STRIP
