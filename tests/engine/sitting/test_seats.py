"""Which person has which seat, whose view the screen shows, and what the log may say."""

from __future__ import annotations

from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.sitting.battle_log import BattleLog
from engine.sitting.seats import SeatTable
from tests.pond.game import PondGame


def duel() -> Battle:
    """Return a duel on the pond."""
    return Battle.new(PondGame(), "duel", 7)


def test_against_the_computer_the_person_needs_no_hand_over() -> None:
    battle = duel()
    table = SeatTable(battle, {"B": make_player("ensign", battle.game, 1, "B")})
    assert (table.hot, table.viewer_seat, table.persons) == (False, "A", ("A",))
    assert not table.must_pass(table.asked())


def test_in_hot_seat_a_secret_choice_waits_for_its_player() -> None:
    battle = duel()
    table = SeatTable(battle, {})
    assert table.viewer_seat == ""
    assert table.must_pass(table.asked())
    table.seat_at_keyboard = "A"
    assert not table.must_pass(table.asked())
    battle.answer("A", Answer("steer"))
    assert table.must_pass(table.asked())


def test_an_open_choice_takes_the_keyboard_back_to_the_middle() -> None:
    table = SeatTable(duel(), {})
    table.seat_at_keyboard = "A"
    table.settle(None)
    assert table.viewer_seat == ""


def test_the_keeper_is_asked_first() -> None:
    table = SeatTable(duel(), {})
    table.seat_at_keyboard = "B"
    decision = table.asked()
    assert decision is not None
    assert decision.seat == "B"


def test_undo_speaks_for_the_person_who_acted_last() -> None:
    battle = duel()
    table = SeatTable(battle, {"B": make_player("ensign", battle.game, 1, "B")})
    battle.answer("A", Answer("steer"))
    battle.answer("B", Answer("steer"))
    assert table.acting_seat() == "A"


def test_the_log_loses_what_was_undone_and_tells_it_again_when_redone() -> None:
    battle = duel()
    battle_log = BattleLog(battle)
    battle.answer("A", Answer("steer"))
    battle.answer("B", Answer("steer"))
    before = battle_log.lines("A")
    battle.take_back("A")
    assert battle_log.lines("A") == []
    battle.redo("A")
    battle.redo("B")
    assert battle_log.lines("A") == before


def test_the_log_of_one_seat_does_not_tell_what_the_other_chose() -> None:
    battle = duel()
    battle.answer("A", Answer("steer", 45.0))
    battle_log = BattleLog(battle)
    assert all("45" not in line.text for line in battle_log.lines("B"))


def test_the_latest_lines_are_the_last_of_all_talk_among_them() -> None:
    """The latest lines equal the end of the whole log, with chat, for any number of lines and any
    last command.
    """
    battle = Battle.new(PondGame(), "duel", 7)
    players = {seat: make_player("ensign", battle.game, 1, seat) for seat in "AB"}
    battle.chat("good day", "A")
    while pending := battle.pending():
        question = pending[0]
        seat = question.seat
        battle.answer(seat, players[seat].choose(battle.view(seat), question))
        if battle.position in (2, 3):
            battle.chat(f"after {battle.position}", seat)
    for seat in ("", "A"):
        for until in (battle.position, battle.position - 1, 2, 0):
            every = [line for line in BattleLog(battle).lines(seat) if line.at <= until]
            for count in range(len(every) + 2):
                fresh = BattleLog(battle)
                assert (
                    fresh.latest(seat, count, until) == every[len(every) - min(count, len(every)) :]
                )
