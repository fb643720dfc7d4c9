"""Long lists: searched by typed words, with sections by side, in the same way everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.building import Draft
from engine.hosting.terms import Terms
from engine.kernel.registry import system
from tests.tui.host.near import near, running_hub
from tests.tui.running import at_rest, house, save_battle, screen_of
from tui.host.founding import FoundingScreen
from tui.input.typed import MANY, in_sections, with_heads
from tui.screens.reference import ReferenceScreen
from tui.squadrons.builder import BuilderScreen
from tui.squadrons.squadrons import SquadronsScreen
from tui.start.new_battle import SetupScreen
from tui.start.pick import PickScreen
from tui.start.saves_screen import SavesScreen
from tui.terminal.page import TextPage


def test_a_short_list_stays_as_it_is_and_a_long_one_has_heads() -> None:
    short, long = list("abab"), list("ab" * MANY)
    assert in_sections(short, str) == short
    assert with_heads(range(4), short) == [0, 1, 2, 3]
    found = in_sections(long, str)
    assert found == sorted(long)
    lines = with_heads(range(len(found)), found)
    assert [line for line in lines if isinstance(line, str)] == ["a", "b"]
    assert lines.index("b") == MANY + 1
    assert with_heads(range(30), ["a"] * 30) == list(range(30))


@pytest.mark.parametrize("each", [1, 2])
def test_a_list_says_how_many_lines_are_below_the_edge(each: int) -> None:
    """Either all lines are visible, or as many as fit, and the number of the others; headings do
    not count.
    """
    lines = [*range(5), "a heading", *range(6)]
    for rows in range(3, 2 * len(lines) * each):
        for chosen in range(len(lines)):
            page = TextPage(30, rows + 4)
            window = page.window(2, 1, rows, lines, chosen, (str,), each)
            assert chosen in window
            below = [line for line in lines[window.stop :] if not isinstance(line, str)]
            said = re.findall(r"(\d+) more", "\n".join(page.lines()))
            assert said == ([f"{len(below)}"] if below else [])
            assert not any(line.strip() for line in page.lines()[1 + rows :])
            assert len(window) * each <= rows
            assert window.start == 0 or window.stop - window.start >= max(1, rows // each - 1)


async def test_saved_battles_are_found_by_title(tmp_path: Path) -> None:
    for number in range(MANY + 4):
        save_battle(tmp_path, f"duel_{number}", turns=0)
    save_battle(tmp_path, "needle", turns=0)
    async with house(tmp_path, start=SavesScreen) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, SavesScreen)
        await at_rest(pilot)
        every = len(screen.battles)
        assert re.search(r"^   \d+ more\b", screen_of(app), re.M)
        await pilot.press("end")
        assert not re.search(r"^   \d+ more\b", screen_of(app), re.M)
        await pilot.press("home")
        assert "/ find" in screen_of(app)
        for key, at in (("end", -1), ("up", -2), ("home", 0)):
            await pilot.press(key)
            assert screen.chosen_row == screen.found[at], key
        await pilot.press("/", *"needle")
        seen = screen_of(app)
        assert f"1 of {every} battles with 'needle'" in seen
        assert "> needle" in seen
        assert "duel_3" not in seen
        await pilot.press("enter", "down", "pagedown")
        assert screen.saved is not None
        assert screen.saved.title == "needle"
        await pilot.press("escape")
        assert f"{every} battles" in screen_of(app)
        before = screen.chosen
        await pilot.press("/", *"duel_2", "down", "down", "up")
        assert [screen.found.index(screen.chosen), screen.typed is not None] == [1, True]
        await pilot.press("escape")
        assert screen.chosen == before
        await pilot.press("/", *"duel_7", "escape")
        assert screen.chosen == before
        await pilot.press("/", *"no such", "enter")
        assert "nothing here has the words 'no such'" in screen_of(app)
        await pilot.press("?")
        assert "list only battles with the words you type" in screen_of(app)


async def test_the_shelf_of_a_builder_has_sections_by_side_and_is_searched(tmp_path: Path) -> None:
    path = system("iron_oak").building.ready()["river_mouth"]
    from tomllib import loads

    draft = Draft.read(loads(path.read_text("utf-8")))
    async with house(tmp_path, (80, 24), start=lambda: BuilderScreen(draft)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BuilderScreen)
        await pilot.press("a")
        assert "Ships, Union" in screen_of(app)
        assert re.search(r"  \d+ more\b", screen_of(app))
        names = [offer.item.group for offer in screen.offers]
        assert names == sorted(names, key=list(dict.fromkeys(names)).index)
        await pilot.press("/", *"barbette")
        seen = screen_of(app)
        assert "with 'barbette'" in seen
        assert "Forts, Confederacy" in seen
        assert "USS Nahant" not in seen
        await pilot.press("enter", "enter")
        assert screen.draft.ships[-1]["type"].startswith("fort_sumter")
        assert "with 'barbette'" in screen_of(app)  # another of them may follow
        await pilot.press("escape")
        assert "with 'barbette'" not in screen_of(app)


async def test_squadrons_are_found_and_stand_below_whose_they_are(tmp_path: Path) -> None:
    folder = tmp_path / "squadrons"
    folder.mkdir()
    text = system("oak_iron").building.ready()["leeward_station"].read_text("utf-8")
    for number in range(MANY):
        name = f"Own squadron {number}"
        (folder / f"own_{number}.toml").write_text(text.replace("Leeward Station", name), "utf-8")
    async with house(tmp_path, (80, 60), start=SquadronsScreen) as (app, pilot):
        seen = screen_of(app)
        heads = [seen.index(head) for head in (" Your own ", "Came with Oak & Iron")]
        assert heads == sorted(heads)
        assert seen.count("Came with") == 3
        await pilot.press("/", *"toulon", "enter")
        assert "> Toulon squadron" in screen_of(app)
        assert "Own squadron 3" not in screen_of(app)


@pytest.mark.parametrize(
    ("game", "heads", "word"),
    [
        ("iron_oak", ("ship, Union", "ship, Confederacy", "fort, Union"), "ironsides"),
        ("wooden_ships", ("rule", "ship, British", "class, French"), "victory"),
        ("oak_iron", ("ship", "admiral, Dutch", "admiral, French"), "sloop"),
    ],
)
async def test_cards_and_rules_stand_below_kind_and_side(
    tmp_path: Path, game: str, heads: tuple[str, ...], word: str
) -> None:
    async with house(tmp_path, start=lambda: ReferenceScreen(game=game)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, ReferenceScreen)
        seen: set[str] = set()
        before = -1
        while before != screen.index:
            before = screen.index
            seen |= {line[:37].strip() for line in screen_of(app).splitlines()}
            await pilot.press("pagedown")
        assert set(heads) <= seen
        await pilot.press(*word)
        assert not set(heads) & {line[:37].strip() for line in screen_of(app).splitlines()}
        assert screen.term is not None
        assert word in screen.term.name.lower()


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_choices_of_a_line_are_found_in_a_list(tmp_path: Path, size: tuple[int, int]) -> None:
    """`/` on the row of the scenario opens a list: words find a scenario by its name or
    description, Enter takes it.
    """
    async with house(tmp_path, size, start=SetupScreen) as (app, pilot):
        form = app.screen
        assert isinstance(form, SetupScreen)
        form.form.choose("iron_oak", "own_battle")
        form.index = 1
        form.draw()
        assert "/ find" in screen_of(app)
        await pilot.press("/", *"fate", "space", *"arkansas")
        assert isinstance(app.screen, PickScreen)
        assert "1 of 24 choices with 'fate arkansas'" in screen_of(app)
        await pilot.press("enter")
        assert app.screen is form
        assert form.choice.scenario == "fate_of_arkansas"
        assert "Fate of CSS" in screen_of(app)
        await pilot.press("/", "escape", "escape")
        assert form.choice.scenario == "fate_of_arkansas"
        form.index = len(form.lines) - 1
        await pilot.press("/")
        assert "there is nothing to choose from on this line" in screen_of(app)


async def test_a_host_finds_battles_and_scenarios_likewise(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        for who in ("ben", "anna") * (MANY // 2):
            hub.found_battle(who, Terms(game="oak_iron", scenario="quickstart"))
        hub.found_battle("anna", Terms(game="oak_iron", scenario="patrol"))
        await anna.sees("/ find", "more")
        await anna.press("end")
        assert not re.search(r"^   \d+ more\b", anna.text, re.M)
        await anna.press("home", "/", *"patrol")
        await anna.sees("with 'patrol'")
        assert anna.text.count("Quick start") == 0
        await anna.press("enter", "escape", "n")
        screen = anna.app.screen
        assert isinstance(screen, FoundingScreen)
        await anna.press("down", "/", *"skir", "enter")
        assert screen.form.choice.scenario == "skirmish"


def test_a_list_is_long_from_one_row_more_than_many_counting_those_beside_it() -> None:
    """Twenty rows have no sections; with one row more they have, whether it is in the list or
    beside it.
    """
    rows = ["a", "b"] * (MANY // 2)
    assert in_sections(rows, str) == rows
    assert in_sections([*rows, "a"], str) == sorted([*rows, "a"])
    assert in_sections(rows, str, beside=1) == sorted(rows)
    assert in_sections(rows[:-1], str, beside=1) == rows[:-1]
    assert in_sections(rows[:-1], str, beside=2) == sorted(rows[:-1])
