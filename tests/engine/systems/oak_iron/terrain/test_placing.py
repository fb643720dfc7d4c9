"""Where a piece would lie while its place is still being chosen."""

from __future__ import annotations

import engine.systems.oak_iron.turn.rules  # noqa: F401  (its chapters register their steps)
from engine.game.chart import Terrain
from engine.game.panel import Words
from engine.game.parts.screen import Preview
from engine.systems.oak_iron.screen.previews.preview import preview
from engine.systems.oak_iron.state.state import Rules
from engine.systems.oak_iron.state.steps import LayFog, RelayTerrain
from tests.engine.systems.oak_iron.skirmish import Skirmish, island, ship

FLEET = (ship("A1", "fluyt", 8, 18, 0), ship("B1", "sloop", 30, 18, 0))


def seen(
    play: Skirmish, option: str, at: tuple[float, float], dial: float | None = None
) -> Preview:
    decision = play.asked()
    return preview(play.state, decision, decision.option(option), dial, at)


def outline(shown: Preview) -> tuple[tuple[float, float], ...]:
    return next(mark.outline for mark in shown.marks if isinstance(mark, Terrain))


def said(shown: Preview) -> list[str]:
    return [row.spans[0].text for row in shown.rows if isinstance(row, Words)]


def test_bank_is_shown_as_it_would_lie_with_what_is_near() -> None:
    play = Skirmish(*FLEET, rules=Rules(events=True))
    play.turn_to(LayFog("A"), phase="initiative").settle()
    for at, heading in (((18.0, 6.0), 0.0), ((18.0, 9.0), 90.0)):
        shown = seen(play, "low_bank", at, heading)
        then = Skirmish(*FLEET, rules=play.state.rules, agenda=play.state.agenda)
        then.do("A", "low_bank", heading, at)
        assert outline(shown) == then.state.terrain[0].outline
        assert said(shown)[:2] == ["Low Bank, fog", "may lie here"]
        assert any("from A1" in row for row in said(shown))


def test_piece_that_fell_off_is_shown_where_it_would_come_up() -> None:
    reef = island((18, 38), (20, 38), (20, 40), (18, 40), kind="rocks")
    play = Skirmish(*FLEET, rules=Rules(scrolling_sea=True), terrain=(reef,))
    play.turn_to(RelayTerrain("B", "T1", "south")).settle()
    assert outline(seen(play, "place", (12.0, 3.0))) == ((11, 2), (13, 2), (13, 4), (11, 4))
    assert said(seen(play, "place", (12.0, 9.0)))[1] == "beyond Musket Shot of the south edge"
