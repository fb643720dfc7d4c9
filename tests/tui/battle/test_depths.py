"""The panel shows more as the player gains experience: by lessons, by battles, or by a key.

The coach depends on it, too: he can be set to check only the orders of beginners.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.files import record
from engine.game.chart import Sea
from engine.game.panel import Depth, Known, Letter, ShipLine
from engine.kernel.battle import Battle
from engine.systems.oak_iron.screen.brief import LETTERS
from engine.systems.oak_iron.state.wording import SIGNS
from engine.teaching.lesson import lesson_named
from tests.tui.panel_counts import BATTLES, ROOT, seated
from tests.tui.running import house, screen_of, until
from tests.tui.whole_rows import position
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen
from tui.learn import LessonScreen
from tui.panel.panel_rows import SHORTER
from tui.panel.panels import lay_out
from tui.replay.screen import ReplayScreen
from tui.screens.settings import Settings

FRAMES = Path(__file__).parents[1] / "frames"
STAY = Settings(animation=False, guide=False)
GAMES = (
    ("oak_iron", "quickstart", 58),
    ("iron_oak", "drewrys_bluff", 12),
    ("wooden_ships", "mars_hercule", 31),
)
"""(game, scenario, number of random answers before the position that is examined)."""


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return a function that makes the person one who has fought so many battles."""
    return lambda count: monkeypatch.setattr(record, "battles_fought", lambda *_: count)


def looks_as(name: str, drawn: str) -> None:
    """Assert that a screen equals its stored picture; if UPDATE_FRAMES is set, store it instead."""
    picture = FRAMES / f"{name}_80x24_ascii.txt"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn + "\n", encoding="utf-8")
    assert drawn + "\n" == picture.read_text(encoding="utf-8")


@pytest.mark.parametrize("lesson", ["table_and_wind", "initiative_cards"])
async def test_a_lesson_shows_what_was_taught(lesson: str, tmp_path: Path) -> None:
    start = lambda app: LessonScreen.for_lesson(lesson_named(lesson), app)  # noqa: E731
    async with house(tmp_path, opener=start, settings=STAY) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, LessonScreen)
        await until(pilot, lambda: screen.ready, "the lesson")
        for _ in range(20):
            if screen.session.orders:
                break
            await pilot.press("enter")
            await until(pilot, lambda: True, "the next step")
        looks_as(f"lesson_{lesson}", screen_of(app))


async def at_the_battle(app: WeatherGageApp, pilot: Pilot[None]) -> BattleScreen:
    """Return the battle screen, after its first frame."""
    if not isinstance(app.screen, BattleScreen):
        await pilot.press("enter")  # the keyboard is passed
    await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
    screen = app.screen
    assert isinstance(screen, BattleScreen)
    await until(pilot, lambda: screen.ready, "its first frame")
    return screen


@pytest.mark.parametrize("depth", ["first", "usual", "all"])
@pytest.mark.parametrize(("game", "scenario", "answers"), GAMES)
async def test_a_battle_at_each_depth(
    depth: Depth, game: str, scenario: str, answers: int, tmp_path: Path
) -> None:
    battle = position(game, scenario, answers, 11, tmp_path)
    settings = Settings(animation=False, guide=False, panel=depth)
    async with house(tmp_path, battle=battle, players={}, settings=settings) as (app, pilot):
        await at_the_battle(app, pilot)
        looks_as(f"depth_{game}_{depth}", screen_of(app))


async def test_a_key_shows_more_at_once(battles: Callable[[int], None], tmp_path: Path) -> None:
    battles(0)
    battle = position("oak_iron", "quickstart", 31, 11, tmp_path)
    async with house(tmp_path, battle=battle, players={}, settings=STAY) as (app, pilot):
        screen = await at_the_battle(app, pilot)
        depths = []
        for _ in range(3):
            depths.append(screen.course.reader.depth(STAY.panel))
            await pilot.press("I")
            await until(pilot, lambda: "The panel shows" in screen_of(app), "what is shown")
        assert depths == ["first", "usual", "all"]
        assert screen.course.reader.depth(STAY.panel) == "first"


def test_a_panel_grows_with_battles_and_lessons(
    battles: Callable[[int], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record, "load_stars", lambda *_: {"oak_iron.rakes": 1})
    battle = position("oak_iron", "quickstart", 9, 11, tmp_path)
    for count, depth, coached in ((0, "first", True), (3, "usual", False), (10, "all", False)):
        battles(count)
        reader = seated(battle, "A", "grows").course.reader
        assert (reader.depth("grows"), reader.coached("first")) == (depth, coached)
        assert reader.known("grows").lessons == {"rakes"}


def test_a_battle_that_ends_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    counted: list[str] = []
    monkeypatch.setattr(record, "count_battle", lambda game, _: counted.append(game))
    recorded = Battle.open(ROOT / BATTLES[0], write=False)
    last = recorded.entries[-1]
    battle = Battle.from_state(recorded.game, recorded.at(recorded.position - 1), recorded.seed)
    reader = seated(battle, "A").course.reader
    reader.count()
    assert counted == []
    battle.submit(last.seat, last.command)
    assert battle.outcome()
    reader.count()
    reader.count()
    assert counted == ["oak_iron"]
    seated(battle, "A").course.reader.count()  # who looks at it again has not fought again
    assert counted == ["oak_iron"]
    recorded.close()


def test_the_count_is_kept_beside_the_stars(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    stars = tmp_path / "anna.toml"
    assert record.battles_fought("pond", stars) == 0
    assert record.count_battle("pond", stars)
    assert record.count_battle("oak_iron", stars)
    assert record.count_battle("pond", stars)
    assert record.battles_fought("pond", stars) == 2
    assert record.battles_path(stars).name == "anna_battles.toml"
    assert record.load_stars(stars) == {}


def test_a_sign_is_explained_once_when_it_is_new(
    battles: Callable[[int], None], tmp_path: Path
) -> None:
    battles(0)
    battle = position("oak_iron", "quickstart", 31, 11, tmp_path)
    reader = seated(battle, "A", "grows").course.reader
    for signs, at, explained in (
        ("*sf", 31, "*s"),
        ("*sf", 31, "*s"),  # while the question is open
        ("*sf", 32, "f"),
        ("*sfp", 33, "p"),
        ("*sfp", 34, ""),
    ):
        assert reader.new_signs(signs, at) == list(explained)
        reader.mark_explained(explained, at)
    later = seated(battle, "A", "grows").course.reader  # another sitting remembers them
    assert later.new_signs("*spx", 2) == ["x"]
    assert later.new_signs("*spx", 2) == ["x"], "not explained yet: the panel had no room"
    later.mark_explained("x", 2)
    assert record.signs_explained("oak_iron") == set("*sfpx")
    assert record.signs_explained("oak") == set()


async def test_letters_stand_in_the_panel_in_the_list_of_ships_and_under_i(
    battles: Callable[[int], None], tmp_path: Path
) -> None:
    battles(0)
    battle = position("oak_iron", "quickstart", 58, 11, tmp_path)
    async with house(tmp_path, (80, 30), battle=battle, players={}, settings=STAY) as (app, pilot):
        screen = await at_the_battle(app, pilot)
        assert "New: * = flagship" in screen.panel.text
        await pilot.press("S")
        await until(pilot, lambda: "-- Signs" in screen.panel.text, "the legend")
        assert "*  flagship" in screen.panel.text
        await pilot.press("escape", "space", "c", "i")
        await until(pilot, lambda: app.screen is not screen, "the words")
        assert "> Minimal Sail" in screen_of(app)  # the cursor is on A1m
        assert "Token: m" in screen_of(app)


def test_each_sign_beside_a_hull_has_a_meaning() -> None:
    assert "".join(LETTERS) == SIGNS


@pytest.mark.parametrize(("game", "scenario", "answers"), GAMES)
def test_each_short_sign_of_panel_and_edges_has_a_meaning(
    game: str, scenario: str, answers: int, tmp_path: Path
) -> None:
    """The meaning is in the legend; the panel explains the signs one by one, and `S` lists them
    all.
    """
    battle = position(game, scenario, answers, 11, tmp_path)
    view, screen = battle.view("A"), battle.game.screen
    signs = {word for row in screen.legend(view) if isinstance(row, Letter)
             for word in row.sign.split()}  # fmt: skip
    board = screen.scene(view).board
    wanted = {label for label, _ in board.ruler} if isinstance(board, Sea) else set()
    for row in screen.roster(view):
        wanted |= {track[0] for track in row.tracks} if isinstance(row, ShipLine) else set()
    shortened = {short for _, short in SHORTER} - {"stbd", "min", "anch", "iron", "wood"}
    for key in screen.subjects(view):
        for line in lay_out(screen.card(view, key), 27, None, "ascii", Known("usual")):
            text = "".join(run for _, run in line)
            wanted |= shortened & set(text.split()) | ({"~"} if "~" in text else set())
    assert wanted
    assert wanted <= signs


@pytest.mark.parametrize(("fought", "told"), [(0, "A1 Swallow: unharmed"), (3, "d0 f0")])
async def test_a_replay_tells_as_much_as_a_battle(
    battles: Callable[[int], None], tmp_path: Path, fought: int, told: str
) -> None:
    battles(fought)
    recorded = Battle.open(ROOT / BATTLES[0], write=False)
    async with house(tmp_path, start=lambda: ReplayScreen(recorded), settings=STAY) as (app, _):
        assert told in screen_of(app)
    recorded.close()


async def test_the_bar_names_the_key_of_the_log_only_where_it_opens_it(tmp_path: Path) -> None:
    """In a plot L is a turn to port."""
    battle = position("wooden_ships", "mars_hercule", 0, 11, tmp_path)
    async with house(tmp_path, (100, 30), battle=battle, players={}, settings=STAY) as (app, pilot):
        screen = await at_the_battle(app, pilot)
        await until(pilot, lambda: "Space L log" in screen_of(app), "the plot")
        await pilot.press("L")
        assert screen.session.shows != "log"
        await pilot.press("space")
        await until(pilot, lambda: "Space back to the orders   L log" in screen_of(app), "looking")
        await pilot.press("L")
        await until(pilot, lambda: screen.session.shows == "log", "the log")
