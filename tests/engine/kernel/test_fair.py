"""Fair dice: their secret is pledged before the first die, revealed after the last, and checked by
`verify`.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.arena import crews, play_out
from engine.base.errors import FileFault, Refused
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.kernel.registry import system
from engine.systems.oak_iron.data.book import shipped
from tests.engine.kernel.test_journal import resealed, resigned
from tests.pond.play import wander
from tui.cli import main

SECRET = "5ec2e7"
WORDS = {"A": "lee shore", "B": "fair wind"}


def fairness() -> Fairness:
    return Fairness(fair.pledge(SECRET), WORDS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a battle with fair dice after twenty steps."""
    path = tmp_path / "fair.battle"
    seed = fair.mix_seed(SECRET, fairness())
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
    assert fair.matches_pledge(SECRET, fairness())
    assert not fair.matches_pledge("another", fairness())


def test_every_word_and_the_secret_change_the_seed() -> None:
    seeds = {
        fair.mix_seed(secret, Fairness("", words))
        for secret in ("one", "two")
        for words in (WORDS, {}, {**WORDS, "A": "other"}, {"A": "fair wind", "B": "lee shore"})
    }
    assert len(seeds) == 8
    assert all(0 <= seed < 2**63 for seed in seeds)


def test_the_seed_is_not_in_the_file_before_the_end(path: Path) -> None:
    text = path.read_text()
    assert SECRET not in text
    assert str(fair.mix_seed(SECRET, fairness())) not in text
    assert '"seed":0' in text


def test_without_the_secret_the_battle_is_watched_only(path: Path) -> None:
    with closing(Battle.open(path)) as battle:
        assert "sealed" in battle.why_closed
        assert not battle.verify().ok
        with pytest.raises(Refused, match="sealed"):
            battle.fork(3)


def test_with_the_secret_it_goes_on_with_the_same_dice(path: Path) -> None:
    with closing(Battle.open(path, secret=SECRET)) as battle:
        assert battle.seed == fair.mix_seed(SECRET, fairness())
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


# A battle of fair dice, forged in every way with right checksums: `verify` finds it out.


PLEDGED = "c0ffee" * 10
FAIRNESS = Fairness(fair.pledge(PLEDGED), {"A": "lee shore", "B": "fair wind"})
Line = dict[str, Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return the file of a finished quick start with fair dice, whose secret is revealed."""
    path = tmp_path_factory.mktemp("fair") / "fair.battle"
    game, seed = system("oak_iron"), fair.mix_seed(PLEDGED, FAIRNESS)
    battle = Battle.new(game, "quickstart", seed, path=path, fairness=FAIRNESS)
    play_out(battle, crews(game, battle.state, 5, "ensign", "ensign"))
    battle.reveal(PLEDGED)
    battle.close()
    return path.read_bytes()


def forged(whole: bytes, path: Path, change: Callable[[list[Line]], object]) -> logbook.Proof:
    """Change the lines of a battle file, correct its id and all checksums, and return the proof."""
    lines: list[Line] = [msgspec.json.decode(line) for line in whole.splitlines()]
    change(lines)
    first, *others = [msgspec.json.encode(line) for line in lines]
    path.write_bytes(resealed([resigned(first), *others]))
    battle = Battle.open(path, write=False)
    try:
        return battle.verify()
    finally:
        battle.close()


def rolls(lines: list[Line]) -> list[Line]:
    """Return the events in which dice were rolled."""
    return [each for line in lines for each in line.get("events", ()) if each.get("faces")]


def test_an_untouched_battle_is_proved_in_words(whole: bytes, tmp_path: Path) -> None:
    verdict = forged(whole, tmp_path / "own.battle", lambda lines: None)
    assert verdict.ok, verdict.text
    assert verdict.proof.startswith("dice proved: pledge, words and seed agree")
    assert FAIRNESS.pledge in verdict.proof
    assert "A 'lee shore', B 'fair wind'" in verdict.proof


def test_the_command_says_so_too(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.battle"
    path.write_bytes(whole)
    assert main(["verify", str(path)]) == 0
    assert "right" in (said := capsys.readouterr().out)
    assert "dice proved: pledge, words and seed agree" in said


def test_a_battle_that_goes_on_is_neither_right_nor_wrong(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "own.battle"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().out == f"{path}: {logbook.UNPROVED}\n"


def test_every_changed_die_is_found_out(whole: bytes, tmp_path: Path) -> None:
    count = len(rolls([msgspec.json.decode(line) for line in whole.splitlines()]))
    assert count > 5

    for number in range(0, count, 5):

        def load(lines: list[Line], number: int = number) -> None:
            faces = rolls(lines)[number]["faces"]
            faces[0] = "sail" if faces[0] != "sail" else "skull"

        verdict = forged(whole, tmp_path / f"{number}.battle", load)
        assert not verdict.ok
        assert "this command has different events" in verdict.text


def test_another_word_is_found_out(whole: bytes, tmp_path: Path) -> None:
    def exchange(lines: list[Line]) -> None:
        lines[0]["fairness"]["words"]["B"] = "foul wind"

    assert not forged(whole, tmp_path / "own.battle", exchange).ok


def test_words_given_to_other_seats_are_found_out(whole: bytes, tmp_path: Path) -> None:
    def swap(lines: list[Line]) -> None:
        lines[0]["fairness"]["words"] = {"A": "fair wind", "B": "lee shore"}

    assert not forged(whole, tmp_path / "own.battle", swap).ok


@pytest.mark.parametrize("what", ["pledge", "secret"])
def test_another_pledge_or_secret_is_found_out(whole: bytes, tmp_path: Path, what: str) -> None:
    def exchange(lines: list[Line]) -> None:
        if what == "pledge":
            lines[0]["fairness"]["pledge"] = fair.pledge("another")
        else:
            lines[-1]["text"] = "another"

    with pytest.raises(FileFault, match="not the one that was pledged"):
        forged(whole, tmp_path / "own.battle", exchange)


def test_a_secret_chosen_afterwards_with_its_own_pledge_is_found_out(
    whole: bytes, tmp_path: Path
) -> None:
    def exchange(lines: list[Line]) -> None:
        lines[0]["fairness"]["pledge"] = fair.pledge("another")
        lines[-1]["text"] = "another"

    assert not forged(whole, tmp_path / "own.battle", exchange).ok


def test_another_start_is_found_out(whole: bytes, tmp_path: Path) -> None:
    def begin_elsewhere(lines: list[Line]) -> None:
        lines[0]["start"]["squadrons"]["A"]["fortune"] = 3

    verdict = forged(whole, tmp_path / "own.battle", begin_elsewhere)
    assert (verdict.ok, "its start" in verdict.text) == (False, True)


def test_another_option_is_found_out(whole: bytes, tmp_path: Path) -> None:
    def switch(lines: list[Line]) -> None:
        lines[0]["options"]["events"] = True

    verdict = forged(whole, tmp_path / "own.battle", switch)
    assert (verdict.ok, "its start" in verdict.text) == (False, True)


def test_an_order_slipped_in_after_the_secret_was_told_is_found_out(
    whole: bytes, tmp_path: Path
) -> None:
    def tell_early(lines: list[Line]) -> None:
        told = lines.pop()
        at = lines[20]["at"]
        lines.insert(21, {**told, "n": 21, "at": at})
        for number, line in enumerate(lines[22:], 22):
            line["n"] = number

    verdict = forged(whole, tmp_path / "own.battle", tell_early)
    assert (verdict.ok, "after the dice were revealed" in verdict.text) == (False, True)


def test_a_battle_whose_pledge_was_taken_away_proves_no_dice(whole: bytes, tmp_path: Path) -> None:
    def strip(lines: list[Line]) -> None:
        del lines[0]["fairness"]
        lines[0]["seed"] = fair.mix_seed(PLEDGED, FAIRNESS)
        del lines[-1]

    verdict = forged(whole, tmp_path / "own.battle", strip)
    assert verdict.ok
    assert not verdict.proof


@pytest.mark.parametrize("command", ["report", "show"])
def test_what_is_still_sealed_is_told_without_the_secret_and_without_hidden_cards(
    whole: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = tmp_path / "own.battle"
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:12]))
    assert main([command, str(path)]) == 0
    said = capsys.readouterr().out
    battle = Battle.open(path)
    assert "sealed" in battle.why_closed
    battle.close()
    cards = shipped().cards
    for squadron in battle.state.squadrons.values():
        hidden = {*squadron.hand, squadron.face_down} - {"", *squadron.seen}
        assert hidden
        assert not [card for card in hidden if cards[card].name in said]


@pytest.mark.parametrize("scenario", ["leeward_station", "no_such_scenario"])
def test_a_battle_that_calls_itself_another_is_found_out(
    whole: bytes, tmp_path: Path, scenario: str
) -> None:
    def rename(lines: list[Line]) -> None:
        lines[0]["scenario"] = scenario

    verdict = forged(whole, tmp_path / "own.battle", rename)
    assert not verdict.ok
    assert verdict.text == "its start does not match its dice and set-up"
