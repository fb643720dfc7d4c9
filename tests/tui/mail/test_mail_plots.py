"""Plots, aims and boarding parties by mail: no letter contains a secret sheet while the other
player's is still missing.
"""

from __future__ import annotations

from pathlib import Path

from engine.files import desks as stored
from engine.kernel.battle import Battle
from tests.tui.letters import introduced
from tests.tui.mail.test_mail import told

LETTERS = 400


def test_a_whole_battle_by_letters_tells_no_sealed_sheet(tmp_path: Path) -> None:
    writer, reader = introduced(tmp_path, "mars_hercule", "ensign")
    secrets = 0
    for _ in range(LETTERS):
        if writer.chooses():
            assert writer.writes("send", writer.battle) == 0
        if not writer.out.exists():
            break
        for kept in writer.desk.kept.values():
            sheet = bytes(kept.choice.command).decode()
            assert '"answers"' in sheet
            assert sheet not in told(writer.out)
            secrets += 1
        reader.out.unlink(missing_ok=True)
        assert reader.says("open", writer.out, "--out", reader.out) == 0
        for kept in writer.desk.kept.values():
            desk = stored.desk_path(reader.folder, reader.battle).read_text("utf-8")
            assert bytes(kept.choice.command).decode() not in desk
        writer, reader = reader, writer
    battles = [Battle.open(each.path, write=False) for each in (writer, reader)]
    assert battles[0].outcome()
    assert battles[0].verify().ok
    assert battles[0].state == battles[1].state
    assert secrets >= battles[0].state.turn - 1, "a plot each turn at least"
