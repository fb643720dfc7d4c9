"""The war book of a campaign on the screen and in reports: a line for each battle, which opens its
replay.
"""

from __future__ import annotations

import json
from pathlib import Path

from engine.kernel.battle import Battle
from engine.players import make_player
from engine.review.chapters import chapter_named
from engine.review.report import render_report, report
from tests.tui.running import house, screen_of, until
from tests.wars import war, war_at
from tui.battle.screen import BattleScreen
from tui.chart.viewport import place_of
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen


def between() -> Battle:
    """Return a campaign after three battles; the Union has a question about its shipyard."""
    played = war()
    n = chapter_named(played, "after battle 3").first
    for at in range(n, played.position):
        if any(each.seat == "A" for each in played.game.pending(played.at(at))):
            return war_at(at)
    raise AssertionError("the Union is never asked after battle 3")


async def test_a_line_of_the_war_book_leads_to_the_replay_of_its_battle(tmp_path: Path) -> None:
    """When the cursor is on battle 2, the prompt offers its replay, and Enter opens it."""
    battle = between()
    players = {"B": make_player("ensign", battle.game, 1, "B")}
    async with house(tmp_path, (120, 40), battle=battle, players=players) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "the question of the Union")
        await pilot.press("space")
        place = place_of(screen.scene, "battle 2")
        assert place
        screen.viewport.centre(place)
        screen.draw()
        await pilot.pause()
        assert "watches this battle" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        replay = app.screen
        assert isinstance(replay, ReplayScreen)
        assert replay.reel.n == chapter_named(battle, "battle 2").first
        assert replay.reel.viewer_seat == "A"


async def test_in_a_replay_a_line_of_the_war_book_leads_to_its_battle(tmp_path: Path) -> None:
    battle = war()
    async with house(tmp_path, start=lambda: ReplayScreen(battle, battle.position)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        await pilot.press("j")
        place = place_of(screen.scene, "battle 1")
        assert place
        screen.viewport.centre(place)
        await pilot.press("enter")
        assert screen.reel.n == chapter_named(battle, "battle 1").first


async def test_looking_back_on_a_war_shows_its_book(tmp_path: Path) -> None:
    """The review shows the battles as moments B1, B2, ..., the war book below them, and strengths
    as bars.
    """
    battle = war()
    start = lambda: AftermathScreen(battle, lambda n: None)  # noqa: E731
    async with house(tmp_path, (120, 40), start=start) as (app, _):
        seen = screen_of(app)
    assert "The war book" in seen
    assert "Strength left after each battle" in seen
    assert "B1  the " in seen


def test_a_report_of_a_war_tells_its_book_in_every_form() -> None:
    """It has a line for each battle with ships lost and captured, both strengths, and who leads."""
    battle = war()
    rows, whole = battle.state.rows, report(battle)
    text = render_report(whole, "text")
    won = {side: sum(row.winner == side for row in rows) for side in ("union", "confederate")}
    assert won["confederate"] > won["union"]
    assert f"The war book, Confederacy {won['confederate']} : {won['union']} Union" in text
    for row in rows:
        assert f"{row.strength['union']}/" in text
    assert "| battle | type | hour |" in render_report(whole, "md")
    told = json.loads(render_report(whole, "json"))["aftermath"]
    assert len(told["chapters"]) == len(rows) + 1
    assert len(told["strengths"]) == 2 * len(rows)
    assert [moment["turn"] for moment in told["moments"]] == [row.plan.number for row in rows]
