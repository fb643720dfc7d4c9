"""The line mode: whole battles by a script that reads only what is printed, and each word of it."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.tui.running import save_battle
from tui.plain.look import WIDTH
from tui.plain.replay import PlainReplay
from tui.plain.table import PlainTable

SAMPLE = Path(__file__).resolve().parents[3] / "saves" / "sample_boarding.battle"
ANSWER = re.compile(r"  (\d+)  \S")
SLOT = re.compile(r"  \S+  .*:")
MOST = 3000


class Reader:
    """Types by chance what the lines since the last prompt say may be typed."""

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

    def read(self, prompt: str) -> str | None:
        new, self.lines = self.lines, []
        assert len(self.typed) < MOST, self.seen[-40:]
        if "y or n" in prompt:
            return self._types("y")
        if "Press Enter" in prompt:
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
        ("iron_oak", "drewrys_bluff", 4),
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
    PlainTable(battle, players, reader.read, reader.write).run()
    assert battle.outcome() is not None, reader.seen[-30:]
    assert re.fullmatch(r"(.* WINS?|A DRAW|NO WINNER): .*", _last_sentence(reader.seen))
    assert all(len(line) <= WIDTH + 2 for line in reader.seen)
    assert any(record.seat == first.key for record in battle.entries)
    assert battle.verify().ok


def _last_sentence(seen: list[str]) -> str:
    at = max(n for n, line in enumerate(seen) if re.match(r".*(WINS?|A DRAW|NO WINNER): ", line))
    return " ".join(seen[at:])


def typed(battle: Battle, *typed_lines: str, computers: bool = True) -> list[str]:
    """Return what is printed while lines are typed, each prompt with its line among it."""
    lines, seen = iter(typed_lines), []
    seats = battle.game.seats(battle.state)
    others = seats[1:] if computers else ()
    players = {seat.key: make_player("ensign", battle.game, 3, seat.key) for seat in others}

    def read(prompt: str) -> str | None:
        line = next(lines, None)
        seen.append(f"{prompt}{line}")
        return line

    PlainTable(battle, players, read, seen.append).run()
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
    assert after(seen, "rules xyz") == "Nothing here is called 'xyz'."
    assert "1  Down! (1)" in after(seen, "ask")
    assert after(seen, "redo") == "there is nothing to redo."


def test_answers_are_numbers_or_words_and_a_dial_has_its_value(quick: Battle) -> None:
    seen = typed(
        quick, "7", "0", "hornpipe", "careful aim", "1", "1", "1", "1 90 port", "1 30 port"
    )
    assert after(seen, "7") == "there is no answer 7; there are 5."
    assert after(seen, "0") == "there is no answer 0; there are 5."
    assert after(seen, "hornpipe").startswith("nothing here is called 'hornpipe'")
    assert quick.entries[0].seat in "AB"
    told = "\n".join(seen)
    assert "Red lays Careful Aim face down" in told
    assert "is off the dial" in after(seen, "1 90 port")
    assert "turns" in after(seen, "1 30 port") or "heading" in after(seen, "1 30 port")


def test_undo_take_back_and_resigning(quick: Battle) -> None:
    seen = typed(quick, "1", "undo", "1", "1", "1", "1", "undo", "take back", "n", "resign", "n",
                 "resign", "y")  # fmt: skip
    told = "\n".join(seen)
    assert "take back goes back all the same" in told
    assert "Resign as Red? y or n: n" in told
    assert "BLUE WINS: Red resigned." in told
    assert quick.outcome() is not None


def test_who_shares_the_keyboard_is_asked_to_take_it_before_a_secret() -> None:
    battle = Battle.new("oak_iron", "quickstart", 7)
    seen = typed(battle, "", "1", "", "quit", computers=False)
    told = "\n".join(seen)
    assert "Only Red may read on. Press Enter, Red." in told
    assert "Only Blue may read on. Press Enter, Blue." in told
    between = told[told.index("Only Blue") :]
    assert "Red lays Down!" not in between, "Blue reads what Red has laid"


def test_a_sheet_is_filled_slot_by_slot_and_says_what_is_wrong() -> None:
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = typed(battle, "stand by", "A1", "A1 99", "a1 2", "odds A1 2", "A1 1R", "seal")
    assert "the slots are A1" in after(seen, "stand by")
    assert re.search(r"  1  0", after(seen, "A1"))
    assert "there is no answer 99" in after(seen, "A1 99")
    assert "A1" in after(seen, "a1 2")
    assert after(seen, "odds A1 2")
    assert "seal seals it" in after(seen, "A1 1R")
    assert battle.position >= 1


@pytest.mark.parametrize("line", ["\x1b[2J", "1 nan port", "1 1e999", "A" * 5000, "9" * 400, "é–☃"])
def test_hostile_lines_get_a_sentence_and_change_nothing(quick: Battle, line: str) -> None:
    seen = typed(quick, line)
    assert quick.position <= 1
    told = after(seen, line)
    assert told
    assert "\x1b" not in told


def test_a_replay_in_lines_goes_on_back_and_to_places() -> None:
    seen: list[str] = []
    lines = iter(["", "back", "back", "back", "go t2", "go 5000", "go end", "", "turn", "look",
                  "chart", "ships", "help", "dance", "quit"])  # fmt: skip

    def read(prompt: str) -> str | None:
        line = next(lines)
        seen.append(f"> {line}")
        return line

    with Battle.open(SAMPLE, write=False) as battle:
        PlainReplay(battle, read, seen.append).run()
        end = battle.position
    told = "\n".join(seen)
    assert f"Entry 0 of {end}," in told
    assert f"Entry 1 of {end}," in told
    assert "This is the start." in told
    assert ", turn 2 of" in told
    assert f"there is no entry 5000; the last is {end}." in told
    assert f"Entry {end} of {end}," in told
    assert "This is the end." in told
    assert "'dance' is not known here; type help." in told
    assert seen[-1] == "> quit"


def test_a_battle_that_is_over_or_watched_says_so(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "Duel", turns=99)
    with Battle.open(path, write=False) as battle:
        seen = typed(battle)
    assert "this battle is being watched." in seen
    assert any("WINS" in line or "DRAW" in line for line in seen)
