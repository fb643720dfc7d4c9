"""A battle by letters: secret choices are sealed until both are made, and nothing can be changed
later.
"""

from __future__ import annotations

import zlib
from base64 import b64decode, b64encode
from pathlib import Path
from random import Random

import msgspec
import pytest

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.errors import FileFault
from engine.game.decision import Answer
from engine.game.game import command_of
from engine.kernel import fair
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.registry import system
from engine.players import make_player
from engine.post import correspondence as post
from engine.post import letters
from engine.post.correspondence import Desk
from engine.post.letters import Letter, Slip
from tests.pond.state import Steer

SECRET = "5ec2e7"


def founded(game: str, rules: str, scenario: str) -> tuple[Desk, Desk]:
    """Return the desks of anna and ben, after both have agreed on the dice."""
    letter = Letter(
        letter=letters.MARK,
        format=letters.FORMAT,
        number=0,
        by="",
        id="1",
        game=game,
        rules=rules,
        data=system(game).data_version,
        scenario=scenario,
        players={"A": "anna", "B": "ben"},
        pledge=fair.pledge(SECRET),
        words={"anna": "lee shore", "ben": "fair wind"},
        secret=SECRET,
    )
    return Desk(me="anna", held=letter), Desk(me="ben", held=letter)


def pond() -> tuple[Desk, Desk]:
    return founded("pond", "1", "duel")


def sent(desk: Desk, to: Desk) -> tuple[Desk, Desk, str]:
    """Send the letter of one desk to another; return both desks, and the letter's text."""
    desk = post.post(desk)
    text = letters.format_letter(desk.held, "by mail")
    came = letters.parse_letter(text, "letter.mail")
    return desk, post.import_letter(to, came, "letter.mail"), text


def told(text: str) -> str:
    """Return all text that can be read in an unpacked letter."""
    body = "".join(line for line in text.splitlines() if not line.startswith("#"))
    return zlib.decompress(b64decode(body)).decode()


def begun(desk: Desk) -> Battle:
    battle = post.begin(desk)
    assert battle
    return battle


def chosen(desk: Desk, random: Random) -> Desk:
    """Answer the player's questions until no question is open."""
    while True:
        battle = begun(desk)
        questions = post.open_questions(desk, battle)
        if not questions or battle.outcome():
            return desk
        seat = questions[0].seat
        mind = make_player("ensign", battle.game, random.randrange(10**6), seat)
        answer = mind.choose(battle.view(seat), questions[0])
        desk = post.with_answer(desk, battle, seat, f"salt{random.random()}", answer)


def test_the_first_secret_choice_goes_out_sealed_and_the_second_in_the_clear() -> None:
    anna, ben = pond()
    anna = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    anna, ben, text = sent(anna, ben)
    assert "seal" in told(text)
    assert "steer" not in told(text)
    assert "salt" not in told(text)
    assert begun(ben).position == 0
    ben = post.with_answer(ben, begun(ben), "B", "salt", Answer("steer", -45.0))
    assert post.open_questions(ben, begun(ben)) == ()
    ben, anna, text = sent(ben, anna)
    assert "-45.0" in told(text)
    assert begun(anna).position == 2
    anna, ben, text = sent(anna, ben)
    assert "30.0" in told(text)
    assert begun(ben).state == begun(anna).state


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_battle_goes_to_and_fro(seed: int, tmp_path: Path) -> None:
    anna, ben = pond()
    random = Random(seed)
    mover, other = anna, ben
    for _ in range(200):
        mover = chosen(mover, random)
        mover, other, _ = sent(mover, other)
        if begun(mover).outcome() and begun(other).outcome():
            break
        mover, other = other, mover
    assert begun(mover).state == begun(other).state
    path = tmp_path / "pond.battle"
    battle = post.begin(mover, path)
    assert battle
    battle.reveal(SECRET)
    battle.close()
    verdict = Battle.open(path, write=False).verify()
    assert verdict.ok, verdict.text


def both_steered() -> tuple[Desk, Desk]:
    """Return the desks of anna and ben after both have sent a course; hers is still sealed."""
    anna, ben = pond()
    anna = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    anna, ben, _ = sent(anna, ben)
    ben = post.with_answer(ben, begun(ben), "B", "salt", Answer("steer", -45.0))
    ben, anna, _ = sent(ben, anna)
    return anna, ben


def test_a_choice_that_was_made_cannot_be_changed() -> None:
    anna, ben = both_steered()
    forged = letters.seal_choice("A", anna.kept[0].choice.command, "another salt")
    other = msgspec.structs.replace(anna.kept[0], choice=forged)
    liar = msgspec.structs.replace(anna, kept={0: other})
    with pytest.raises(FileFault, match="choice 1"):
        sent(liar, ben)


def test_an_opened_seal_must_be_what_it_was_made_of() -> None:
    anna, ben = both_steered()
    kept = anna.kept[0].choice
    command = msgspec.Raw(bytes(kept.command).replace(b"30", b"15"))
    forged = msgspec.structs.replace(kept, command=command)
    liar = msgspec.structs.replace(
        anna, kept={0: msgspec.structs.replace(anna.kept[0], choice=forged)}
    )
    with pytest.raises(FileFault, match="choice 1 does not match its seal"):
        sent(liar, ben)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "2"},
        {"scenario": "other"},
        {"players": {"A": "ben", "B": "anna"}},
        {"pledge": "0"},
        {"words": {"anna": "another", "ben": "fair wind"}},
        {"secret": "another"},
        {"number": 0},
    ],
)
def test_a_letter_of_another_battle_is_refused(change: dict[str, object]) -> None:
    _, ben = pond()
    came = msgspec.structs.replace(ben.held, number=1)
    with pytest.raises(FileFault, match=r"letter\.mail"):
        letters.check_letter(ben.held, msgspec.structs.replace(came, **change), "letter.mail")


def test_a_command_that_the_rules_do_not_allow_is_found_out() -> None:
    anna, ben = pond()
    wrong = letters.LetterChoice("A", msgspec.Raw(b'{"type":"steer","angle":999.0}'))
    held = msgspec.structs.replace(anna.held, choices=(wrong,))
    with pytest.raises(FileFault, match="choice 1 of the letter"):
        post.begin(msgspec.structs.replace(ben, held=held))


@pytest.mark.parametrize("text", ["", "# only a remark", "{}", '{"letter":"x"}', "[" * 100_000])
def test_what_is_no_letter_is_refused(text: str) -> None:
    with pytest.raises(FileFault, match=r"letter\.mail is not a letter"):
        letters.parse_letter(text, "letter.mail")


def test_a_letter_stands_being_quoted_and_wrapped() -> None:
    text = letters.format_letter(post.post(pond()[0]).held, "by mail")
    quoted = text.replace("\n", "\r\n").replace("\r\n", "\r\n  ")
    assert letters.parse_letter(quoted, "letter.mail") == letters.parse_letter(text, "letter.mail")


def test_a_letter_that_unpacks_to_more_than_can_be_is_refused() -> None:
    bomb = b64encode(zlib.compress(b" " * (letters.LARGEST + 1))).decode()
    with pytest.raises(FileFault, match="is not whole"):
        letters.parse_letter(bomb, "letter.mail")


@pytest.mark.parametrize(
    "change",
    [
        {"players": {"A": "anna", "B": "anna"}},
        {"players": {"A": "anna", "B": "ben\x1b[2J"}},
        {"by": "carl"},
        {"words": {"carl": "word"}},
        {"number": 0},
        {"number": 10**9},
        {"choices": (letters.LetterChoice("C", msgspec.Raw(b"{}")),)},
        {"choices": (letters.LetterChoice("A"),)},
    ],
)
def test_what_no_letter_says_is_refused(change: dict[str, object]) -> None:
    letter = post.post(pond()[0]).held
    text = letters.format_letter(msgspec.structs.replace(letter, **change), "by mail")
    with pytest.raises(FileFault, match="not a letter that Weather Gage has written"):
        letters.parse_letter(text, "letter.mail")


def test_nobody_chooses_for_the_other() -> None:
    anna, ben = pond()
    anna = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    raw = anna.kept[0].choice.command
    held = msgspec.structs.replace(
        anna.held, choices=(*anna.held.choices, letters.LetterChoice("B", raw))
    )
    with pytest.raises(FileFault, match="holds choice 2, which is yours"):
        sent(msgspec.structs.replace(anna, held=held), ben)


def test_what_is_no_secret_may_not_be_sealed() -> None:
    anna, ben = pond()
    sealed = tuple(letters.LetterChoice("A", seal=sign * 64) for sign in "01")
    held = msgspec.structs.replace(anna.held, choices=sealed)
    _, ben, _ = sent(msgspec.structs.replace(anna, held=held), ben)
    with pytest.raises(FileFault, match=r"choice 2 .* has chosen already"):
        begun(ben)
    battle = begun(msgspec.structs.replace(ben, held=msgspec.structs.replace(held, choices=())))
    battle.submit("A", command_of(battle.game, battle.state, "A", Answer("steer", 30.0)))
    with pytest.raises(FileFault, match=r"choice 2 .* sealed, although it is not a secret"):
        post.submit_known(ben, battle)


def test_a_letter_is_taken_in_whole_or_not_at_all(tmp_path: Path) -> None:
    """If the last choice of a letter is wrong, the battle and its file stay as they were."""
    _, ben, _ = sent(*both_steered())
    path = tmp_path / "pond.battle"
    battle = post.begin(ben, path)
    assert battle
    before, position = path.read_bytes(), battle.position
    steer = letters.LetterChoice("A", codec(battle.game).raw(Steer(15.0)))
    bogus = letters.LetterChoice("B", msgspec.Raw(b'{"do":"steer","by":1e9}'))
    for last in (steer, bogus):
        choices = (*ben.held.choices, steer, last)
        held = msgspec.structs.replace(ben.held, choices=choices)
        with pytest.raises(FileFault, match=f"choice {len(choices)}"):
            post.submit_known(msgspec.structs.replace(ben, held=held), battle)
        assert (path.read_bytes(), battle.position) == (before, position)
    battle.close()


def test_the_same_choice_twice_is_refused() -> None:
    anna, ben = both_steered()
    twice = (*ben.held.choices, ben.held.choices[-1])
    held = msgspec.structs.replace(ben.held, choices=twice)
    with pytest.raises(FileFault, match=f"choice {len(twice)}"):
        begun(msgspec.structs.replace(ben, held=held))
    seal = letters.LetterChoice("A", seal="0" * 64)
    came = msgspec.structs.replace(anna.held, number=9, choices=(seal, seal))
    with pytest.raises(FileFault, match="choice 2 repeats choice 1"):
        letters.check_letter(
            msgspec.structs.replace(came, number=8, choices=()), came, "letter.mail"
        )


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"rules": "0"}, "under rules 0, but this program uses 1"),
        ({"data": "other"}, "with data set other, but"),
        ({"players": {"A": "anna", "C": "ben"}}, "seats that the battle does not have"),
    ],
)
def test_a_battle_that_cannot_be_played_here_is_refused(
    change: dict[str, object], fault: str
) -> None:
    with pytest.raises(FileFault, match=fault):
        post.check(msgspec.structs.replace(pond()[0].held, **change))


def test_the_same_letter_may_come_twice_and_an_own_one_never() -> None:
    anna, ben = pond()
    anna = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    anna, ben, _ = sent(anna, ben)
    ben = post.with_answer(ben, begun(ben), "B", "salt", Answer("steer", -45.0))
    assert post.import_letter(ben, anna.held, "letter.mail") == ben
    with pytest.raises(FileFault, match="is your own letter; only ben can open it"):
        post.import_letter(anna, anna.held, "letter.mail")
    slip = Slip(letter=letters.MARK, format=letters.FORMAT, number=2, by="ben", id="1")
    with pytest.raises(FileFault, match="of another battle: one of the two battles is strict"):
        post.import_letter(anna, slip, "letter.mail")
    with pytest.raises(FileFault, match="letter 1, and letter 2 is expected"):
        post.import_letter(anna, msgspec.structs.replace(anna.held, by="ben"), "letter.mail")


def test_a_letter_is_cut_short_nowhere_unnoticed() -> None:
    """Only the end mark may be missing: the encoded part has a checksum of its own, so any other
    cut is noticed.
    """
    text = letters.format_letter(post.post(pond()[0]).held, "by mail")
    packed = text[: text.index("\n# --- END")]
    for end in range(len(packed)):
        with pytest.raises(FileFault):
            letters.parse_letter(text[:end], "letter.mail")
    assert letters.parse_letter(packed, "letter.mail") == letters.parse_letter(text, "letter.mail")


def test_what_has_not_gone_out_may_be_taken_back() -> None:
    anna, _ = pond()
    after = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    assert post.without_latest(after) == anna


def test_a_letter_leaves_out_nothing_that_was_made_and_waits_for_none_of_ours() -> None:
    anna, ben = pond()
    anna = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    anna, ben, _ = sent(anna, ben)
    short = msgspec.structs.replace(ben.held, number=2, choices=())
    with pytest.raises(FileFault, match="leaves out choices that were made"):
        letters.check_letter(ben.held, short, "letter.mail")
    ben = post.with_answer(ben, begun(ben), "B", "salt", Answer("steer", -45.0))
    came = msgspec.structs.replace(anna.held, number=2)
    with pytest.raises(FileFault, match="came while it was your turn; send your own choices first"):
        post.import_letter(ben, came, "letter.mail")


def test_a_battle_agrees_with_no_desk_whose_choice_is_no_command() -> None:
    anna, _ = pond()
    battle = Battle.new("pond", "duel", 7)
    battle.answer("A", Answer("steer", 30.0))
    change = msgspec.structs.replace
    desk = post.with_answer(anna, begun(anna), "A", "salt", Answer("steer", 30.0))
    assert post.agrees(desk, battle)
    choice = change(post.unsealed_choice(desk, 0), command=msgspec.Raw(b'{"do":"fly"}'))
    held = change(desk.held, choices=(choice,))
    assert not post.agrees(change(desk, held=held, kept={}), battle)
