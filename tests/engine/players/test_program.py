"""External programs as players: what they are asked, and which answers are accepted or refused."""

from __future__ import annotations

import shlex
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import tests.pond.game  # noqa: F401 - registers the pond
from engine.arena import Bout, Match, fight, fight_bouts, in_order
from engine.base.errors import ProgramFault, Refused
from engine.game.decision import Answer, Decision
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import dismiss, make_player
from engine.players.program import LONGEST, Pipe, Program
from engine.sitting.talk import Talk

LOOP = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    say = lambda words: print(json.dumps(words), flush=True)
    hear = lambda: json.loads(sys.stdin.readline())
    {body}
"""
FIRST = 'say({"option": asked["question"]["options"][0]["id"]})'
Bot = Callable[..., Program]


def command(body: str, raw: bool = False) -> str:
    """Return the command line of a program that runs `body` for each question."""
    return shlex.join([sys.executable, "-c", body if raw else LOOP.replace("{body}", body)])


def running(pid: int) -> bool:
    """Tell whether a process exists and is not a zombie."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):  # the latter when it ends as it is read
        return False
    return "Z" not in stat.rpartition(")")[2].split()[0]


def gone(pid: int) -> bool:
    """Wait a while for a process to end; tell whether it has ended."""
    for _ in range(200):
        if not running(pid):
            return True
        time.sleep(0.02)
    return False


@pytest.fixture
def bot() -> Iterator[Bot]:
    """Return a function that starts programs at seat A of the pond; they end with the test."""
    started: list[Program] = []

    def start(body: str, patience: float = 20.0, raw: bool = False, game: str = "pond") -> Program:
        started.append(Program(command(body, raw), system(game), 7, "A", patience))
        return started[-1]

    yield start
    dismiss(started)


def asked(program: Program, position: int = 0) -> Answer:
    """Ask the program the first question of a duel, and return its answer."""
    battle = duel()
    return program.choose(battle.view("A"), battle.pending()[position])


def duel() -> Battle:
    return Battle.new("pond", "duel", 5)


def fault(program: Program) -> str:
    """Return the message of the error that the program's behaviour causes."""
    with pytest.raises(ProgramFault) as raised:
        asked(program)
    assert str(raised.value).isprintable()
    return str(raised.value)


# What it is asked ----------------------------------------------------------------------------


def test_a_program_is_asked_with_the_words_of_talk(bot: Bot, tmp_path: Path) -> None:
    kept = tmp_path / "line.json"
    asked(bot(f"open({str(kept)!r}, 'w').write(line); {FIRST}"))
    line = msgspec.json.decode(kept.read_bytes())
    talk = Talk()
    told = msgspec.json.decode(
        msgspec.json.encode(
            talk.answer('{"op": "new", "scenario": "duel", "game": "pond", "seed": 5}')
        )
    )
    view = msgspec.json.decode(
        msgspec.json.encode(talk.answer('{"op": "view", "seat": "A"}')["view"])
    )
    assert line["question"] == told["pending"][0]
    assert line["view"] == view
    assert line["game"] == "pond"
    assert [seat["seat"] for seat in line["seats"]] == ["A", "B"]
    assert line["areas"] == {}


def test_its_seed_is_its_own_and_not_that_of_the_dice(bot: Bot, tmp_path: Path) -> None:
    seeds = []
    for seed, seat in ((7, "A"), (7, "A"), (7, "B"), (8, "A")):
        kept = tmp_path / "line.json"
        body = f"open({str(kept)!r}, 'w').write(line); {FIRST}"
        program = Program(command(body), system("pond"), seed, seat)
        asked(program, "AB".index(seat))
        program.close()
        seeds.append(msgspec.json.decode(kept.read_bytes())["seed"])
    assert seeds[0] == seeds[1]
    assert len({7, 8, *seeds}) == 5


def test_what_the_other_seat_has_chosen_is_not_in_its_line(bot: Bot, tmp_path: Path) -> None:
    kept = tmp_path / "line.json"
    battle = duel()
    battle.answer("B", Answer("steer", 45.0))
    program = bot(f"open({str(kept)!r}, 'w').write(line); {FIRST}")
    program.choose(battle.view("A"), battle.pending()[0])
    view = msgspec.json.decode(kept.read_bytes())["view"]
    assert battle.state.boats["B"].order is not None
    assert view["boats"]["B"]["order"] is None
    assert b"45.0" not in kept.read_bytes().replace(b'"heading":45.0', b"")


def test_areas_say_where_things_may_be_put_and_an_answer_may_leave_it_at_that(
    bot: Bot, tmp_path: Path
) -> None:
    kept = tmp_path / "line.json"
    body = f"asked['areas'] and open({str(kept)!r}, 'w').write(line); {FIRST}"
    battle = Battle.new("oak_iron", "patrol", 5)
    players: dict[str, Any] = {
        seat.key: make_player("ensign", battle.game, 5, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    players["A"] = Program(command(body), battle.game, 5, "A")
    placed = 0
    while battle.game.setting_up(battle.state):
        decision = battle.pending()[0]
        answer = players[decision.seat].choose(battle.view(decision.seat), decision)
        placed += decision.seat == "A" and answer.at is not None
        battle.answer(decision.seat, answer)
    players["A"].close()
    line = msgspec.json.decode(kept.read_bytes())
    wanting = {each["id"] for each in line["question"]["options"] if each["area"]}
    assert placed > 1
    assert set(line["areas"]) <= wanting
    assert all(len(area["rest"]) == 2 and area["outlines"] for area in line["areas"].values())


def test_a_place_where_nothing_may_lie_is_refused_with_the_reason(bot: Bot) -> None:
    program = bot('say({"option": asked["question"]["options"][0]["id"], "at": [-9, -9]})',
                  game="oak_iron")  # fmt: skip
    battle = Battle.new("oak_iron", "patrol", 5)
    with_area = placing(battle)
    option = next(each for each in with_area.options if each.area)
    only = replace(with_area, options=(option,))
    with pytest.raises(ProgramFault, match="answered '"):
        program.choose(battle.view(only.seat), only)


def placing(battle: Battle) -> Decision:
    """Play until a piece is to be placed, and return that question."""
    players = {
        seat.key: make_player("ensign", battle.game, 5, seat.key)
        for seat in battle.game.seats(battle.state)
    }
    for _ in range(99):
        decision = battle.pending()[0]
        assert isinstance(decision, Decision)
        if any(option.area for option in decision.options):
            return decision
        player = players[decision.seat]
        battle.answer(decision.seat, player.choose(battle.view(decision.seat), decision))
    raise AssertionError("nothing is put anywhere")


# What it may answer --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ({"option": "steer"}, Answer("steer", 0.0)),
        ({"option": "steer", "dial": -45}, Answer("steer", -45.0)),
        ({"op": "do", "seat": "A", "option": "steer", "dial": 90.0}, Answer("steer", 90.0)),
        ({"option": "steer", "at": [1, 2]}, Answer("steer", 0.0, (1.0, 2.0))),
        ({"option": "steer", "remark": "any"}, Answer("steer", 0.0)),
    ],
)
def test_answers_are_taken(bot: Bot, answer: dict[str, Any], expected: Answer) -> None:
    assert asked(bot(f"say({answer!r})")) == expected


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('say({"option": "ram"})', "'ram' is not an option now; the options are steer"),
        ('say({"option": "steer", "dial": 91})', "is not on the dial, which goes from"),
        ('say({"option": "steer", "dial": 7})', "steps of 15"),
        ('say({"option": "steer", "dial": "hard"})', "do: Expected"),
        ('say({"option": 3})', "do: Expected"),
        ("say({})", "missing required field 'option'"),
        ('say({"option": "steer", "seat": "B"})', "its own seat is A"),
        ("say([1])", 'an answer is an object with an "option"'),
        ('print("steer", flush=True)', "answered 'steer', and that is not JSON"),
        ("print(flush=True)", "answered '', and that is not JSON"),
        ('print("[" * 9999, flush=True)', "that is not JSON"),
        ('sys.stdout.buffer.write(b"\\xff\\n"); sys.stdout.flush()', "that is not JSON"),
        ('print("\\x1b[31m", flush=True)', "answered '?[31m'"),
    ],
)
def test_an_answer_that_is_not_legal_is_named_with_its_program(
    bot: Bot, body: str, why: str
) -> None:
    sentence = fault(bot(body))
    assert sentence.startswith(f"the program {sys.executable} -c ")
    assert "(seat A) answered '" in sentence
    assert why in sentence


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("sys.exit(3)", "ended with code 3"),
        ("1 / 0", "ended with code 1; its error output was 'ZeroDivisionError: division by zero'"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by SIGKILL"),
        ("import os, time; os.close(1); time.sleep(60)", "closed its output"),
        (f'print("x" * {4 * LONGEST}, flush=True)', "and so on, in a line without an end"),
    ],
)
def test_endings_are_told_in_one_sentence(bot: Bot, body: str, why: str) -> None:
    assert why in fault(bot(body))


@pytest.mark.parametrize("said", ["", '{"option"'])
def test_silence_is_not_waited_for_for_ever(bot: Bot, said: str) -> None:
    body = f"sys.stdout.write({said!r}); sys.stdout.flush(); import time; time.sleep(60)"
    assert "said nothing in time" in fault(bot(body, patience=0.7))


def test_a_program_that_answers_twice_is_found_out(bot: Bot) -> None:
    program = bot('sys.stdout.write(\'{"option": "steer"}\\n\' * 2); sys.stdout.flush()')
    assert asked(program).option == "steer"
    with pytest.raises(ProgramFault, match="before it was asked"):
        asked(program)


def test_a_program_that_reads_nothing_and_one_that_chatters_on_stderr_do_not_block(
    bot: Bot,
) -> None:
    deaf = bot("import time; time.sleep(60)", raw=True, patience=1.0)
    assert "said nothing in time" in fault(deaf)
    loud = bot(f"sys.stderr.write('x' * {1 << 20}); {FIRST}")
    assert asked(loud).option == "steer"


def test_a_question_longer_than_a_pipe_is_sent_whole() -> None:
    echo = "import sys; line = sys.stdin.readline(); print(len(line), flush=True)"
    pipe = Pipe("echo", [sys.executable, "-c", echo])
    try:
        pipe.allow(20)
        assert pipe.ask(b"x" * 3_000_000 + b"\n") == b"3000001"
    finally:
        pipe.close()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("", "such as exec:./mybot"),
        ("   ", "such as exec:./mybot"),
        ("./no_such_bot --fast", "./no_such_bot is not a program that can be started"),
        ("'half quoted", "not a command line"),
    ],
)
def test_a_program_that_is_not_there_is_refused_before_the_battle(words: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        make_player(f"exec:{words}", system("pond"), 1, "A", programs=True)


def test_a_file_that_cannot_be_run_is_told(bot: Bot, tmp_path: Path) -> None:
    odd = tmp_path / "bot"
    odd.write_text("no program")
    odd.chmod(0o755)
    program = Program(str(odd), system("pond"), 1, "A")
    with pytest.raises(ProgramFault, match="cannot be started: exec format error"):
        asked(program)


# Asking back ---------------------------------------------------------------------------------


def test_it_may_ask_back_before_it_answers(bot: Bot, tmp_path: Path) -> None:
    kept = tmp_path / "heard.json"
    questions = [
        {"op": "pending"},
        {"op": "view"},
        {"op": "where", "option": "steer"},
        {"op": "inspect"},
        {"op": "view", "seat": "B"},
        {"op": "where", "option": "ram"},
        {"op": "undo"},
        {"op": 4},
    ]
    asking = f"heard = [(say(words), hear())[1] for words in {questions!r}]"
    keeping = f"open({str(kept)!r}, 'w').write(json.dumps(heard)); {FIRST}"
    assert asked(bot(f"{asking}; {keeping}")).option == "steer"
    pending, view, where, inspect, *refused = msgspec.json.decode(kept.read_bytes())
    assert pending["pending"][0]["kind"] == "order"
    assert view["view"]["turn"] == 1
    assert where == {"ok": True, "area": None, "why_not": ""}
    assert inspect["ok"]
    assert [each["ok"] for each in refused] == [False] * 4
    assert refused[0]["error"] == "it answers for another seat; its own seat is A"
    assert "'ram' is not an option now" in refused[1]["error"]
    assert "one of do, pending, where, view, inspect" in refused[2]["error"]


def test_where_says_why_a_piece_may_not_lie_there(bot: Bot, tmp_path: Path) -> None:
    kept = tmp_path / "heard.json"
    place = 'next((o["id"] for o in asked["question"]["options"] if o["area"]), "")'
    ask = '{"op": "where", "option": place, "at": [-5, 99]}'
    body = (
        f"place = {place}\n    if place:\n        say({ask})\n"
        f"        open({str(kept)!r}, 'w').write(json.dumps(hear()))\n    {FIRST}"
    )
    battle = Battle.new("oak_iron", "patrol", 5)
    seats = [seat.key for seat in battle.game.seats(battle.state)]
    programs = {key: Program(command(body), battle.game, 5, key) for key in seats}
    while not kept.exists():
        decision = battle.pending()[0]
        answer = programs[decision.seat].choose(battle.view(decision.seat), decision)
        battle.answer(decision.seat, answer)
    dismiss(programs.values())
    heard = msgspec.json.decode(kept.read_bytes())
    assert heard["ok"]
    assert heard["why_not"]
    assert heard["area"]["outlines"]


def test_asking_back_for_ever_is_ended_by_the_clock(bot: Bot) -> None:
    endless = bot('while True: say({"op": "view"}); hear()', patience=0.7)
    assert "said nothing in time" in fault(endless)


# Its end -------------------------------------------------------------------------------------


def test_it_is_told_by_the_end_of_its_input_and_then_ended(bot: Bot, tmp_path: Path) -> None:
    farewell = tmp_path / "farewell"
    pid = tmp_path / "pid"
    writing = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid()))"
    polite = command(f"{writing}; {FIRST}")
    program = Program(polite, system("pond"), 1, "A")
    asked(program)
    program.close()
    assert gone(int(pid.read_text()))
    body = LOOP.replace("{body}", FIRST) + f"open({str(farewell)!r}, 'w').write('bye')"
    leaving = bot(body, raw=True)
    asked(leaving)
    leaving.close()
    assert farewell.read_text() == "bye"


def test_what_it_has_started_ends_with_it(bot: Bot, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    child = "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])"
    body = f"import subprocess; p = {child}; open({str(pid)!r}, 'w').write(str(p.pid)); {FIRST}"
    program = bot(body)
    asked(program)
    program.close()
    assert gone(int(pid.read_text()))


def test_a_faulty_program_is_ended(bot: Bot, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); print('?', flush=True)"
    assert "not JSON" in fault(bot(f"{body}\n    import time; time.sleep(99)"))
    assert gone(int(pid.read_text()))


def test_closing_does_not_wait_for_one_that_thinks(bot: Bot, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    body = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(99)"
    program = bot(body, patience=60)
    heard: list[str] = []
    thinking = threading.Thread(target=lambda: heard.append(fault(program)))
    thinking.start()
    while not pid.exists() or not pid.read_text():
        time.sleep(0.02)
    program.close()
    thinking.join(20)
    assert not thinking.is_alive()
    assert "was ended by SIGKILL" in heard[0]


def test_two_who_ask_at_once_are_answered_one_after_the_other(bot: Bot) -> None:
    """After a take-back, the program may still be computing its answer to the earlier question."""
    body = f"import time; time.sleep(0.05); {FIRST}"
    program = bot(body)
    answers: list[Answer] = []
    asking = [threading.Thread(target=lambda: answers.append(asked(program))) for _ in range(4)]
    for each in asking:
        each.start()
    for each in asking:
        each.join(20)
    assert [answer.option for answer in answers] == ["steer"] * 4


def test_a_program_begins_anew_when_it_is_asked_after_its_end(bot: Bot) -> None:
    program = bot(FIRST)
    assert asked(program) == asked(program)
    program.close()
    program.close()
    assert asked(program).option == "steer"


# In battles by the hundred -------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_programs_fight_whole_matches_whoever_starts_them(jobs: int) -> None:
    lucky = command(
        "import random; r = random.Random(asked['seed'] + asked['view']['turn']); "
        "say({'option': r.choice([o['id'] for o in asked['question']['options']])})"
    )
    match = Match(game="pond", scenario="duel", a=f"exec:{lucky}", b="ensign", mirror=True)
    bouts = [Bout(match, number) for number in range(4)]
    results = in_order(fight_bouts(bouts, jobs))
    assert results == in_order(fight_bouts(bouts, 1))


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_faulty_program_stops_a_match_with_its_sentence(jobs: int) -> None:
    match = Match(game="pond", scenario="duel", a="ensign", b=f"exec:{command('1 / 0')}", seed=9)
    with pytest.raises(ProgramFault, match=r"in the battle with seed 9, the program .*seat B"):
        in_order(fight_bouts([Bout(match, 0)], jobs))


def test_the_battle_is_kept_as_far_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "duel.battle"
    body = f"{FIRST} if asked['view']['turn'] < 3 else sys.exit(1)"
    match = Match(game="pond", scenario="duel", a="ensign", b=f"exec:{command(body)}", seed=9)
    with pytest.raises(ProgramFault):
        fight(match, 0, str(path))
    kept = Battle.open(path)
    assert kept.game.turn(kept.state) == 3
    assert [decision.seat for decision in kept.pending()] == ["B"]
    assert "ended with code 1" in kept.notes[0].text
    kept.close()


def test_nobody_but_the_command_line_may_start_a_program(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    with pytest.raises(Refused, match="a program can only be named on the command line: '"):
        make_player(f"exec:touch {mark}", system("pond"), 1, "A")
    assert not mark.exists()


DEAF = "import os, sys; os.read(0, 9); os.close(0); print('deaf', flush=True); os.read(1, 1)"


def test_a_program_that_closes_its_ears_may_still_speak() -> None:
    pipe = Pipe("the bot", [sys.executable, "-c", DEAF])
    pipe.allow(20.0)
    assert pipe.ask(b"x" * (1 << 20) + b"\n") == b"deaf"
    pipe.close()
