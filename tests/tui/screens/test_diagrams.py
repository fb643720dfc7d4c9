"""Diagrams: what each game explains by a small chart, in the reference and from the odds of an
attack.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.game.panel import Heading
from engine.game.parts.words import Diagram
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tests.tui.battle.test_battle_screen import playing
from tests.tui.running import house, screen_of, until
from tui.chart.thumbnail import diagram
from tui.screens.reference import ReferenceScreen, diagram_id

FRAMES = Path(__file__).parents[1] / "frames"
SAVES = Path(__file__).resolve().parents[3] / "saves"
WANTED = {
    "oak_iron": {
        *("rake", "broadside_path", "points_of_sail", "winds_eye", "turning", "range_bands"),
    },
    "wooden_ships": {"rake", "fields_of_fire", "attitudes", "ranges"},
    "iron_oak": {"crossing_the_t", "bow_on", "current"},
}
EVERY = [(game, each) for game in WANTED for each in system(game).words.diagrams()]


@pytest.mark.parametrize("game", WANTED)
def test_every_system_has_its_diagrams(game: str) -> None:
    assert WANTED[game] <= {each.name for each in system(game).words.diagrams()}


@pytest.mark.parametrize(("game", "each"), EVERY, ids=[f"{g}-{each.name}" for g, each in EVERY])
def test_a_diagram_is_drawn_and_explains_terms_that_there_are(game: str, each: Diagram) -> None:
    """This is tested in both glyph sets; the overlays of the diagram are visible."""
    rules = system(game)
    ids = {term.id for term in rules.words.terms()}
    assert each.terms
    assert set(each.terms) <= ids
    bare = replace(each, overlays=(), answer="")
    for glyphs in ("ascii", "unicode"):
        grid = diagram(rules, each, 41, 16, glyphs)
        assert grid.columns <= 41
        assert grid.rows_count <= 16
        plain = diagram(rules, bare, 41, 16, glyphs)
        assert (grid.glyphs != plain.glyphs) == bool(each.overlays or each.answer)
        assert glyphs == "unicode" or all("".join(row).isascii() for row in grid.glyphs)


def test_what_a_diagram_shows_is_so_by_the_rules_of_its_game() -> None:
    def seen(game: str, name: str) -> dict[str, object]:
        rules = system(game)
        each = next(each for each in rules.words.diagrams() if each.name == name)
        state, _ = rules.positions.read(name, tomllib.loads(each.position))
        found: dict[str, object] = rules.positions.inspect(state, "A1")["A1"]["targets"]
        return found

    for name, end in (("rake", "bow"), ("stern_rake", "stern")):
        target = seen("oak_iron", name)["B1"]
        assert target["broadside"]["starboard"]["rake"] == end  # type: ignore[index]
    assert seen("wooden_ships", "rake")["B1"]["starboard"]["rake"] == "bow"  # type: ignore[index]
    bands = [each["band"] for each in seen("oak_iron", "range_bands").values()]  # type: ignore[index]
    assert bands == ["pistol", "musket", "cannon"]
    path = seen("oak_iron", "broadside_path")
    assert not path["B1"]["broadside"]["starboard"]["why_not"]  # type: ignore[index]
    assert "path" in path["B2"]["broadside"]["starboard"]["why_not"]  # type: ignore[index]


async def test_a_term_shows_its_diagram_and_leads_to_all_of_them(tmp_path: Path) -> None:
    start = lambda: ReferenceScreen("raking", "oak_iron")  # noqa: E731
    async with house(tmp_path, start=start) as (app, pilot):
        seen = screen_of(app)
        assert "[Bow rake]  Stern rake" in seen
        await pilot.press("right", "enter")
        assert "enters through B1's stern" in screen_of(app)
        assert "!!P" in screen_of(app)


async def test_one_key_leads_from_the_odds_to_the_diagram_that_explains_them(
    tmp_path: Path,
) -> None:
    """When an attack is highlighted, the line of keys names the key, and the key opens the right
    diagram.
    """
    battle = Battle.open(SAVES / "sample_boarding.battle", write=False)
    at = next(
        n
        for n in range(battle.position)
        if any(each.kind == "attack" for each in battle.game.pending(battle.at(n)))
    )
    fight = battle.fork(at)
    async with playing(fight, tmp_path, players={}, size=(140, 45)) as (screen, pilot):
        await until(pilot, lambda: screen.forecast.preview().diagram, "the odds")
        found = screen.forecast.preview()
        assert any(isinstance(row, Heading) for row in found.rows)
        assert "D diagram" in screen_of(pilot.app)  # type: ignore[arg-type]
        await pilot.press("D")
        page = pilot.app.screen
        assert isinstance(page, ReferenceScreen)
        assert page.diagram
        assert page.diagram.name == found.diagram


@pytest.mark.parametrize("game", WANTED)
@pytest.mark.parametrize(("size", "glyphs"), [((80, 24), "ascii"), ((140, 45), "unicode")])
async def test_the_first_diagram_looks_as_its_picture(
    tmp_path: Path, game: str, size: tuple[int, int], glyphs: str
) -> None:
    """UPDATE_FRAMES=1 draws the picture anew."""
    now = (diagram_id(system(game).words.diagrams()[0]),)
    start = lambda: ReferenceScreen(game=game, now=now)  # noqa: E731
    async with house(tmp_path, start=start, size=size, glyphs=glyphs) as (app, _):
        drawn = screen_of(app) + "\n"
    picture = FRAMES / f"diagram_{game}_{size[0]}x{size[1]}_{glyphs}.txt"
    if os.environ.get("UPDATE_FRAMES"):
        picture.write_text(drawn, encoding="utf-8")
    assert drawn == picture.read_text(encoding="utf-8")
