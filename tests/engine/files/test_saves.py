from __future__ import annotations

from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.files.saves import (
    ROOT,
    create_file,
    is_sample,
    new_path,
    new_paths,
    own_copy,
    recovered_path,
    saves_folder,
)

NOON = datetime(2026, 11, 20, 12, 0)


def test_a_checkout_keeps_its_battles_in_saves() -> None:
    assert saves_folder() == ROOT / "saves"


def test_a_chosen_folder_wins() -> None:
    assert saves_folder("/elsewhere") == Path("/elsewhere")


def test_a_new_battle_never_takes_a_name_that_is_taken(tmp_path: Path) -> None:
    first = new_path(tmp_path, "duel", NOON)
    assert first.name == "2026-11-20_duel_1.battle"
    first.write_text("")
    (tmp_path / "2026-11-20_duel_7.battle").write_text("")
    assert new_path(tmp_path, "duel", NOON).name == "2026-11-20_duel_8.battle"


def test_a_file_of_a_very_name_is_written_over_nothing(tmp_path: Path) -> None:
    path = create_file(tmp_path / "new" / "page.html", "one")
    with pytest.raises(FileFault, match="is there already"):
        create_file(path, "two")
    assert path.read_text() == "one"


def test_many_new_battles_have_names_of_their_own(tmp_path: Path) -> None:
    names = [path.name for path in islice(new_paths(tmp_path, "duel", NOON), 3)]
    assert names == [f"2026-11-20_duel_{number}.battle" for number in (1, 2, 3)]


def test_a_title_that_no_file_can_have_is_made_fit(tmp_path: Path) -> None:
    path = new_path(tmp_path, "../Stern rake?", NOON)
    assert path.parent == tmp_path
    assert path.name == "2026-11-20__Stern_rake__1.battle"


def test_what_is_recovered_stands_beside_the_damaged_file(tmp_path: Path) -> None:
    damaged = tmp_path / "x.battle"
    first = recovered_path(damaged)
    assert first == tmp_path / "x_recovered.battle"
    first.write_text("")
    assert recovered_path(damaged) == tmp_path / "x_recovered_2.battle"


def test_a_copy_of_a_sample_is_found_again_with_its_notes(tmp_path: Path) -> None:
    sample = ROOT / "saves" / "sample_frigates.battle"
    copy = own_copy(sample, tmp_path / "own")
    assert copy.read_bytes() == sample.read_bytes()
    with copy.open("ab") as file:
        file.write(b"a note")
    assert own_copy(sample, tmp_path / "own") == copy


def test_what_has_the_name_of_a_copy_and_is_none_is_left_alone(tmp_path: Path) -> None:
    """Such as a battle of the player's own, half a copy, a folder or a device: the copy gets
    another name.
    """
    sample = ROOT / "saves" / "sample_frigates.battle"
    (tmp_path / "frigates.battle").write_bytes(sample.read_bytes()[:1000])
    (tmp_path / "frigates_2.battle").mkdir()
    (tmp_path / "frigates_3.battle").symlink_to("/dev/zero")
    copy = own_copy(sample, tmp_path)
    assert copy == tmp_path / "frigates_4.battle"
    assert copy.read_bytes() == sample.read_bytes()
    assert (tmp_path / "frigates.battle").stat().st_size == 1000


def test_a_sample_is_known_by_a_path_from_any_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """The path may be relative, as it is typed in a shell: `saves/sample_boarding.battle`."""
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    assert is_sample(Path("saves/sample_boarding.battle"))
    assert not is_sample(Path("tests/battles/sample_boarding.battle"))
