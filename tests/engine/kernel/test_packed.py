"""Snapshots in a battle file are compressed; older files with uncompressed ones can still be read
and continued.
"""

from __future__ import annotations

import shutil
import zlib
from base64 import b64encode
from pathlib import Path

import pytest

from engine.base.errors import FileFault
from engine.kernel.battle import Battle
from engine.kernel.codec import LARGEST_STATE, codec
from engine.players import make_player
from tests.engine.kernel.test_journal import resealed, resigned


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the file of a whole quick start."""
    path = tmp_path_factory.mktemp("packed") / "quick.battle"
    battle = Battle.new("oak_iron", "quickstart", 5, path=path)
    by_ensigns(battle)
    battle.close()
    return path


def by_ensigns(battle: Battle, choices: int = 2000) -> None:
    """Let ensigns make this many choices, or all until the battle ends."""
    seats = battle.game.seats(battle.state)
    players = {each.key: make_player("ensign", battle.game, 1, each.key) for each in seats}
    while choices and not battle.outcome():
        asked = battle.pending()[0]
        battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
        choices -= 1


def frames(path: Path) -> list[bytes]:
    """Return the snapshots of a file as they are stored."""
    found = (line.partition(b'"state":') for line in path.read_bytes().splitlines()[1:])
    return [after for _, mark, after in found if mark]


def test_keyframes_are_packed_and_all_is_as_it_was_played(played: Path) -> None:
    assert len(frames(played)) > 10
    assert all(each.startswith(b'"') for each in frames(played))
    with Battle.open(played, write=False) as battle:
        assert battle.verify().ok
        code, seen = codec(battle.game), battle.state
        whole = bytes(code.canonical_state(seen))
        assert len(bytes(code.compressed(seen))) < len(whole) / 2
        assert code.state(code.compressed(seen)) == seen == code.state(code.canonical_state(seen))
        states = [battle.at(n) for n in range(battle.position + 1)]
    with Battle.open(played, write=False) as again:  # every jump from a keyframe of the file
        for n in reversed(range(again.position + 1)):
            assert again.at(n) == states[n]


def test_a_battle_read_from_its_start_is_folded_without_its_keyframes(
    played: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Battle.open(played, write=False) as battle:
        assert battle.at(0)

        def unread(*_: object) -> None:
            raise AssertionError("a keyframe was read")

        monkeypatch.setattr("engine.kernel.timeline.codec", unread)
        for n in range(battle.position):
            assert battle.at(n) is not None


def test_a_file_of_an_older_format_is_played_on_as_it_began(tmp_path: Path) -> None:
    """The file keeps its older format, so that an older program can still read it."""
    path = tmp_path / "older.battle"
    Battle.new("oak_iron", "quickstart", 5, path=path).close()
    line = path.read_bytes().splitlines()[0].replace(b'"format":3', b'"format":2')
    path.write_bytes(resealed([resigned(line)]))
    before = path.read_bytes()
    with Battle.open(path) as battle:
        by_ensigns(battle, 60)
        assert battle.verify().ok
    assert path.read_bytes().startswith(before)
    assert len(frames(path)) > 3
    assert all(each.startswith(b"{") for each in frames(path))


@pytest.mark.parametrize(
    "state",
    [
        b'"not packed"',
        b'"%b"' % b64encode(b"neither"),
        b'"%b"' % b64encode(zlib.compress(b"[]")),
        b'"%b"' % b64encode(zlib.compress(b'{"turn":1}' * 99)[:-5]),
        b'"%b"' % b64encode(zlib.compress(b" " * (LARGEST_STATE + 1))),
    ],
    ids=["text", "noise", "no state", "no end", "endless"],
)
def test_a_keyframe_that_cannot_be_unpacked_is_told_with_its_line(
    state: bytes, played: Path, tmp_path: Path
) -> None:
    path = tmp_path / "hurt.battle"
    shutil.copy(played, path)
    lines = path.read_bytes().splitlines()
    last = max(n for n, line in enumerate(lines) if b'"state":' in line)
    head, mark, rest = lines[last].partition(b'"state":')
    lines[last] = head + mark + state + rest[rest.index(b'"', 1) + 1 :]
    path.write_bytes(resealed(lines))
    with pytest.raises(FileFault, match=f"line {last + 1} has a state that cannot be read"):
        Battle.open(path)
