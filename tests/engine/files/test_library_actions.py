"""Actions on battle files in the library, and undoing them; a file from elsewhere is proved
first.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from shutil import copyfile

import msgspec
import pytest

from engine.base.errors import FileFault, Refused
from engine.base.hashes import seal, stated_checksum
from engine.files import saves
from engine.files.facts import facts_of
from engine.files.index import Index
from engine.files.library import Library
from engine.files.library_actions import (
    FileChange,
    archive_battle,
    bin_battle,
    copy_battle,
    import_battle,
    rename_battle,
)
from engine.files.saves import samples_folder
from engine.kernel.battle import Battle
from engine.kernel.drafts import drafts_path
from engine.post import slips
from engine.post.letters import Slip
from engine.review.curve import curve_path
from engine.review.notes import notes_path
from tests.tui.letters import introduced
from tests.tui.running import save_battle
from tui.cli import main

SAMPLE = samples_folder() / "sample_broadsides.battle"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a battle file with some entries."""
    there = tmp_path / "duel.battle"
    copyfile(SAMPLE, there)
    drafts_path(there).write_text("{}")
    curve_path(there).write_text("{}")
    return there


def everything(folder: Path) -> dict[str, bytes]:
    return {
        str(each.relative_to(folder)): each.read_bytes()
        for each in folder.rglob("*")
        if each.is_file()
    }


@pytest.mark.parametrize(
    ("act", "there"),
    [
        (lambda path: rename_battle(path, "Nîle 2 (won)"), "Nîle 2 (won).battle"),
        (lambda path: archive_battle(path, path.parent), "archive/duel.battle"),
        (bin_battle, "bin/duel.battle"),
    ],
)
def test_what_is_done_with_a_file_takes_its_drafts_and_curve_along_and_is_undone(
    path: Path, act: Callable[[Path], FileChange], there: str
) -> None:
    before = everything(path.parent)
    done = act(path)
    assert set(everything(path.parent)) == {there, f"{there}.drafts", f"{there}.curve"}
    done.undo()
    assert everything(path.parent) == before
    again = act(path)
    path.write_bytes(b"another")  # undoing writes over nothing that came meanwhile
    with pytest.raises(FileFault, match="exists already"):
        again.undo()
    assert path.read_bytes() == b"another"


def test_a_name_may_change_in_its_capitals_alone_where_disks_ignore_them(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a disk that ignores capitals, the new name seems to exist already, but is the same
    file.
    """
    really, exists = os.lstat, os.path.lexists

    def there(name: str | os.PathLike[str]) -> Path:
        asked = Path(name)
        same = (each for each in asked.parent.iterdir() if each.name.lower() == asked.name.lower())
        return next(same, asked)

    monkeypatch.setattr("os.path.lexists", lambda name: exists(there(name)))
    monkeypatch.setattr("os.lstat", lambda name, **more: really(there(name), **more))
    done = rename_battle(path, "Duel")
    assert set(everything(path.parent)) == {
        "Duel.battle",
        "Duel.battle.drafts",
        "Duel.battle.curve",
    }
    done.undo()
    assert "duel.battle" in everything(path.parent)
    (path.parent / "other.battle").write_bytes(b"x")
    with pytest.raises(FileFault, match="exists already"):
        rename_battle(path, "Other")


def test_capitals_tell_files_apart_where_disks_do(path: Path) -> None:
    os.link(path, path.with_name("Duel.battle"))
    with pytest.raises(FileFault, match="exists already"):
        rename_battle(path, "Duel")


def test_a_copy_has_a_name_of_its_own_and_comes_back_from_the_archive(path: Path) -> None:
    folder = path.parent
    names = [copy_battle(each, folder).path.name for each in (path, path, SAMPLE)]
    assert names == ["duel copy.battle", "duel copy-2.battle", "broadsides copy.battle"]
    away = archive_battle(path, folder).path
    assert archive_battle(away, folder).path == path
    copy_battle(path, folder).undo()
    assert (folder / "bin" / "duel copy-3.battle").exists()


def test_notes_that_a_battle_left_behind_are_not_written_over(path: Path) -> None:
    folder, left = path.parent, {}
    for name in ("lost", "duel copy", "bin/duel"):
        left[name] = notes_path(folder / f"{name}.battle")
        left[name].parent.mkdir(exist_ok=True)
        left[name].write_text(name)
    notes_path(path).write_text("own")
    with pytest.raises(FileFault, match=r"lost\.battle\.notes exists already"):
        rename_battle(path, "lost")
    assert copy_battle(path, folder).path.stem == "duel copy-2"
    assert bin_battle(path).path.stem == "duel-2"
    assert {name: each.read_text() for name, each in left.items()} == {name: name for name in left}
    assert notes_path(folder / "bin" / "duel-2.battle").read_text() == "own"


def test_a_link_to_itself_that_has_come_in_the_place_of_a_battle_is_told(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)
    for act in (
        lambda each: rename_battle(each, "x"),
        lambda each: archive_battle(each, each.parent),
    ):
        with pytest.raises(FileFault, match="too many levels"):
            act(path)


@pytest.mark.parametrize(
    ("act", "folder"),
    [(lambda path: archive_battle(path, path.parent), "archive"), (bin_battle, "bin")],
)
def test_where_no_folder_can_be_made_the_file_stays(
    path: Path, act: Callable[[Path], FileChange], folder: str
) -> None:
    (path.parent / folder).touch()
    before = everything(path.parent)
    with pytest.raises(FileFault, match=f"{folder} cannot be made"):
        act(path)
    assert everything(path.parent) == before


@pytest.mark.parametrize(
    "name",
    ["", ".hidden", "../up", "a/b", "a\\b", "a\x1b[2J", "a\nb", "x" * 81, "\u202eb", "a:b", "~"],
)
def test_a_name_that_leads_elsewhere_or_harms_a_terminal_is_refused(path: Path, name: str) -> None:
    before = everything(path.parent)
    with pytest.raises(Refused, match="is not a name for a file") as refusal:
        rename_battle(path, name)
    assert str(refusal.value).isprintable()
    assert everything(path.parent) == before


def test_what_is_played_came_with_the_game_or_is_a_hosts_stays(path: Path) -> None:
    folder = path.parent
    hosted = folder / "hosted" / "x.battle"
    hosted.parent.mkdir()
    copyfile(SAMPLE, hosted)
    acts = (
        bin_battle,
        lambda each: rename_battle(each, "x"),
        lambda each: archive_battle(each, folder),
    )
    for act in acts:
        with pytest.raises(Refused, match="came with the game"):
            act(SAMPLE)
        with pytest.raises(Refused, match="host"):
            act(hosted)
    with pytest.raises(Refused, match="host"):
        copy_battle(hosted, folder)
    (folder / "taken.battle").write_bytes(b"")
    with pytest.raises(FileFault, match="exists already"):
        rename_battle(path, "taken")
    with Battle.new("oak_iron", "quickstart", 1, path=folder / "played.battle") as battle:
        assert battle.path
        for act in acts[1:]:
            with pytest.raises(FileFault, match="is being played"):
                act(battle.path)


def test_a_battle_by_mail_goes_to_the_bin_with_its_desk_and_comes_back(tmp_path: Path) -> None:
    anna, _ben = introduced(tmp_path, "quickstart")
    path = anna.path
    notes_path(path).write_text("hers")
    before = everything(anna.folder)
    with pytest.raises(Refused, match="letters"):
        rename_battle(path, "x")
    with pytest.raises(Refused, match="letters"):
        copy_battle(path, tmp_path)
    done = bin_battle(path)
    assert not path.exists()
    assert notes_path(done.path).read_text() == "hers"
    done.undo()
    assert everything(anna.folder) == before
    with Index(None) as index:
        (row,) = [row for row in Library(anna.saves, index).rows if row.place == "mail"]
    facts = facts_of(row.path)
    assert (facts.players, facts.standing) == ("anna v ben", "open")


def test_a_battle_from_elsewhere_is_proved_and_taken_once(tmp_path: Path) -> None:
    source = tmp_path / "from" / "..  \x1b[2Jé.battle"
    source.parent.mkdir()
    copyfile(SAMPLE, source)
    folder = tmp_path / "saves"
    done = import_battle(source, folder, ())
    assert done.path.name == "_[2Jé.battle".replace("[", "_")
    assert done.path.read_bytes() == SAMPLE.read_bytes()
    assert "all decided again" in done.told
    with Battle.open(SAMPLE, write=False) as battle:
        known = {battle.header.id}
    with pytest.raises(Refused, match="is here already"):
        import_battle(source, folder, known)
    data = SAMPLE.read_bytes()
    pipe = tmp_path / "pipe.battle"
    os.mkfifo(pipe)
    for name, harm in {
        "bent": data.replace(b"A1", b"A2", 1),
        "no": b"MZ",
        "cut": data[:200],
    }.items():
        (source.parent / name).write_bytes(harm)
        with pytest.raises(FileFault, match=f"{source.parent / name}"):
            import_battle(source.parent / name, folder, ())
    for other in (pipe, tmp_path, tmp_path / "none"):
        with pytest.raises(FileFault, match=other.name):
            import_battle(other, folder, ())
    assert [each.name for each in folder.iterdir()] == [done.path.name]


def test_a_forged_battle_is_not_taken(tmp_path: Path) -> None:
    """The file's checksums are right, but its dice do not follow from its seed."""
    lines = SAMPLE.read_bytes().splitlines()
    forged, chain = [], b""
    for number, line in enumerate(lines):
        body = line[: line.rindex(b',"sum":')] + b"}"
        if number == 0:
            body = body.replace(b'"scenario":"quickstart"', b'"scenario":"patrol"')
        sealed, chain = seal(body, chain)
        forged.append(sealed)
    source = tmp_path / "forged.battle"
    source.write_bytes(b"\n".join(forged) + b"\n")
    with pytest.raises(FileFault, match="because its battle is wrong"):
        import_battle(source, tmp_path / "saves", ())
    assert not list((tmp_path / "saves").iterdir())


STRICT = Path(__file__).parents[2] / "engine" / "post" / "format_3" / "mars_hercule.battle"
"""A finished strict battle, whose last entry holds all its letters."""


def with_letters(target: Path, change: Callable[[list[Slip]], list[Slip]]) -> Path:
    """Write the strict battle with changed letters in its last entry, and with all checksums
    right.
    """
    lines = STRICT.read_bytes().splitlines()
    last = msgspec.json.decode(lines[-1])
    told = msgspec.json.decode(last["text"])
    told["letters"] = slips.pack_slips(change(list(slips.unpack_slips(told["letters"]))))
    last["text"] = msgspec.json.encode(told).decode()
    del last["sum"]
    line, _ = seal(msgspec.json.encode(last), stated_checksum(lines[-2]))
    target.write_bytes(b"\n".join([*lines[:-1], line, b""]))
    return target


def far_link(sent: list[Slip]) -> list[Slip]:
    link = msgspec.structs.replace(sent[20].link, choice=10**12)
    return [*sent[:20], msgspec.structs.replace(sent[20], link=link), *sent[21:]]


def no_hexadecimal(sent: list[Slip]) -> list[Slip]:
    link = msgspec.structs.replace(sent[20].link, value="no hexadecimal")
    return [*sent[:20], msgspec.structs.replace(sent[20], link=link), *sent[21:]]


def another_game(sent: list[Slip]) -> list[Slip]:
    set_up = msgspec.structs.replace(sent[0].set_up, game="no such game")
    return [msgspec.structs.replace(sent[0], set_up=set_up), *sent[1:]]


@pytest.mark.parametrize("change", [far_link, no_hexadecimal, another_game, lambda sent: sent[:30]])
def test_letters_are_checked_at_import_and_in_the_proof_as_when_they_come(
    tmp_path: Path, change: Callable[[list[Slip]], list[Slip]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Import and proof use the same check as for a letter that arrives, before anything is
    computed; see `test_cheats.py`.
    """
    forged = with_letters(tmp_path / "forged.battle", change)
    assert main(["verify", str(forged)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{forged}: wrong: ")
    assert "should not have happened" not in out
    with pytest.raises(FileFault, match="because its battle is wrong"):
        import_battle(forged, tmp_path / "saves", ())
    assert not list((tmp_path / "saves").iterdir())
    assert import_battle(STRICT, tmp_path / "saves", ()).path.is_file()


def test_no_battle_takes_the_name_of_a_sample(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a checkout the samples lie among the player's battles, so such a battle could not be
    renamed again.
    """
    monkeypatch.setattr(saves, "ROOT", tmp_path)
    folder = tmp_path / "saves"
    path = save_battle(folder, "alpha")
    with pytest.raises(Refused, match="begins the names of the battles that came with the game"):
        rename_battle(path, "sample_mine")
    assert path.exists()
    elsewhere = save_battle(tmp_path / "else", "sample_mine")
    assert import_battle(elsewhere, folder, ()).path == folder / "mine.battle"
