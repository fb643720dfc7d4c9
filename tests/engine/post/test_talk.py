"""The line protocol: every line gets a reply, whatever it contains."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.hashes import seal
from engine.kernel.battle import Battle
from engine.sitting.talk import LONGEST, Talk, _same
from tests.engine.mutations import mutated

POND = Path(__file__).parents[2] / "positions" / "pond.toml"


def short(value: object) -> str:
    """Return the name of a test case: the beginning of its line."""
    return ascii(value)[:50]


@pytest.fixture
def talk() -> Talk:
    """Return a session of the protocol with a new duel on the pond."""
    talk = Talk()
    assert say(talk, op="new", scenario="duel", game="pond", seed=7)["ok"]
    return talk


def say(talk: Talk, **request: Any) -> dict[str, Any]:
    answer = talk.answer(msgspec.json.encode(request))
    return msgspec.json.decode(msgspec.json.encode(answer), type=dict[str, Any])


def test_a_new_battle_answers_with_the_open_questions() -> None:
    answer = say(Talk(), op="new", scenario="duel", game="pond", seed=7)
    assert answer["ok"]
    assert [question["seat"] for question in answer["pending"]] == ["A", "B"]
    question = answer["pending"][0]
    assert question["kind"] == "order"
    assert question["prompt"] == "Red: steer, or lay the gun?"
    assert [(o["id"], o["label"]) for o in question["options"]] == [("steer", "Steer")]
    assert {"low": -90.0, "high": 90.0, "step": 15.0}.items() <= question["dial"].items()
    assert question["area"] is None
    assert "5 inches" in question["closed"][0]["why_not"]


def test_do_answers_with_events_and_what_is_pending_then(talk: Talk) -> None:
    answer = say(talk, op="do", seat="A", option="steer", dial=15)
    order = {"type": "steer", "angle": 15.0}
    assert answer["events"] == [{"type": "ordered", "seat": "A", "order": order}]
    assert [question["seat"] for question in answer["pending"]] == ["B"]


def test_undo_and_redo_cross_dice_and_seats() -> None:
    talk = Talk()
    assert say(talk, op="position", path=str(POND))["ok"]
    say(talk, op="do", seat="A", option="lay_gun")
    first = say(talk, op="do", seat="B", option="lay_gun")
    assert any(event["type"] == "fired" for event in first["events"])
    assert say(talk, op="undo")["position"] == 1
    assert say(talk, op="redo")["pending"] == first["pending"]
    assert say(talk, op="undo")["position"] == 1
    assert say(talk, op="do", seat="B", option="lay_gun")["events"] == first["events"]
    assert say(talk, op="undo")["ok"]
    assert say(talk, op="undo")["position"] == 0
    assert say(talk, op="undo") == {"ok": False, "error": "there is nothing to undo"}


def test_inspect_says_what_the_rules_see_for_a_seat() -> None:
    talk = Talk()
    say(talk, op="new", scenario="quickstart", seed=7)
    seen = say(talk, op="inspect", seat="A", ship="A1")["inspect"]
    assert set(seen) == {"A1"}
    assert set(seen["A1"]["targets"]) == {"B1", "B2"}
    assert "no ship" in say(talk, op="inspect", ship="Z9")["error"]
    assert "seats are A, B" in say(talk, op="inspect", seat="C")["error"]


def test_a_view_keeps_the_other_seats_secret(talk: Talk) -> None:
    say(talk, op="do", seat="A", option="steer", dial=45)
    assert say(talk, op="view", seat="A")["view"]["boats"]["A"]["order"]["angle"] == 45.0
    assert say(talk, op="view", seat="B")["view"]["boats"]["A"]["order"] is None
    assert say(talk, op="view")["view"]["boats"]["A"]["order"] is None
    assert "seats are A, B" in say(talk, op="view", seat="Q")["error"]


def test_a_saved_battle_is_opened_again(tmp_path: Path) -> None:
    path = tmp_path / "talk.battle"
    talk = Talk()
    say(talk, op="new", scenario="duel", game="pond", seed=7, save=str(path))
    last = say(talk, op="do", seat="A", option="steer")
    assert say(talk, op="open", path=str(path))["pending"] == last["pending"]
    assert "in another window" in say(Talk(), op="open", path=str(path))["error"]
    assert say(Talk(), op="open", path=str(path), watch=True)["position"] == 1
    say(talk, op="position", path=str(POND))
    Battle.open(path).close()


def test_a_battle_is_opened_to_be_played_on_unless_it_is_said_otherwise(tmp_path: Path) -> None:
    path = tmp_path / "talk.battle"
    Battle.new("pond", "duel", 7, path=path).close()
    watching, playing = Talk(), Talk()
    assert say(watching, op="open", path=str(path), watch=True)["pending"] == []
    assert say(playing, op="open", path=str(path))["pending"]
    assert say(playing, op="do", seat="A", option="steer")["ok"]
    assert say(Talk(), op="open", path=str(path), watch=True)["position"] == 1


def test_a_line_may_be_as_long_as_is_said_and_no_longer(talk: Talk) -> None:
    line = b'{"op":"pending"}'
    assert talk.answer(line.ljust(1 << 20))["ok"]
    assert "too long" in talk.answer(line.ljust((1 << 20) + 1))["error"]
    lines = io.BytesIO(line.ljust(1 << 20) + b"\n" + line.ljust((1 << 20) + 9) + b"\n" + line)
    talk.run(lines, answers := io.BytesIO())
    replies = [msgspec.json.decode(each)["ok"] for each in answers.getvalue().splitlines()]
    assert replies == [True, False, True]


def test_a_whole_battle_is_played_over_the_pipe(talk: Talk) -> None:
    random, answer = Random(1), say(talk, op="pending")
    while answer["pending"]:
        question = random.choice(answer["pending"])
        option = random.choice(question["options"])
        answer = say(talk, op="do", seat=question["seat"], option=option["id"])
        assert answer["ok"]
    assert answer["outcome"]["reason"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "not JSON"),
        ("nul", "not JSON"),
        ("[1]", "an object"),
        ("7", "an object"),
        ('{"op":"nwe"}', "did you mean 'new'"),
        ('{"op":["new"]}', "an object"),
        ('{"op":"do","seat":"A"}', "option"),
        ('{"op":"do","seat":"A","option":"ram"}', "the options are steer"),
        ('{"op":"do","seat":"A","option":"steer","dial":7}', "dial"),
        ('{"op":"do","seat":"A","option":"steer","dial":"x"}', "dial"),
        ('{"op":"do","seat":"A","option":"steer","dial":NaN}', "not JSON"),
        ('{"op":"do","seat":"A","option":"steer","at":[1]}', "at"),
        ('{"op":"do","seat":"Q","option":"steer"}', "seat Q"),
        ('{"op":"new","scenario":"dule","game":"pond"}', "did you mean 'duel'"),
        ('{"op":"new","scenario":"duel","game":"lake"}', "known:"),
        ('{"op":"new","scenario":"duel","game":"pond","seed":1.5}', "seed"),
        ('{"op":"new","scenario":"duel","game":"pond","seed":' + "9" * 60 + "}", "128 bits"),
        ('{"op":"new","scenario":"duel","game":"pond","save":"/dev/null/x"}', "directory"),
        ('{"op":"open","path":"/none"}', "no such file"),
        ('{"op":"open","path":"/"}', "directory"),
        ('{"op":"open","path":"\\u0000"}', "cannot be opened"),
        ('{"op":"position","path":"/none"}', "no such file"),
        ('{"op":"position","path":"/dev/zero"}', "not a regular file"),
        ('{"op":"redo"}', "nothing to redo"),
        ('{"op":"undo"}', "nothing to undo"),
        ("[" * 100_000, "not JSON"),
        ('{"op":' * 50_000, "not JSON"),
        ('"' + "x" * LONGEST + '"', "too long"),
        (b"\xff\xfe", "not JSON"),
        (b'{"op":"\xed\xa0\x80"}', "not JSON"),
        ('{"op":"\ud800"}', "not JSON"),
    ],
    ids=short,
)
def test_a_wrong_line_is_answered_with_its_fault(talk: Talk, line: str | bytes, words: str) -> None:
    answer = talk.answer(line)
    assert answer["ok"] is False
    assert words in answer["error"]
    assert answer["error"].isprintable()
    assert say(talk, op="pending")["ok"]


def test_before_a_battle_is_open_the_fault_says_how_to_begin() -> None:
    for op in ("pending", "undo", "redo", "view"):
        assert "begin with `new`" in say(Talk(), op=op)["error"]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner),
    max_leaves=6,
)
KEYS = st.sampled_from(["op", "seat", "option", "dial", "at", "scenario", "seed", "options"])
VALUES = st.sampled_from([*Talk.OPS, "A", "steer", "pond", "duel"]) | JSON


@settings(max_examples=80)
@given(st.lists(st.dictionaries(KEYS, VALUES), max_size=4))
def test_no_object_brings_it_down(requests: list[dict[str, Any]]) -> None:
    talk = Talk()
    say(talk, op="new", scenario="duel", game="pond")
    for request in requests:
        answer = talk.answer(msgspec.json.encode(request))
        assert "fault of Weather Gage" not in answer.get("error", "")


@settings(max_examples=100)
@given(st.binary(max_size=60) | st.randoms(use_true_random=False))
def test_no_bytes_bring_it_down(source: bytes | Random) -> None:
    whole = b'{"op":"do","seat":"A","option":"steer","dial":15,"at":[1,2]}'
    line = source if isinstance(source, bytes) else mutated(whole, source)
    talk = Talk()
    say(talk, op="new", scenario="duel", game="pond")
    assert "fault of Weather Gage" not in talk.answer(line).get("error", "")


def test_a_line_is_answered_by_a_line_until_the_input_ends() -> None:
    long = b'"' + b"x" * (3 * LONGEST) + b'"\n'
    lines = io.BytesIO(
        b'{"op":"new","scenario":"duel","game":"pond"}\r\n\n' + long + b'{"op":"redo"}'
    )
    answers = io.BytesIO()
    Talk().run(lines, answers)
    told = [msgspec.json.decode(line) for line in answers.getvalue().splitlines()]
    assert [answer["ok"] for answer in told] == [True, False, False, False]
    assert "too long" in told[2]["error"]
    assert "nothing to redo" in told[3]["error"]


def test_it_ends_quietly_when_nobody_reads() -> None:
    script = (
        "import sys; from engine.sitting.talk import Talk; "
        "Talk().run(sys.stdin.buffer, sys.stdout.buffer)"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as process:
        assert process.stdout
        assert process.stderr
        assert process.stdin
        process.stdout.close()
        process.stdin.write(b'{"op":"pending"}\n')
        process.stdin.close()
        assert b"Traceback" not in process.stderr.read()


def test_a_conversation_is_told_once_that_the_file_was_lost(tmp_path: Path) -> None:
    path = tmp_path / "x.battle"
    talk = Talk()
    assert say(talk, op="new", scenario="duel", game="pond", save=str(path))["notice"] == ""
    assert "notice" not in say(talk, op="do", seat="A", option="steer")
    path.unlink()
    answer = say(talk, op="do", seat="B", option="steer")
    assert answer["ok"]
    assert "x.battle was deleted by another program" in answer["notice"]
    assert "notice" not in say(talk, op="pending")
    assert Battle.open(path.with_name("x-2.battle"), write=False).position == 2


def test_a_forged_battle_is_the_files_fault_and_not_the_programs(tmp_path: Path) -> None:
    path = tmp_path / "x.battle"
    Battle.new("pond", "duel", 7, path=path).close()
    header = msgspec.json.decode(path.read_bytes().rpartition(b',"sum":')[0] + b"}")
    del header["start"]["boats"]["B"]
    path.write_bytes(seal(msgspec.json.encode(header), b"")[0] + b"\n")
    answer = say(Talk(), op="open", path=str(path))
    assert f"{path} has an event that cannot have happened" in answer["error"]


@pytest.mark.parametrize("op", ["do", "check"])
def test_a_sheet_is_not_taken_for_an_answer(talk: Talk, op: str) -> None:
    request: dict[str, Any] = {"op": op, "seat": "A", "fill": {"A1": "steer"}}
    answer = say(talk, **request)
    assert answer["error"].startswith("this question takes one answer, not a sheet: Red: steer"), (
        answer
    )


def test_a_fault_of_the_program_gets_a_reply_too(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("sunk")

    monkeypatch.setattr(Talk, "_respond", broken)
    answer = say(talk, op="pending")
    told = "a fault of Weather Gage itself: ZeroDivisionError('sunk')"
    assert answer == {"ok": False, "error": told}


def test_a_line_that_nobody_hears_ends_the_conversation(talk: Talk) -> None:
    class Deaf(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    lines = io.BytesIO(b'{"op":"pending"}\n{"op":"pending"}\n')
    talk.run(lines, Deaf())
    assert lines.read() == b'{"op":"pending"}\n', "the second line was not read"


def test_a_path_that_cannot_be_is_no_battle_that_is_open(tmp_path: Path) -> None:
    talk = Talk()
    path = str(tmp_path / "x.battle")
    assert say(talk, op="new", scenario="duel", game="pond", seed=7, path=path)["ok"]
    answer = say(talk, op="open", path="a\0b")
    assert not answer["ok"]
    assert "not a usable path" in answer["error"]
    assert say(talk, op="pending")["ok"], "the one before goes on"


def test_files_are_the_same_by_what_they_are_and_a_path_that_is_none_is_no_file(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.battle"
    battle = Battle.new("pond", "duel", 7, path=path)
    (tmp_path / "link").symlink_to(path)
    assert _same(battle, str(tmp_path / "link"))
    for other in (str(tmp_path / "none"), "a\0b"):
        assert not _same(battle, other)
    assert not _same(None, str(path))
    battle.close()


def test_a_position_is_begun_in_a_file_where_one_is_named(tmp_path: Path) -> None:
    path = tmp_path / "begun.battle"
    assert say(Talk(), op="position", path=str(POND), save=str(path))["ok"]
    assert say(Talk(), op="position", path=str(POND))["ok"]
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".battle"] == [
        "begun.battle"
    ]
    with Battle.open(path, write=False) as battle:
        assert battle.header.game == "pond"
        assert battle.verify().ok


def test_an_action_of_the_table_is_done_or_says_what_it_asks_first(talk: Talk) -> None:
    """`act` carries out the same table of actions as keys and typed words do."""
    answer = say(talk, op="act", seat="A", name="resign")
    assert answer["asks"] == "Resign as Red?"
    assert answer["outcome"] is None
    assert say(talk, op="act", seat="A", name="note", words="steady\x1b")["told"] == ["Noted."]
    assert talk.battle.notes[-1].text == "steady?"
    assert "there is nothing to" in say(talk, op="act", seat="A", name="undo")["error"]
    assert "no sheet" in say(talk, op="act", seat="A", name="fill")["error"]
    for name, words in (("nonsense", ""), ("advice", ""), ("west", "")):
        assert "there is no action" in say(talk, op="act", seat="A", name=name)["error"], words
    assert "no seat 'Z'" in say(talk, op="act", seat="Z", name="resign")["error"]
    ways = say(talk, op="act", seat="A", name="part")["told"]
    assert any("Resign as Red" in way for way in ways)
    ended = say(talk, op="act", seat="A", name="resign", sure=True)
    assert ended["outcome"]["winners"] == ["Blue"]
    assert "the battle is over" in say(talk, op="act", seat="A", name="part")["error"]
