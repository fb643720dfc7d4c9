"""The library of saved battles with a thousand and with ten thousand: read, opened again,
searched.
"""

from __future__ import annotations

from pathlib import Path
from shutil import copyfile
from statistics import median
from time import perf_counter

import pytest

from engine.files.facts import facts_of
from engine.files.index import Index
from engine.files.library import Library, read_all
from tests.bench.conftest import Figure

pytestmark = pytest.mark.bench

ROOT = Path(__file__).resolve().parents[2]
BATTLES = sorted((ROOT / "tests" / "battles").glob("*_*.battle"))
"""The files of whole battles of every game, 55 to 207 kB each."""
ROUNDS = 5


def filled(folder: Path, count: int) -> Path:
    """Fill a folder with `count` battle files."""
    folder.mkdir()
    for number in range(count):
        copyfile(BATTLES[number % len(BATTLES)], folder / f"{number:05}.battle")
    return folder


def test_a_thousand_battles_are_read_and_opened_again_at_once(
    tmp_path: Path, figure: Figure
) -> None:
    saves, index = filled(tmp_path / "saves", 1000), tmp_path / "library.sqlite"
    with Index(index) as kept:
        for battle in BATTLES:  # the games are imported
            facts_of(battle)
        began = perf_counter()
        read_all(Library(saves, kept), lambda: None)
        figure("a battle is read into the library", perf_counter() - began, "ms", 5.0)
    _opened(saves, index, "1,000", 300, figure)


def test_ten_thousand_files_open_as_soon(tmp_path: Path, figure: Figure) -> None:
    saves, index = tmp_path / "saves", tmp_path / "library.sqlite"
    saves.mkdir()
    first = saves / "first.battle"
    copyfile(BATTLES[0], first)
    for number in range(9_999):
        (saves / f"{number:05}.battle").hardlink_to(first)
    with Index(index) as kept:
        library, told = Library(saves, kept), facts_of(first)
        library.keep([(row, told) for row in library.unread])
    _opened(saves, index, "10,000", 500, figure)


def _opened(saves: Path, index: Path, count: str, most: float, figure: Figure) -> None:
    taken, found = [], []
    for _ in range(ROUNDS):
        began = perf_counter()
        with Index(index) as kept:
            library = Library(saves, kept)
            taken.append(perf_counter() - began)
            assert not library.unread
            began = perf_counter()
            assert library.search("quickstart ensign over") or library.search("2026-11")
            found.append(perf_counter() - began)
    figure(f"a library of {count} battles is opened", median(taken) * 1000, "ms", most)
    figure(f"{count} battles are searched", median(found) * 1000, "ms", 100)
