"""Attack: kill -9 at a random moment.

All that was acknowledged must be in the file, and the battle must be right.
"""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import NoReturn

import msgspec

from engine.arena import crews, play_out
from engine.files import desks as stored
from engine.kernel.battle import Battle
from engine.kernel.codec import codec
from engine.kernel.logbook import apply
from engine.kernel.registry import system
from engine.kernel.timeline import Timeline
from engine.players import make_player
from engine.post import correspondence as post
from engine.sitting.kinds import mail
from tests.tui.letters import Writer, introduced
from tui.cli import main

KILLS = 5
"""How often the program is killed while it works on the same file."""
LONGEST = 0.25
"""The maximum number of seconds from a process's first acknowledgement until it is killed."""
PATIENCE = 30.0


def attack(seed: int) -> None:
    """Let one kind of process play, and kill it again and again."""
    dice = Random(seed)
    with TemporaryDirectory() as name:
        WAYS[seed % len(WAYS)](Path(name), dice)


def forked(work: Callable[[], object]) -> tuple[int, int]:
    """Start a process that calls `work` until it is killed; return (process id, pipe with its
    output).
    """
    ear, mouth = os.pipe()
    process = os.fork()
    if process:
        os.close(mouth)
        return process, ear
    os.close(ear)
    os.dup2(mouth, 1)
    return _live(work)


def _live(work: Callable[[], object]) -> NoReturn:
    code = 1
    try:
        work()
        code = 0
    finally:
        os._exit(code)


def killed(process: int, ear: int, seconds: float) -> bytes:
    """Kill a process so many seconds after its first output; return all of its output."""
    said = b""
    until = time.monotonic() + PATIENCE
    while not said and time.monotonic() < until and select.select([ear], [], [], PATIENCE)[0]:
        said = os.read(ear, 1 << 16)
        if not said:
            break
    end = time.monotonic() + seconds
    said += heard(ear, end)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    said += heard(ear, time.monotonic() + PATIENCE)
    os.close(ear)
    return said


def heard(ear: int, until: float) -> bytes:
    """Return the output until a time, or until nobody can write any more."""
    said = b""
    while (left := until - time.monotonic()) > 0:
        if not select.select([ear], [], [], left)[0]:
            break
        try:
            some = os.read(ear, 1 << 16)
        except OSError:  # the other end of a terminal is gone
            break
        if not some:
            break
        said += some
    return said


def check(path: Path, told: str) -> None:
    """Check that a file has all that was acknowledged (`entries position hash`), and that it is
    right.
    """
    number, position, hashed = told.split()
    battle = Battle.open(path)
    try:
        assert len(battle.log) >= int(number), f"{len(battle.log)} entries of {number}"
        timeline = Timeline(battle.game, battle.at(0), str(path))
        for record in battle.log[: int(number)]:
            apply(timeline, record)
        assert timeline.position == int(position)
        assert codec(battle.game).hash(timeline.at(timeline.position)) == hashed
        verdict = battle.verify()
        assert verdict.ok, verdict.text
    finally:
        battle.close()


def acknowledging(battle: Battle, descriptor: int) -> None:
    """After every change of a battle, write an acknowledgement to a pipe."""
    hashed = codec(battle.game).hash

    def say(known: Battle, _: object) -> None:
        told = f"{len(known.log)} {known.position} {hashed(known.state)}\n"
        os.write(descriptor, told.encode())

    battle.subscribe(say)


def last_line(said: bytes) -> str:
    """Return the last complete line of the output; '' if there is none."""
    lines = said.decode().split("\n")[:-1]
    return lines[-1] if lines else ""


# Talk ---------------------------------------------------------------------------------------


def talk(folder: Path, dice: Random) -> None:
    """Answer over a pipe as fast as possible. Every reply to `do` is an acknowledgement."""
    path, position = folder / "x.battle", 0
    for _ in range(KILLS):
        ask_ear, ask_mouth = os.pipe()

        def converse(ask: int = ask_ear, other: int = ask_mouth) -> None:
            os.close(other)
            os.dup2(ask, 0)
            sys.stdin = os.fdopen(0)
            sys.stdout = os.fdopen(1, "w")
            main(["talk"])

        process, ear = forked(converse)
        os.close(ask_ear)
        position = conversation(process, ear, ask_mouth, path, dice, position)
        os.close(ask_mouth)
        battle = Battle.open(path)
        assert battle.position >= position, (battle.position, position)
        position = battle.position
        assert battle.verify().ok
        over = battle.outcome() is not None
        battle.close()
        if over:
            return


def conversation(
    process: int, ear: int, mouth: int, path: Path, dice: Random, position: int
) -> int:
    """Send requests until the process is killed during one; return the last position that it has
    acknowledged.
    """
    answers = os.fdopen(ear, "rb")
    begin: dict[str, object] = {"op": "open", "path": str(path)}
    if not path.exists():
        begin = {"op": "new", "scenario": "quickstart", "seed": 7, "save": str(path)}
    os.write(mouth, msgspec.json.encode(begin) + b"\n")
    answer = msgspec.json.decode(answers.readline())
    assert answer["ok"], answer
    for _ in range(dice.randint(1, 40)):
        if not answer["pending"]:
            break
        position = answer["position"]
        os.write(mouth, msgspec.json.encode(request(answer, dice)) + b"\n")
        said = msgspec.json.decode(answers.readline())
        answer = said if said["ok"] else answer
    position = max(position, answer["position"])
    if answer["pending"]:
        os.write(mouth, msgspec.json.encode(request(answer, dice)) + b"\n")
        time.sleep(dice.uniform(0.0, 0.01))  # the moment of death is random
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    for line in answers:
        said = msgspec.json.decode(line) if line.endswith(b"\n") else {"ok": False}
        position = said["position"] if said["ok"] else position
    answers.close()
    return position


def request(answer: dict[str, list[dict[str, list[dict[str, str]]]]], dice: Random) -> object:
    """Return a random answer to one of the open questions, as a request."""
    question = dice.choice(answer["pending"])
    option = dice.choice(question["options"])["id"]
    return {"op": "do", "seat": question["seat"], "option": option}


# By mail ------------------------------------------------------------------------------------


def by_mail(folder: Path, dice: Random) -> None:
    """Choose in a battle by mail and write the letter, until the process is killed; nothing that
    was stored may be lost.
    """
    with redirect_stdout(io.StringIO()):
        anna, ben = introduced(folder, "quickstart")
        for _ in range(KILLS):
            kept = mail_killed(anna, dice)
            desk = anna.desk  # it can be read, whatever was being written
            assert len(desk.held.choices) >= kept, (len(desk.held.choices), kept)
            battle = mail.open_battle(anna.folder, desk)
            assert battle
            battle.close()
            assert battle.position <= len(desk.held.choices)
            if not exchanged(anna, ben):
                return


def exchanged(anna: Writer, ben: Writer) -> bool:
    """Exchange letters until it is anna's turn to choose again; return False if the battle ends
    before.
    """
    anna.chooses()
    anna.writes("send", anna.battle)
    for _ in range(20):
        ben.out.unlink(missing_ok=True)
        ben.says("open", anna.out, "--out", ben.out)
        if ben.chooses():
            ben.writes("send", ben.battle)
        anna.out.unlink(missing_ok=True)
        if not ben.out.exists():
            return False
        assert anna.says("open", ben.out, "--out", anna.out) == 0
        if not anna.out.exists():
            return True
    return False


def mail_killed(anna: Writer, dice: Random) -> int:
    """Let a player choose and send until the process is killed; return how many choices were
    stored.
    """

    def choose() -> None:
        ear = os.dup(1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        desk = anna.desk
        battle = mail.open_battle(anna.folder, desk)
        assert battle
        os.write(ear, b"0\n")
        mind = Random(os.getpid())
        while questions := post.open_questions(desk, battle):
            seat = questions[0].seat
            player = make_player("ensign", battle.game, mind.getrandbits(32), seat)
            answer = player.choose(battle.view(seat), questions[0])
            desk = post.with_answer(desk, battle, seat, f"{mind.getrandbits(64):x}", *answer)
            stored.store(anna.folder, desk)
            os.write(ear, f"{len(desk.held.choices)}\n".encode())
            post.submit_known(desk, battle)
        battle.close()
        anna.writes("send", anna.battle)
        time.sleep(PATIENCE)

    said = killed(*forked(choose), dice.uniform(0.0, LONGEST / 5))
    return int(last_line(said) or 0)


# The screen ---------------------------------------------------------------------------------


def screen(folder: Path, dice: Random) -> None:
    """Play in a terminal with random keys, until `weathergage play` is killed."""
    saves, path = folder / "saves", None
    for _ in range(KILLS):
        what = str(path) if path else "quickstart"
        said = screen_killed(folder, saves, what, dice)
        found = sorted(saves.glob("*.battle"))
        path = found[0] if found else path
        if path and (told := last_line(said)):
            check(path, told)


def screen_killed(folder: Path, saves: Path, what: str, dice: Random) -> bytes:
    """Play until the process is killed; return its acknowledgements."""
    ear, mouth = os.pipe()
    process, terminal = pty.fork()
    if not process:
        os.close(ear)
        os.environ |= {"TERM": "xterm-256color", "WEATHERGAGE_CONFIG": str(folder / "config")}
        _live(lambda: watched_play(what, saves, mouth))
    os.close(mouth)
    end, said, first = time.monotonic() + PATIENCE, b"", 0.0
    keys = (*(b"\r",) * 9, b"y", b"u", b" ", b"\t", b"1", b"2")
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal, ear], [], [], 0.01)
        try:
            if terminal in ready and not os.read(terminal, 1 << 16):
                break
        except OSError:
            break
        if ear in ready:
            some = os.read(ear, 1 << 16)
            said += some
            if not some:
                break
            if not first:
                first = time.monotonic()
                end = first + dice.uniform(0.0, 4 * LONGEST)
        os.write(terminal, dice.choice(keys))
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    said += heard(ear, time.monotonic() + PATIENCE)
    os.close(ear)
    os.close(terminal)
    return said


def watched_play(what: str, saves: Path, mouth: int) -> None:
    """Play as the command does, and write an acknowledgement after every change."""
    from tui.commands import play

    begin = play._battle

    def told(chosen: object) -> Battle:
        battle = begin(chosen)  # type: ignore[arg-type]
        acknowledging(battle, mouth)
        return battle

    play._battle = told  # type: ignore[assignment]
    sys.stdin, sys.stdout, sys.__stdin__ = os.fdopen(0), os.fdopen(1, "w"), os.fdopen(0)
    sys.stderr = sys.__stderr__ = os.fdopen(2, "w")
    sys.__stdout__ = sys.stdout
    main(["play", what, "--b", "ensign", "--saves", str(saves)])


# A campaign ---------------------------------------------------------------------------------


def campaign(folder: Path, dice: Random) -> None:
    """Play a campaign until the process is killed; every other time just before one of its battles
    ends.
    """
    whole = Battle.new(system("iron_oak_campaign"), "campaign", dice.getrandbits(16))
    play_out(whole, crews(whole.game, whole.state, whole.seed, "ensign", "ensign"))
    ends = [n for n, entry in enumerate(whole.entries) if any(map(_closes_a_battle, entry.events))]
    for number in range(KILLS):
        path = folder / f"{number}.battle"
        near = dice.choice(ends) - dice.randint(0, 3)
        at = near if number % 2 else dice.randrange(whole.position)
        whole.fork(max(0, at), path).close()

        def play(path: Path = path) -> None:
            battle = Battle.open(path)
            acknowledging(battle, 1)
            os.write(1, f"{len(battle.log)} {battle.position} {_hashed(battle)}\n".encode())
            play_out(battle, crews(battle.game, battle.state, os.getpid(), "ensign", "ensign"))
            time.sleep(PATIENCE)

        # Four answers take some ten milliseconds: the end of a battle is among them.
        longest = LONGEST / 10 if number % 2 else LONGEST
        if told := last_line(killed(*forked(play), dice.uniform(0.0, longest))):
            check(path, told)
    whole.close()


def _closes_a_battle(event: object) -> bool:
    return type(event).__name__ == "BattleClosed"


def _hashed(battle: Battle) -> str:
    return codec(battle.game).hash(battle.state)


WAYS: tuple[Callable[[Path, Random], None], ...] = (talk, by_mail, screen, campaign)
