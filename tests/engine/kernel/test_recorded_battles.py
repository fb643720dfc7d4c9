"""Recorded battles are decided today as they were then; a difference is a change of the rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import Refused
from engine.game.game import UnknownCommand
from engine.kernel.battle import Battle
from engine.kernel.timeline import fold
from engine.review.report import report
from engine.sitting.watching.reel import Reel

ROOT = Path(__file__).parents[3]
SAMPLES = "saves/[!0-9]*.battle"  # a player's own battles there are named by their date
OLDER = sorted(ROOT.glob("tests/battles/*rules_*/*.battle"))
"""A battle of each version of the rules that ever wrote files, in a folder with that version in its
name."""
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
    assert not battle.verify().ok
    with pytest.raises(Refused, match=f"rules {rules}"):
        battle.submit(battle.entries[0].seat, battle.entries[0].command)
    reel = Reel(battle)
    while reel.step(1):
        reel.describe()
    assert report(battle).lines
    battle.close()
    assert path.read_bytes() == written


def test_a_command_that_only_older_rules_knew_is_shown_by_what_followed() -> None:
    """In version 2 of the rules, fleets chose their terrain by a command that no longer exists."""
    with Battle.open(ROOT / "tests/battles/rules_2/fleet_terrain.battle", write=False) as battle:
        forgotten = [each for each in battle.entries if isinstance(each.command, UnknownCommand)]
        told = {bytes(each.command.raw).split(b'"')[3] for each in forgotten}
        assert told == {b"choose_terrain", b"place_terrain"}
        assert all(each.events for each in forgotten)
        first = forgotten[0]
        assert Reel(battle, first.at, first.seat).describe()
