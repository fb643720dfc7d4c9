"""How long the samples take to be exported in each form, and how large pages become."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest

from engine.arena import crews, play_out
from engine.files.saves import samples
from engine.kernel.battle import Battle
from tests.bench.conftest import Figure
from tui.cli import main
from tui.replay.sharing import story
from tui.share.page import page

pytestmark = pytest.mark.bench
FILMED = 2_400


@pytest.mark.parametrize("ending", ["html", "svg", "gif", "md", "cast"])
def test_every_sample_is_exported_within_five_seconds(
    ending: str, tmp_path: Path, figure: Figure
) -> None:
    slowest = 0.0
    for name, path in samples().items():
        if path.suffix == ".battle":
            began = process_time()
            assert main(["export", str(path), "--to", str(tmp_path / f"{name}.{ending}")]) == 0
            slowest = max(slowest, process_time() - began)
    figure(f"export of a sample to .{ending}, the slowest", slowest, "s", 5)


def test_a_long_film_of_sixty_ships_is_exported(tmp_path: Path, figure: Figure) -> None:
    """Their orders fill the panel anew at each entry, and the log moves up."""
    whole, file = Battle.new("wooden_ships", "trafalgar", 7), tmp_path / "trafalgar.battle"
    play_out(whole, crews(whole.game, whole.state, 1, "ensign", "ensign"))
    with Battle.from_state(whole.game, whole.at(0), whole.seed, path=file) as battle:
        for record in whole.entries[:FILMED]:
            battle.submit(record.seat, record.command)
    began = process_time()
    assert main(["export", str(file), "--to", str(tmp_path / "trafalgar.cast")]) == 0
    figure(f"film of {FILMED} entries of Trafalgar", process_time() - began, "s", 12)

    to = tmp_path / "trafalgar.gif"
    began = process_time()
    assert main(["export", str(file), "--to", str(to), "--until", "500"]) == 0
    figure("a GIF of 500 entries of Trafalgar", process_time() - began, "s", 5)
    figure("a GIF of 500 entries of Trafalgar, size", to.stat().st_size / 1000, "kB", 5000)


def test_pages_are_small(figure: Figure) -> None:
    for game, scenario, limit in (
        ("oak_iron", "quickstart", 400),
        ("wooden_ships", "trafalgar", 2000),
    ):
        battle = Battle.new(game, scenario, 7)
        play_out(battle, crews(battle.game, battle.state, 1, "ensign", "ensign"))
        figure(f"page of {scenario}, {battle.position} entries", _kilobytes(battle), "kB", limit)


def test_a_battle_of_more_than_ten_thousand_entries_has_a_page(
    long_battle: Path, figure: Figure
) -> None:
    with Battle.open(long_battle, write=False) as battle:
        began = process_time()
        figure(f"page of {battle.position} entries", _kilobytes(battle), "kB", 2600)
        figure(f"page of {battle.position} entries, time", process_time() - began, "s", 40)


def _kilobytes(battle: Battle) -> float:
    return len(page(story(battle)).encode()) / 1000
