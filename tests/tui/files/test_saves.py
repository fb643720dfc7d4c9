from __future__ import annotations

from datetime import datetime
from itertools import islice
from pathlib import Path

from tui.files.saves import ROOT, new_path, new_paths, recovered_path, saves_folder

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
