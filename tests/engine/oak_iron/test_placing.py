"""Where a piece would lie while its place is still being chosen."""

from __future__ import annotations

from msgspec.structs import replace

import engine.oak_iron.rules  # noqa: F401  (its chapters register their steps)
from engine.chart import Terrain
from engine.game import Preview
from engine.oak_iron import commands as cmd
from engine.oak_iron.placing import placed
from engine.oak_iron.preview import preview
from engine.oak_iron.state import Rules
from engine.oak_iron.steps import LayFog, RelayTerrain
from tests.engine.oak_iron.skirmish import Skirmish, island, ship

FLEET = (ship("A1", "fluyt", 8, 18, 0), ship("B1", "sloop", 30, 18, 0))


def seen(play: Skirmish, option: str, at: tuple[float, float] | None = None) -> Preview:
    decision = play.asked()
    return preview(play.state, decision, decision.option(option), at=at)


def test_bank_is_shown_before_and_while_it_is_laid() -> None:
    play = Skirmish(*FLEET, rules=Rules(events=True))
    play.turn_to(LayFog("A"), phase="initiative").settle()
    mark = seen(play, "low_bank_90").marks[0]
    assert isinstance(mark, Terrain)
    assert mark.kind == "fog"
    play.do("A", "low_bank_90")
    for at in ((18.0, 6.0), (18.0, 9.0)):
        mark = seen(play, "place", at).marks[0]
        assert isinstance(mark, Terrain)
        ghost = mark.outline
        play_on = Skirmish(*FLEET, rules=play.state.rules, agenda=play.state.agenda)
        assert ghost == play_on.do("A", "place", at=at).state.terrain[0].outline


def test_piece_that_fell_off_is_shown_where_it_would_come_up() -> None:
    reef = island((18, 38), (20, 38), (20, 40), (18, 40), kind="rocks")
    play = Skirmish(*FLEET, rules=Rules(scrolling_sea=True), terrain=(reef,))
    play.turn_to(RelayTerrain("B", "T1", "south")).settle()
    mark = seen(play, "place", (12.0, 3.0)).marks[0]
    assert isinstance(mark, Terrain)
    assert mark.outline == ((11, 2), (13, 2), (13, 4), (11, 4))


def test_nothing_is_shown_when_nothing_is_laid() -> None:
    state = replace(Skirmish(*FLEET).state, agenda=())
    assert placed(state, cmd.PlaceTerrain((3.0, 3.0))) is None
