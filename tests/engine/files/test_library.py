"""The library, a list of battle files: the facts about each file, its search, and what must not
break either of them.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from shutil import copyfile
from types import SimpleNamespace

import msgspec
import pytest

from engine.arena import crews, play_out
from engine.base.errors import FileFault, Refused
from engine.files import desks, library
from engine.files import index as indexes
from engine.files.facts import Facts, TagFile, facts_of, parse_tags
from engine.files.index import Index, IndexRow, normalize_words
from engine.files.library import Library, LibraryRow, battle_files, read_all, sort_by_tree
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from tui.cli import main

BOARDING = Path(__file__).resolve().parents[3] / "saves" / "sample_boarding.battle"


def begun(path: Path, game: str, scenario: str, day: str, **players: str) -> Battle:
    """Begin a battle that is dated to a given day."""
    state = system(game).set_up(scenario)
    return Battle.from_state(
        system(game),
        state,
        1,
        {"players": players},
        path=path / f"{day}_{scenario}_1.battle",
        created=f"{day}T12:00:00",
        scenario=scenario,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with three battles: a finished one, a fork of it, and one that is not
    over.
    """
    saves = tmp_path / "saves"
    saves.mkdir()
    fought = begun(saves, "oak_iron", "quickstart", "2026-11-21", A="human", B="captain")
    play_out(fought, crews(fought.game, fought.state, 1, "ensign", "ensign"))
    fought.note("well sailed, the Ghost")
    fought.fork(5, saves / "2026-11-22_quickstart_1.battle", "2026-11-22T12:00:00").close()
    fought.close()
    begun(saves, "wooden_ships", "mars_hercule", "2026-10-01", A="lieutenant", B="human").close()
    return saves


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    with Index(tmp_path / "cache" / "library.sqlite") as made:
        yield made


def listed(folder: Path, index: Index) -> Library:
    library = Library(folder, index)
    read_all(library, lambda: None)
    library.rows = [row for row in library.rows if row.place != "sample"]
    return library


def names(library: Library, words: str = "") -> list[str]:
    return [library.rows[number].path.name for number in library.search(words)]


def test_each_battle_is_told_and_found_by_words_and_forks_stand_below(
    folder: Path, index: Index
) -> None:
    library = listed(folder, index)
    rows = {row.path.name: row for row in library.rows}
    first = rows["2026-11-21_quickstart_1.battle"].facts
    fork = rows["2026-11-22_quickstart_1.battle"].facts
    assert first is not None
    assert fork is not None
    assert first.system == "Oak & Iron"
    assert (first.players, first.notes, fork.length) == ("you Red v captain", 1, 5)
    assert first.standing in ("won", "lost", "drawn")
    assert fork.parent == first.id
    at = [row.path.name for row in library.rows]
    parent, below = (at.index(f"2026-11-2{day}_quickstart_1.battle") for day in (1, 2))
    assert below == parent + 1
    assert [library.rows[each].level for each in (parent, below)] == [0, 1]
    assert names(library, f"captain {first.standing} quick") == [at[parent]]
    assert names(library, "hercule 2026-10 open") == ["2026-10-01_mars_hercule_1.battle"]
    assert names(library, "ghost sailed") == [at[parent]]
    assert names(library, "ercule") == []
    for row in library.rows:  # whatever a list prints of a battle finds it
        day = row.saved.date if not row.facts or not row.facts.began else ""
        counted = f"{row.facts.length} entr" if row.facts else ""
        for printed in (row.path.name, row.day, day, row.name, row.hour, counted):
            assert row.path.name in names(library, printed), printed
    assert names(library, "1 Oct 2026") == ["2026-10-01_mars_hercule_1.battle"]
    for by in ("title", "system", "players", "length", "result"):
        library.sort(by)
        assert sorted(row.path.name for row in library.rows) == sorted(at)
    library.sort("length")
    assert library.rows[0].path.name == at[parent]
    library.sort("length", backwards=True)
    assert library.rows[0].path.name == "2026-10-01_mars_hercule_1.battle"


def test_the_command_prints_lines_and_json_without_a_seed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["--saves", str(folder)]
    assert main(["library", "captain", *words]) == 0
    assert "you Red v captain" in capsys.readouterr().out
    assert main(["library", "mars", "--json", *words]) == 0
    (row,) = json.loads(capsys.readouterr().out)
    assert (row["scenario"], row["standing"], row["place"]) == ("mars_hercule", "open", "own")
    assert "seed" not in row
    assert main(["library", "no-such-battle", *words]) == 1
    (folder / "torn.battle").write_bytes(b"junk")
    (folder.parent / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder.parent / "file"))
    capsys.readouterr()
    assert main(["library", "is:damaged", *words]) == 0
    told = capsys.readouterr()
    assert "cannot be read: torn.battle is not a battle file" in told.out
    assert told.err.startswith("weathergage: "), "where the index cannot be kept"


@pytest.mark.parametrize("full_text", [True, False])
def test_without_full_text_search_the_same_is_found(
    tmp_path: Path, full_text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not full_text:  # as in a SQLite that was built without it
        searched = indexes._SEARCHED.replace("fts5", "nothing")
        monkeypatch.setattr(indexes, "_SEARCHED", searched)
    with Index(tmp_path / "i") as index:
        facts = (Facts(title='Nîle "quoted"', began="2026-11-20"), Facts(title="100% _x", turn="9"))
        index.keep({f"/a/{n}": IndexRow("", each) for n, each in enumerate(facts)})
        asked = ("nile", "2026-11", 'quoted"', "ile", "%", "_", "100%", "x 9", "won OR 1", "NEAR(")
        found = [sorted(index.find(words)) for words in asked]
        assert index._full_text is full_text
    zero, one, both = ["/a/0"], ["/a/1"], ["/a/0", "/a/1"]
    assert found == [zero, zero, zero, [], both, both, one, one, [], []]


def test_an_index_that_is_deleted_damaged_or_of_another_program_is_made_again(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "cache" / "library.sqlite"

    def known() -> tuple[int, str]:
        with Index(path) as index:
            before = len(index.known)
            read_all(Library(folder, index), lambda: None)
            return before, index.notice

    assert known() == (0, "")
    every = known()[0]
    assert every > 3
    assert path.stat().st_mode & 0o077 == 0
    path.unlink()
    assert known() == (0, "")
    data = path.read_bytes()
    for harm in (b"no database", data[:5000], data[:100] + b"\xff" * 9000, b""):
        path.write_bytes(harm)
        assert known()[1] == ""
        assert known()[0] == every
    for table in ("made", "files"):
        with sqlite3.connect(path) as harmed:
            harmed.execute(f"DROP TABLE {table}")
        harmed.close()
        assert known() == (0, "")
    with sqlite3.connect(path) as harmed:
        harmed.execute("DELETE FROM searched_data")
    harmed.close()
    with Index(path) as index:
        assert names(Library(folder, index), "captain quick")  # what was searched in is made anew
    assert known() == (0, "")
    monkeypatch.setattr(indexes, "__version__", "0.0.0")
    assert known() == (0, "")


def test_an_index_of_a_newer_program_or_held_by_another_is_left_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexes, "PATIENCE", 0.0)
    path = tmp_path / "library.sqlite"
    with sqlite3.connect(path) as newer:
        newer.execute(f"PRAGMA user_version = {indexes.SCHEMA + 1}")
    newer.close()
    before = path.read_bytes()
    with Index(path) as index:
        assert names(listed(folder, index), "captain quick")
        assert "newer" in index.notice
    assert path.read_bytes() == before
    path.unlink()
    with Index(path) as index:
        listed(folder, index)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with Index(path) as index:
        assert "not used" in index.notice
        assert names(listed(folder, index), "captain quick")
    other.execute("ROLLBACK")
    with Index(path) as index:
        library = Library(folder, index)
        other.execute("BEGIN IMMEDIATE")
        os.utime(library.rows[0].path)  # what it writes is held; what it has found is not lost
        library.rescan()
        read_all(library, lambda: None)
        index.forget(["/nowhere"])
        assert not library.unread
        assert names(library, "captain quick")
    other.execute("ROLLBACK")
    other.close()
    folder_in_its_place = tmp_path / "folder.sqlite"
    folder_in_its_place.mkdir()
    with Index(folder_in_its_place) as index:
        assert "cannot be opened" in index.notice
        assert names(listed(folder, index), "captain quick")


def test_whatever_lies_there_is_named_and_never_fatal(folder: Path, index: Index) -> None:
    good = BOARDING.read_bytes()
    harmed = good.replace(b'"at":7', b'"at":8', 1)
    for name, data in {
        "empty": b"",
        "foreign": b"MZ" * 99,
        "cut": good[:900],
        "bent": harmed,
    }.items():
        (folder / f"{name}.battle").write_bytes(data)
    (folder / "torn.battle").write_bytes(good[:-30])  # a last line that is not whole is no damage
    with (folder / "huge.battle").open("wb") as huge:
        huge.write(b'{"format":3,')
        huge.truncate(2**40)
    os.mkfifo(folder / "pipe.battle")
    (folder / "circle.battle").symlink_to(folder / "circle.battle")
    (folder / "nowhere.battle").symlink_to(folder / "none")
    (folder / "up").symlink_to(folder.parent, target_is_directory=True)
    (folder / "folder.battle").mkdir()
    hostile = folder / "a\x1b[2J\n\u202e.battle"
    hostile.write_bytes(b"x")
    (folder / os.fsdecode(b"\xff\xfe.battle")).write_bytes(good)
    library = listed(folder, index)
    faults = {
        row.path.stem: row.facts.fault for row in library.rows if row.facts and row.facts.fault
    }
    assert set(faults) == {"empty", "foreign", "cut", "bent", "huge", hostile.stem}
    assert "line" in faults["bent"]
    assert all(fault.isprintable() for fault in faults.values())
    assert all(row.name.isprintable() for row in library.rows)
    assert {"torn", os.fsdecode(b"\xff\xfe")} <= {row.path.stem for row in library.rows}
    assert len(names(library, "damaged")) == len(faults)
    again = Library(folder, index)
    assert {each.path.stem for each in again.unread} <= set(faults)


def test_forks_in_a_circle_and_by_the_thousand_are_all_listed() -> None:
    def row(n: int, of: int) -> LibraryRow:
        facts = Facts(id=str(n), parent=str(of), parent_file=f"{of}.battle")
        return LibraryRow(Path(f"/{n}.battle"), f"/{n}.battle", 0, 0, "", "own", facts)

    circle = [row(1, 2), row(2, 3), row(3, 1), row(4, 4)]
    assert [each.path.stem for each in sort_by_tree(circle)] == ["4", "1", "3", "2"]
    chain = sort_by_tree([row(n, n - 1) for n in range(5000)])
    assert [each.path.stem for each in chain] == [str(n) for n in range(5000)]
    assert max(each.level for each in chain) == 4


def test_tags_are_kept_beside_the_battles_and_found_by_a_number_sign(
    folder: Path, index: Index
) -> None:
    library = listed(folder, index)
    row = library.rows[library.search("hercule")[0]]
    assert row.facts
    library.labels.put(row.facts.id, parse_tags("Fleet, #to-study fleet"))
    row.path.rename(folder / "renamed.battle")
    library = listed(folder, index)
    assert names(library, "#flee mars") == ["renamed.battle"]
    assert names(library, "#none") == []
    assert library.rows[library.search("#fleet")[0]].tags == ("fleet", "to-study")
    library.labels.path.write_text('{"a": 7}')
    library.labels.read()
    assert library.labels.of(row.facts.id) == ()
    with pytest.raises(Exception, match="damaged"):
        library.labels.put("b", ("c",))
    assert library.labels.path.read_text() == '{"a": 7}'


def test_of_a_hosts_battle_nothing_is_told_that_watchers_may_not_see(
    folder: Path, index: Index
) -> None:
    """If everybody may watch the battle, its public view is listed; else only game and players,
    until it is over.
    """
    hosted = folder / "hosted"
    hosted.mkdir()
    for name in ("live", "closed", "unknown", "delayed"):
        battle = Battle.new("oak_iron", "quickstart", 1, path=hosted / f"{name}.battle")
        battle.note("for one side", "A")
        battle.close()
    for name, watching in (("live", "live"), ("closed", "nobody"), ("delayed", "delayed")):
        papers = {"id": name, "terms": {"watching": watching}, "secret": "s3cret"}
        (hosted / f"{name}.papers").write_bytes(msgspec.json.encode(papers))
    (hosted / "bent.papers").write_text("{")
    rows = {row.path.stem: row.facts for row in listed(folder, index).rows if row.place == "host"}
    told = {name: bool(facts and facts.turn) for name, facts in rows.items()}
    assert told == {"live": True, "closed": False, "unknown": False, "delayed": False}
    assert not any(b"s3cret" in bytes(msgspec.json.encode(facts)) for facts in rows.values())


def test_a_folder_may_be_named_from_where_one_is(
    folder: Path, index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By a relative or an absolute path: the folder's samples are listed once, and its cached facts
    are found.
    """
    copyfile(BOARDING, folder / BOARDING.name)
    monkeypatch.chdir(folder.parent)
    library = Library("saves", index, Path("saves"))
    read_all(library, lambda: None)
    assert [row.place for row in library.rows].count("sample") == 1
    assert len(library.rows) == 4
    assert not Library(folder, index, folder).unread


def test_folders_of_other_things_are_passed_over(tmp_path: Path) -> None:
    for name in ("bin", "squadrons", "exports", ".hidden", "series", "a/b/c/d/e/f"):
        (tmp_path / name).mkdir(parents=True)
        copyfile(BOARDING, tmp_path / name / "x.battle")
    found = [path.relative_to(tmp_path).parts[0] for path in battle_files(tmp_path)]
    assert found == ["series"]
    assert list(battle_files(tmp_path / "none")) == []


def test_words_are_compared_without_case_accents_and_signs() -> None:
    assert normalize_words("Nîle_quick-start, 2026-11") == " nile quick start 2026 11"
    assert TagFile(Path("none")).of("x") == ()
    assert facts_of(Path("none.battle")).fault


def test_words_of_states_find_nothing_else(folder: Path, index: Index) -> None:
    """A battle with the word `damaged` in its name is found by that word, but not by the state
    `is:damaged`.
    """
    (folder / "torn.battle").write_bytes(b"junk")
    path = folder / "damaged is won.battle"
    Battle.new("oak_iron", "quickstart", 5, path=path, created="2026-11-28").close()
    library = listed(folder, index)
    assert names(library, "is:damaged") == ["torn.battle"]
    assert set(names(library, "damaged")) == {"torn.battle", "damaged is won.battle"}
    assert names(library, "cannot be read") == ["torn.battle"]
    for state in ("open", "won", "lost", "drawn"):
        states = {
            row.path.name for row in library.rows if row.facts and row.facts.standing == state
        }
        assert set(names(library, f"IS:{state}")) == states
    over = set(names(library, "is:over"))
    assert over == {
        row.path.name
        for row in library.rows
        if row.facts and row.facts.standing not in ("open", "damaged")
    }
    assert names(library, "is:damaged torn") == ["torn.battle"]
    assert names(library, "is:sunk") == []


@pytest.mark.parametrize("full_text", [True, False])
def test_chinese_and_japanese_words_are_found_anywhere(
    tmp_path: Path, full_text: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also words of one or two characters, and kana with their marks. Other words are found only
    from their beginning.
    """
    if not full_text:
        monkeypatch.setattr(indexes, "_SEARCHED", indexes._SEARCHED.replace("fts5", "nothing"))
    with Index(tmp_path / "i") as index:
        titles = ("特拉法加海戰 1805", "トラファルガーの海戦", "ナイル河口海戦 II", "Trafalgar")
        found = {f"/a/{n}": IndexRow("", Facts(title=title)) for n, title in enumerate(titles)}
        index.keep(found)
        asked = ("法加", "海", "海戦", "ファル", "の海戦", "1805", "河口 II", "加法", "falgar")
        numbers = [sorted(int(path[-1]) for path in index.find(words)) for words in asked]
    assert numbers == [[0], [0, 1, 2], [1, 2], [1], [1], [0], [2], [], []]


def test_a_battle_has_so_many_tags_and_no_more() -> None:
    assert parse_tags("#Fleet, fleet to-study") == ("fleet", "to-study")
    with pytest.raises(Refused, match="at most 12 tags"):
        parse_tags(" ".join(f"tag{n}" for n in range(13)))


def test_of_very_many_files_the_first_are_listed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(battle_files(folder))
    monkeypatch.setattr(library, "MOST", 2)
    assert list(battle_files(folder)) == whole[:2]


@pytest.mark.parametrize(("me", "standing"), [("anna", "won"), ("ben", "lost"), ("", "over")])
def test_a_battle_by_mail_was_won_or_lost_by_whose_desk_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, me: str, standing: str
) -> None:
    """If the desk cannot be read, the result is told without saying whose it is; the battle is
    listed all the same.
    """

    def desk(folder: Path, name: str) -> SimpleNamespace:
        if not me:
            raise FileFault(f"{name} is damaged")
        return SimpleNamespace(me=me)

    monkeypatch.setattr(desks, "load", desk)
    monkeypatch.setattr(desks, "is_by_mail", lambda path: True)
    game = system("oak_iron")
    persons = {"persons": {"A": "anna", "B": "ben"}}
    path = tmp_path / "mail.battle"
    with Battle.from_state(game, game.set_up("quickstart"), 1, persons, path=path) as battle:
        play_out(battle, crews(game, battle.state, 1, "lieutenant", "ensign"))
        assert battle.outcome().winners == ("A",)
    assert facts_of(path).standing == standing


WON = {"boarding": "Red won", "frigates": "British won", "campaign": "Union won"}


@pytest.mark.parametrize("name", [*WON, "sinking"])
def test_a_battle_of_others_says_who_won(name: str) -> None:
    """A battle between lieutenants is neither won nor lost by a person here, so the list names its
    winner.
    """
    facts = facts_of(BOARDING.with_name(f"sample_{name}.battle"))
    assert facts.ended == WON.get(name, "drawn")
