"""Figures on the chart are never adjacent, because two side by side would look like one."""

from __future__ import annotations

import re

from engine.kernel.battle import Battle
from engine.players import make_player
from tui.chart.viewport import framed_chart, kind_of, places

JOINED = re.compile("\\d\\.\\d\\d|\\d\\.\\d[\u2801-\u28ff]\\d")
"""Matches two figures that touch: 0.30.3, or 0.3 and 0.5 with only a dot of a range ring between
them."""


def test_the_damage_at_places_that_a_ship_can_reach_is_readable_at_every_scale() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    ensigns = {seat: make_player("ensign", battle.game, 3, seat) for seat in "AB"}
    figures = 0
    for _ in range(30):
        asked = battle.pending()[0]
        view = battle.view(asked.seat)
        scene = battle.game.screen.scene(view)
        rings = battle.game.screen.overlay(view, "range", "A1")
        for size in ((30, 12), (50, 18), (70, 30)):
            window = kind_of(scene.board).whole(*size, places(scene))
            marks = (*rings, *battle.game.screen.overlay(view, "danger", "A1"))
            text = "\n".join(framed_chart(scene, window, "unicode", marks).lines())
            assert not JOINED.search(text), text
            figures += len(re.findall(r"\d\.\d", text))
        battle.answer(asked.seat, ensigns[asked.seat].choose(view, asked))
    assert figures > 50
