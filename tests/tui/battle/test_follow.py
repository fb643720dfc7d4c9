"""The view zooms in on ships that fight or collide, and out again.

Pictures of great moments are shown until a key ends them.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.files.saves import begin
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from engine.sitting.battle_log import acts, moving_ships
from tests.tui.rest import PATIENCE
from tests.tui.running import house, screen_of, until
from tui.battle.screen import BattleScreen
from tui.chart.sea.window import SeaWindow
from tui.chart.viewport import place_of
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings

CALM = Settings(animation=False, guide=False)
SAMPLE = Path(__file__).parents[3] / "saves" / "sample_boarding.battle"


def asked(kind: str, folder: Path) -> Battle:
    """Return a quick start, played by two lieutenants until a question of this kind is open."""
    players = {"A": "human", "B": "human"}
    battle = begin(system("oak_iron"), "quickstart", players, folder, 7)
    minds = {key: make_player("lieutenant", battle.game, 1, key) for key in ("A", "B")}
    while battle.pending()[0].kind != kind:
        question = battle.pending()[0]
        view = battle.view(question.seat)
        battle.answer(question.seat, minds[question.seat].choose(view, question))
    return battle


@asynccontextmanager
async def at(
    battle: Battle, folder: Path, settings: Settings = CALM, size: tuple[int, int] = (120, 40)
) -> AsyncIterator[tuple[BattleScreen, Pilot[None]]]:
    """Open a battle on the screen; all its players are persons at this keyboard."""
    async with house(folder, size, battle=battle, players={}, settings=settings) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        if app.screen is not screen:
            await pilot.press("enter")  # the keyboard is passed
        await until(pilot, lambda: screen.ready and screen.session.orders, "a question")
        await pilot.pause()
        yield screen, pilot


async def passed_on(screen: BattleScreen, pilot: Pilot[None]) -> None:
    """Pass the keyboard, and wait until the other player has to choose."""
    app = screen.app
    seen = lambda: app.screen is not screen and app.screen.ready  # type: ignore[attr-defined]  # noqa: E731
    await until(pilot, seen, "the keyboard is passed")
    await pilot.press("enter")
    await until(pilot, lambda: app.screen is screen and screen.session.orders, "the other's choice")


def scale(screen: BattleScreen | ReplayScreen) -> float:
    view = screen.viewport.view
    assert isinstance(view, SeaWindow)
    return view.rows_per_inch


async def test_an_attack_is_seen_from_two_rows_an_inch_with_what_it_would_tip(
    tmp_path: Path,
) -> None:
    """Both ships are shown with their bases, and beside them the odds and the points of both
    sides.
    """
    async with at(asked("attack", tmp_path), tmp_path) as (screen, _):
        assert scale(screen) == 2.0
        shown = screen_of(screen.app)  # type: ignore[arg-type]
        for words in ("A1", "B2", "Chance (%) of damage", "1 loss ends it"):
            assert words in shown


async def test_the_view_stays_for_the_whole_question_and_goes_back_with_the_next(
    tmp_path: Path,
) -> None:
    battle = asked("attack", tmp_path)
    async with at(battle, tmp_path) as (screen, pilot):
        await pilot.press("up")  # the last order: hold fire
        await pilot.pause()
        assert scale(screen) == 2.0
        screen.session.sitting.orders = None
        screen.draw()
        await pilot.pause()
        assert scale(screen) == 1.0


@pytest.mark.parametrize("kind", ["name_ship", "attack"])
async def test_at_80_by_24_both_cards_in_force_are_on_the_screen(kind: str, tmp_path: Path) -> None:
    async with at(asked(kind, tmp_path), tmp_path, size=(80, 24)) as (screen, _):
        shown = screen_of(screen.app)  # type: ignore[arg-type]
        for words in ("0/2", "4 Adjust Position", "5 Favorable Wind"):
            assert words in shown


async def test_a_third_column_has_squadrons_and_further_cards_beside_the_panel(
    tmp_path: Path,
) -> None:
    """At 200 by 50 the log is below the chart; the columns show what is nowhere else."""
    async with at(asked("name_ship", tmp_path), tmp_path, size=(200, 50)) as (screen, _):
        third = screen.third.text
        assert "Strike points/ships" in third
        assert "Strike points/ships" not in screen.panel.text
        both = f"{third}{screen.panel.text}"
        for name in ("SWALLOW", "PROSPEROUS", "HIRONDELLE", "SAINTE ANNE"):
            assert name in both
        assert "Blue has the initiative" in screen.log_lines.text


async def test_below_160_columns_there_is_no_third_column(tmp_path: Path) -> None:
    async with at(asked("attack", tmp_path), tmp_path, size=(140, 45)) as (screen, _):
        assert "Strike points/ships" in screen.panel.text or "1 loss ends it" in screen.panel.text
        assert not screen.third.region.area


async def test_nothing_moves_where_the_player_does_not_want_it(tmp_path: Path) -> None:
    still = Settings(animation=False, guide=False, follow=False)
    async with at(asked("attack", tmp_path), tmp_path, still) as (screen, _):
        assert scale(screen) == 1.0


@pytest.mark.parametrize("follow", [False, True])
@pytest.mark.parametrize("size", [(120, 40), (200, 60)])
async def test_a_large_chart_opens_near_the_ships_where_the_player_wants_it(
    tmp_path: Path, size: tuple[int, int], follow: bool
) -> None:
    settings = Settings(animation=False, guide=False, follow=follow)
    battle = begin(system("oak_iron"), "quickstart", {"A": "human", "B": "human"}, tmp_path, 7)
    async with at(battle, tmp_path, settings, size) as (screen, _):
        place = screen.laid_out().chart
        first = screen.viewport.kind.first(place.width, place.height, screen.viewport.places)
        assert isinstance(first, SeaWindow)
        assert (scale(screen) > first.rows_per_inch) == (follow and size == (200, 60))


async def test_a_view_that_the_player_has_moved_is_his(tmp_path: Path) -> None:
    async with at(asked("attack", tmp_path), tmp_path) as (screen, pilot):
        screen.viewport.pan(0, 1)
        screen.session.sitting.orders = None
        screen.draw()
        await pilot.pause()
        assert scale(screen) == 2.0


async def test_a_replay_closes_on_an_attack_and_goes_back(tmp_path: Path) -> None:
    battle = Battle.open(SAMPLE, write=False)
    size = (120, 40)
    async with house(tmp_path, size, start=lambda: ReplayScreen(battle, 24)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        scales = []
        for _ in range(14):
            await pilot.press("right")
            await pilot.pause()
            scales.append((bool(screen.reel.meets()), scale(screen)))
        assert {each for met, each in scales if not met} == {1.0}
        assert 2.0 in {each for met, each in scales if met}


async def test_a_replay_closes_on_a_ship_that_moves(tmp_path: Path) -> None:
    """It zooms in as for an attack; with an entry in which nobody moves or fires, it zooms out."""
    battle = Battle.open(SAMPLE, write=False)
    size = (120, 40)
    moves = [
        n
        for n in range(1, 24)
        if any(moving_ships(act.spectacle) for act in acts(battle, battle.moment(n)[1]))
    ]
    assert moves
    for settings, expected in ((CALM, 2.0), (Settings(animation=False, follow=False), 1.0)):
        start = lambda: ReplayScreen(battle, moves[0] - 1)  # noqa: E731
        async with house(tmp_path, size, start=start, settings=settings) as (app, pilot):
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            await pilot.press("right")
            await pilot.pause()
            key = screen.viewport.selected
            place = place_of(screen.scene, key)
            assert scale(screen) == expected
            assert place is not None
            assert screen.viewport.view.shows(place)


async def test_the_cards_turned_up_are_a_scene_and_its_key_answers_nothing(
    tmp_path: Path,
) -> None:
    """Both cards are shown side by side, with who goes first and why.

    Enter closes this picture and does nothing else.
    """
    settings = Settings(animation="slow", guide=False)
    battle = Battle.new("oak_iron", "quickstart", 7)
    async with at(battle, tmp_path, settings, (80, 24)) as (screen, pilot):
        screen.press("enter")
        await passed_on(screen, pilot)
        position = battle.position
        screen.press("enter")
        async with asyncio.timeout(PATIENCE):
            while "INITIATIVE --" not in screen_of(screen.app):  # type: ignore[arg-type]
                await asyncio.sleep(0)  # the scene passes by itself: no turn of the loop is missed
        shown = screen_of(screen.app)  # type: ignore[arg-type]
        assert "RED" in shown
        assert "has the initiative: a higher card." in shown
        assert battle.position == position + 1
        screen.press("enter")
        screen.press("enter")
        await until(pilot, lambda: not screen.session.playing, "the end of the scene")
        screen.press("enter")  # one key too many, a moment later
        await pilot.pause()
        assert battle.position == position + 1


@pytest.mark.parametrize(
    "settings",
    [
        Settings(animation="quick", guide=False, scenes=False),
        Settings(animation=False, guide=False),
    ],
)
async def test_scenes_are_off_by_their_switch_and_without_animation(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with at(Battle.new("oak_iron", "quickstart", 7), tmp_path, settings) as (screen, pilot):
        told = []
        draw = screen.draw_chart
        monkeypatch.setattr(
            screen,
            "draw_chart",
            lambda *args, **named: (
                told.append((*args[2:], *named.values())),
                draw(*args, **named),
            ),
        )
        screen.press("enter")
        await passed_on(screen, pilot)
        screen.press("enter")
        await until(pilot, lambda: screen.battle.position >= 2, "the reveal")
        await until(pilot, lambda: not screen.session.playing, "the question after it")
        assert not any(any(args) for args in told)


@pytest.mark.parametrize(
    ("wanted", "rings"),
    [
        (Settings(animation=False, guide=False, bell_choice=True), 1),
        (Settings(animation=False, guide=False, bell_scene=True), 0),
        (Settings(animation=False, guide=False, bell_end=True), 0),
    ],
)
async def test_a_bell_rings_when_the_computer_has_done_and_it_is_my_choice(
    wanted: Settings, rings: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    players = {"B": make_player("ensign", battle.game, 1, "B")}
    heard: list[str] = []
    async with house(tmp_path, battle=battle, players=players, settings=wanted) as (app, pilot):
        monkeypatch.setattr(app, "call", lambda sign, text="": heard.append(sign))
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.session.orders, "my choice")
        await pilot.press("enter")
        await until(pilot, lambda: battle.position > 1 and screen.session.orders, "the next one")
        assert len(heard) == rings


def test_bells_ring_at_scenes_and_at_the_end_by_kind(tmp_path: Path) -> None:
    """In the sample battle these are three lost masts, a captured flagship, and the end; revealed
    cards ring no bell.
    """
    from engine.sitting.adviser import Forecast
    from engine.sitting.seats import OwnTable
    from tests.tui.battle.test_session import PlainDisplay
    from tui.battle.changes import SessionChanges
    from tui.battle.session import BattleSession
    from tui.battle.stage import Stage

    battle = Battle.open(SAMPLE, write=False)
    counts = {}
    for kind in ("bell_scene", "bell_end"):
        session = BattleSession(battle, OwnTable(battle, ("A",)))
        display = PlainDisplay()
        display.app.settings = Settings(**{kind: True})
        heard: list[str] = []
        display.app.call = lambda sign, heard=heard: heard.append(sign)  # type: ignore[attr-defined]
        changes = SessionChanges(session, Forecast(session), display)  # type: ignore[arg-type]
        stage = Stage(changes, display.app)
        for record in battle.entries:
            stage.remember(record)
        counts[kind] = len(heard)
    assert counts == {"bell_scene": 4, "bell_end": 1}


async def test_a_tall_panel_has_the_card_of_the_target_below_that_of_the_ship(
    tmp_path: Path,
) -> None:
    for size, both in (((120, 40), False), ((120, 70), True)):
        async with at(asked("attack", tmp_path / str(size[1])), tmp_path, size=size) as (screen, _):
            orders = screen.session.orders
            assert orders is not None
            own = screen.viewport.selected
            target = orders.option.subject
            assert target in screen.game.screen.subjects(screen.view)
            assert target != own
            rows = screen.panel_text._cards(size[1] - 4)
            card = screen.game.screen.card(screen.view, target)
            assert all(row in rows for row in card) is both


async def test_a_duel_opens_with_both_ships_in_view(tmp_path: Path) -> None:
    """At 80 by 24 the nearest enemy is visible; at 140 by 45 the chart is zoomed in on all
    ships.
    """
    duel = Battle.new("wooden_ships", "mars_hercule", 7)
    async with at(duel, tmp_path, size=(80, 24)) as (screen, _):
        places = [place_of(screen.scene, key) for key in ("A1", "B1")]
        assert all(place and screen.viewport.view.shows(place) for place in places)
    quick = Battle.new("oak_iron", "quickstart", 7)
    async with at(quick, tmp_path, size=(140, 45)) as (screen, pilot):
        assert scale(screen) == 2.0
        keys = screen.game.screen.subjects(screen.view)
        places = [place_of(screen.scene, key) for key in keys]
        assert all(place and screen.viewport.view.shows(place) for place in places)
        await pilot.press("0")
        assert scale(screen) == 1.0
