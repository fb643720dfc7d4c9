"""The line mode: whole battles played by a script that reads only what is printed, and a test of
each word.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from math import cos, radians, sin
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.base.errors import FileFault, Refused
from engine.game.decision import Answer, Closed, Decision, Option
from engine.game.parts.words import Term
from engine.game.question import Question, Sheet, Slot
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.lookahead.scoring import dial_with_area
from engine.players import make_player
from engine.sitting.actions import Action
from engine.sitting.kinds.kind import Kind
from engine.sitting.seats import SeatTable, WayOut
from engine.sitting.sitting import Sitting
from engine.space.plane.pose import Pose
from engine.systems.iron_oak.state.commands import Way
from engine.systems.oak_iron.state.commands import LayPiece
from tests.pond.game import PondGame
from tests.tui.running import save_battle
from tui.plain.look import WIDTH, bearing_words, term_lines
from tui.plain.replay import PlainReplay
from tui.plain.table import PlainTable, closed_answers

SAMPLE = Path(__file__).resolve().parents[3] / "saves" / "sample_boarding.battle"
ANSWER = re.compile(r"  (\d+)  \S")
SLOT = re.compile(r"  \S+  .*:")
MOST = 3000


class Reader:
    """Types random lines among those that the output since the last prompt offers."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.lines: list[str] = []
        self.seen: list[str] = []
        self.typed: list[str] = []
        self.answers: list[str] = []
        self.sheet = False
        self.sealing = False

    def write(self, text: str) -> None:
        self.lines.append(text)
        self.seen.append(text)

    async def read(self, prompt: str) -> str | None:
        new, self.lines = self.lines, []
        assert len(self.typed) < MOST, self.seen[-40:]
        if "y or n" in prompt:
            return self._types("y")
        if "press Enter" in prompt:
            return self._types("")
        told = "\n".join(new)
        if found := ANSWER.findall(told):
            self.answers, self.sheet = found, False
        elif any(map(SLOT.match, new)):
            self.sheet, self.sealing = True, not self.sealing
        if self.sheet:
            return self._types("fill" if self.sealing else "seal")
        return self._types(self.random.choice(self.answers))

    def _types(self, text: str) -> str:
        self.typed.append(text)
        return text


@pytest.mark.parametrize(
    ("game", "scenario", "seed"),
    [
        ("oak_iron", "quickstart", 3),
        ("wooden_ships", "mars_hercule", 2),
        ("iron_oak", "the_bluffs", 4),
    ],
)
def test_a_whole_battle_is_played_by_who_reads_only_what_is_printed(
    game: str, scenario: str, seed: int
) -> None:
    rules = system(game)
    battle = Battle.new(rules, scenario, seed)
    first, *others = rules.seats(battle.state)
    players = {seat.key: make_player("ensign", rules, seed, seat.key) for seat in others}
    reader = Reader(seed)
    asyncio.run(
        PlainTable(Sitting(battle, SeatTable(battle, players)), reader.read, reader.write).run()
    )
    assert battle.outcome() is not None, reader.seen[-30:]
    assert re.fullmatch(r"(.* WINS?|A DRAW|NO WINNER): .*", _last_sentence(reader.seen))
    assert all(len(line) <= WIDTH + 2 for line in reader.seen)
    assert any(record.seat == first.key for record in battle.entries)
    assert battle.verify().ok


def _last_sentence(seen: list[str]) -> str:
    at = max(n for n, line in enumerate(seen) if re.match(r".*(WINS?|A DRAW|NO WINNER): ", line))
    return " ".join(seen[at:])


def typed(battle: Battle, *typed_lines: str, computers: bool = True) -> list[str]:
    """Return what is printed while lines are typed; each prompt is included, with the line typed
    after it.
    """
    lines, seen = iter(typed_lines), []
    seats = battle.game.seats(battle.state)
    others = seats[1:] if computers else ()
    players = {seat.key: make_player("ensign", battle.game, 3, seat.key) for seat in others}

    async def read(prompt: str) -> str | None:
        line = next(lines, None)
        seen.append(f"{prompt}{line}")
        return line

    asyncio.run(PlainTable(Sitting(battle, SeatTable(battle, players)), read, seen.append).run())
    return seen


@pytest.fixture
def quick() -> Battle:
    return Battle.new("oak_iron", "quickstart", 7)


def after(seen: list[str], prompt: str) -> str:
    """Return what is printed between a prompt and the next one."""
    at = seen.index(f"> {prompt}")
    end = next((n for n in range(at + 1, len(seen)) if seen[n].startswith("> ")), len(seen))
    return "\n".join(seen[at + 1 : end])


def test_each_word_of_the_help_tells_what_a_screen_would(quick: Battle) -> None:
    seen = typed(
        quick, "help", "look", "look B1", "look Q9", "chart", "ships", "card B2", "hand",
        "why", "odds 2", "advice", "log 1", "rules fatigue", "rules xyz", "ask", "redo",
    )  # fmt: skip
    assert "advice" in after(seen, "help")
    look = after(seen, "look").replace("\n", " ")
    assert "From A1 Swallow, heading south:" in look
    assert 'A2 Prosperous, right ahead, range 3" pistol shot' in look
    assert 'B1 Hirondelle, on the port beam, range 12.3" beyond cannon shot' in look
    assert "From B1 Hirondelle" in after(seen, "look B1")
    assert after(seen, "look Q9") == "there is no ship q9; there are A1, A2, B1, B2."
    assert "A1v" in after(seen, "chart")
    assert after(seen, "chart").isascii()
    assert "Hirondelle" in after(seen, "ships")
    assert "SAINTE ANNE" in after(seen, "card B2")
    assert "Careful Aim" in after(seen, "odds 2")
    assert "Down!" in after(seen, "advice") or "(" in after(seen, "advice")
    assert "Fatigue" in after(seen, "rules fatigue")
    assert after(seen, "rules xyz") == "No term of the rules has 'xyz'."
    assert "1  Down! (1)" in after(seen, "ask")
    assert after(seen, "redo") == "there is nothing to redo."


def test_answers_are_numbers_or_words_and_a_dial_has_its_value(quick: Battle) -> None:
    seen = typed(
        quick, "7", "0", "hornpipe", "careful aim", "1", "1", "1", "1 90 port", "1 30 port"
    )
    assert after(seen, "7") == "there is no answer 7; there are 5."
    assert after(seen, "0") == "there is no answer 0; there are 5."
    assert after(seen, "hornpipe").startswith("'hornpipe' is not an answer or command here")
    assert quick.entries[0].seat in "AB"
    told = "\n".join(seen)
    assert "Red lays Careful Aim face down" in told
    assert "is not on the dial, which goes from" in after(seen, "1 90 port")
    assert "turns" in after(seen, "1 30 port") or "heading" in after(seen, "1 30 port")


def test_undo_take_back_and_resigning(quick: Battle) -> None:
    seen = typed(quick, "1", "undo", "n", "1", "1", "1", "undo", "n", "take back", "n",
                 "resign", "n", "resign", "y")  # fmt: skip
    told = "\n".join(seen)
    assert "Take the order back anyway? y or n: n" in told
    assert "Take the order back? y or n: n" in told
    assert "Resign as Red? y or n: n" in told
    assert "BLUE WINS: Red resigned." in told
    assert quick.outcome() is not None


def test_the_ways_out_are_listed_and_one_is_taken(quick: Battle) -> None:
    seen = typed(quick, "leave", "leave 9", "leave x", "leave 2", "leave 3", "n", "leave 3", "y")
    ways = " ".join(after(seen, "leave").split())
    assert "1 Resign as Red: Red gives up" in ways
    assert "Not now: your opponents are computer players" in ways
    for word in ("9", "x"):
        assert (
            after(seen, f"leave {word}") == f"the list has no number {word}; its last number is 3."
        )
    assert "your opponents are computer players, which never accept a draw" in after(
        seen, "leave 2"
    )
    assert "NO WINNER" in seen[-1]
    assert quick.outcome() is not None


def test_a_way_out_with_more_behind_it_lists_that_and_does_nothing(
    quick: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`leave 2` lists who may take the seat; `leave 2 1` asks for confirmation, and acts after a
    yes.
    """
    done: list[str] = []
    inner = [WayOut("Give it to Ben", "He plays on", lambda: done.append("ben"))]
    ways = [
        WayOut("Resign", "Red gives up", lambda: done.append("resign")),
        WayOut(
            "Give the seat away", "To somebody here", lambda: done.append("away"), "", lambda: inner
        ),
    ]
    monkeypatch.setattr(SeatTable, "ways_out", lambda _: ways)
    seen = typed(quick, "leave", "leave 2", "leave 1", "", "leave 2 1", "n", "leave 2 1", "y")
    assert "1  Resign: Red gives up" in after(seen, "leave")
    assert after(seen, "leave 2") == "  1  Give it to Ben: He plays on"
    assert "Resign? y or n: " in seen, "Enter means no"
    assert done == ["ben"]
    ways.clear()
    assert after(typed(quick, "leave"), "leave") == "there is no way to leave this battle now."


def test_who_shares_the_keyboard_is_asked_to_take_it_before_a_secret() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    seen = typed(battle, "", "1", "\x1b[A", "1", "", "quit", computers=False)
    told = "\n".join(seen)
    assert told.count("Blue, press Enter.") == 3, "nothing but Enter passes the keyboard on"
    assert "What follows is for Red only. Red, press Enter." in told
    assert "What follows is for Blue only. Blue, press Enter." in told
    between = told[told.index("for Blue only") :]
    assert "Red lays Down!" not in between, "Blue reads what Red has laid"


def test_a_sheet_is_filled_slot_by_slot_and_says_what_is_wrong() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = typed(battle, "stand by", "A1", "A1 99", "a1 2", "odds A1 2", "A1 1R", "seal")
    assert "'stand by' is not an answer or command here" in after(seen, "stand by")
    assert "  0 = stay" in after(seen, "A1"), "spelt, and not numbered"
    assert "99 is no answer for A1 Mars" in after(seen, "A1 99")
    assert "A1" in after(seen, "a1 2")
    assert after(seen, "odds A1 2")
    assert "All answers are filled in. Type `seal`." in after(seen, "A1 1R")
    assert battle.position >= 1


def test_nothing_is_given_by_accident_in_lines(quick: Battle) -> None:
    """An arrow key, a part of one, or the first letter of an answer gives no order and rolls no
    die.
    """
    seen = typed(quick, "\x1b[A", "?[A", "d", "a", "1\x7f", "undo now")
    assert {record.seat for record in quick.entries} <= {"B"}
    assert "control character in it (Escape)" in after(seen, "\x1b[A")
    assert "control character in it (Delete)" in after(seen, "1\x7f")
    for line in ("?[A", "d", "a", "undo now"):
        assert (
            after(seen, line)
            == f"'{line}' is not an answer or command here; type a number, or `help`."
        )


def test_a_sheet_that_the_program_filled_in_is_sealed_after_a_yes_alone() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = typed(battle, "seal", "", "seal", "n", "seal it")
    asked = "A1 Mars proposed, not chosen by you. Seal it? y or n: "
    assert [line for line in seen if line.startswith(asked)] == [asked, f"{asked}n"]
    assert [record.seat for record in battle.entries] == ["B"], "only the computer has sealed"
    seen = typed(battle, "seal", "y", "quit")
    assert "British sealed orders: A1 3" in "\n".join(seen)


def test_a_sheet_of_one_slot_takes_a_bare_answer_and_says_why_a_plot_is_closed() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = typed(battle, "2R1R1R", "A1 2r1r1r", "11", "A1  A1 Mars: 1R", "surrender with all ships")
    for line in ("2R1R1R", "A1 2r1r1r"):
        assert "no more than 3 movement points" in after(seen, line)
    assert "A1 Mars: 2 = 2 ahead" in after(seen, "11"), "as it is written"
    assert "A1 Mars: 1R = 1 ahead, starboard" in after(seen, "A1  A1 Mars: 1R")
    seen = typed(battle, "surrender with all ships", "seal", "", "quit")
    assert "All your ships surrender. Seal it anyway? y or n: " in seen
    assert battle.outcome() is None


def test_an_order_that_begins_with_a_word_of_the_help_is_an_order() -> None:
    """`Leave by the right edge` is taken as the order with these words; `leave 3` shows a way to
    leave, and takes none.
    """
    battle = Battle.new("iron_oak", "drewrys_bluff", 4)
    options = (
        Option("off:right", "Leave by the right edge", Way("maneuver_1", goal="off right")),
        Option("B2", "To B2", Way("maneuver_1", goal="B2")),
    )
    asked = Decision("U", "way", "Monitor: where to?", options)
    told: list[Answer] = []

    class Table(PlainTable):
        async def _answer(self, line: str, question: Question) -> None:
            assert isinstance(question, Decision)
            told.append(self._read_answer(line, question))

        async def _act(self, row: Action, rest: str) -> None:
            assert row.name == "part"
            told.append(Answer(f"the ways out {rest}".strip()))

    async def read(prompt: str) -> str | None:
        raise AssertionError(prompt)

    table = Table(Sitting(battle, SeatTable(battle, {})), read, lambda _: None)
    table.sitting.question = asked
    for line in (
        "Leave by the right edge",
        "1  Leave by the right edge.",
        "leave by right edge",
        "leave",
        "leave 3",
        "leave 3 1",
        "leave x",
    ):
        asyncio.run(table._line(line))
    ways = ["the ways out", "the ways out 3", "the ways out 3 1", "the ways out x"]
    assert [each.option for each in told] == ["off:right"] * 3 + ways


async def _unread(prompt: str) -> str | None:
    raise AssertionError(prompt)


def test_the_words_of_a_closed_answer_get_its_reason_and_are_no_other_answer(
    quick: Battle,
) -> None:
    """`Fire` is not available; it is not taken for `Fire high`, the only answer with this word."""
    table = PlainTable(Sitting(quick, SeatTable(quick, {})), _unread, print)
    options = Option("high", "Fire high", None), Option("hold", "Hold fire until later", None)
    asked = Decision("A", "fire", "Fire?", options, closed=(Closed("Fire", "no powder"),))
    assert table._read_answer("fire high", asked) == Answer("high")
    for line in ("Fire", "fire", "FIRE."):
        with pytest.raises(Refused, match=r"^Fire: no powder$"):
            table._read_answer(line, asked)


def test_a_value_is_read_for_an_option_that_has_the_dial_and_no_other() -> None:
    battle = Battle.new(PondGame(), "duel", 7)
    table = PlainTable(Sitting(battle, SeatTable(battle, {})), _unread, print)
    (asked, _) = battle.pending()
    assert isinstance(asked, Decision)
    assert asked.dial
    (steer,) = asked.options
    asked = replace(asked, options=(steer, Option("hold", "Hold", steer.command)))
    assert table._read_answer("1 30", asked) == Answer("steer", 30)
    assert table._read_answer("1", asked) == Answer("steer", asked.dial.rest)
    assert table._read_answer("2", asked) == Answer("hold")
    with pytest.raises(Refused, match=r"^Hold takes no value$"):
        table._read_answer("2 30", asked)


def test_where_nobody_here_is_asked_no_line_is_read_and_a_slot_without_options_says_so(
    quick: Battle,
) -> None:
    table = PlainTable(Sitting(quick, SeatTable(quick, {})), _unread, print)
    assert not asyncio.run(table._answered())
    slot = Slot("A1", "A1", ())
    sheet = Sheet("orders", "A", "orders", "", (slot,))
    assert table._filled(sheet, slot) == "no answer is possible"


@pytest.mark.parametrize(
    "line",
    ["\x1b[2J", "1 nan port", "1 1e999", "A" * 5000, "9" * 5000, f"leave {'9' * 5000}", "é–☃"],
    ids=lambda line: repr(line[:12]),
)
def test_hostile_lines_get_a_sentence_and_change_nothing(quick: Battle, line: str) -> None:
    seen = typed(quick, line)
    assert quick.position <= 1
    told = after(seen, line)
    assert told
    assert "\x1b" not in told


def test_a_replay_in_lines_goes_on_back_and_to_places() -> None:
    seen: list[str] = []
    lines = iter(["", "back", "back", "back", "go t2", "go 5000", f"go {'9' * 5000}",
                  "go end", "", "turn", "look",
                  "chart", "ships", "help", "dance", "quit"])  # fmt: skip

    async def read(prompt: str) -> str | None:
        line = next(lines)
        seen.append(f"> {line}")
        return line

    with Battle.open(SAMPLE, write=False) as battle:
        asyncio.run(PlainReplay(battle, read, seen.append).run())
        end = battle.position
    told = "\n".join(seen)
    assert f"Entry 0 of {end}," in told
    assert "d f  damage, fatigue" in after(seen, "ships")
    assert f"Entry 1 of {end}," in told
    assert "This is the start." in told
    assert ", turn 2 of" in told
    assert f"there is no entry 5000; the last is {end}." in told
    assert f"Entry {end} of {end}," in told
    assert "This is the end." in told
    assert "There is no command 'dance'; type `help`." in told
    assert seen[-1] == "> quit"


def test_a_replay_in_lines_is_spoken_from_the_word_on_and_silent_from_the_next() -> None:
    seen: list[str] = []
    lines = iter(["go 26", "", "voices", "go 26", "", "voices", "go 26", "", "quit"])

    async def read(prompt: str) -> str | None:
        seen.append(f"> {(line := next(lines))}")
        return line

    with Battle.open(SAMPLE, write=False) as battle:
        asyncio.run(PlainReplay(battle, read, seen.append).run())
    before, on, off = "\n".join(seen).split("> voices")
    assert "Orders and reports are printed with the log." in on
    assert '  Sainte Anne: "Two shots home, sir!"' in on.splitlines()
    assert ': "' not in before
    assert "Voices are off." in off
    assert ': "' not in off


def test_a_battle_that_is_over_or_watched_says_so(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "Duel", turns=99)
    with Battle.open(path, write=False) as battle:
        seen = typed(battle)
    assert "this battle is being watched." in seen
    assert any(" WIN" in line or "DRAW" in line for line in seen)


def at_a_question(game: str, scenario: str, wanted: Callable[[Any], bool]) -> Battle:
    """Return a battle between ensigns at a question of the first player for which `wanted` returns
    True.
    """
    for seed in range(1, 9):
        battle = Battle.new(game, scenario, seed)
        seats = battle.game.seats(battle.state)
        crew = {each.key: make_player("ensign", battle.game, seed, each.key) for each in seats}
        while battle.pending() and battle.position < 200:
            question = battle.pending()[0]
            if question.seat == seats[0].key and wanted(question):
                return battle
            battle.answer(
                question.seat, crew[question.seat].choose(battle.view(question.seat), question)
            )
    raise AssertionError("no such question was put")


def test_advice_counts_as_help_only_when_it_is_given(
    quick: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    helped: list[int] = []
    monkeypatch.setattr(Kind, "helped", lambda _: helped.append(1))
    typed(quick, "advice")
    assert helped == [1]
    monkeypatch.setattr("tui.plain.table.best_answers", lambda *_: ())
    typed(quick, "advice")
    assert helped == [1]


def test_a_place_is_two_numbers_behind_at_and_what_has_no_dial_takes_no_value() -> None:
    battle = at_a_question(
        "oak_iron",
        "patrol",
        lambda asked: isinstance(asked, Decision) and bool(asked.options[0].area),
    )
    position, asked = battle.position, battle.pending()[0]
    assert isinstance(asked, Decision)
    _, area = dial_with_area(
        battle.game,
        battle.view(asked.seat),
        asked,
        asked.options[0],
        asked.dial and asked.dial.rest,
    )
    assert area
    seen = typed(battle, "1 at here", "1 at 1", "1 at 99 99", "1", computers=True)
    assert after(seen, "1 at here") == "a place is two numbers, such as 12.5 8."
    assert after(seen, "1 at 1") == "a place is two numbers, such as 12.5 8."
    assert after(seen, "1 at 99 99").endswith(".")
    laid = battle.entries[position].command
    assert isinstance(laid, LayPiece)
    assert laid.at == area.rest, "without a place it is laid where it rests"


def test_what_has_no_dial_takes_no_value(quick: Battle) -> None:
    assert after(typed(quick, "1 15 port"), "1 15 port") == "Down! (1) takes no value."


def test_lines_that_are_empty_or_of_no_sheet_and_terms_that_are_many(quick: Battle) -> None:
    seen = typed(quick, "", "fill", "seal", "odds", "rules a", "TAKE BACK", "LOG 0")
    assert "1  Down! (1)" in after(seen, "")
    for word in ("fill", "seal"):
        assert after(seen, word) == "there is no sheet to fill in here."
    assert "Down!" in after(seen, "odds")
    assert "And more: " in after(seen, "rules a")
    assert after(seen, "TAKE BACK") == "there is nothing to take back."
    assert after(seen, "LOG 0") == "Nothing has happened yet."


def test_what_is_taken_back_is_asked_for_and_then_gone(quick: Battle) -> None:
    typed(quick, "1", "1", "1", "1", "quit")
    before = quick.position
    seen = typed(quick, "take back", "y", "quit")
    assert quick.position < before
    assert "Take the order back? y or n: y" in "\n".join(seen)


def test_a_disk_that_is_full_is_told_and_nothing_has_happened(
    quick: Battle, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise FileFault("quick.battle: no space left")

    typed(quick, "quit")  # the computer has laid its card
    before = quick.position
    monkeypatch.setattr(quick, "answer", full)
    assert after(typed(quick, "1"), "1") == (
        "quick.battle: no space left. Nothing was done; try again."
    )
    assert quick.position == before


def test_who_does_not_take_the_keyboard_ends_the_table() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    assert typed(battle, computers=False)[-1].endswith("Red, press Enter. None")


def test_advice_and_odds_of_a_sheet_and_slots_that_take_several() -> None:
    battle = at_a_question(
        "iron_oak",
        "drewrys_bluff",
        lambda asked: isinstance(asked, Sheet) and any(slot.at_most > 1 for slot in asked.slots),
    )
    sheet = battle.pending()[0]
    assert isinstance(sheet, Sheet)
    slot = next(each for each in sheet.slots if each.at_most > 1)
    first = slot.options[0].id
    seen = typed(
        battle, "advice", "odds", "odds nobody 1", f"odds {slot.id} {first}", f"{slot.id} none",
        f"{slot.id} 1, {first}", f"{slot.id} nonsense", "fill", "ask",
    )  # fmt: skip
    assert "Maneuver" in after(seen, "advice")
    for word in ("odds", "odds nobody 1"):
        assert after(seen, word) == "type a slot and an answer, such as `odds A1 2`."
    assert after(seen, f"odds {slot.id} {first}")
    assert "none" in after(seen, f"{slot.id} none")
    assert "'nonsense' is not an answer or command here" in after(seen, f"{slot.id} nonsense")
    assert "empty" not in after(seen, "fill").split(slot.id)[0]


def test_advice_of_a_sheet_tells_a_plot_of_each_ship_and_why() -> None:
    seen = typed(Battle.new("wooden_ships", "mars_hercule", 2), "advice")
    told = after(seen, "advice")
    assert re.search(r"  A1 \S+", told)
    assert re.search(r"      (gains|avoids|gives up|against it): \S.* \(\d", told)


@pytest.mark.parametrize("word", ["standing", "ask"])
def test_two_words_lead_back_from_the_standing_choices(word: str) -> None:
    seen = typed(Battle.new("wooden_ships", "mars_hercule", 2), "standing", word)
    opened = after(seen, "standing")
    assert "No other player sees these standing choices; `standing` goes back to the orders." in (
        " ".join(opened.split())
    )
    assert "Kept until you change it:" in opened
    assert "Orders:" not in opened
    at = len(seen) - seen[::-1].index(f"> {word}")
    assert "Orders:" in "\n".join(seen[at:])


@pytest.mark.parametrize("first", ["advice", "ask"])
def test_an_empty_slot_names_what_fill_writes_there(first: str) -> None:
    """Before the advice is computed, the slot is said to get the advised answer; afterwards that
    answer is named, and `fill` writes it.
    """
    battle = Battle.new("wooden_ships", "constitution_java", 2)
    seen = typed(battle, first, "A1", "ask", "fill")
    asked = next(line for line in seen if line.startswith("  A1  "))
    assert asked.endswith(": empty; type `fill` to take the advised answer")
    named = after(seen, "ask").rpartition("A1 Constitution: ")[2]
    filled = after(seen, "fill").rpartition("A1 Constitution: ")[2]
    if first == "advice":
        assert named == f"empty; `fill` takes {filled}"
    assert "empty" not in filled
    advised = re.search(r"  A1 (.+)", after(typed(battle, "advice"), "advice"))
    assert advised
    assert advised[1] == filled


@pytest.mark.parametrize(
    ("game", "scenario", "signs"),
    [
        ("oak_iron", "quickstart", ("d f  damage, fatigue", "0/2  strike points", "*  flagship")),
        ("wooden_ships", "mars_hercule", ("h g c r  hull, guns, crew, rigging",)),
        ("iron_oak", "duel", ("h c  hits and crew that are left",)),
    ],
)
def test_the_signs_among_the_ships_are_explained_below_them(
    game: str, scenario: str, signs: tuple[str, ...]
) -> None:
    told = after(typed(Battle.new(game, scenario, 2), "ships"), "ships")
    below = told.partition("Signs")[2]
    assert all(sign in below for sign in signs)
    assert "out of action" not in below, "no ship is"


def test_words_means_terms(quick: Battle) -> None:
    seen = typed(quick, "words", "terms")
    assert after(seen, "words") == after(seen, "terms") != ""


def test_what_a_sealed_sheet_brings_is_warned_of() -> None:
    battle = Battle.new("wooden_ships", "suffren_hughes", 2)
    (sheet,) = (each for each in battle.pending() if each.seat == "A")
    assert isinstance(sheet, Sheet)
    seen = typed(battle, *(f"{slot.id} R1" for slot in sheet.slots), "seal")
    assert "Warning: A1 meets A4 in step 1" in "\n".join(seen)
    assert battle.entries


def test_a_sheet_that_is_not_whole_is_not_sealed_and_may_have_no_advice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    sheet = battle.pending()[0]
    assert isinstance(sheet, Sheet)
    fault = SimpleNamespace(slot="A1", why="she would run upon the rocks")
    monkeypatch.setattr(
        type(battle.game.answering),
        "faults",
        lambda _, view, sheet, draft: (fault,) if sheet.seat == "A" else (),
    )
    monkeypatch.setattr(type(battle.game.thinking), "advice", lambda *_: ())
    position = battle.position
    seen = typed(battle, "advice", "A1 1", "seal")
    assert after(seen, "seal") == "she would run upon the rocks."
    assert after(seen, "advice") == "No advice is given on this sheet."
    assert battle.position <= position + 1, "the computer alone has sealed"


def test_a_plot_that_is_a_number_is_no_place_in_a_list() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = typed(battle, "A1", "A1 7", "a1 mars 2l", "odds A1 Mars 2", "why")
    assert "  2 = 2 ahead" in after(seen, "A1")
    assert "7 is no answer for A1 Mars" in after(seen, "A1 7")
    assert "2L" in after(seen, "a1 mars 2l")


def test_ships_are_looked_at_from_an_own_one_and_named_as_they_are_called() -> None:
    battle = Battle.new("iron_oak", "hampton_roads", 2)
    seen = typed(battle, "why", "Monitor 2", "zouave hold", "fill", "seal", "look")
    assert "Monitor, Stay: " in after(seen, "why")
    assert "Zouave, Stay: " in after(seen, "why")
    assert "Monitor: Drift" in after(seen, "Monitor 2")
    assert "Hold" in after(seen, "zouave hold")
    assert not after(seen, "look").startswith("From css_")


@given(st.integers(0, 359), st.integers(0, 359))
def test_a_bearing_is_told_from_the_bow_whatever_the_heading(heading: int, off: int) -> None:

    def at(degrees: int) -> Pose:
        return Pose(9 * sin(radians(degrees)), 9 * cos(radians(degrees)), 0)

    told = bearing_words(Pose(0, 0, heading), at(heading + off))
    assert told == bearing_words(Pose(0, 0, 0), at(off))


def test_a_closed_answer_is_told_with_its_slot_where_a_sheet_has_several() -> None:
    option = Option("go", "Go", None)
    first, second = (
        Slot(id, id.upper(), (option,), closed=(Closed("Stay", f"no anchor {id}"),))
        for id in ("a1", "a2")
    )
    both, one = (Sheet("s", "A", "plot", "?", slots) for slots in ((first, second), (first,)))
    assert list(closed_answers(both)) == ["A1, Stay: no anchor a1", "A2, Stay: no anchor a2"]
    assert list(closed_answers(one)) == ["Stay: no anchor a1"]
    assert not list(closed_answers(None))


def test_of_many_terms_the_others_are_named_unless_one_has_exactly_this_name() -> None:
    names = ("Gun", "Gunboat", "Gun crew", "Gunport", "Gun deck")
    terms = [Term(name, name, "rule", (f"about {name}",)) for name in names]
    assert [*term_lines(terms, "gun")] == ["Gun: about Gun"]
    assert [*term_lines(terms, "gunb")] == ["Gunboat: about Gunboat"]
    assert [*term_lines(terms[1:], "gun")][-1] == "And more: Gun deck."
    assert [*term_lines(terms, "musket")] == []
