"""A battle by mail on the command line: letters are exchanged, and everything wrong is refused."""

from __future__ import annotations

import json
import zlib
from base64 import b64decode, encodebytes
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from engine.files import desks as stored
from engine.game.decision import Answer
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post import letters
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from tests.tui.letters import Writer, introduced, play_out
from tui.cli import main

Captured = pytest.CaptureFixture[str]


def told(file: Path) -> str:
    """Return everything that a letter reveals to a person who unpacks it."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return zlib.decompress(b64decode("".join(x for x in lines if not x.startswith("#")))).decode()


def forged(file: Path, **change: object) -> Path:
    """Change a letter as a program of the player's own could; return its path."""
    letter = letters.parse_letter(file.read_text(encoding="utf-8"), "letter")
    file.write_text(letters.format_letter(msgspec.structs.replace(letter, **change), ""), "utf-8")
    return file


def sentence(capsys: Captured) -> str:
    """Return the only line of error output."""
    line = capsys.readouterr().err
    assert line.startswith("weathergage: ")
    assert line.count("\n") == 1
    return line.removeprefix("weathergage: ").strip()


@pytest.fixture
def two(tmp_path: Path, capsys: Captured) -> tuple[Writer, Writer]:
    """Return anna and ben in a quick start, in which anna has to choose the first card."""
    both = introduced(tmp_path, "quickstart")
    capsys.readouterr()
    return both


# Whole battles --------------------------------------------------------------------------


def test_a_whole_battle_by_letters_ends_alike_on_both_desks(
    tmp_path: Path, capsys: Captured
) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    sizes = play_out(anna, ben)
    assert max(sizes) < 8000
    battles = [Battle.open(writer.path, write=False) for writer in (anna, ben)]
    assert battles[0].state == battles[1].state
    assert battles[0].outcome()
    assert [battle.log[-1].kind for battle in battles] == ["reveal", "reveal"]
    capsys.readouterr()
    assert main(["verify", str(anna.path), str(ben.path)]) == 0
    assert capsys.readouterr().out.count("right") == 2
    assert anna.says() == 0
    assert "The battle is over; watch it with  weathergage replay" in capsys.readouterr().out


def test_the_card_is_in_no_letter_before_both_are_in(two: tuple[Writer, Writer]) -> None:
    anna, ben = two
    hand = {option.id for option in _question(anna).options}
    anna.chooses()
    anna.writes("send", anna.battle)
    (kept,) = anna.desk.kept.values()
    card = msgspec.json.decode(kept.choice.command)["card"]
    assert card in hand
    text = told(anna.out)
    assert '"seal"' in text
    assert card not in text
    assert kept.choice.salt not in text
    assert anna.desk.secret in text  # both words are in, so the dice are told
    ben.says("open", anna.out)
    assert card not in stored.desk_path(ben.folder, ben.battle).read_text("utf-8")
    ben.chooses()
    ben.writes("send", ben.battle)
    anna.writes("open", ben.out)
    anna.chooses()
    anna.writes("send", anna.battle)
    assert card in told(anna.out)


def test_the_secret_of_the_dice_is_told_after_both_words(tmp_path: Path) -> None:
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    anna.writes("new", "quickstart", "--me", "anna", "--with", "ben")
    assert anna.desk.secret not in told(anna.out)
    ben.writes("open", anna.out, "--word", "fair wind")
    assert anna.desk.secret not in told(ben.out)
    anna.writes("open", ben.out)
    assert anna.desk.held.words["ben"] == "fair wind"
    assert post.agreed_secret(ben.desk) == ""
    assert post.agreed_secret(anna.desk) == anna.desk.secret


def test_the_second_side_and_ready_squadrons_may_be_chosen(tmp_path: Path) -> None:
    anna = Writer("anna", tmp_path)
    names = ("flying_gang", "corsairs_of_dunkirk")
    words = ("--me", "anna", "--with", "ben", "--second", "--squadrons", *names)
    assert anna.writes("new", "skirmish", *words) == 0
    assert anna.desk.held.players == {"A": "ben", "B": "anna"}
    assert anna.desk.held.options == {"squadrons": list(names)}


def test_a_fleet_has_its_seats_before_the_first_die(tmp_path: Path) -> None:
    anna, ben = introduced(tmp_path, "fleet")
    assert list(anna.desk.held.players.values()) == ["anna", "anna", "ben", "ben"]
    if anna.chooses():  # who drafts first is drawn
        assert anna.writes("send", anna.battle) == 0
    assert ben.writes("open", anna.out) == 0
    assert ben.chooses() or anna.desk.held.choices


def test_what_a_desk_keeps_is_for_its_owner_alone(two: tuple[Writer, Writer]) -> None:
    for writer in two:
        path = stored.desk_path(writer.folder, writer.battle)
        assert path.stat().st_mode & 0o777 == 0o600
        assert writer.folder.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("squadrons", [5, "flying_gang", {"/etc/passwd": 1, "x": 2}, [5, 6]])
def test_a_first_letter_whose_squadrons_are_no_names_is_refused(
    tmp_path: Path, capsys: Captured, squadrons: object
) -> None:
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    anna.writes("new", "skirmish", "--me", "anna", "--with", "ben")
    forged(anna.out, options={"squadrons": squadrons})
    capsys.readouterr()
    assert ben.says("open", anna.out) == 2
    said = sentence(capsys)
    assert "squadrons" in said
    assert "should not have happened" not in said
    assert "passwd" not in said


# Letters lost, opened twice, interrupted ------------------------------------------------


def test_a_letter_that_was_lost_is_written_again(two: tuple[Writer, Writer]) -> None:
    anna, _ = two
    anna.chooses()
    anna.writes("send", anna.battle)
    first = anna.out.read_text("utf-8")
    assert anna.writes("send", anna.battle) == 0
    assert anna.out.read_text("utf-8") == first
    assert anna.says("send", anna.battle, "--out", anna.out) == 0  # it is there, and the same


def test_another_file_in_the_way_is_left_alone(two: tuple[Writer, Writer]) -> None:
    """A file that is only half of a letter also stays: a letter gets its name only when it is
    completely written.
    """
    anna, _ = two
    anna.chooses()
    anna.writes("send", anna.battle)
    half = anna.out.read_bytes()[:200]
    anna.out.write_bytes(half)
    assert anna.says("send", anna.battle, "--out", anna.out) == 2
    assert anna.out.read_bytes() == half


def test_the_same_letter_may_be_opened_twice(two: tuple[Writer, Writer], capsys: Captured) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    for _ in range(2):
        capsys.readouterr()
        assert ben.says("open", anna.out) == 0
        assert f"It is your turn:  weathergage mail move {ben.battle}" in capsys.readouterr().out
    ben.chooses()
    assert ben.writes("open", anna.out) == 0  # what was chosen since stays, and is sent
    assert [choice.seat for choice in ben.desk.held.choices] == ["A", "B"]
    assert anna.writes("open", ben.out) == 0


def test_an_answered_letter_is_refused_and_says_how_to_send_the_answer_again(
    two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    ben.says("open", anna.out)
    ben.chooses()
    ben.writes("send", ben.battle)
    capsys.readouterr()
    before = ben.desk
    assert ben.says("open", anna.out) == 2
    assert f"weathergage mail send {ben.battle}  writes your latest letter again" in sentence(
        capsys
    )
    assert ben.desk == before


def test_choices_whose_letter_was_never_written_are_sent_later(
    two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, ben = two
    anna.chooses()  # and the process is killed before the letter is written
    assert anna.says() == 0
    assert f"weathergage mail send {anna.battle}" in capsys.readouterr().out
    assert anna.writes("send", anna.battle) == 0
    assert ben.says("open", anna.out) == 0


def test_a_crash_between_desk_and_battle_file_loses_nothing(two: tuple[Writer, Writer]) -> None:
    anna, _ = two
    desk = anna.desk
    battle = desks.open_battle(anna.folder, desk)
    assert battle
    question = post.open_questions(desk, battle)[0]
    stored.store(
        anna.folder,
        post.with_answer(desk, battle, question.seat, "s", Answer(question.options[0].id)),
    )
    battle.close()  # the desk has the choice, the battle's file has not
    again = desks.open_battle(anna.folder, anna.desk)
    assert again
    assert again.position == 1
    again.close()


def test_a_battle_file_that_tells_something_else_is_made_again(
    two: tuple[Writer, Writer],
) -> None:
    anna, _ = two
    battle = desks.open_battle(anna.folder, anna.desk)
    assert battle
    question = battle.pending()[0]
    battle.answer(question.seat, Answer(question.options[-1].id))  # the desk never heard of it
    battle.close()
    for _ in range(2):
        again = desks.open_battle(anna.folder, anna.desk)
        assert again
        assert again.position == 0
        again.close()
        anna.path.write_bytes(anna.path.read_bytes()[:-20] + b"\n")


def test_a_battle_file_with_another_choice_of_the_same_seat_is_made_again(
    two: tuple[Writer, Writer],
) -> None:
    anna, _ = two
    battle = desks.open_battle(anna.folder, anna.desk)
    assert battle
    question = battle.pending()[0]
    battle.answer(question.seat, Answer(question.options[-1].id))
    battle.close()
    desk = post.with_answer(
        anna.desk, post.begin(anna.desk), "A", "s", Answer(question.options[0].id)
    )
    again = desks.open_battle(anna.folder, desk)
    assert again
    assert again.entries[0].command == post.begin(desk).entries[0].command
    again.close()


def test_a_battle_that_another_window_plays_is_left_to_it(
    two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, _ = two
    battle = desks.open_battle(anna.folder, anna.desk)
    assert battle
    assert anna.says("send", anna.battle) == 2
    assert "another" in sentence(capsys)
    battle.close()


# Refusals: one sentence, and nothing changes ---------------------------------------------


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        (("quickstart", "--me", "anna", "--with", "anna"), "different names"),
        (("quickstart", "--me", "anna", "--with", ""), "a name has 1 to 40 characters"),
        (("quickstart", "--me", "anna", "--with", "b\nen"), "a name has 1 to 40 characters"),
        (("regatta", "--me", "anna", "--with", "ben"), "regatta"),
        (
            ("skirmish", "--me", "anna", "--with", "ben", "--squadrons", "./mine.toml", "b"),
            "'./mine.toml' cannot be used: by mail only squadrons that came with the game can be",
        ),
    ],
)
def test_a_battle_that_cannot_be_is_not_founded(
    words: tuple[str, ...], fault: str, tmp_path: Path, capsys: Captured
) -> None:
    anna = Writer("anna", tmp_path)
    assert anna.writes("new", *words) == 2
    assert fault in sentence(capsys)
    assert not anna.folder.exists()
    assert not anna.out.exists()


def test_a_file_that_is_there_is_left_alone(tmp_path: Path, capsys: Captured) -> None:
    anna = Writer("anna", tmp_path)
    anna.out.write_text("a poem", "utf-8")
    words = ("new", "quickstart", "--me", "anna", "--with", "ben", "--out", anna.out)
    assert anna.says(*words) == 2
    assert "is there already; name another file with --out" in sentence(capsys)
    assert anna.out.read_text("utf-8") == "a poem"
    assert not anna.folder.exists()


def test_a_letter_that_cannot_be_written_can_be_sent_later(
    tmp_path: Path, capsys: Captured
) -> None:
    anna = Writer("anna", tmp_path)
    nowhere = tmp_path / "no" / "where.mail"
    words = ("new", "quickstart", "--me", "anna", "--with", "ben", "--out", nowhere)
    assert anna.says(*words) == 2
    assert f"weathergage mail send {anna.battle} --out FILE" in sentence(capsys)
    assert anna.writes("send", anna.battle) == 0


@pytest.mark.parametrize("text", ["", "hello", "# Weather Gage\n", "AAAA", "\x00"])
def test_a_wrong_file_is_refused(text: str, tmp_path: Path, capsys: Captured) -> None:
    ben = Writer("ben", tmp_path)
    ben.out.write_text(text, "utf-8")
    assert ben.says("open", ben.out) == 2
    assert "is not a letter of Weather Gage" in sentence(capsys)
    assert ben.says("open", tmp_path / "none.mail") == 2
    assert "cannot be read: no such file" in sentence(capsys)
    assert ben.says("open", tmp_path) == 2
    assert "cannot be read: is a directory" in sentence(capsys)


def test_a_letter_cut_short_is_refused(two: tuple[Writer, Writer], capsys: Captured) -> None:
    anna, ben = two
    text = anna.out.read_text("utf-8") if anna.out.exists() else ben.out.read_text("utf-8")
    ben.out.write_text(text[: len(text) * 2 // 3], "utf-8")
    assert anna.says("open", ben.out) == 2
    assert "is not whole" in sentence(capsys)


def test_a_letter_of_a_battle_that_is_not_known_is_refused(
    two: tuple[Writer, Writer], tmp_path: Path, capsys: Captured
) -> None:
    anna, _ = two
    anna.chooses()
    anna.writes("send", anna.battle)
    capsys.readouterr()
    carl = Writer("carl", tmp_path)
    assert carl.says("open", anna.out) == 2
    assert sentence(capsys) == "this is letter 3 of a battle that is not known here"
    assert not carl.folder.exists()


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"pledge": "0"}, "is of another battle: the field `pledge` differs"),
        ({"rules": "99"}, "is of another battle: the field `rules` differs"),
        ({"players": {"A": "ben", "B": "anna"}}, "the field `players` differs"),
        ({"number": 7}, "is letter 7, and letter 3 is expected"),
        ({"by": "ben"}, "is your own letter; only anna can open it"),
        ({"secret": "0"}, "the secret of the dice is not the one that was pledged"),
        (
            {"choices": (letters.LetterChoice("B", msgspec.Raw(b"{}")),)},
            "holds choice 1, which is yours to make",
        ),
        (
            {"choices": (letters.LetterChoice("A", msgspec.Raw(b'{"do":"sail"}')),)},
            "choice 1 of the letter is not allowed",
        ),
    ],
)
def test_a_changed_letter_is_refused_and_changes_nothing(
    change: dict[str, object], fault: str, two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    capsys.readouterr()
    before = ben.desk
    assert ben.says("open", forged(anna.out, **change)) == 2
    assert fault in sentence(capsys)
    assert ben.desk == before


JUNK = ("", "x", 0, -1, 10**30, None, [], {}, ["x"], "\x1b[2J", "..", "B", {"do": "pass"})


def test_whatever_is_changed_in_a_letter_is_refused_in_one_sentence(
    two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, ben = two
    anna.chooses()
    anna.writes("send", anna.battle)
    letter, before, random = json.loads(told(anna.out)), ben.desk, Random(3)
    parts = list(leaves(letter))
    for _ in range(150):
        changed = json.loads(told(anna.out))
        *path, last = random.choice(parts)
        within = changed
        for key in path:
            within = within[key]
        if within[last] == (junk := random.choice(JUNK)):
            continue
        within[last] = junk
        packed = encodebytes(zlib.compress(json.dumps(changed).encode()))
        ben.out.write_bytes(packed)
        capsys.readouterr()
        assert ben.says("open", ben.out) == 2, (path, last, junk)
        assert "should not have happened" not in sentence(capsys)
        assert ben.desk == before


def leaves(part: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to every part of a letter, as a tuple of keys."""
    if isinstance(part, list):
        part = dict(enumerate(part))
    for key, each in part.items() if isinstance(part, dict) else ():
        yield (*path, key)
        yield from leaves(each, (*path, key))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rules": "99"}, "played under rules 99, but"),
        ({"data": "0.1"}, "played with data set 0.1, but"),
        ({"game": "chess"}, "chess"),
        ({"scenario": "regatta"}, "regatta"),
        (
            {"players": {"A": "anna", "Z": "ben"}},
            "names players for seats that the battle does not have",
        ),
        (
            {"options": {"squadrons": ["/etc/hostname", "x"]}},
            "cannot be used: by mail only squadrons",
        ),
        ({"id": "../../x"}, "is not the name of a battle by mail"),
        ({"format": 99}, "format 99, newer than"),
        *(
            (change, "of a battle that is not known here")
            for change in (
                {"number": 3},
                {"words": {}},
                {"words": {"anna": "oak", "ben": "fair wind"}},
                {"choices": (letters.LetterChoice("A", msgspec.Raw(b"{}")),)},
            )
        ),
    ],
)
def test_a_first_letter_that_cannot_be_answered_is_refused(
    change: dict[str, object], fault: str, tmp_path: Path, capsys: Captured
) -> None:
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    anna.writes("new", "quickstart", "--me", "anna", "--with", "ben")
    capsys.readouterr()
    assert ben.writes("open", forged(anna.out, **change)) == 2
    assert fault in sentence(capsys)
    assert not ben.folder.exists()


def test_a_damaged_desk_and_an_unknown_name_are_said(
    two: tuple[Writer, Writer], capsys: Captured
) -> None:
    anna, _ = two
    assert anna.says("send", "armada") == 2
    assert sentence(capsys) == f"no battle by mail is called 'armada'; known: {anna.battle}"
    assert anna.says("send", "../x") == 2
    assert sentence(capsys) == "'../x' is not the name of a battle by mail"
    assert anna.says("send", anna.battle) == 2
    assert sentence(capsys).startswith("It is your turn:")
    stored.desk_path(anna.folder, anna.battle).write_text("{", "utf-8")
    assert anna.says("send", anna.battle) == 2
    assert sentence(capsys).endswith(".desk is damaged (input data was truncated)")
    assert anna.says() == 0
    assert "is damaged" in capsys.readouterr().out


def test_playing_needs_a_terminal(two: tuple[Writer, Writer], capsys: Captured) -> None:
    anna, _ = two
    assert anna.says("move", anna.battle) == 2
    assert sentence(capsys) == (
        "mail move needs a terminal for its input and output; add --plain to play without one"
    )


def test_the_list_says_whose_turn_it_is(tmp_path: Path, capsys: Captured) -> None:
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    assert anna.says() == 0
    assert "weathergage mail new SCENARIO" in capsys.readouterr().out
    anna.writes("new", "quickstart", "--me", "anna", "--with", "ben")
    capsys.readouterr()
    anna.says()
    line = f"{anna.battle}: anna and ben, the dice are being agreed on. Waiting for ben's letter 2."
    assert capsys.readouterr().out.strip() == line
    ben.writes("open", anna.out)
    anna.says("open", ben.out)
    capsys.readouterr()
    anna.says()
    assert f"turn 1 of 10, initiative. It is your turn:  weathergage mail move {anna.battle}" in (
        capsys.readouterr().out
    )


def test_whoever_has_sent_a_letter_waits_for_the_answer(two: tuple[Writer, Writer]) -> None:
    anna, ben = two

    def steps() -> list[str]:
        return [errands.mail_status(each.folder, each.battle).next for each in two]

    assert steps() == ["choose", "wait"]
    anna.chooses()
    assert steps() == ["send", "wait"]
    anna.writes("send", anna.battle)
    assert steps() == ["wait", "wait"]
    ben.says("open", anna.out)
    assert steps() == ["wait", "choose"]


def test_a_link_to_ones_letter_is_not_taken_for_the_letter(two: tuple[Writer, Writer]) -> None:
    """Whoever made the link could change what it leads to."""
    anna, _ = two
    anna.chooses()
    anna.writes("send", anna.battle)
    link = anna.out.with_name("link.mail")
    link.symlink_to(anna.out)
    battle = post.begin(anna.desk)
    assert errands.holds(anna.out, anna.desk, battle)
    assert not errands.holds(link, anna.desk, battle)


@pytest.mark.parametrize(
    ("receipt", "next_step", "told"),
    [
        ("", "wait", "Letter 2 is opened. Wait."),
        ("", "choose", "Letter 2 is opened. Choose."),
        ("", "over", "Letter 2 is opened. "),
        ("signed", "wait", "ben has received your letter 2."),
        ("signed", "choose", "Letter 2 is opened. Choose."),
    ],
)
def test_what_has_come_is_a_letter_or_a_receipt(
    two: tuple[Writer, Writer], receipt: str, next_step: errands.Next, told: str
) -> None:
    desk = msgspec.structs.replace(two[0].desk, receipt=receipt)
    words = {"wait": "Wait.", "choose": "Choose."}
    assert errands.opened_letter_text(desk, next_step, words) == told


def _question(writer: Writer) -> object:
    battle = post.begin(writer.desk)
    assert battle
    return post.open_questions(writer.desk, battle)[0]


def test_moving_opens_the_battle_and_writes_the_letter_when_it_is_left(
    two: tuple[Writer, Writer], capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, ben = two
    seen: list[object] = []

    def open_app(looks: Any, start: Any) -> int:
        start(None)
        return 0

    def screen(app: object, folder: Path, desk: Any, battle: Battle) -> None:
        seen.append((folder, desk.held.id, battle.path))

    monkeypatch.setattr("tui.commands.play.prepare_first_frame", lambda what: None)
    monkeypatch.setattr("tui.commands.play.open_app", open_app)
    monkeypatch.setattr("tui.mail.battle.MailScreen", screen)
    assert anna.says("move", anna.battle, "--out", str(anna.folder / "kept.mail")) in (0, 2)
    assert seen == [(anna.folder, anna.desk.held.id, stored.battle_path(anna.folder, anna.battle))]
    capsys.readouterr()
    desk = stored.desk_path(ben.folder, ben.battle)
    text = desk.read_text("utf-8")
    assert ben.says("move", ben.battle) in (0, 2)
    assert desk.read_text("utf-8") == text, "nothing was chosen"


def test_a_letter_of_other_signs_is_none(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "x.mail"
    path.write_bytes(b"\xff\xfe\x00")
    assert Writer("anna", tmp_path).says("open", path) == 2
    assert sentence(capsys) == f"{path} is not a letter of Weather Gage"


def test_what_cannot_be_read_is_no_letter_of_ones_own(tmp_path: Path, capsys: Captured) -> None:
    anna = Writer("anna", tmp_path)
    anna.out.mkdir()
    words = ("new", "quickstart", "--me", "anna", "--with", "ben", "--out", anna.out)
    assert anna.says(*words) == 2
    assert "is there already; name another file with --out" in sentence(capsys)


def test_a_name_in_decomposed_unicode_is_the_same_name(tmp_path: Path) -> None:
    """Keyboards of some systems write names so; in letters and records they are stored in composed
    form.
    """
    anna, jose = Writer("anna", tmp_path), Writer("jose", tmp_path)
    anna.writes("new", "quickstart", "--me", "A\u0308nna", "--with", "Jose\u0301")
    letter = letters.parse_letter(anna.out.read_text("utf-8"), "letter")
    assert set(letter.players.values()) == {"\u00c4nna", "Jos\u00e9"}
    assert jose.writes("open", anna.out) == 0
