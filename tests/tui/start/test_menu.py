"""The opening menu, the list of saved battles, and a new battle."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from engine.base.errors import FileFault
from engine.files import record, saves
from engine.files.saved_battles import BattleSummary, _summarised
from engine.kernel.battle import Battle
from engine.sitting.setting_up import rows as set_up_rows
from engine.teaching.lesson import lesson_keys
from tests.tui.running import house, save_battle, screen_of, until
from tui import UNOFFICIAL
from tui.app import WeatherGageApp
from tui.battle.screen import BattleScreen
from tui.replay.screen import ReplayScreen
from tui.screens.base import BaseScreen
from tui.start import new_battle, saved_battles
from tui.start.menu import MenuScreen
from tui.start.new_battle import NewBattleScreen, SetupScreen
from tui.start.saves_screen import SavesScreen


@pytest.fixture(autouse=True)
def only_the_pond(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Offer only the scenario of the pond, and no sample battles."""
    monkeypatch.setattr(set_up_rows, "systems", lambda: ("pond",))
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
async def test_the_menu_offers_what_can_be_done(tmp_path: Path, glyphs: str) -> None:
    """It has a ship under sail, and New battle, Quick start, Squadrons, Battles, Cards and rules,
    Quit.
    """
    async with house(tmp_path, glyphs=glyphs) as (app, _):
        seen = screen_of(app)
    for entry in ("New battle", "Quick start", "Squadrons", "Battles", "Cards and rules", "Quit"):
        assert entry in seen
    assert "Continue" not in seen
    assert "No battle yet" in seen
    if glyphs == "ascii":
        assert seen.isascii()


FIRST_OF_ALL = ["Learn", "Quick start", "New battle", "Puzzles"]
"""The entries that a new player needs, in this order."""


async def test_the_lessons_stay_first_or_second_until_all_are_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with house(tmp_path) as (app, pilot):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        assert [item.name for item in menu.items[:4]] == FIRST_OF_ALL
        await pilot.press("enter")
        await until(pilot, lambda: "LEARN BY DOING" in screen_of(app), "the lessons")
    save_battle(tmp_path, "Begun", turns=1)
    async with house(tmp_path) as (app, _):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        assert [item.name for item in menu.items[:3]] == ["Continue", *FIRST_OF_ALL[:2]]
    save_battle(tmp_path, "Duel", turns=99)
    async with house(tmp_path) as (app, _):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        names = [item.name for item in menu.items]
        assert names[:4] == ["Continue", *FIRST_OF_ALL[:3]]
    own = tmp_path / "stars.toml"
    monkeypatch.setattr(record, "stars_path", lambda: own)
    own.write_text("".join(f'"{key}" = 1\n' for key in sorted(lesson_keys())))
    async with house(tmp_path) as (app, _):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        names = [item.name for item in menu.items]
        assert names[:4] == ["Continue", *FIRST_OF_ALL[1:]]
        assert names[names.index("Learn") + 1] == "Cards and rules"


async def test_one_q_too_many_does_not_leave_the_program(tmp_path: Path) -> None:
    """The first q asks; any other key cancels that; a second q right after the first leaves."""
    async with house(tmp_path) as (app, pilot):
        await pilot.press("q")
        assert "Quit? q again leaves the program" in screen_of(app)
        await pilot.press("down", "q")
        assert "Quit? q again leaves the program" in screen_of(app)
        assert app.is_running
        await pilot.press("q")
        await pilot.pause()
        assert app._exit


async def test_a_card_of_a_battle_says_its_whole_title_and_its_points(tmp_path: Path) -> None:
    """A title of three rows is complete; points have no second number that nothing explains."""
    save_battle(tmp_path, "Eight squadrons, the last hour", turns=2)
    save_battle(tmp_path, "Eight squadrons, the last hour of a very long day", turns=2)
    async with house(tmp_path, size=(80, 24)) as (app, _):
        rows = screen_of(app).splitlines()[16:21]
    cards = [" ".join(row[at : at + 14].strip(" ►>") for row in rows) for at in (12, 38)]
    assert [card[:29] for card in cards] == [
        "Eight squadrons, the last .. ",
        "Eight squadrons, the last hou",
    ]
    assert "0/2" not in " ".join(cards)


@pytest.mark.parametrize("name", ["sample_duel.battle", "duel.battle"])
async def test_the_card_of_a_sample_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A person who opens the game for the first time has not fought this battle."""
    checkout, folder = tmp_path, tmp_path / "saves"
    folder.mkdir()
    monkeypatch.setattr(saves, "ROOT", checkout)
    monkeypatch.setattr(saves, "samples_folder", lambda: folder)
    save_battle(folder, "Duel", turns=99).rename(folder / name)
    async with house(folder, size=(80, 24)) as (app, _):
        cards = "\n".join(row.strip() for row in screen_of(app).splitlines()[-9:])
        assert "Red won" in cards
        assert ("sample\n" in cards) == (name == "sample_duel.battle")


async def test_a_wide_menu_says_in_full_that_it_is_unofficial(tmp_path: Path) -> None:
    """The footer names no publisher, and claims no connection to any."""
    async with house(tmp_path, size=(120, 40)) as (app, _):
        assert UNOFFICIAL in screen_of(app)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45), (200, 60)])
async def test_every_entry_stands_above_the_battles(tmp_path: Path, size: tuple[int, int]) -> None:
    """This holds from Continue to Quit, at any height of the screen."""
    save_battle(tmp_path, "Duel", turns=2)
    async with house(tmp_path, size=size) as (app, _):
        seen = screen_of(app)
        assert isinstance(app.screen, MenuScreen)
        for item in app.screen.items:
            assert f"{item.name:<16} {item.about}"[:30] in seen


async def test_the_first_frame_opens_no_battle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first frame has the ship and the entries, in their final places; then the battles
    appear.
    """
    save_battle(tmp_path, "Duel", turns=2)
    opened: list[str] = []

    def summarised(path: Path, changed: float, size: int) -> BattleSummary:
        opened.append(path.stem)
        return _summarised(path, changed, size)

    monkeypatch.setattr("engine.files.saved_battles._summarised", summarised)
    frames: list[tuple[str, list[str]]] = []
    sent = BaseScreen._compositor_refresh

    def noted(screen: BaseScreen) -> None:
        frames.append(("\n".join(item.name for item in screen.items), list(opened)))  # type: ignore[attr-defined]
        sent(screen)

    monkeypatch.setattr(BaseScreen, "_compositor_refresh", noted)
    async with house(tmp_path) as (app, _):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        assert frames[0] == ("\n".join(item.name for item in menu.items), [])
        assert "Duel" in opened


async def test_continue_is_the_first_entry_and_opens_the_latest_unfinished_battle(
    tmp_path: Path,
) -> None:
    """The entry Continue says the turn and whose choice it is; Enter opens the battle."""
    save_battle(tmp_path, "Duel", turns=2)
    async with house(tmp_path) as (app, pilot):
        assert "Enter continues  Duel, turn 3, orders, Red and Blue to choose" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert app.battle
        assert app.battle.position >= 4


async def test_each_battle_shows_turn_seats_points_and_date(tmp_path: Path) -> None:
    """Below the menu there is a picture of the pond with A and B, and beside it four lines."""
    save_battle(tmp_path, "Duel", b="ensign")
    async with house(tmp_path, size=(120, 30)) as (app, _):
        seen = screen_of(app)
    for words in ("Duel", "turn 2", "you Red v ensign", "Red 0/2  Blue 0/2", "20 Nov 2026"):
        assert words in seen


async def test_a_battle_goes_to_the_bin_only_after_a_yes(tmp_path: Path) -> None:
    """d asks; Enter without y keeps the battle, y and Enter move it to the bin."""
    path = save_battle(tmp_path, "Duel")
    async with house(tmp_path) as (app, pilot):
        await pilot.press("tab", "d")
        assert "Move Duel to the bin?" in screen_of(app)
        await pilot.press("enter")
        assert path.exists()
        await pilot.press("d", "y", "enter")
        await until(pilot, lambda: not path.exists(), "the file to be moved")
        assert "No battle yet" in screen_of(app)
    assert (tmp_path / "bin" / path.name).exists()


async def test_a_finished_battle_is_replayed_from_the_list(tmp_path: Path) -> None:
    """Under Battles, Enter on the battle shows its chart with a timeline."""
    save_battle(tmp_path, "Duel", turns=99)
    async with house(tmp_path) as (app, pilot):
        await pilot.press("down", "down", "down", "down", "enter")
        assert "Enter watches  Duel" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        await pilot.press("q", "escape")
        await until(pilot, lambda: "Quick start" in screen_of(app), "the menu again")


async def test_a_damaged_battle_says_so_and_stops_nothing(tmp_path: Path) -> None:
    """The list shows the error in place of the picture; the other entries still work."""
    (tmp_path / "torn.battle").write_text('{"format":1,"game":"pond')
    async with house(tmp_path) as (app, pilot):
        assert "damaged" in screen_of(app)
        await pilot.press("tab", "enter")
        assert "torn.battle has a damaged first line" in screen_of(app)


async def to_the_form(app: WeatherGageApp, pilot: Pilot[None]) -> None:
    """Open the form of the first battle in the list; in the menu, Learn and Quick start come before
    it.
    """
    await pilot.press("down", "down", "enter")
    await until(pilot, lambda: isinstance(app.screen, NewBattleScreen), "the list")
    await pilot.press("enter")
    await until(pilot, lambda: isinstance(app.screen, SetupScreen), "the set-up")


async def test_a_new_battle_takes_seats_and_seed_from_the_player(tmp_path: Path) -> None:
    """Left and Right change the players, digits the seed; Enter begins the battle, and its file has
    these choices.
    """
    async with house(tmp_path) as (app, pilot):
        await to_the_form(app, pilot)
        await pilot.press(
            "down", "down", "right", "right", "down", "down", *["backspace"] * 6, "4", "2"
        )
        assert "Duel: Red lieutenant, Blue lieutenant, seed 42" in screen_of(app)
        await pilot.press("up", "left", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert app.battle
        assert app.battle.seed == 42
        assert app.battle.header.options["players"] == {"A": "lieutenant", "B": "ensign"}


async def test_quick_start_begins_at_once_against_the_lieutenant(tmp_path: Path) -> None:
    """One Enter on Quick start shows the first choice of the battle."""
    async with house(tmp_path) as (app, pilot):
        await pilot.press("down", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        assert list(tmp_path.glob("*.battle"))
        assert set(app.players) == {"B"}


async def test_a_battle_that_was_left_for_another_can_be_opened_again(tmp_path: Path) -> None:
    """The file of the first battle is closed as soon as a second battle begins."""
    async with house(tmp_path) as (app, pilot):
        found: list[Battle] = []
        for _ in range(2):
            while not (
                isinstance(app.screen, MenuScreen)
                and app.screen.items[app.screen.index].name == "Quick start"
            ):
                await pilot.press("down")
            await pilot.press("enter")
            await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
            assert app.battle
            found.append(app.battle)
            await pilot.press("M")
            await until(pilot, lambda: isinstance(app.screen, MenuScreen), "the menu")
        first, second = found
        assert first.path
        assert first.path != second.path
        assert first.why_closed
        assert not second.why_closed
        Battle.open(first.path).close()


async def test_a_menu_too_small_says_so_and_comes_back(tmp_path: Path) -> None:
    """At 60 by 20 one line asks for a larger window; at 80 by 24 the menu is shown again."""
    async with house(tmp_path, size=(60, 20)) as (app, pilot):
        assert "80x24" in screen_of(app)
        await pilot.resize_terminal(80, 24)
        await until(pilot, lambda: "Quick start" in screen_of(app), "the menu")


async def test_the_mouse_opens_an_entry_and_chooses_a_battle(tmp_path: Path) -> None:
    """A click on a battle highlights it; a click on New battle opens the list."""
    save_battle(tmp_path, "Duel", turns=99)
    async with house(tmp_path) as (app, pilot):
        seen = screen_of(app).splitlines()
        row = next(y for y, line in enumerate(seen) if "Duel" in line)
        await pilot.click(offset=(seen[row].index("Duel"), row + 1))
        assert "Enter replays  Duel" in screen_of(app)
        row = next(y for y, line in enumerate(seen) if "New battle  " in line)
        await pilot.click(offset=(seen[row].index("New battle"), row))
        await until(pilot, lambda: isinstance(app.screen, NewBattleScreen), "the list")


async def test_a_command_is_found_by_name(tmp_path: Path) -> None:
    """ctrl+p, some letters and Enter highlight the battles, as Tab does."""
    save_battle(tmp_path, "Duel")
    async with house(tmp_path) as (app, pilot):
        await pilot.press("ctrl+p", *"switch", "enter")
        await until(pilot, lambda: "Enter plays on  Duel" in screen_of(app), "the battles")


async def test_a_sample_battle_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """d on a battle that came with the game says that it stays."""
    samples = tmp_path / "samples"
    samples.mkdir()
    save_battle(samples, "Sample", turns=99)
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: samples)
    monkeypatch.setattr(saves, "samples_folder", lambda: samples)
    async with house(tmp_path / "own") as (app, pilot):
        await pilot.press("tab", "d")
        assert "sample battle that came with the game" in screen_of(app)


async def test_battles_of_another_folder_are_not_listed_as_ones_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout's folder, which also contains other battles, only the samples are listed."""
    shared = tmp_path / "saves"
    for name in ("sample_duel", "somebody_elses"):
        save_battle(shared, name, turns=99)
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: shared)
    monkeypatch.setattr(saves, "samples_folder", lambda: shared)
    monkeypatch.setattr(saves, "ROOT", tmp_path)
    async with house(tmp_path / "own", size=(120, 40)) as (app, pilot):
        await pilot.press("tab")
        seen = screen_of(app)
        assert "sample_duel" in seen
        assert "somebody_elses" not in seen


async def test_switches_of_the_rules_are_lines_of_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules and start are below the players; a change there is stored in the battle."""
    monkeypatch.setattr(set_up_rows, "systems", lambda: ("wooden_ships",))
    async with house(tmp_path) as (app, pilot):
        await to_the_form(app, pilot)
        form = app.screen
        assert isinstance(form, SetupScreen)
        labels = [form.shown(entry)[0] for entry in form.lines]
        assert labels[-3:] == ["Rules", "Start", "Seed"]
        await pilot.press("up", "up", "right", "up", "right")
        await until(pilot, lambda: "as in the box" in screen_of(app), "the edition")
        assert "10 hexes apart" in screen_of(app)
        assert "Online, a ship has one aim" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        state = app.screen.battle.state  # type: ignore[attr-defined]
        assert state.rules.choose_target


async def form_of(app: WeatherGageApp, pilot: Pilot[None], scenario: str) -> SetupScreen:
    """Open the form of a new battle with a scenario; the first entry of the menu is Learn for a new
    player.
    """
    await to_the_form(app, pilot)
    form = app.screen
    assert isinstance(form, SetupScreen)
    form.form.choose(form.choice.game, scenario)
    form.draw()
    return form


async def test_a_seat_for_each_ally_and_signals_between_them_are_chosen_in_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signals alone are refused in a sentence; with a seat for each ally they are accepted."""
    monkeypatch.setattr(set_up_rows, "systems", lambda: ("wooden_ships",))
    async with house(tmp_path) as (app, pilot):
        await form_of(app, pilot, "algeciras")
        await pilot.press("up", "up", "right")
        await until(pilot, lambda: "needs a side of several seats" in screen_of(app), "why not")
        await pilot.press("up", "right")
        await until(pilot, lambda: "a seat each" in screen_of(app), "a seat for each ally")
        await pilot.press("down", "right", "enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        state = app.screen.battle.state  # type: ignore[attr-defined]
        assert [seat.name for seat in state.seats.values()] == ["British", "French", "Spanish"]
        assert isinstance(state.signals, dict)


async def test_seats_that_share_a_side_and_plans_are_chosen_in_the_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Plans alone are refused in a sentence; with a second seat for the Union they are accepted."""
    monkeypatch.setattr(set_up_rows, "systems", lambda: ("iron_oak",))
    async with house(tmp_path) as (app, pilot):
        await form_of(app, pilot, "memphis")
        await pilot.press("up", "up", "up", "right")
        await until(pilot, lambda: "needs a side of several seats" in screen_of(app), "why not")
        await pilot.press("up", "up", "right")
        await until(pilot, lambda: "Union 2" in screen_of(app), "the second seat")
        await pilot.press("down", "down", "right")
        await until(pilot, lambda: "shared with allied seats" in screen_of(app), "plans")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, BattleScreen), "the battle")
        state = app.screen.battle.state  # type: ignore[attr-defined]
        assert state.rules.plans
        assert state.sides["union"].seats == ("A", "B")


async def test_the_menu_highlights_the_entry_from_which_one_comes_back(tmp_path: Path) -> None:
    async with house(tmp_path) as (app, pilot):
        for entry in ("Puzzles", "Cards and rules"):
            menu = app.screen
            assert isinstance(menu, MenuScreen)
            menu.index = [each.name for each in menu.items].index(entry)
            await pilot.press("enter")
            await until(pilot, lambda: not isinstance(app.screen, MenuScreen), entry)
            app.open_menu()
            await until(pilot, lambda: isinstance(app.screen, MenuScreen), "the menu")
            menu = app.screen
            assert isinstance(menu, MenuScreen)
            assert menu.items[menu.index].name == entry


async def test_after_a_new_battle_the_menu_begins_at_its_top(tmp_path: Path) -> None:
    async with house(tmp_path) as (app, pilot):
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        menu.index = [each.name for each in menu.items].index("New battle")
        await pilot.press("enter")
        await until(pilot, lambda: not isinstance(app.screen, MenuScreen), "the list")
        assert "Enter takes the line" in screen_of(app)
        app.open_menu()
        await until(pilot, lambda: isinstance(app.screen, MenuScreen), "the menu")
        assert app.screen.index == 0  # type: ignore[attr-defined]


async def test_arrows_go_through_the_entries_and_the_battles_below(tmp_path: Path) -> None:
    for name in ("One", "Two", "Three"):
        save_battle(tmp_path, name, turns=99)
    async with house(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        await pilot.press("up")
        assert screen.index == 0, "Up from the first entry does not lead to Quit"
        await pilot.press("end")
        assert screen.items[screen.index].name == "Quit"
        await pilot.press("home", "down", "down")
        assert screen.index == 2
        await pilot.press("left", "right")
        assert (screen.below, screen.chosen) == (False, 0), "nothing is chosen below from above"
        await pilot.press("tab", "right", "right")
        assert screen.chosen == 2
        await pilot.press("left", "up")
        assert screen.chosen == 0
        await pilot.press("down")
        assert screen.chosen == 1
        await pilot.press("escape")
        assert not screen.below
        await pilot.press("r")
        assert app.screen is screen, "r watches a battle below alone"
        await pilot.press("tab", "r")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")


async def test_a_second_click_opens_a_battle(tmp_path: Path) -> None:
    save_battle(tmp_path, "Duel", turns=99)
    async with house(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        screen._click_card(0)
        assert (screen.below, app.screen) == (True, screen)
        screen._click_card(0)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")


async def test_the_list_of_battles_is_gone_through_by_keys(tmp_path: Path) -> None:
    for number in range(13):
        save_battle(tmp_path, f"B{number:02}", turns=1)
    (tmp_path / "torn.battle").write_text('{"format":1,"game":"pond')
    async with house(tmp_path) as (app, pilot):
        await pilot.press("down", "down", "down", "down", "down", "enter")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen), "the list")
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        places = []
        for key in ("down", "up", "pagedown", "pagedown", "pageup", "end", "home"):
            await pilot.press(key)
            places.append(screen.chosen % 14)
        assert places == [1, 0, 13, 13, 0, 13, 0]  # a page of the screen holds them all
        for _ in range(14):
            if "torn" in screen.battles[screen.chosen].path.name:
                break
            await pilot.press("down")
        assert "damaged first line" in screen_of(app)


async def test_the_form_draws_a_seed_and_turns_a_line_that_is_clicked(tmp_path: Path) -> None:
    async with house(tmp_path, start=SetupScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        before = screen.choice.seed
        await pilot.press("r")
        assert screen.choice.seed != before
        at = next(n for n, line in enumerate(screen.lines) if line.what == "player")
        screen._click(at)
        assert screen.index == at
        player = screen.choice.players["A"]
        screen._click(at)
        assert screen.choice.players["A"] != player


async def test_where_no_battle_is_saved_nothing_opens_or_goes(tmp_path: Path) -> None:
    async with house(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        screen.open_chosen()
        screen.act_delete()
        await pilot.pause()
        assert app.screen is screen
        assert "bin" not in screen_of(app)
    async with house(tmp_path, start=SavesScreen) as (app, pilot):
        saves = app.screen
        assert isinstance(saves, SavesScreen)
        saves.battles = []
        await pilot.press("d")
        assert saves.typed is None
        assert "bin" not in screen_of(app)


async def test_a_battle_that_another_left_at_its_end_is_replayed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To resume a battle that is over opens its replay; another battle that is open is closed
    first.
    """
    save_battle(tmp_path, "Over", turns=99)
    other = Battle.new("pond", "duel", 3, path=tmp_path / "other.battle")
    async with house(tmp_path) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        over = next(each for each in screen.battles if each.path.name == "Over.battle")
        app.battle = other
        monkeypatch.setattr(type(screen), "_below", lambda self: None)
        screen.resume(over)
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
    assert other.why_closed == "this battle is closed"


async def test_a_scenario_that_cannot_be_set_up_stays_unchosen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise FileFault("ships.toml is torn")

    async with house(tmp_path, start=SetupScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SetupScreen)
        before = screen.choice
        with monkeypatch.context() as patched:
            patched.setattr(set_up_rows, "seats_of", broken)
            screen.act("right")
        assert screen.said == "ships.toml is torn"
        assert screen.choice == before
        screen._set_seed(new_battle.LONG)
        assert screen.about(new_battle.SEED).startswith("Type digits for a seed of your own")
