"""A captain's log: the ships, prizes, losses and the longest shot of a person's battles, stored
file by file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.arena import crews, play_out
from engine.files import career as careers
from engine.files.career import (
    Career,
    Cruise,
    Entry,
    LongShot,
    count_all,
    cruise_of,
    prose,
    summary,
)
from engine.files.facts import Facts
from engine.files.index import Index
from engine.files.library import Library, LibraryRow, read_all
from engine.files.saves import samples
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.kernel.registry import system


def fought(path: Path, sample: str, **players: str) -> Path:
    """Save a sample battle as if these players had played it."""
    with (
        Battle.open(samples()[sample], write=False) as told,
        Battle.from_state(
            told.game,
            told.at(0),
            told.seed,
            {"players": players},
            path=path,
            created="2026-11-28T14:05:00",
            scenario=told.header.scenario,
        ) as battle,
    ):
        for record in told.entries:
            battle.submit(record.seat, record.command)
    return path


def log(folder: Path, cache: Path) -> Career:
    with Index(folder.parent / "index" / "i") as index:
        library = Library(folder, index, folder.parent / "no samples")
        read_all(library, lambda: None)
        career = Career(library, cache)
        count_all(career, lambda: None)
    return career


def test_a_battle_is_told_from_the_side_of_the_person(tmp_path: Path) -> None:
    """The log of each side of one battle: one side's prize is the other side's loss, and each has
    its own ships.
    """
    mine = cruise_of(fought(tmp_path / "a.battle", "boarding", A="human", B="captain"))
    theirs = cruise_of(fought(tmp_path / "b.battle", "boarding", A="captain", B="human"))
    assert mine is not None
    assert theirs is not None
    assert (mine.ships, mine.prizes, mine.lost) == (
        ("Swallow", "Prosperous"), ("Sainte Anne",), ())  # fmt: skip
    assert (theirs.ships, theirs.prizes, theirs.lost) == (
        ("Hirondelle", "Sainte Anne"), (), ("Sainte Anne",))  # fmt: skip
    for cruise in (mine, theirs):
        assert cruise.shot is not None
        assert cruise.shot.words.startswith(tuple(cruise.ships))
    duel = cruise_of(fought(tmp_path / "c.battle", "frigates", A="human", B="captain"))
    assert duel is not None
    assert duel.lost == ("Chesapeake",)
    assert duel.shot is not None
    assert duel.shot.words == f"Chesapeake hit Shannon at {duel.shot.reach} hexes"
    fort = cruise_of(fought(tmp_path / "d.battle", "ironclads", A="captain", B="human"))
    assert fort is not None
    assert fort.ships == ("Patrick Henry", "Virginia")
    assert fort.lost == fort.prizes == (), "a ship that is sunk is no prize"


def test_a_seat_of_a_fleet_has_its_own_ships_and_a_battle_of_computers_is_nobodys(
    tmp_path: Path,
) -> None:
    seats = dict.fromkeys("ABCDEFGH", "ensign")
    cruise = cruise_of(fought(tmp_path / "a.battle", "fleet", **seats | {"C": "human"}))
    assert cruise is not None
    assert cruise.ships == ("La Trompeuse", "Subtil", "Four Winds", "Bon Hasard")
    assert cruise.lost == ("La Trompeuse", "Subtil", "Bon Hasard")
    assert cruise.prizes == ("Barbuda",)
    assert cruise_of(fought(tmp_path / "b.battle", "broadsides", A="ensign", B="ensign")) is None
    assert cruise_of(fought(tmp_path / "c.battle", "broadsides", A="human", B="human")) is None
    assert cruise_of(tmp_path / "none.battle") is None


def test_a_captain_has_the_ships_that_he_chose(tmp_path: Path) -> None:
    """The chosen ships' keys begin with the letter of their side's first seat, not of the captain's
    seat.
    """
    game, path = system("wooden_ships"), tmp_path / "chosen.battle"
    seats = {"A": "ensign", "B": "human", "C": "ensign", "D": "ensign"}
    options = {"captains": 2, "deal": "choice", "turn_limit": 1}
    start, noted = game.set_up("algeciras", options), {**options, "players": seats}
    with Battle.from_state(
        game, start, 1, noted, path=path, created="2026-11-28T14:05:00", scenario="algeciras"
    ) as battle:
        for seat, ship in (("A", "A2"), ("B", "A3"), ("B", "A1"), ("C", "rest"), ("D", "rest")):
            battle.answer(seat, {"ship": Answer(ship)})
        play_out(battle, crews(game, battle.state, 1, "ensign", "ensign"))
    cruise = cruise_of(path)
    assert cruise is not None
    assert cruise.ships == ("Caesar", "Spencer")


def test_a_career_is_kept_until_a_file_changes_and_a_copy_counts_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, cache = tmp_path / "saves", tmp_path / "cache" / "career.json"
    folder.mkdir()
    first = fought(folder / "first.battle", "boarding", A="human", B="captain")
    fought(folder / "second.battle", "frigates", A="human", B="lieutenant")
    (folder / "copy.battle").write_bytes(first.read_bytes())
    (folder / "torn.battle").write_bytes(b"junk")
    career = log(folder, cache)
    assert len(career.entries) == 2
    told = {each.row.facts.scenario: each.summary for each in career.entries if each.row.facts}
    assert told["quickstart"] == "won against captain: prize Sainte Anne"
    assert told["chesapeake_shannon"] == "lost against lieutenant: lost Chesapeake"
    lines = dict(summary(career.entries))
    assert lines["Battles"] == "2: won 1, lost 1"
    assert lines["Prizes"] == "1: Sainte Anne"
    assert lines["Ships lost"] == "1: Chesapeake"
    assert set(lines["Ships sailed"].split(", ")) == {"Swallow", "Prosperous", "Chesapeake"}
    assert "Longest shot, Oak & Iron" in lines
    assert "Longest shot, Wooden Ships & Iron Men" in lines
    counted: list[Path] = []
    monkeypatch.setattr(careers, "cruise_of", counted.append)
    assert len(log(folder, cache).entries) == 2
    assert counted == [], "they are kept"
    first.write_bytes(first.read_bytes() + b" ")
    cache.write_text("{")
    log(folder, cache)
    assert counted, "a damaged cache is no career"


def test_a_story_is_told_of_each_and_a_file_that_has_gone_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "saves"
    folder.mkdir()
    fought(folder / "first.battle", "boarding", A="human", B="captain")
    (entry,) = log(folder, tmp_path / "c").entries
    told = prose(entry)
    assert told[0].heading == "Turn 1"
    assert "Sainte Anne" in " ".join(each.text for each in told)


def test_the_summary_counts_names_and_takes_the_longest_shot_of_each_game() -> None:
    row = LibraryRow(Path("x"), "x", 0, 0, "", "own", Facts(system="S", standing="won"))
    entries = [
        Entry(row, Cruise(("Fame",), ("Prize",) * 2, (), LongShot(reach, f"at {reach}")))
        for reach in (2, 7, 5)
    ]
    lines = dict(summary(entries))
    assert lines["Ships sailed"] == "Fame (3)"
    assert lines["Prizes"] == "6: Prize (6)"
    assert lines["Ships lost"] == "none"
    assert lines["Longest shot, S"] == "at 7"
    assert entries[0].summary == "won: 2 prizes: Prize and Prize"
    assert summary([]) == []
    many = Entry(row, Cruise(tuple(f"ship {n}" for n in range(20))))
    assert dict(summary([many]))["Ships sailed"].endswith("ship 11 and 8 more")
