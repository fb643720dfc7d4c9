"""Fair dice: pledged before the first die, revealed after the last, proved by `verify`."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import msgspec
import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault, Refused
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from tests.engine.kernel.test_journal import resealed
from tests.pond.play import wander

SECRET = "5ec2e7"
WORDS = {"A": "lee shore", "B": "fair wind"}


def fairness() -> Fairness:
    return Fairness(fair.pledge(SECRET), WORDS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A battle of fair dice, twenty steps old."""
    path = tmp_path / "fair.battle"
    seed = fair.mixed(SECRET, fairness())
    battle = Battle.new("pond", "duel", seed, path=path, fairness=fairness())
    wander(battle, Random(3), 20).close()
    return path


def ended(path: Path) -> Battle:
    battle = Battle.open(path, secret=SECRET)
    battle.reveal(SECRET)
    battle.close()
    return Battle.open(path, write=False)


def test_a_pledge_tells_nothing_and_binds_to_one_secret() -> None:
    assert SECRET not in fair.pledge(SECRET)
    assert fair.kept(SECRET, fairness())
    assert not fair.kept("another", fairness())


def test_every_word_and_the_secret_change_the_seed() -> None:
    seeds = {
        fair.mixed(secret, Fairness("", words))
        for secret in ("one", "two")
        for words in (WORDS, {}, {**WORDS, "A": "other"}, {"A": "fair wind", "B": "lee shore"})
    }
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_the_seed_is_not_in_the_file_before_the_end(path: Path) -> None:
    text = path.read_text()
    assert SECRET not in text
    assert str(fair.mixed(SECRET, fairness())) not in text
    assert '"seed":0' in text


def test_without_the_secret_the_battle_is_watched_only(path: Path) -> None:
    with closing(Battle.open(path)) as battle:
        assert "sealed" in battle.why_closed
        assert not battle.verify().ok
        with pytest.raises(Refused, match="sealed"):
            battle.fork(3)


def test_with_the_secret_it_goes_on_with_the_same_dice(path: Path) -> None:
    with closing(Battle.open(path, secret=SECRET)) as battle:
        assert battle.seed == fair.mixed(SECRET, fairness())
        wander(battle, Random(4), 10)


def test_a_wrong_secret_is_refused(path: Path) -> None:
    with pytest.raises(FileFault, match="not the one that was pledged"):
        Battle.open(path, secret="guess")
    with (
        closing(Battle.open(path, secret=SECRET)) as battle,
        pytest.raises(Refused, match="pledged"),
    ):
        battle.reveal("guess")


def test_a_revealed_battle_is_proved_and_takes_no_command(path: Path) -> None:
    battle = ended(path)
    verdict = battle.verify()
    assert verdict.ok, verdict.text
    again = Battle.open(path)
    assert "revealed" in again.why_closed
    again.close()


def test_a_seat_s_word_that_was_exchanged_is_found_out(path: Path) -> None:
    ended(path)
    forged = path.read_bytes().replace(b"lee shore", b"lee shorn")
    path.write_bytes(resealed(forged.splitlines()))
    verdict = Battle.open(path, write=False).verify()
    assert not verdict.ok


def test_an_exchanged_pledge_is_found_out(path: Path) -> None:
    ended(path)
    other = fair.pledge("another").encode()
    forged = path.read_bytes().replace(fair.pledge(SECRET).encode(), other)
    path.write_bytes(resealed(forged.splitlines()))
    with pytest.raises(FileFault, match="pledged"):
        Battle.open(path, write=False)


def test_a_start_that_the_dice_do_not_make_is_found_out(path: Path) -> None:
    battle = ended(path)
    start = battle.at(0)
    moved = msgspec.structs.replace(start, turn=start.turn + 1)
    verdict = logbook.verify(battle.game, battle.header, moved, battle.log, battle.seed)
    assert not verdict.ok
    assert "start" in verdict.text


def test_what_is_said_stands_in_the_file_and_moves_nothing(path: Path) -> None:
    with closing(Battle.open(path, secret=SECRET)) as battle:
        before = battle.state
        battle.chat("well fought", "A")
        assert battle.state is before
    again = Battle.open(path, write=False)
    assert [(each.seat, each.text) for each in again.log if each.kind == "chat"] == [
        ("A", "well fought")
    ]
