"""The list of squadrons and the builder, used by keys."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.building import Draft, check
from engine.files import squadron_files
from engine.kernel.registry import system
from tests.tui.running import house, screen_of, until
from tui.chart.kind import BoardKind
from tui.chart.sea.kind import SeaKind
from tui.input.actions import ACTIONS
from tui.screens.page_screen import PageScreen
from tui.squadrons.builder import BuilderScreen
from tui.squadrons.squadrons import SquadronsScreen

LIST = SquadronsScreen
READY = system("oak_iron").building.ready()


def ready(name: str) -> Draft:
    return Draft.read(tomllib.loads(READY[name].read_text()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of the player's own squadrons."""
    return tmp_path / "squadrons"


def building(name: str) -> Callable[[], BuilderScreen]:
    """Return a function that opens the builder with a squadron that ships with the game."""
    return lambda: BuilderScreen(ready(name))


async def test_the_ready_squadrons_are_listed_with_points_and_what_is_in_them(
    tmp_path: Path,
) -> None:
    """The list has ten squadrons and a battle, and a line for each kind of new one; beside it are
    ships, hand and verdict.
    """
    async with house(tmp_path, start=LIST) as (app, pilot):
        seen = screen_of(app)
        assert seen.isascii()
        assert "0 of your own, 11 came with the game" in seen
        assert "> New squadron, Oak & Iron" in seen
        assert "Leeward Station" in seen
        await pilot.press("end", "up", "up")
        seen = screen_of(app)
        assert "Admiral: " in seen.split("The Flying Gang")[1]
        assert "100/100 points, legal" in seen


async def test_the_menu_opens_the_squadrons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the seventh entry for a new player; Enter shows the list, Escape leads back to the
    menu.
    """
    monkeypatch.setattr("tui.start.saved_battles.samples_folder", lambda: tmp_path / "none")
    async with house(tmp_path) as (app, pilot):
        assert "Squadrons" in screen_of(app)
        await pilot.press(*["down"] * 6, "enter")
        assert "0 of your own, 11 came with the game" in screen_of(app)
        await pilot.press("escape")
        assert "Quick start" in screen_of(app)


async def test_a_new_squadron_tells_at_once_what_is_missing(tmp_path: Path) -> None:
    """An empty squadron has 0 of 50 points; each fault names its key and what is needed."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("n")
        seen = screen_of(app)
        assert "0/50 points   not saved" in seen
        assert "Not legal: 3 faults" in seen
        assert "admiral: is missing" in seen
        assert "ships: found no ships, allowed: 2 to 4 in a patrol game" in seen


async def test_a_ship_is_taken_and_its_price_runs_with_the_points(tmp_path: Path) -> None:
    """`a` and Enter add a sloop as flagship to the list; the bar shows 7 of 50 points."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("n", "a")
        seen = screen_of(app)
        assert "F  B C W L" in seen
        assert "Enter takes  Sloop, 7 points: then 7/50" in seen
        await pilot.press("enter")
        seen = screen_of(app)
        assert "7/50 points" in seen
        assert "1 Sloop*" in seen
        assert "Enter takes  Sloop, 7 points: then 14/50" in seen


async def test_what_would_break_a_rule_is_marked_and_says_which(tmp_path: Path) -> None:
    """In a full squadron one more skill has a `!`, and the text says: 52 points, allowed are 50."""
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("a")
        assert " ! " in screen_of(app)
        assert "! size: found 57 points, allowed: 50" in screen_of(app)
        await pilot.press("enter")
        assert "57/50 points" in screen_of(app)
        assert "Not legal" in screen_of(app)
        await pilot.press("u")
        assert "50/50 points" in screen_of(app)
        assert "It has no faults." in screen_of(app)
        await pilot.press("U")
        assert "57/50 points" in screen_of(app)


async def test_a_key_goes_to_the_next_fault(tmp_path: Path) -> None:
    """`e` highlights the line that is not legal yet, and shows the fault with its key path."""
    draft = ready("leeward_station").with_value("hand", ("down",))
    async with house(tmp_path, start=lambda: BuilderScreen(draft)) as (app, pilot):
        await pilot.press("e")
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        assert screen.place == "hand"
        assert "hand: found 1 card, allowed:" in screen_of(app)


async def test_cards_go_into_the_hand_and_out_of_it(tmp_path: Path) -> None:
    """The line of the hand counts its cards; in the catalogue a card of the hand has the box
    [x].
    """
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        held = ready("leeward_station").head["hand"]
        await pilot.press("down", "down", "down", "right")
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        screen.offer = next(at for at, each in enumerate(screen.offers) if each.item.value in held)
        await pilot.press("space")
        assert f"Initiative hand, {len(held) - 1} of {len(held)}" in screen_of(app)
        await pilot.press("space")
        assert f"Initiative hand, {len(held)} of {len(held)}" in screen_of(app)


async def test_ships_are_copied_moved_flagged_named_and_removed(tmp_path: Path) -> None:
    """The list of ships changes with c, [, f, n and x; its numbers are those in the paths of
    faults.
    """
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        before = screen.draft.ships
        await pilot.press("down", "down", "down", "down", "c")
        assert screen.draft.ships[1]["type"] == before[0]["type"]
        assert "name" not in screen.draft.ships[1]
        await pilot.press("[", "f", "n", *"Hawk", "enter")
        assert screen.draft.ships[0]["name"] == "Hawk"
        assert "1 Hawk*" in screen_of(app)
        await pilot.press("x")
        assert [ship["type"] for ship in screen.draft.ships] == [ship["type"] for ship in before]
        assert screen.draft.ships[0]["flagship"]


async def test_a_line_that_is_no_ship_cannot_be_copied(tmp_path: Path) -> None:
    """`c` on the size of the game says what to choose first."""
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("c")
        assert "choose a ship of the squadron first" in screen_of(app)


async def test_a_squadron_is_saved_under_a_name_and_is_found_again(
    tmp_path: Path, folder: Path
) -> None:
    """`s` asks for a name; the file is a legal squadron file, and the list shows it as the player's
    own.
    """
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down", "down", "enter")
        assert "not saved" in screen_of(app)
        await pilot.press("s", "ctrl+u", *"My Gang", "enter")
        path = folder / "my_gang.toml"
        assert "Saved in" in screen_of(app)
        assert "not saved" not in screen_of(app)
        verdict = check(path)
        assert verdict.legal
        assert verdict.name == "My Gang"
        await pilot.press("escape")
        assert "1 of your own, 11 came with the game" in screen_of(app)
        assert "Enter opens  My Gang" in screen_of(app)


async def test_leaving_with_changes_asks_first(tmp_path: Path, folder: Path) -> None:
    """Escape asks: a second Escape stays, n drops the changes, y saves them."""
    path = squadron_files.save(ready("leeward_station"), folder)
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down", "enter", *["down"] * 4, "x", "escape")
        assert "Save the changes?" in screen_of(app)
        await pilot.press("escape")
        assert isinstance(app.screen, BuilderScreen)
        await pilot.press("escape", "y", "enter")
        assert isinstance(app.screen, SquadronsScreen)
    assert len(tomllib.loads(path.read_text())["ships"]) == 3 - 1


async def test_own_squadrons_are_copied_renamed_and_thrown_away(
    tmp_path: Path, folder: Path
) -> None:
    """c copies a shipped squadron, r renames the copy, d and y move it to the bin."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("end", "up", "up", "c")
        assert (folder / "the_flying_gang_copy.toml").exists()
        await pilot.press("r", "ctrl+u", *"Gulls", "enter")
        assert [path.name for path in folder.glob("*.toml")] == ["gulls.toml"]
        assert "Enter opens  Gulls" in screen_of(app)
        await pilot.press("d", "y", "enter")
        assert not list(folder.glob("*.toml"))
        assert (folder / "bin" / "gulls.toml").exists()


async def test_ready_squadrons_stay_as_they_are(tmp_path: Path) -> None:
    """r and d on a shipped squadron say that it came with the game."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("end", "d")
        assert "this squadron came with the game; it stays" in screen_of(app)
        await pilot.press("r")
        assert "copy it to change it" in screen_of(app)


async def test_a_file_that_cannot_be_read_is_listed_and_says_why(
    tmp_path: Path, folder: Path
) -> None:
    """A damaged file has a `!`; its line says what is wrong, and so does Enter."""
    folder.mkdir()
    (folder / "torn.toml").write_text("[[ships]\n")
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down")
        assert "torn                 !" in screen_of(app)
        assert "is not TOML" in screen_of(app)
        await pilot.press("enter")
        assert isinstance(app.screen, SquadronsScreen)


async def test_what_is_highlighted_is_looked_up(tmp_path: Path) -> None:
    """`K` on a ship in the catalogue opens her in the reference of cards and rules."""
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("a", "K")
        assert "CARDS AND RULES" in screen_of(app)
        assert "Search: Sloop" in screen_of(app)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
async def test_a_large_screen_has_figures_and_the_ships_in_line(
    tmp_path: Path, glyphs: str
) -> None:
    """There are three columns, the last with the squadron's figures; below them the ships are drawn
    in line, A1 first.
    """
    size, start = (140, 45), building("leeward_station")
    async with house(tmp_path, size, glyphs=glyphs, start=start) as (app, pilot):
        seen = screen_of(app)
        assert "broadside dice: 13" in seen
        line = seen.split("The line, to scale")[1].split("Legal")[0]
        assert 0 <= line.index("A3") < line.index("A2") < line.index("A1*")
        await pilot.press("down", "down", "down", "down", "]")
        line = screen_of(app).split("The line, to scale")[1].split("Legal")[0]
        assert line.index("A2*") < line.index("A1")


async def test_where_a_board_has_no_line_of_battle_none_is_drawn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeaKind, "in_line", BoardKind.in_line)
    async with house(tmp_path, (140, 45), start=building("leeward_station")) as (app, _):
        assert "The line, to scale" not in screen_of(app)
        assert "Legal" in screen_of(app)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_every_row_of_every_ready_squadron_fits_its_screen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """In any row and section the highlighted line is visible with its sign, in plain ASCII."""
    async with house(tmp_path, size, start=building("squadron_of_the_maas")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        for row in range(len(screen.now.rows)):
            screen.row, screen.offer, screen.on_section = row, 0, True
            screen.offer = len(screen.offers) - 1
            screen.draw()
            await pilot.pause()
            seen = screen_of(app)
            assert seen.isascii()
            assert seen.count("\n> ") + seen.count(" > ") == 1, seen
            assert all(len(line) <= size[0] for line in seen.splitlines())


@pytest.mark.parametrize("screen", [SquadronsScreen, BuilderScreen])
def test_every_action_of_the_registry_is_answered(screen: type[PageScreen]) -> None:
    mine = [action for action in ACTIONS if action.screen == screen.screen_name]
    assert mine
    assert [action.name for action in mine if not hasattr(screen, f"act_{action.name}")] == []
    named = {hint.split("=")[0] for hint in screen.hints}
    assert named <= {action.name for action in ACTIONS if action.screen in ("any", mine[0].screen)}


def test_a_disk_that_does_not_take_the_file_is_told_in_a_sentence(tmp_path: Path) -> None:
    blocked = tmp_path / "squadrons"
    blocked.write_text("a file, not a folder")
    with pytest.raises(FileFault, match="cannot be written"):
        squadron_files.save(ready("leeward_station"), blocked)


def test_a_ready_squadron_is_never_moved(tmp_path: Path) -> None:
    kept = squadron_files.list_squadrons(tmp_path)[0]
    assert kept.ready
    with pytest.raises(Refused, match="came with the game"):
        squadron_files.discard(kept)
    assert kept.path.exists()


def test_two_squadrons_of_one_name_have_two_files(tmp_path: Path) -> None:
    first = squadron_files.save(ready("leeward_station"), tmp_path)
    second = squadron_files.save(ready("leeward_station"), tmp_path)
    assert [path.name for path in (first, second)] == [
        "leeward_station.toml",
        "leeward_station_2.toml",
    ]


async def test_a_battle_of_ones_own_is_built_and_played(tmp_path: Path, folder: Path) -> None:
    """One file contains both sides; p opens a new battle of the scenario for it."""
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("end", "up", "c")
        assert (folder / "the_mouth_of_the_river_copy.toml").exists()
        await pilot.press("enter")
        seen = screen_of(app)
        assert "Turns: 8 turns" in seen
        assert "Victory lines, 3" in seen
        await pilot.press("escape", "p")
        seen = screen_of(app)
        assert "A battle of your own" in seen
        assert "The mouth of the river copy" in seen
        await pilot.press("enter")
        await until(pilot, lambda: "Orders of the turn" in screen_of(app), "the battle")


async def test_a_letter_replaces_the_proposed_name(tmp_path: Path, folder: Path) -> None:
    """S proposes the present name; what is typed replaces it, and is not added to it."""
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("S")
        assert "Save as: Leeward Station" in screen_of(app)
        await pilot.press(*"New")
        assert "Save as: New" in screen_of(app)
        await pilot.press("escape", "S", "left", *"x")
        assert "Save as: Leeward Statioxn" in screen_of(app)


async def test_keys_go_between_the_lines_and_what_may_be_chosen(tmp_path: Path) -> None:
    """These are Tab and the arrows; in the right column the arrows choose an offer.

    Escape leaves.
    """
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        await pilot.press("tab")
        assert screen.on_section
        await pilot.press("down", "down")
        assert (screen.offer, screen.row) == (min(2, len(screen.offers) - 1), 0)
        for key in ("left", "tab", "tab"):
            before = screen.on_section
            await pilot.press(key)
            assert screen.on_section is not before
        await pilot.press("enter")
        assert screen.on_section, "Enter goes on to what may be chosen"
        size = screen.draft.head["size"]
        chosen = next(at for at, each in enumerate(screen.offers) if each.item.value == size)
        screen.offer = chosen
        await pilot.press("enter")
        assert "is chosen already" in screen_of(app)
        await pilot.press("tab", "escape")
        assert app.screen is not screen or "Save" in screen_of(app)  # one key leaves


async def test_what_cannot_be_done_in_the_builder_says_so(tmp_path: Path) -> None:
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        for key, told in (
            ("e", "this squadron has no faults"),
            ("u", "there is nothing to undo"),
            ("U", "there is nothing to redo"),
        ):
            await pilot.press(key)
            assert told in screen_of(app)


async def test_a_fault_of_a_ship_leads_to_her_line(tmp_path: Path) -> None:
    ships = ready("leeward_station").ships
    draft = replace(ready("leeward_station"), ships=(*ships[:1], {"type": "dinghy"}))
    async with house(tmp_path, start=lambda: BuilderScreen(draft)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        paths = [path for path, _ in screen.now.verdict.faults]
        for path in paths:
            await pilot.press("e")
            if path.startswith("ships["):
                assert screen.place == int(path[6])
        assert any(path.startswith("ships[1]") for path in paths)


async def test_a_squadron_is_saved_where_it_lies_and_one_without_a_name_is_not(
    tmp_path: Path, folder: Path
) -> None:
    path = squadron_files.save(ready("leeward_station"), folder)
    async with house(tmp_path, start=lambda: BuilderScreen(ready("leeward_station"), path)) as (
        app,
        pilot,
    ):
        await pilot.press(*["down"] * 4, "x", "s")
        await until(pilot, lambda: len(tomllib.loads(path.read_text())["ships"]) == 2, "saved")
    async with house(tmp_path, start=building("leeward_station")) as (app, pilot):
        await pilot.press("S", "ctrl+u", "enter")
        assert "give the squadron a name before you save it" in screen_of(app)


async def test_a_new_squadron_with_changes_is_named_before_it_is_left(
    tmp_path: Path, folder: Path
) -> None:
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("n", "a", "enter", "ctrl+q")
        assert "Save the changes?" in screen_of(app)
        await pilot.press("y", "enter", "ctrl+u", *"Terns", "enter")
        await until(pilot, lambda: list(folder.glob("terns.toml")), "the file")


async def test_the_mouse_chooses_a_line_and_takes_what_is_offered(tmp_path: Path) -> None:
    async with house(tmp_path, start=building("leeward_station")) as (app, _):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        screen._click_row(4)
        assert (screen.row, screen.on_section) == (4, False)
        screen._click_row(0)
        size = screen.draft.head["size"]
        other = next(at for at, each in enumerate(screen.offers) if each.item.value != size)
        before = screen.draft
        screen._click_offer(other)
        assert (screen.on_section, screen.offer, screen.draft) == (True, other, before)
        screen._click_offer(other)
        assert screen.draft != before


async def test_the_mouse_chooses_a_squadron_and_then_opens_it(tmp_path: Path) -> None:
    async with house(tmp_path, start=LIST) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SquadronsScreen)
        await pilot.press("r")
        assert "choose a squadron first" in screen_of(app)
        at = screen.index + 4
        screen._click_row(at)
        assert screen.index == at
        screen._click_row(at)
        await until(pilot, lambda: isinstance(app.screen, BuilderScreen), "the builder")


def test_a_file_that_cannot_be_moved_or_read_is_told_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = squadron_files.save(ready("leeward_station"), folder)
    (kept,) = (each for each in squadron_files.list_squadrons(folder) if not each.ready)

    def refuse(*_: object, **__: object) -> None:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    monkeypatch.setattr(squadron_files.os, "replace", refuse)
    with pytest.raises(FileFault, match="cannot be moved: permission denied"):
        squadron_files.discard(kept)
    monkeypatch.undo()
    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(FileFault, match="cannot be removed: permission denied"):
        squadron_files.rename(kept, "Gulls")
    monkeypatch.undo()
    path.write_text("game = ", encoding="utf-8")
    (torn,) = (each for each in squadron_files.list_squadrons(folder) if each.path == path)
    with pytest.raises(FileFault, match="not TOML"):
        squadron_files.rename(torn, "Terns")


async def test_a_line_for_a_new_one_begins_an_empty_squadron_of_its_game(tmp_path: Path) -> None:
    async with house(tmp_path, start=LIST) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SquadronsScreen)
        games = [game.name for game in screen.games]
        for number, game in enumerate(games):
            screen.index = number
            await pilot.press("enter")
            builder = app.screen
            assert isinstance(builder, BuilderScreen)
            assert (builder.draft.game, builder.draft.ships) == (game, ())
            app.leave(builder)
            await pilot.pause()


DESIGN = Draft.read(
    tomllib.loads(system("iron_oak").building.ready()["river_mouth"].read_text("utf-8"))
)


async def test_a_builder_of_whole_battles_speaks_of_designs(tmp_path: Path) -> None:
    """Page, prompts, help and palette use the game's own words, and never say squadron."""
    async with house(tmp_path, (110, 60), start=lambda: BuilderScreen(DESIGN)) as (app, pilot):
        seen = screen_of(app)
        assert "DESIGN   The mouth of the river" in seen
        assert "Your design" in seen
        assert "Add a ship or fort" in seen
        await pilot.press("f")
        assert "a design has no flagship" in screen_of(app)
        await pilot.press("c")
        assert "choose a ship or fort of the design first" in screen_of(app)
        await pilot.press("e")
        assert "this design has no faults" in screen_of(app)
        await pilot.press("?")
        told = screen_of(app)
        for words in ("victory lines", "waters", "box where it begins", "name the design"):
            assert words in told.replace("\n ", " "), words
        assert "remove the highlighted ship or fort" in told
        assert "measure how balanced it is, or stop measuring" in told
        await pilot.press("escape", "ctrl+p", *"add")
        assert "add a ship or fort" in screen_of(app)
        for text in (seen, told, screen_of(app)):
            assert "quadron" not in text
            assert "flagship" not in text


async def test_a_builder_of_squadrons_tells_no_key_of_whole_battles(tmp_path: Path) -> None:
    async with house(tmp_path, (110, 60), start=building("leeward_station")) as (app, pilot):
        await pilot.press("?")
        assert "make it the flagship" in screen_of(app)
        assert "admiral, a hand of cards" in screen_of(app)
        assert "measure" not in screen_of(app)


async def test_what_would_break_a_rule_of_a_design_is_marked(tmp_path: Path) -> None:
    """The faults are a second Monitor, beside others of the same list, and land where a ship
    begins.
    """
    draft = DESIGN.without(4).without(3)
    async with house(tmp_path, (80, 24), start=lambda: BuilderScreen(draft)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        await pilot.press("a")

        def marked(value: str) -> bool:
            screen.offer = [each.item.value for each in screen.offers].index(value)
            screen.draw()
            name = screen.offers[screen.offer].item.name
            line = next(line for line in screen_of(app).splitlines() if f"> {name[:12]}" in line)
            return "!" in line

        assert "the Confederacy has no ship and no fort" in screen_of(app)
        assert marked("uss_monitor")
        assert "! No. 4, type: USS Monitor is" in screen_of(app)
        assert not marked("css_virginia")
        screen._go("obstacles")
        assert screen.offers[0].section.key == "obstacles"
        held = [offer.item.value for offer in screen.offers]
        screen.offer, screen.on_section = held.index("high C1"), True
        screen.draw()
        assert "! No. 1, at: USS Monitor lies" in screen_of(app)


async def test_a_design_that_only_one_side_can_win_says_so_in_builder_and_list(
    tmp_path: Path, folder: Path
) -> None:
    draft = DESIGN.with_value("victory", ("union:lead:100",)).with_value("name", "Lopsided")
    squadron_files.save(draft, folder)
    async with house(tmp_path, start=lambda: BuilderScreen(draft)) as (app, pilot):
        assert "Legal" in screen_of(app)
        assert "Only the Union can win this battle" in screen_of(app)
    async with house(tmp_path, start=LIST) as (app, pilot):
        await pilot.press("down", "down", "down")
        assert "Lopsided" in screen_of(app)
        assert "Only the Union can win" in screen_of(app)
