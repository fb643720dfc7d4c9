"""Strict battles by mail (no player can cheat) as players use them: commands, a watched folder, the
form.
"""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from random import Random
from subprocess import DEVNULL, run

import msgspec
import pytest

from engine.base.errors import WeatherGageError
from engine.files import desks as ssh_key
from engine.files import desks as stored
from engine.kernel.battle import Battle
from engine.post import checking, letters, slips, strict
from engine.post import correspondence as post
from engine.post.slips import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.talk import Talk
from tests.engine.post import two_desks
from tests.tui.letters import Writer, introduced, play_out
from tests.tui.mail.test_mail_by_screens import sitting
from tests.tui.running import house, screen_of, until
from tui.cli import main
from tui.mail.battle import LetterScreen, MailScreen
from tui.mail.list_screen import MailFoundingScreen, MailListScreen
from tui.review.dice_screen import ProofScreen

Captured = pytest.CaptureFixture[str]


async def test_a_strict_duel_by_the_commands_comes_to_an_end_that_both_files_prove(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(desks, "random_secret", lambda: "the same battle each time")
    key = tmp_path / "id_ed25519"
    run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True, stdin=DEVNULL)
    monkeypatch.setenv("WEATHERGAGE_SSH_KEY", str(key))
    anna, ben = introduced(tmp_path, "mars_hercule", "ensign", "--strict")
    assert (
        "Strict: nobody can foresee dice or see hidden cards; the end proves the battle"
        in capsys.readouterr().out
    )
    assert max(play_out(anna, ben)) < 2000
    capsys.readouterr()
    assert main(["verify", str(anna.path), str(ben.path)]) == 0
    out = capsys.readouterr().out
    assert out.count("each throw combines a share from each player") == 2
    assert out.count("each letter is signed by its writer (first keys anna ") == 2
    assert (
        out.count("; anna's first key: SSH key SHA256:")
        == out.count("; ben's first key: SSH key SHA256:")
        == 2
    )
    monkeypatch.setattr(ssh_key, "ssh_verify", lambda text, ssh: "a wrong SSH signature")
    assert main(["verify", str(anna.path)]) == 1
    assert "wrong: a signature is wrong: anna's first key: a wrong" in capsys.readouterr().out
    both = [Battle.open(writer.path, write=False) for writer in (anna, ben)]
    assert both[0].state == both[1].state
    fork = both[0].fork(3)
    assert (fork.state, fork.seed) == (both[0].at(3), both[1].fork(3).seed)
    assert fork.seed > 2**64
    async with house(anna.saves, (80, 40)) as (app, pilot):
        app.open(ProofScreen(both[0]))
        await until(pilot, lambda: "Verdict: PROVED" in screen_of(app), "the verdict")
        page = screen_of(app)
    assert "Anchor of anna's shares" in page
    assert "First key of anna's letters" in page
    assert "SHA256:" in page
    assert f"anna: {anna.desk.tip}" in page
    assert "over" in {errands.mail_status(anna.folder, anna.battle).next}


def test_quick_says_that_it_is_on_honour_and_strict_what_is_missing(
    tmp_path: Path, capsys: Captured
) -> None:
    anna = Writer("anna", tmp_path)
    assert anna.writes("new", "quickstart", "--me", "anna", "--with", "ben") == 0
    assert (
        "Quick: few letters, on trust: a cheat could see coming dice and hidden cards"
        in capsys.readouterr().out
    )
    new = ("--me", "anna", "--with", "ben", "--strict")
    assert anna.writes("new", "hampton_roads", *new) == 2
    err = capsys.readouterr().err
    assert (
        "Hampton Roads, 1862-03-09 cannot be a strict battle: both players get their action cards"
        in err
    )
    assert anna.writes("new", "mars_hercule", *new, "--word", "lee shore") == 2
    assert "needs no word for the dice" in capsys.readouterr().err
    assert anna.writes("new", "mars_hercule", *new) == 0
    first = two_desks.founded("mars_hercule", id="two")
    slip = strict.post(first).slips[-1]
    for wrong, why in (
        (msgspec.structs.replace(slip, number=2, set_up=None), "battle that is not known here"),
        (
            slips.sign_slip(
                first,
                msgspec.structs.replace(
                    slip, choices=(letters.LetterChoice("A", msgspec.Raw(b"1")),)
                ),
            ),
            "letter 1 of anna: choice 1 of the letter is not allowed",
        ),
    ):
        with pytest.raises(WeatherGageError, match=why):
            desks.reply_desk(wrong, "")
    assert "It takes no more letters" in capsys.readouterr().out


# Reading the other's file ---------------------------------------------------------------------


def with_card(number: int) -> tuple[Desk, Desk]:
    """Return (anna's record of a battle in which she has chosen the card with this number in
    secret, ben's record with her letter).
    """
    anna = strict.post(two_desks.founded("quickstart"))
    ben = strict.post(two_desks.chosen(two_desks.joined(anna.slips[-1]), Random(4)))
    anna = checking.import_slip(anna, ben.slips[-1])
    for card in (0, number):
        known = strict.fold_desk(anna)
        question = two_desks.asked(anna, known)
        assert question
        assert question.secret
        command = question.options[card].command  # type: ignore[union-attr]
        anna = strict.choice_of(anna, question, command, two_desks.owing(anna, known))
        if card == 0:  # the first turn's card is opened by both; the next one stays face down
            anna = strict.post(anna)
            ben = checking.import_slip(ben, anna.slips[-1])
            ben = strict.post(two_desks.chosen(ben, Random(4)))
            anna = checking.import_slip(anna, ben.slips[-1])
    anna = strict.post(anna)
    return anna, checking.import_slip(ben, anna.slips[-1])


def test_no_command_tells_what_the_other_has_laid_face_down(
    tmp_path: Path, capsys: Captured
) -> None:
    """Whichever card it is, every command prints the same about ben's file."""
    said = []
    for number in (1, 2):
        anna, ben = with_card(number)
        secret = next(iter(anna.kept.values())).choice
        folder = stored.mail_folder(tmp_path / str(number))
        stored.store(folder, ben)
        battle = desks.open_battle(folder, ben)
        assert battle
        path = battle.path
        assert path
        battle.close()
        for file in folder.iterdir():
            assert secret.salt.encode() not in file.read_bytes()
        capsys.readouterr()
        for command in ("report", "show", "verify", "inspect", "fork"):
            main([command, str(path), "--saves", str(tmp_path)])
        talk = Talk()
        for watch in ("true", "false"):
            print(talk.answer(f'{{"op": "open", "path": "{path}", "watch": {watch}}}'))
            for seat in ("", "A", "B"):
                print(talk.answer(f'{{"op": "view", "seat": "{seat}"}}'))
        talk.run(BytesIO(), BytesIO())
        main(["mail", "--saves", str(tmp_path / str(number))])
        out = capsys.readouterr().out.replace(str(path), "FILE")
        said.append(out)
        plain = msgspec.json.encode(ben)
        assert secret.seal.encode() in plain
    assert said[0] == said[1]
    assert len(said[0]) > 500


# The form -----------------------------------------------------------------------------------------


async def test_the_form_has_a_line_for_it_that_tells_what_it_costs(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        await anna.presses("n")
        await anna.comes_to(MailFoundingScreen)
        screen = anna.app.screen
        assert isinstance(screen, MailFoundingScreen)
        screen.form.own["me"], screen.form.own["other"] = "anna", "ben"
        while screen.line.what != "letters":
            await anna.presses("down")
        assert "two or three letters for each letter of a quick battle" in " ".join(
            anna.sees.split()
        )
        await anna.presses("right")
        assert (
            "Strict: nobody can foresee dice or see hidden cards; the end proves the battle"
            in " ".join(anna.sees.split())
        )
        assert "word" not in [line.what for line in screen.lines]
        while screen.form.rules.name != "iron_oak":
            screen.index = 0
            await anna.presses("right")
        assert "cannot be strict" in " ".join(anna.sees.split())
        while screen.form.rules.name != "wooden_ships":
            screen.index = 0
            await anna.presses("right")
        await anna.presses("enter")
        text = await anna.reads_own_letter()
        assert "Wooden Ships & Iron Men, strict" in " ".join(anna.sees.split())
    async with sitting(tmp_path / "ben") as ben:
        await ben.opens(text)
        assert "anna invites you" in ben.sees
        assert "no word is needed" in ben.sees
        await ben.presses("enter")
        await ben.comes_to(MailListScreen, "the list")
        assert "your choice" in ben.sees
    (name,) = stored.desk_names(stored.mail_folder(tmp_path))
    desk = stored.load(stored.mail_folder(tmp_path), name)
    assert desk
    assert desk.held.strict


async def test_a_choice_in_mid_turn_waits_for_the_dice_and_the_screen_says_so(
    tmp_path: Path,
) -> None:
    """The other player's program answers by itself; then the turn goes on, on the same screen."""
    anna, ben = introduced(tmp_path, "quickstart", "ensign", "--strict")
    writer, reader = anna, ben
    for _ in range(40):
        if post.has_begun(writer.desk) and writer.chooses(1):
            if strict.waits_for(writer.desk).startswith("waits for the dice"):
                break
            continue
        assert writer.writes("send", writer.battle) == 0
        reader.writes("open", writer.out)
        if not reader.out.exists():
            writer, reader = reader, writer
            continue
        writer.writes("open", reader.out)
    async with house(writer.saves) as (app, pilot):
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MailScreen), "the battle")
        assert f"The battle waits for the dice of {reader.name}." in screen_of(app)
        await pilot.press("enter", "enter")
        await until(pilot, lambda: isinstance(app.screen, LetterScreen), "the letter")
        letter = app.screen
        assert isinstance(letter, LetterScreen)
        text = letter.text
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MailListScreen), "the list")
        assert f"waits for the dice of {reader.name}" in screen_of(app)
    writer.out.write_text(text)
    assert writer.says("open", tmp_path / "none.mail") == 2
    receipt = tmp_path / "receipt.mail"
    assert reader.says("receipt", reader.battle, "--out", receipt) == 2, "nothing came yet"
    assert reader.writes("open", writer.out) == 0
    assert reader.out.exists(), "it was answered with nothing to choose"
    assert reader.says("open", writer.out) == 2, "it was opened before"
    assert writer.says("open", reader.out, "--out", tmp_path / "next.mail") == 0
    assert not strict.waits_for(writer.desk) or (tmp_path / "next.mail").exists()
    if writer.desk.held.by == reader.name:
        assert writer.says("receipt", writer.battle, "--out", receipt) == 0
        assert writer.says("receipt", writer.battle, "--out", receipt) == 2, "it is there"
        assert reader.says("open", receipt) == 0
        standing = errands.mail_status(reader.folder, reader.battle)
        assert f"{writer.name} has received letter" in standing.next_step_text


# Whose letters they are ---------------------------------------------------------------------------


def test_an_ssh_key_says_whose_letters_they_are(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`ssh-keygen -Y` signs the letters.

    A key that would ask for its passphrase signs nothing, and no question is asked.
    """
    keys = {}
    for name, phrase in (("anna", ""), ("locked", "a passphrase")):
        keys[name] = tmp_path / name / "id_ed25519"
        keys[name].parent.mkdir()
        make = ["ssh-keygen", "-q", "-t", "ed25519", "-N", phrase, "-f", str(keys[name])]
        run(make, check=True, stdin=DEVNULL)
    shown = run(["ssh-keygen", "-lf", keys["anna"]], capture_output=True, text=True, check=True)
    fingerprint = shown.stdout.split()[1]
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path, seed=2)
    monkeypatch.setenv("WEATHERGAGE_SSH_KEY", str(keys["anna"]))
    new = ("new", "mars_hercule", "--me", "anna", "--with", "ben", "--strict")
    assert anna.writes(*new) == 0
    assert f"which your SSH key {fingerprint} signs" in capsys.readouterr().out
    monkeypatch.setenv("WEATHERGAGE_SSH_KEY", str(keys["locked"]))
    assert ben.writes("open", anna.out) == 0
    out = capsys.readouterr().out
    assert "Your letters are signed by the key " in out
    assert "SSH key" not in out
    slip = anna.desk.slips[0]
    assert slip.keys
    text = slips.signed_text(slip.id, "anna", slip.keys.own)
    assert ssh_key.ssh_verify(text, slip.ssh) == f"SSH key {fingerprint}"
    for wrong in (text.replace("anna", "ben"), text.replace(slip.id, "another")):
        assert ssh_key.ssh_verify(wrong, slip.ssh) == "a wrong SSH signature"
    assert ssh_key.ssh_verify(text, "AAAA") == "a wrong SSH signature"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "not checked, because ssh-keygen is not installed here" in ssh_key.ssh_verify(
        text, slip.ssh
    )
    assert ssh_key.ssh_sign(text) == ""


def test_a_letter_that_its_reader_alone_finds_wrong_is_stored_before_he_looks(
    tmp_path: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The sentence does not say why the letter is wrong; every later command for this battle says
    the same.
    """
    moments = two_desks.fought("quickstart", 28)
    at = next(
        at
        for at, each in enumerate(moments)
        if each.slip.choices and strict.waits_for(each.sender).startswith("waits for the dice")
    )
    reader, moment = moments[at - 1].sender, moments[at]
    folder = stored.mail_folder(tmp_path)
    stored.store(folder, reader)
    wrong, right = tmp_path / "wrong.mail", tmp_path / "right.mail"
    last = moment.slip.choices[-1]
    extra = letters.LetterChoice(last.seat, last.command)
    wrong.write_text(letters.format_letter(two_desks.with_more(moment, extra), ""))
    right.write_text(letters.format_letter(moment.slip, ""))
    monkeypatch.setattr(checking, "_check_owed", lambda *anything: None)
    saves = ("--saves", str(tmp_path))
    assert main(["mail", "open", str(wrong), *saves]) == 2
    said = capsys.readouterr().err
    assert f"letter {moment.slip.number} of {moment.sender.me} is accepted, but its choice" in said
    monkeypatch.undo()
    assert main(["mail", "open", str(right), *saves]) == 2
    assert "of two letters with the same number the first one counts" in (capsys.readouterr().err)
    assert main(["mail", *saves]) == 0
    assert "the letter is kept here as proof" in " ".join(capsys.readouterr().out.split())
    for command in ("move", "send"):
        main(["mail", command, reader.held.id, *saves])
        assert "Traceback" not in capsys.readouterr().err
