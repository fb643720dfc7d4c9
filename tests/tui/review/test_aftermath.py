"""The review of a battle at its end, for the pond and for a battle of Oak & Iron."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.game.parts.review import ALL, Aftermath, Luck, Score, ShipTally, TurningPoint
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.pond.opinions import PondReview
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen, StoryScreen, _fitting
from tui.screens.reference import ReferenceScreen

SAVES = Path(__file__).resolve().parents[3] / "saves"
AFTER = Aftermath(
    sides=("Red", "Blue"),
    score_name="Hits",
    scores=tuple(Score(turn, side, turn % 3, 2) for turn in range(30) for side in ("Red", "Blue")),
    counted=("shots", "hits"),
    ships=tuple(ShipTally(f"A{n}", "Punt", "Red", (n, 0)) for n in range(1, 13)),
    luck=(Luck("Red", ALL, 8, 5, 4.0), Luck("Blue", ALL, 4, 1, 2.5)),
    moments=(TurningPoint(2, 1, "they close"), TurningPoint(4, 2, "the gun speaks")),
)


def looking_back(battle: Battle, watched: list[int] | None = None) -> Callable[[], AftermathScreen]:
    """Return a function that makes the review; entries that it is asked to show are added to
    `watched`.
    """
    seen = watched if watched is not None else []
    return lambda: AftermathScreen(battle, seen.append)


@pytest.fixture
def duel(tmp_path: Path) -> Battle:
    """Return a finished battle on the pond with six entries."""
    return Battle.open(save_battle(tmp_path, "Duel", turns=99), write=False)


@pytest.mark.parametrize("glyphs", ["ascii", "unicode"])
async def test_a_quick_start_is_looked_back_on_in_one_small_page(
    tmp_path: Path, glyphs: str
) -> None:
    """At 80 by 24 it shows who won and why, ten turns of points, four ships, luck, and the first
    moments.

    Right shows the dice for which there was no room.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    async with house(tmp_path, glyphs=glyphs, start=looking_back(battle)) as (app, pilot):
        seen = screen_of(app)
        assert "close combat" not in seen
        await pilot.press("right")
        assert "close combat" in screen_of(app)
    assert seen.isascii() == (glyphs == "ascii")
    assert seen.splitlines()[1] == " RED WINS"
    for words in ("Blue withdraws", "Strike points/ships", "Decisive moments"):
        assert words in seen
    bar = "4/1 ####" if glyphs == "ascii" else "4/1 ■■■■"
    assert any(line.startswith("   10") and bar in line for line in seen.splitlines())
    assert all(f" {key} " in seen for key in ("A1", "A2", "B1", "B2"))
    assert "all dice" in seen
    assert "59/124 59.6 -0.6" in seen
    battle.close()


async def test_the_story_is_told_and_its_turns_are_watched(tmp_path: Path) -> None:
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    watched: list[int] = []
    async with house(tmp_path, start=looking_back(battle, watched)) as (app, pilot):
        await pilot.press("s")
        assert isinstance(app.screen, StoryScreen)
        assert "RED WINS" in screen_of(app)
        assert "Turn 1." in screen_of(app)
        await pilot.press("enter", "end", "enter")
        assert "Turn 1." not in screen_of(app)
        assert "The day belonged" in screen_of(app)
        first, later = watched
        assert 0 < first < later <= battle.position
        await pilot.press("q")
        assert isinstance(app.screen, AftermathScreen)
    battle.close()


async def test_a_battle_without_a_story_says_so(tmp_path: Path, duel: Battle) -> None:
    async with house(tmp_path, start=looking_back(duel)) as (app, pilot):
        await pilot.press("s")
        assert "There is no story" in screen_of(app)
        await pilot.press("enter")
        assert isinstance(app.screen, StoryScreen)


async def test_a_moment_is_chosen_and_watched(
    tmp_path: Path, duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Down chooses the moment when the gun fires; the prompt names entry 4, and Enter shows it."""
    monkeypatch.setattr(PondReview, "aftermath", lambda *_: AFTER)
    watched: list[int] = []
    async with house(tmp_path, start=looking_back(duel, watched)) as (app, pilot):
        await pilot.press("down", "down")
        assert "> T2  the gun speaks" in screen_of(app)
        assert "Enter watches entry 4: the gun speaks" in screen_of(app)
        await pilot.press("enter")
    assert watched == [4]


async def test_what_does_not_fit_is_cut_where_it_matters_least(
    tmp_path: Path, duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of thirty turns the latest are shown, of twelve ships the first; PgDn shows the others."""
    monkeypatch.setattr(PondReview, "aftermath", lambda *_: AFTER)
    async with house(tmp_path, start=looking_back(duel)) as (app, pilot):
        seen = screen_of(app)
        assert "\n   29  2/2 ##" in seen
        assert "\n    1  " not in seen
        assert "of 12" in seen
        assert "A12" not in seen
        await pilot.press("pagedown", "pagedown", "pagedown")
        assert "A12 Punt" in screen_of(app)


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_a_fleet_battle_is_looked_back_on(tmp_path: Path, size: tuple[int, int]) -> None:
    """A fleet wins together; its points are one bar, and the page says which of its many ships are
    visible.

    The dice of both sides are complete.
    """
    battle = Battle.open(SAVES / "sample_fleet.battle", write=False)
    async with house(tmp_path, size=size, start=looking_back(battle)) as (app, pilot):
        seen = screen_of(app)
        outcome = battle.outcome()
        assert outcome
        assert seen.splitlines()[1] == f" {outcome.winners[0].upper()} WINS"
        assert outcome.reason in seen
        score = battle.game.review.aftermath(battle.at(0), battle.entries).scores[-2]
        assert f"{score.points}/{score.bears} ##" in seen
        dice = next(line for line in seen.splitlines() if " all dice " in line)
        assert len(re.findall(r"\d+/\d+ [\d.]+ [+-][\d.]+", dice)) == 2
        assert "of 26" in seen
        assert "H3 Barbuda" not in seen
        assert "Decisive moments, 1 to " in seen
        await pilot.press(*["pagedown"] * 6)
        assert "H3 Barbuda" in screen_of(app)
    battle.close()


async def test_long_names_give_way_to_figures(
    tmp_path: Path, duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Long names of sides and ships are cut at 80 columns; luck and fates of ships are complete."""
    sides = ("Brethren of Tortuga", "Curacao Convoy")
    after = Aftermath(
        sides=sides,
        scores=tuple(Score(1, side, 1, 6) for side in sides),
        counted=("shots", "hits", "d dealt", "f dealt", "d taken", "f taken"),
        ships=(ShipTally("A2", "Nuestra Senora de la Concepcion", sides[0], (0,) * 6, "captured"),),
        luck=tuple(Luck(side, ALL, 74, 31, 27.75) for side in sides),
    )
    monkeypatch.setattr(PondReview, "aftermath", lambda *_: after)
    async with house(tmp_path, start=looking_back(duel)) as (app, _):
        seen = screen_of(app)
    assert "turn  Brethren    Curacao" in seen
    assert "1/6 #....." in seen
    assert seen.count("31/74 27.8 +3.2") == 2
    assert "captured" in seen


async def test_a_game_that_counts_nothing_says_who_won(tmp_path: Path, duel: Battle) -> None:
    """The pond counts nothing: the page shows winner and reason, and no empty tables."""
    async with house(tmp_path, start=looking_back(duel)) as (app, pilot):
        seen = screen_of(app)
        assert "WINS" in seen or "A DRAW" in seen
        assert "has no other figures to show" in seen
        await pilot.press("enter", "down")
        assert isinstance(app.screen, AftermathScreen)


@pytest.mark.parametrize("sample", ["sample_boarding", "sample_ironclads", "sample_frigates"])
@pytest.mark.parametrize("page", ["", "s", "d"])
async def test_the_terms_of_a_page_are_those_of_the_battles_game(
    tmp_path: Path, sample: str, page: str
) -> None:
    """The same word may be a term of several games: `i` opens the list of this battle's game."""
    battle = Battle.open(SAVES / f"{sample}.battle", write=False)
    async with house(tmp_path, start=looking_back(battle)) as (app, pilot):
        await pilot.press(*page)
        await until(pilot, lambda: bool(page) != isinstance(app.screen, AftermathScreen), "page")
        await pilot.press("i")
        await until(pilot, lambda: isinstance(app.screen, ReferenceScreen), "the terms")
        assert isinstance(app.screen, ReferenceScreen)
        assert app.screen.game == battle.game.name
    battle.close()


@pytest.mark.parametrize(
    ("sample", "size", "more"),
    [
        ("sample_boarding", (80, 24), True),
        ("sample_boarding", (120, 60), False),
        ("sample_frigates", (80, 24), False),
    ],
)
async def test_the_key_of_the_dice_is_named_where_some_are_left_out(
    tmp_path: Path, sample: str, size: tuple[int, int], more: bool
) -> None:
    battle = Battle.open(SAVES / f"{sample}.battle", write=False)
    async with house(tmp_path, size=size, start=looking_back(battle)) as (app, _):
        assert ("Right dice" in screen_of(app)) is more
    battle.close()


async def test_the_replay_shows_the_moment_that_was_chosen(
    tmp_path: Path, duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """E in the replay opens the review; Enter on the second moment leads back to entry 4."""
    monkeypatch.setattr(PondReview, "aftermath", lambda *_: AFTER)
    async with house(tmp_path, start=lambda: ReplayScreen(duel)) as (app, pilot):
        await pilot.press("E", "down", "enter")
        screen = app.screen
        assert isinstance(screen, ReplayScreen)
        assert screen.reel.n == 4
        assert "entry 4 of 6" in screen_of(app)


async def test_the_end_of_a_battle_leads_there_and_on_to_the_replay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The panel names the key E; it opens the page, Enter opens a replay, and q leads back to the
    page.
    """
    monkeypatch.setattr(PondReview, "aftermath", lambda *_: AFTER)
    battle = Battle.open(save_battle(tmp_path, "Duel", turns=99))
    async with house(tmp_path, battle=battle, players={}, size=(100, 30)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        await until(pilot, lambda: screen.ready and screen.session.over, "the end")
        assert "E look back" in screen_of(app)
        await pilot.press("E", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert "entry 2 of 6" in screen_of(app)
        await pilot.press("q")
        assert isinstance(app.screen, AftermathScreen)


async def test_moments_are_gone_through_and_a_second_click_watches_one(
    tmp_path: Path, duel: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PondReview, "aftermath", lambda self, start, entries: AFTER)
    watched: list[int] = []
    async with house(tmp_path, start=looking_back(duel, watched)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, AftermathScreen)
        places = []
        for key in ("end", "up", "down", "home"):
            await pilot.press(key)
            places.append(screen.index)
        assert places == [1, 0, 1, 0]
        await pilot.press("pagedown", "right")
        ships, dice = screen.first_ship, screen.first_dice
        await pilot.press("pageup", "left")
        assert (screen.first_ship, screen.first_dice) == (0, 0)
        assert ships > 0 or dice > 0
        screen._clicked(1)
        assert (screen.index, watched) == (1, [])
        screen._clicked(1)
        assert watched == [4]


async def test_what_became_of_a_ship_is_whole_at_80_columns(tmp_path: Path) -> None:
    """The columns before it move closer together; a ship without a crew has a text there."""
    battle = Battle.open(SAVES / "sample_frigates.battle", write=False)
    async with house(tmp_path, start=looking_back(battle)) as (app, _):
        seen = screen_of(app)
    assert any(line.endswith(" captured") for line in map(str.rstrip, seen.splitlines()))
    assert "crew in prize" in seen
    assert "Points scored/at stake" in seen
    assert "Confederacy" not in seen
    battle = Battle.open(SAVES / "sample_ironclads.battle", write=False)
    async with house(tmp_path, start=looking_back(battle)) as (app, _):
        assert "turn  Union          Confederacy " in screen_of(app)


def test_points_are_shown_from_the_first_turn_on() -> None:
    """If not all turns fit, those that changed nothing are left out, but never the first."""
    lines = [f"{turn}  {min(turn // 5, 2)}/11" for turn in range(1, 16)]
    assert _fitting(lines, 15) == lines
    assert _fitting(lines, 4) == [lines[0], lines[4], lines[9], lines[14]]
    assert _fitting(lines, 6) == [lines[0], lines[4], lines[9], *lines[12:]]
    assert _fitting([], 3) == []
    assert _fitting(lines, 3) == [lines[0], lines[9], lines[14]]
    assert _fitting(lines, 1) == [lines[0]]
    assert _fitting(lines, 0) == []
    every = [f"{turn}  {turn}/20" for turn in range(1, 10)]
    assert _fitting(every, 4) == [every[0], *every[-3:]]


@pytest.mark.parametrize("name", ["oak_iron", "wooden_ships", "iron_oak"])
def test_every_purpose_of_dice_that_is_explained_has_its_term(name: str) -> None:
    """`i` explains what the table of dice counts: a term has exactly the name in the table."""
    game = system(name)
    names = {term.name for term in game.words.terms()}
    assert game.review.explained
    assert set(game.review.explained.values()) <= names


async def test_what_dice_were_rolled_for_is_explained_on_the_page(tmp_path: Path) -> None:
    battle = Battle.open(Path("saves/sample_broadsides.battle"), write=False)
    start = lambda: AftermathScreen(battle, lambda _: None)  # noqa: E731
    async with house(tmp_path, start=start, size=(140, 45)) as (app, pilot):
        assert "critical " in screen_of(app)
        await pilot.press("i")
        assert isinstance(app.screen, ReferenceScreen)
        assert "Critical damage" in screen_of(app)
