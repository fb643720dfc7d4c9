"""The class `Battle`: undo and its limits, jumps to positions, forks, observers, and the proof of a
log.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

import tests.pond.game as pond
from engine.base.dice import derive_seed
from engine.base.errors import FileFault, Refused, SetUpFault
from engine.files.saves import samples
from engine.game.decision import Answer
from engine.game.game import Record
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.drafts import LARGEST, Drafts
from engine.kernel.journal import Journal
from engine.kernel.logbook import FRAME_EVERY, SHARED, Share, encode_record, merge_proofs
from engine.kernel.seen import Change
from engine.kernel.timeline import FEW
from tests.pond.events import Ordered, TurnEnded
from tests.pond.figures import BOOKS
from tests.pond.play import play, unsinkable, wander
from tests.pond.state import LayGun, Steer


@pytest.fixture
def battle() -> Battle:
    """Return a battle without a file, in which both boats are within range."""
    return in_reach(7)


def in_reach(seed: int, path: Path | None = None) -> Battle:
    table = {"seed": seed, "boats": {"A": {"x": 4, "y": 4}, "B": {"x": 5, "y": 6}}}
    game = pond.PondGame()
    state, seed = game.positions.read("position", table)
    return Battle.from_state(game, state, seed, path=path)


def refusal(action: Any, *arguments: Any) -> str:
    with pytest.raises(Refused) as caught:
        action(*arguments)
    return str(caught.value)


def test_a_refused_command_changes_nothing(battle: Battle) -> None:
    state = battle.state
    assert "option" in refusal(battle.answer, "A", "ram")
    assert "dial" in refusal(battle.answer, "A", "steer dial=7")
    assert "is not on the dial, which goes from" in refusal(battle.submit, "A", Steer(200.0))
    assert battle.state is state
    assert battle.log == []


def test_an_answer_moves_state_log_and_position_together(battle: Battle) -> None:
    events = battle.answer("A", Answer("steer", 15.0))
    assert events == (Ordered("A", Steer(15.0)),)
    assert battle.position == len(battle.entries) == len(battle.log) == 1
    assert battle.entries[0].command == Steer(15.0)
    assert [decision.seat for decision in battle.pending()] == ["B"]


def test_questions_are_asked_of_the_rules_once_a_state(
    battle: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    ask = pond.PondGame.pending
    monkeypatch.setattr(
        pond.PondGame, "pending", lambda game, state: asked.append(state) or ask(game, state)
    )
    assert battle.pending() is battle.pending()
    assert len(asked) == 1


def test_nothing_can_be_undone_at_the_start(battle: Battle) -> None:
    assert battle.why_not_undo("A") == "there is nothing to undo"
    assert battle.why_not_redo() == "there is nothing to redo"
    assert "nothing to undo" in refusal(battle.undo, "A")
    assert "nothing to take back" in refusal(battle.take_back, "A")


def test_a_secret_choice_is_undone_freely_and_redone(battle: Battle) -> None:
    start = battle.state
    battle.answer("A", Answer("steer", 15.0))
    after = battle.state
    assert battle.why_not_undo("A") is None
    battle.undo("A")
    assert battle.state is start
    battle.redo("A")
    assert battle.state is after


def test_undo_stops_where_the_other_seat_has_acted(battle: Battle) -> None:
    battle.answer("A", Answer("steer"))
    assert battle.why_not_undo("B") == "Red has acted since"
    assert "Red has acted" in refusal(battle.undo, "B")


def test_undo_stops_where_orders_were_revealed(battle: Battle) -> None:
    battle.answer("A", Answer("steer"))
    battle.answer("B", Answer("steer"))
    assert battle.why_not_undo("B") == "the orders were revealed"


def test_undo_stops_where_dice_were_rolled(battle: Battle) -> None:
    battle.answer("A", Answer("lay_gun"))
    battle.answer("B", Answer("steer"))
    assert battle.why_not_undo("B") == "dice were rolled"


def test_a_take_back_goes_through_dice_and_the_other_seats_choice(battle: Battle) -> None:
    battle.answer("A", Answer("lay_gun"))
    before_b = battle.state
    battle.answer("B", Answer("lay_gun"))
    battle.take_back("B")
    assert battle.state is before_b
    battle.redo("B")
    battle.take_back("A")
    assert battle.position == 0
    assert [record.kind for record in battle.log][2:] == ["take_back", "redo", "take_back"]


@pytest.mark.parametrize("seed", range(8))
def test_the_same_command_after_a_take_back_rolls_the_same_dice(seed: int) -> None:
    battle = in_reach(seed)
    battle.answer("A", Answer("lay_gun"))
    first = battle.answer("B", Answer("lay_gun"))
    battle.take_back("A")
    battle.answer("A", Answer("lay_gun"))
    assert battle.answer("B", Answer("lay_gun")) == first


def test_a_new_command_ends_the_redo(battle: Battle) -> None:
    battle.answer("A", Answer("steer", 15.0))
    battle.undo("A")
    assert battle.why_not_redo() is None
    battle.answer("A", Answer("steer", 30.0))
    assert battle.why_not_redo() == "there is nothing to redo"
    assert "nothing to redo" in refusal(battle.redo, "A")


def test_every_moment_of_a_battle_can_be_looked_at(battle: Battle) -> None:
    states = [battle.state]
    battle.subscribe(lambda changed, _: states.append(changed.state))
    play(battle, Random(1))
    assert [battle.at(n) for n in range(battle.position + 1)] == states
    for n in range(1, battle.position + 1):
        before, record = battle.moment(n)
        assert before is states[n - 1]
        assert record is battle.entries[n - 1]
    assert "no entry" in refusal(battle.at, battle.position + 1)
    assert "no entry" in refusal(battle.at, -1)
    assert "no entry" in refusal(battle.moment, 0)


def test_what_was_undone_cannot_be_looked_at(battle: Battle) -> None:
    battle.answer("A", Answer("steer"))
    battle.undo("A")
    assert "no entry 1" in refusal(battle.at, 1)
    assert "no entry 1" in refusal(battle.fork, 1)


def test_a_long_battle_has_keyframes_and_a_hash_each_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.pond.state.TURNS", 500)
    monkeypatch.setattr(BOOKS, "_shipped", unsinkable())
    path = tmp_path / "long.battle"
    battle = wander(Battle.new("pond", "duel", 7, path=path), Random(1), 400)
    battle.close()
    again = Battle.open(path, write=False)
    frames = [record for record in again.log if record.frame]
    assert len(frames) >= sum(len(record.events) for record in again.entries) // FRAME_EVERY // 2
    assert len(frames) >= 5
    for record in again.log:
        turned = any(isinstance(event, TurnEnded) for event in record.events)
        assert bool(record.hash) or not turned
    assert again.at(again.position) == battle.state
    assert [again.at(n) for n in range(again.position, -1, -1)] == [
        battle.at(n) for n in range(battle.position, -1, -1)
    ]


def test_a_fork_has_the_past_and_names_its_parent(tmp_path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=tmp_path / "a"), Random(1), 8)
    fork = battle.fork(5, tmp_path / "b", "1805-10-21")
    assert fork.state == battle.at(5)
    assert fork.entries == battle.entries[:5]
    assert fork.header.parent is not None
    assert (fork.header.parent.path, fork.header.parent.entry) == (str(battle.path), 5)
    assert fork.header.parent.id == battle.header.id != fork.header.id
    play(fork, Random(9))
    fork.close()
    assert battle.position == 8
    opened = Battle.open(tmp_path / "b")
    assert opened.state == fork.state
    assert opened.verify().ok
    opened.take_back("A")
    opened.close()
    battle.close()


def test_the_entries_of_a_fork_are_those_of_its_parent_numbered_anew(tmp_path: Path) -> None:
    """The lines of the fork are as if its entries were encoded anew, even if undone commands and
    notes lie between them.
    """
    battle = wander(Battle.new("pond", "duel", 7, path=tmp_path / "a"), Random(3), 60)
    assert [record.n for record in battle.entries] != [record.at for record in battle.entries]
    for number, parent in enumerate((battle, Battle.open(tmp_path / "a", write=False))):
        path = tmp_path / f"fork{number}"
        fork = parent.fork(parent.position, path)
        fork.close()
        written = Journal.open(path, write=False)
        assert written.entries == [encode_record(codec(fork.game), record) for record in fork.log]
        assert [entry.n for entry in written.entries] == [*range(1, parent.position + 1)]
        again = Battle.open(path)
        assert again.state == battle.state
        assert again.verify().ok
        for opened in (written, again, parent):
            opened.close()


def test_a_fork_replays_the_same_dice(battle: Battle) -> None:
    battle.answer("A", Answer("lay_gun"))
    events = battle.answer("B", Answer("lay_gun"))
    assert battle.fork(1).answer("B", Answer("lay_gun")) == events


def test_observers_are_told_after_the_journal_and_until_they_leave(tmp_path: Path) -> None:
    path = tmp_path / "pond.battle"
    battle = Battle.new("pond", "duel", 7, path=path)
    told: list[tuple[str, bytes]] = []
    leave = battle.subscribe(lambda b, change: told.append((change.kind, path.read_bytes())))
    start = path.read_bytes()
    battle.answer("A", Answer("steer"))
    battle.undo("A")
    leave()
    leave()
    battle.redo("A")
    assert [kind for kind, _ in told] == ["command", "undo"]
    assert all(len(data) > len(start) for _, data in told)
    battle.close()


def test_a_computer_player_may_answer_from_inside_an_observer(battle: Battle) -> None:
    def reply(changed: Battle, _: object) -> None:
        if [decision.seat for decision in changed.pending()] == ["B"]:
            changed.answer("B", Answer("steer"))

    told: list[str] = []
    battle.subscribe(reply)
    battle.subscribe(lambda _, change: told.append(change.record.seat))
    battle.answer("A", Answer("steer"))
    assert told == ["A", "B"]
    assert battle.state.turn == 2


def test_notes_stay_with_their_moment(battle: Battle) -> None:
    battle.note("before the first shot")
    battle.answer("A", Answer("steer"))
    battle.note("orders", "A", bookmark=True)
    assert [(note.at, note.text) for note in battle.notes] == [
        (0, "before the first shot"),
        (1, "orders"),
    ]
    battle.undo("A")
    assert len(battle.notes) == 1
    battle.redo("A")
    assert len(battle.notes) == 2
    battle.undo("A")
    battle.answer("A", Answer("steer", 30.0))
    assert [note.text for note in battle.notes] == ["before the first shot"]


def test_a_view_holds_no_secret_of_the_other_seat(battle: Battle) -> None:
    battle.answer("A", Answer("lay_gun"))
    assert battle.view("A").boats["A"].order == LayGun()
    assert "lay_gun" not in msgspec.json.encode(battle.view("B")).decode()
    assert "lay_gun" not in msgspec.json.encode(battle.view("")).decode()


def test_verify_decides_everything_again(tmp_path: Path) -> None:
    battle = wander(Battle.new("pond", "duel", 7, path=tmp_path / "x"), Random(4), 80)
    verdict = battle.verify()
    assert verdict.ok
    assert verdict.entries == len(battle.log)
    undone = sum(record.kind == "command" for record in battle.log) - battle.position
    assert undone
    assert verdict.text.startswith(f"{battle.position} entries and {undone} undone, all decided")
    battle.close()


def test_a_proof_without_an_undo_counts_as_a_replay_does(battle: Battle) -> None:
    play(battle, Random(2), 6)
    battle.note("a note is no entry", "A")
    text = battle.verify().text
    assert text == f"{battle.position} entries, all decided again with the same result"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"events": (TurnEnded(),)}, "this command has different events"),
        ({"command": Steer(500.0)}, "do not allow it"),
        ({"seat": "Q"}, "do not allow it"),
        ({"hash": "0" * 16}, "hash"),
        ({"frame": msgspec.Raw(b"{}")}, "keyframe"),
        ({"frame": msgspec.Raw(b'"bm8="')}, "keyframe"),
    ],
)
def test_verify_tells_a_forged_entry(battle: Battle, change: dict[str, Any], words: str) -> None:
    play(battle, Random(2), 6)
    forged: Record = battle.log[3]
    battle.log[3] = msgspec.structs.replace(forged, **change)
    verdict = battle.verify()
    assert not verdict.ok
    assert words in verdict.text
    assert verdict.entries == 4


def test_shares_of_a_proof_tell_together_what_the_whole_tells(battle: Battle) -> None:
    """Each entry is decided in exactly one share of the proof, and the merged result names the
    first fault.
    """
    wander(battle, Random(4), 60)
    shares = [Share(number, 2) for number in range(2)]
    assert len(battle.log) > 2 * SHARED
    whole = battle.verify()
    assert merge_proofs([battle.verify(share) for share in shares]) == whole
    true = list(battle.log)
    for at, record in enumerate(true):
        battle.log[at] = msgspec.structs.replace(record, seat="Q")
        found = [battle.verify(share) for share in shares]
        if record.kind == "command":
            assert [each.ok for each in found].count(False) == 1
        assert merge_proofs(found) == battle.verify()
        battle.log[at] = record
    at = next(n for n in range(18, 32) if true[n].kind == "command")
    battle.log[at] = msgspec.structs.replace(true[at], events=(Ordered("Q", LayGun()),))
    told = merge_proofs([battle.verify(share) for share in shares])
    assert (told.ok, told.entries) == (False, battle.verify().entries)


def test_a_battle_without_a_path_keeps_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    play(Battle.new("pond", "duel", 7), Random(1))
    assert list(tmp_path.iterdir()) == []


def test_a_closed_battle_can_be_looked_at_but_not_played(tmp_path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=tmp_path / "x"), Random(1), 3)
    battle.close()
    assert battle.at(2) is not None
    assert "closed" in refusal(battle.answer, "A", "steer")
    assert "closed" in battle.why_not_undo("A")
    assert "closed" in battle.why_not_redo()
    assert "closed" in battle.why_not_take_back("A")


def test_seeds_and_scenarios_that_cannot_be_are_refused(tmp_path: Path) -> None:
    assert "128 bits" in refusal(Battle.new, "pond", "duel", 2**128)
    assert "no game system" in refusal(Battle.new, "lake", "duel", 7)
    with pytest.raises(SetUpFault):
        Battle.new("pond", "armada", 7)
    with pytest.raises(FileFault):
        Battle.new("pond", "duel", 7, path="/dev/null/x")


def test_an_option_that_is_no_text_is_refused_with_what_it_says(tmp_path: Path) -> None:
    options = {"players": {"A": "exec:\udcff"}}
    with pytest.raises(FileFault, match="'exec:\udcff' is not text in UTF-8"):
        Battle.new("pond", "duel", 7, options, path=tmp_path / "x.battle")
    assert not (tmp_path / "x.battle").exists()


def test_an_observer_that_fails_takes_nothing_back(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The command stays on disk, the other observers are called, and the error is logged."""
    path, told = tmp_path / "pond.battle", []

    def fails(changed: Battle, change: Change) -> None:
        raise ValueError("a screen that is gone")

    with Battle.new("pond", "duel", 1, path=path) as battle:
        battle.subscribe(fails)
        battle.subscribe(lambda _, change: told.append(change.kind))
        battle.answer("A", Answer("steer"))
        battle.undo("A")
        assert told == ["command", "undo"]
        assert [record.message for record in caplog.records] == [
            "an observer failed after entry 1",
            "an observer failed after entry 2",
        ]
    assert "closed" in battle.why_closed
    with Battle.open(path, write=False) as again:
        assert [record.kind for record in again.log] == ["command", "undo"]


def test_what_is_handed_out_tells_nothing_of_the_dice() -> None:
    """A seed derived for other purposes depends on the battle's seed and the purpose, and reveals
    no face of the dice.
    """
    first = derive_seed(2**127, "player A")
    assert first == derive_seed(2**127, "player A")
    assert len({first, derive_seed(2**127, "player B"), derive_seed(2**127 + 1, "player A")}) == 3
    assert 0 <= first < 2**32


def test_a_battle_that_is_played_here_has_nothing_to_read_again(tmp_path: Path) -> None:
    battle = play(Battle.new("pond", "duel", 7, path=tmp_path / "x"), Random(1), 3)
    assert not battle.refresh()
    assert not in_reach(7).refresh()
    battle.close()
    assert "closed" in (battle.why_not_reopen("A") or "")


def test_drafts_that_are_no_file_or_too_large_hold_nothing(tmp_path: Path) -> None:
    path = tmp_path / "x"
    Battle.new("pond", "duel", 7, path=path).close()
    kept = Drafts(path)._path
    assert kept is not None
    kept.mkdir(parents=True)
    assert Drafts(path)._read() == {}
    kept.rmdir()
    kept.write_bytes(b"{" + b" " * LARGEST + b"}")
    assert Drafts(path)._read() == {}
    kept.write_bytes(b"{ }")
    assert Drafts(path)._read() == {}


def test_a_battle_that_is_read_once_keeps_few_states_and_no_lines_and_has_every_state() -> None:
    path = samples()["campaign"]
    with Battle.open(path, write=False) as whole, Battle.open(path, write=False, once=True) as once:
        assert once.position > 2 * FEW
        numbers = [*range(once.position + 1), 5, once.position // 2, 0, once.position]
        for n in numbers:
            assert once.at(n) == whole.at(n)
            if n:
                assert once.unfolded(n) == whole.unfolded(n)
        kept = [each for each in once._timeline._states if each is not None]
        assert len(kept) <= FEW + FRAME_EVERY + 1
        assert once.log == whole.log
        assert once._journal is None
        assert "watched" in once.why_closed
        with pytest.raises(Refused):
            once.answer("A", "pass")
        assert once.fork(7).state == whole.fork(7).state
