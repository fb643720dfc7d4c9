"""A battle file with valid types and checksums whose entries break the rules: the error names the
file.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.base.errors import FileFault
from engine.base.hashes import seal
from engine.files.saved_battles import find, summarise
from engine.kernel.battle import Battle
from tui.cli import main


@pytest.mark.parametrize("command", ["show", "inspect"])
def test_a_forged_battle_that_the_rules_trip_over_is_told_in_a_sentence(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = tmp_path / "forged.battle"
    Battle.new("oak_iron", "quickstart", 7, path=forged).close()
    header = msgspec.json.decode(forged.read_bytes().rpartition(b',"sum":')[0] + b"}")
    for ship in header["start"]["ships"].values():
        ship["type"] = "submarine"
    forged.write_bytes(seal(msgspec.json.encode(header), b"")[0] + b"\n")
    assert main([command, str(forged)]) == 2
    assert f"{forged} has an event that cannot have happened" in capsys.readouterr().err
    with pytest.raises(FileFault, match="cannot have happened"):
        summarise(find([tmp_path])[0])
