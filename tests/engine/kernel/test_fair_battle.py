"""A battle of fair dice, forged in every way with right checksums: `verify` finds it out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.arena import crews, play_out
from engine.base.errors import FileFault
from engine.kernel import fair, logbook
from engine.kernel.battle import Battle
from engine.kernel.fair import Fairness
from engine.kernel.registry import system
from engine.systems.oak_iron.data.book import shipped
from tests.engine.kernel.test_journal import resealed, resigned
from tui.cli import main

SECRET = "c0ffee" * 10
FAIRNESS = Fairness(fair.pledge(SECRET), {"A": "lee shore", "B": "fair wind"})
Line = dict[str, Any]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A quick start of fair dice at its end, with the secret revealed."""
    path = tmp_path_factory.mktemp("fair") / "fair.battle"
    game, seed = system("oak_iron"), fair.mixed(SECRET, FAIRNESS)
    battle = Battle.new(game, "quickstart", seed, path=path, fairness=FAIRNESS)
    play_out(battle, crews(game, battle.state, 5, "ensign", "ensign"))
    battle.reveal(SECRET)
    battle.close()
    return path.read_bytes()


def forged(whole: bytes, path: Path, change: Callable[[list[Line]], object]) -> logbook.Proof:
    """Change a battle's lines, make id and every checksum right again, and prove it."""
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
    """Return the events of thrown dice."""
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
        assert "this command leads to other events" in verdict.text


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
        lines[0]["seed"] = fair.mixed(SECRET, FAIRNESS)
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
    assert verdict.text == "its start does not follow from its dice and set-up"
