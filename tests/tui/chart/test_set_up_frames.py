"""The screen during a set-up (cards are drafted, terrain and ships placed), compared with stored
pictures.

UPDATE_FRAMES=1 writes the pictures anew; check them before you commit them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from engine.game.chart import Terrain
from engine.game.decision import Answer
from engine.game.panel import Title
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tui.panel.battle_frame import compose, render_text
from tui.terminal.terminal import Glyphs

FRAMES = Path(__file__).parents[1] / "frames"
SQUADRONS = ["curacao_convoy", "leeward_station"]


def battle_at(kind: str) -> Battle:
    """Return a patrol that ensigns have set up until A has a question of this kind."""
    game = system("oak_iron")
    battle = Battle.from_state(game, game.set_up("patrol", {"squadrons": SQUADRONS}), 12)
    ensigns = {seat: make_player("ensign", game, 12, seat) for seat in ("A", "B")}
    while (decision := battle.pending()[0]).kind != kind or decision.seat != "A":
        answer = ensigns[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, Answer(answer.option, answer.dial, answer.at))
    return battle


@pytest.mark.parametrize(("columns", "lines", "glyphs"), [(80, 24, "ascii"), (120, 40, "unicode")])
@pytest.mark.parametrize("kind", ["draft", "lay_piece", "deploy"])
def test_a_set_up_looks_as_its_picture(kind: str, columns: int, lines: int, glyphs: Glyphs) -> None:
    battle = battle_at(kind)
    game, view = battle.game, battle.view("A")
    decision = battle.pending()[0]
    option = decision.options[0]
    seen = game.screen.preview(view, decision, Answer(option.id, at=_rest(battle)))
    rows = compose(
        game,
        view,
        columns,
        lines,
        glyphs,
        extra=seen.marks,
        panel=[*seen.rows, *game.screen.roster(view)],
        prompt=decision.prompt,
    )
    picture = FRAMES / f"set_up_{kind}_{columns}x{lines}_{glyphs}.txt"
    drawn = render_text(rows) + "\n"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
    assert glyphs == "unicode" or drawn.isascii()


def test_the_ship_that_is_placed_has_her_card_and_a_card_its_zone_on_the_chart() -> None:
    battle = battle_at("deploy")
    view, decision = battle.view("A"), battle.pending()[0]
    seen = battle.game.screen.preview(
        view, decision, Answer(decision.options[0].id, at=(30.0, 3.0))
    )
    titles = [row.key for row in seen.rows if isinstance(row, Title)]
    assert titles == [decision.options[0].subject]
    battle = battle_at("draft")
    view, decision = battle.view("A"), battle.pending()[0]
    for option in decision.options:
        marks = battle.game.screen.preview(view, decision, Answer(option.id)).marks
        zones = [mark for mark in marks if isinstance(mark, Terrain) and mark.kind == "zone"]
        assert bool(zones) == (option.command.kind == "deployment")


def _rest(battle: Battle) -> tuple[float, float] | None:
    """Return the place that is proposed for what is to be placed; None if there is none."""
    decision = battle.pending()[0]
    area = battle.game.answering.area(battle.view("A"), decision, decision.options[0])
    return area.rest if area else None
