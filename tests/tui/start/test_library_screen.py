"""The list of saved battles on the screen: searched, sorted and organised by keys, while files are
read in the background.
"""

from __future__ import annotations

import re
from pathlib import Path
from shutil import copyfile

import pytest

from engine.files.library import Library
from engine.files.saves import samples_folder
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.running import house, save_battle, screen_of, until
from tui.start import library_screen, saved_battles
from tui.start.saves_screen import SavesScreen

SAMPLE = samples_folder() / "sample_broadsides.battle"


@pytest.fixture(autouse=True)
def _own_battles_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def names(screen: SavesScreen) -> list[str]:
    return [saved.path.name for saved in screen.battles]


async def test_battles_are_put_in_order_by_keys_and_every_step_is_undone(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    for name in ("alpha", "beta"):
        save_battle(saves, name)
    async with house(saves, (140, 30), start=SavesScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        await pilot.press("o")
        assert (names(screen), "sorted by title" in screen_of(app)) == (
            ["alpha.battle", "beta.battle"],
            True,
        )
        await pilot.press("O")
        assert names(screen) == ["beta.battle", "alpha.battle"]
        screen.sort_by("title")
        screen.choose(0)
        await pilot.press("t", *"fleet,x", "enter", "/", *"#fle")
        assert "1 of 2 battles with '#fle'" in screen_of(app)
        assert "#fleet #x" in screen_of(app)
        await pilot.press("escape", "n", *"gamma", "enter")
        assert "the battle is called gamma.battle now" in screen_of(app)
        assert screen.row.tags == ("fleet", "x")
        await pilot.press("a")
        assert (saves / "archive" / "gamma.battle").exists()
        assert screen.row.name == "gamma"
        await pilot.press("c", "d", "y", "enter")
        assert not (saves / "gamma copy.battle").exists()
        for _ in range(5):
            await pilot.press("u")
        assert names(screen) == ["alpha.battle", "beta.battle"]
        assert screen.row.tags == ()
        assert (saves / "alpha.battle").exists()
        await pilot.press("u")
        assert "there is nothing to undo here" in screen_of(app)
        await pilot.press("n", *"../up", "enter")
        assert "is not a name for a file" in screen_of(app)


async def test_quick_starts_are_told_apart_at_80_columns_by_what_finds_them(tmp_path: Path) -> None:
    """Their hours, results and opponents are in the lines, and each word of a line finds its
    battle.
    """
    saves = tmp_path / "saves"
    saves.mkdir()
    for hour, opponent in enumerate(("ensign", "lieutenant", "captain")):
        game = system("oak_iron")
        Battle.from_state(
            game,
            game.set_up("quickstart"),
            5,
            {"players": {"A": "human", "B": opponent}},
            path=saves / f"2026-11-28_quickstart_{hour}.battle",
            created=f"2026-11-28T1{hour}:05:00",
            scenario="quickstart",
        ).close()
    async with house(saves, (80, 24), start=SavesScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        lines = [row.text.strip() for row in screen.listed()]
        assert len(set(lines)) == 3
        for line, row in zip(lines, screen.rows, strict=True):
            told = r"Quick start 1\d:05 +28 Nov under way$"
            assert re.match(told, line)
            assert [screen.rows[n].path for n in screen.kept.search(line)] == [row.path]
            assert line in screen_of(app)


async def test_titles_and_file_names_can_be_read_at_80_columns(tmp_path: Path) -> None:
    """Titles are complete or differ; a file name is complete, without blanks."""
    titles = (
        "Constitution v. Guerriere at dawn",
        "Constitution v. Guerriere at dusk",
        "Chesapeake and Shannon",
    )
    for number, title in enumerate(titles):
        path = save_battle(tmp_path, title, turns=0)
        path.rename(tmp_path / f"2026-11-28_a-name-of-{'very-' * 5}many-words_{number}.battle")
    async with house(tmp_path, (80, 24), start=SavesScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        lines = [row.text for row in screen.listed()]
        assert sorted(line.partition("20 Nov")[0].strip() for line in lines) == [
            "..Guerriere at dawn",
            "..Guerriere at dusk",
            "Chesapeake and Shannon",
        ]
        rows = screen_of(app).splitlines()
        assert all(line.strip() in "\n".join(rows) for line in lines), "no cell of the row is cut"
        beside = "".join(row[54:].strip() for row in rows[:-2])
        assert screen.row.saved.path.name in beside


async def test_beside_the_list_a_chart_is_whole_or_small(tmp_path: Path) -> None:
    """For ironclads it has letters for all ships, not a corner of the chart; for a campaign, not
    half of a table.
    """
    for name in ("ironclads", "campaign"):
        copyfile(SAMPLE.with_name(f"sample_{name}.battle"), tmp_path / f"{name}.battle")
    async with house(tmp_path, (80, 24), start=SavesScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        for _ in range(2):
            beside = [row[51:] for row in screen_of(app).splitlines()[2:-2]]
            told = next(n for n, row in enumerate(beside) if "Iron & Oak" in row)
            picture = "".join(beside[: told - 1])
            owners = 3 if screen.row.path.stem == "ironclads" else 0
            assert len(re.findall(r"[AB]", picture)) == owners
            assert ".." not in picture
            await pilot.press("down")


async def test_a_battle_is_imported_by_its_path_and_a_damaged_one_is_named(tmp_path: Path) -> None:
    saves, elsewhere = tmp_path / "saves", tmp_path / "else"
    for folder in (saves, elsewhere):
        folder.mkdir()
    copyfile(SAMPLE, elsewhere / "one.battle")
    async with house(saves, (140, 30), start=SavesScreen) as (app, pilot):
        await pilot.press("I", *str(elsewhere / "one.battle"), "enter")
        await until(pilot, lambda: "one.battle was imported" in screen_of(app), "the battle")
        await pilot.press("I")
        app.screen.typed.paste(str(elsewhere / "one.battle"))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "is here already" in screen_of(app), "that it is here")
        (elsewhere / "two.battle").write_bytes(SAMPLE.read_bytes()[:-5000])
        (elsewhere / "three.battle").write_bytes(b"x")
        await pilot.press("I")
        app.screen.typed.paste(str(elsewhere))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "of 3 battles were imported" in screen_of(app), "what was said")
        assert "three.battle is not a battle file" in screen_of(app)
        await pilot.press("u")
        assert (saves / "bin").exists()
        await pilot.press("I", "enter")
        assert not screen_of(app).count("proving"), "no name was typed"
        (elsewhere / "none").mkdir()
        await pilot.press("I")
        app.screen.typed.paste(str(elsewhere / "none"))  # type: ignore[attr-defined]
        await pilot.press("enter")
        await until(pilot, lambda: "there is no battle in" in screen_of(app), "the fault")


async def test_a_folder_is_imported_and_the_list_is_read_anew_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two copies of a battle, the second one is already there."""
    saves, elsewhere = tmp_path / "saves", tmp_path / "else"
    for folder in (saves, elsewhere):
        folder.mkdir()
    for name in ("one", "two", "three"):
        save_battle(elsewhere, name, turns=0)
    copyfile(elsewhere / "one.battle", elsewhere / "zero.battle")
    looks, look = list[Library](), Library.rescan

    def counted(library: Library) -> None:
        looks.append(library)
        look(library)

    monkeypatch.setattr(library_screen, "AT_ONCE", 0)
    async with house(saves, (140, 30), start=SavesScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        monkeypatch.setattr(Library, "rescan", counted)
        await pilot.press("I", *str(elsewhere), "enter")
        await until(pilot, lambda: "of 4 battles were imported" in screen_of(app), "what was said")
        assert "3 of 4 battles" in screen_of(app)
        assert len(looks) == 1
        await until(pilot, lambda: not screen.kept.unread, "all to be read")


async def test_what_cannot_be_tagged_or_moved_says_so(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    async with house(saves, (140, 30), start=SavesScreen) as (app, pilot):
        for key in ("t", "n", "c", "a"):
            await pilot.press(key)
            assert "no battle is saved yet" in screen_of(app)
    played = save_battle(saves, "played")
    with Battle.open(played) as battle:
        async with house(saves, (140, 30), battle=battle, players={}) as (app, pilot):
            app.open(SavesScreen())
            await until(pilot, lambda: isinstance(app.screen, SavesScreen), "the list")
            await pilot.press("n")
            assert "this battle is being played; leave it for the menu first" in screen_of(app)
    played.unlink()
    (saves / "torn.battle").write_bytes(b"x")
    async with house(saves, (140, 30), start=SavesScreen) as (app, pilot):
        assert "torn.battle is not a battle file" in screen_of(app)
        await pilot.press("t")
        assert "a battle that cannot be read cannot be tagged" in screen_of(app)


async def test_many_files_are_read_beside_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their names are in the list at once; a file with an error is reported."""
    monkeypatch.setattr(library_screen, "AT_ONCE", 2)
    saves = tmp_path / "saves"
    saves.mkdir()
    first = save_battle(saves, "first", turns=0)
    for number in range(20):
        copyfile(first, saves / f"copy {number}.battle")
    (saves / "torn.battle").write_bytes(first.read_bytes()[:200])
    async with house(saves, (140, 40), start=SavesScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        assert len(screen.battles) == 22
        await until(pilot, lambda: not screen.kept.unread, "all to be read")
        await until(pilot, lambda: "22 battles" in screen_of(app), "the count")
        await pilot.press("/", *"damaged", "enter")
        assert "line 1 is damaged" in screen_of(app)
    async with house(saves, (140, 40), start=SavesScreen) as (app, _):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        assert [row.path.stem for row in screen.kept.unread] in ([], ["torn"])
    assert list((tmp_path / "cache").rglob("library.sqlite"))


@pytest.mark.parametrize("named", [".", "hosted"])
async def test_a_hosts_battle_that_nobody_may_watch_shows_no_chart(
    tmp_path: Path, named: str
) -> None:
    """This also holds if --saves names the folder of the host itself."""
    hosted = tmp_path / "hosted"
    hosted.mkdir()
    save_battle(hosted, "secret")
    async with house(tmp_path / named, (140, 30), start=SavesScreen) as (app, pilot):
        assert "still being played on its host" in screen_of(app)
        assert "turn 2" not in screen_of(app)
        assert "+0---" not in screen_of(app)
        for key in ("enter", "p"):
            await pilot.press(key)
            assert "connect to that host to see it" in screen_of(app)
        await pilot.press("d", "y", "enter")
        assert "this battle belongs to its host" in screen_of(app)


async def test_a_damaged_file_of_tags_is_told_when_the_list_is_opened(tmp_path: Path) -> None:
    saves = tmp_path / "saves"
    saves.mkdir()
    save_battle(saves, "alpha")
    (saves / "tags.json").write_text("{")
    async with house(saves, (160, 30), start=SavesScreen) as (app, _):
        assert "tags.json is damaged" in screen_of(app)
