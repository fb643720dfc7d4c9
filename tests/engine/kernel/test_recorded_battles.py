"""Recorded battles are decided today as they were: a change here is a change of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import Refused
from engine.kernel.battle import Battle
from engine.kernel.timeline import fold

ROOT = Path(__file__).parents[3]
SAMPLES = "saves/[!0-9]*.battle"  # a player's own battles there are named by their date
OLDER = sorted(ROOT.glob("tests/battles/*rules_*/*.battle"))
"""Of each version of a game's rules that was in force: its number ends the folder's name."""
RECORDED = [*sorted(ROOT.glob("tests/battles/*.battle")), *sorted(ROOT.glob(SAMPLES))]


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_recorded_battle_is_decided_again_as_it_was(path: Path) -> None:
    battle = Battle.open(path, write=False)
    assert battle.notice == ""
    verdict = battle.verify()
    assert verdict.ok, verdict.text
    state = battle.at(0)
    for n in range(1, battle.position + 1):
        before, record = battle.moment(n)
        assert before == state
        state = fold(battle.game, state, record.events)
    assert battle.state == state
    battle.close()


@pytest.mark.parametrize("path", OLDER, ids=lambda path: path.stem)
def test_a_battle_of_older_rules_is_shown_as_played_and_takes_no_command(path: Path) -> None:
    written = path.read_bytes()
    battle = Battle.open(path, write=False)
    rules = path.parent.name.rpartition("_")[2]
    assert battle.header.rules == rules
    assert "can be watched and forked but not continued" in battle.notice
    state = battle.at(0)
    for record in battle.entries:
        state = fold(battle.game, state, record.events)
    assert battle.state == state
    assert battle.outcome() is not None
    assert not battle.verify().ok
    with pytest.raises(Refused, match=f"rules {rules}"):
        battle.submit(battle.entries[0].seat, battle.entries[0].command)
    battle.close()
    assert path.read_bytes() == written
