"""Attack: every kind of file that the program reads, damaged or forged.

It must answer with a sentence, never with a traceback.
"""

from __future__ import annotations

import atexit
import io
import os
import shutil
import sys
import time
import zlib
from base64 import b64decode, encodebytes
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory, mkdtemp
from typing import Any
from unittest.mock import patch

import asyncssh
import msgspec

import tests.pond.game  # noqa: F401 - registers the pond
from engine.base.dice import Dice
from engine.base.errors import WeatherGageError
from engine.base.hashes import seal
from engine.files import saved_battles
from engine.files.saves import begin
from engine.files.squadron_files import list_squadrons
from engine.game.decision import Decision
from engine.hosting import terms as limits
from engine.hosting.hub import Hub
from engine.hosting.terms import Agreement, Terms, store
from engine.kernel.battle import Battle
from engine.kernel.opening import as_file_fault
from engine.kernel.registry import system
from engine.kit.dataset import cache_path, read_table
from engine.players import make_player
from engine.players.program import Program
from engine.sitting.battle_log import BattleLog
from engine.sitting.talk import Talk
from tests.engine.kernel.twisted import twisted, twisted_toml
from tests.engine.mutations import mutated
from tests.engine.systems.oak_iron.own_data import use
from tests.tui.letters import introduced
from tui.cli import main
from tui.commands.grammar import Misuse
from tui.commands.learn import chain
from tui.commands.parser import build
from tui.commands.source import field
from tui.host.connection import ssh
from tui.host.connection.admission import Users
from tui.input.keys import Keymap
from tui.screens.settings import Settings, load, save

ROOT = Path(__file__).resolve().parents[2]
BATTLES = (
    ("oak_iron", "quickstart"),
    ("wooden_ships", "mars_hercule"),
    ("iron_oak", "hampton_roads"),
    ("iron_oak_campaign", "campaign"),
    ("iron_oak", "own_battle"),
    ("series:oak_iron", "best_of_three"),
)
"""The battles whose files are damaged, as (game, scenario): one of each game, and of each way to
begin."""
RECORDED = {
    "wooden_ships": ("wooden_ships", "mars_hercule"),
    "iron_oak": ("iron_oak", "hampton_roads"),
    "campaign.toml": ("iron_oak_campaign", "campaign"),
    "yard_cards.toml": ("iron_oak_campaign", "campaign"),
}
"""{file or folder of damaged data records: (game, scenario) that is set up with them}."""
SHARED = (".html", ".svg", ".md", ".cast")
"""The endings of files that are exported from a battle."""
FILES_A_SEED = 50
SECONDS = 20
"""The maximum number of seconds for one file, so long because the machine may be busy."""


class Mailed:
    """A battle by mail: a letter, and the folder of its receiver before and after it was opened."""

    def __init__(self, folder: Path, *words: str) -> None:
        anna, ben = introduced(folder / "mail", "quickstart", "ensign", *words)
        anna.chooses()
        anna.writes("send", anna.battle)
        self.letter, self.name = anna.out.read_text("utf-8"), anna.battle
        self.before, self.after = folder / "ben opens" / "ben", folder / "mail" / "ben"
        shutil.copytree(self.after, self.before)
        ben.says("open", anna.out, "--out", folder / "out")
        self.desk = (self.after / "mail" / f"{self.name}.desk").read_bytes()


class Specimens:
    """One intact file of each kind."""

    def __init__(self, folder: Path) -> None:
        self.battles = [begun_battle(name, scenario, folder) for name, scenario in BATTLES]
        self.mails = Mailed(folder / "quick"), Mailed(folder / "strict", "--strict")
        self.positions = sorted((ROOT / "tests" / "positions").glob("*.toml"))
        self.squadrons = sorted((ROOT / "data" / "oak_iron" / "squadrons").glob("*.toml"))
        self.designs = sorted((ROOT / "data" / "iron_oak" / "designs").glob("*.toml"))
        self.series = sorted((ROOT / "data" / "series").glob("*.toml"))
        records = sorted((ROOT / "data").glob("*/*.toml"))
        self.records = [path for path in records if path not in self.series]
        self.war = (ROOT / "saves" / "sample_campaign.battle").read_bytes()
        save(Settings(), folder / "settings.toml")
        self.settings = (folder / "settings.toml").read_bytes()
        terms = Terms(game="oak_iron", scenario="quickstart")
        store(
            folder,
            Agreement(id="x", founder="anna", terms=terms, secret="secret", seated={"A": "anna"}),
        )
        key = asyncssh.generate_private_key("ssh-ed25519")
        self.key = " ".join(key.export_public_key().decode().split()[:2])
        self.private = key.export_private_key()
        self.agreement = (folder / "x.papers").read_bytes()
        results = folder / "x.results"
        run("simulate", "quickstart", "--games", "2", "--a", "ensign", "--b", "ensign",
            "--resume", results)  # fmt: skip
        self.results = results.read_bytes()


def begun_battle(name: str, scenario: str, folder: Path) -> bytes:
    """Return the file of a battle after its first answers, with a note in it."""
    battle = begin(system(name), scenario, {"A": "human", "B": "ensign"}, folder, 7)
    minds = {seat: make_player("ensign", battle.game, 7, seat) for seat in "AB"}
    for _ in range(12):
        question = battle.pending()[0]
        mind = minds[question.seat]
        battle.answer(question.seat, mind.choose(battle.view(question.seat), question))
    battle.note("a note")
    battle.close()
    assert battle.path
    return battle.path.read_bytes()


@cache
def specimens() -> Specimens:
    """Return the intact files; they are made once in a process."""
    folder = Path(mkdtemp(prefix="specimens"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Specimens(folder)


def attack(seed: int) -> None:
    """Damage fifty files, and open each one as the command line does."""
    dice = Random(seed)
    specimens()
    with TemporaryDirectory() as name:
        for number in range(FILES_A_SEED):
            folder = Path(name) / str(number)
            folder.mkdir()
            kind = dice.choice(KINDS)
            began = time.monotonic()
            with at_home(folder), suppress(WeatherGageError, Misuse):
                kind(folder, dice)
            spent = time.monotonic() - began
            assert spent < SECONDS, f"{kind.__name__} {number} took {spent:.0f} seconds"


@contextmanager
def at_home(folder: Path) -> Iterator[None]:
    """In the block, read settings from `folder`, and raise faults of the program instead of
    printing them.
    """
    chosen = {"WEATHERGAGE_CONFIG": str(folder / "config"), "WEATHERGAGE_TRACEBACK": "1"}
    with patch.dict(os.environ, chosen):
        yield


def run(*words: object) -> str:
    """Run a command and return what it prints.

    Its exit code must be a known one; with code 2 it prints a single line.
    """
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main([str(word) for word in words])
    said = err.getvalue()
    assert code in (0, 1, 2), (words, code)
    assert "Traceback" not in said, said
    assert "should not have happened" not in said, said
    assert "fault of Weather Gage itself" not in out.getvalue(), out.getvalue()
    assert code != 2 or said.startswith("weathergage: "), said
    assert len(said) < 20_000, said[:1000]
    return out.getvalue()


def looked_at(*values: object) -> None:
    """Do nothing: the call only makes sure that its arguments are computed."""


# The kinds ----------------------------------------------------------------------------------


def battle(folder: Path, dice: Random) -> None:
    """Open a damaged battle file in every possible way."""
    path = folder / "x.battle"
    path.write_bytes(harmed_battle(dice.choice(specimens().battles), dice))
    for saved in saved_battles.find([folder]):
        looked_at(saved.date, saved_battles.title_of(saved))
        if saved.header:
            saved_battles.has_person(saved.header)
        with suppress(WeatherGageError):
            saved_battles.summarise(saved)
    saved_battles.latest_unfinished(saved_battles.find([folder]))
    ways: list[Callable[[], object]] = [
        lambda: run("verify", path),
        lambda: run("report", path),
        lambda: run("report", path, "--format", "md"),
        lambda: run("show", path, "--at", dice.randrange(14)),
        lambda: run("inspect", path, "--json"),
        lambda: run("show", path, "--recover"),
        lambda: run("export", path, "--to", folder / f"shared{dice.choice(SHARED)}"),
        lambda: converse([{"op": "open", "path": str(path)}, {"op": "undo"}, {"op": "view"}]),
        lambda: resumed(path),
    ]
    for way in dice.sample(ways, 3):
        way()


def war(folder: Path, dice: Random) -> None:
    """Report, fork and export chapters of a campaign whose file is damaged."""
    path = folder / "x.battle"
    path.write_bytes(harmed_battle(specimens().war, dice))
    chapter = dice.choice(("set-up", "battle 1", "after battle 2", "battle 5", "\x1b[2J", "battle"))
    run("report", path, "--chapter", chapter)
    run("fork", path, "--chapter", chapter, "--to", folder / "fork.battle")
    run("export", path, "--chapter", chapter, "--to", folder / "cut.battle")


def resumed(path: Path) -> None:
    """Open a battle file to play on, as the screen does."""
    with suppress(WeatherGageError):
        opened = Battle.open(path)
        try:
            with as_file_fault(opened):
                saved_battles.computers(opened)
                BattleLog(opened).lines("A")
                looked_at(opened.pending(), opened.outcome(), opened.notes)
                opened.fork(opened.position)
        finally:
            opened.close()


def harmed_battle(data: bytes, dice: Random) -> bytes:
    """Return a damaged battle file; or a forged one, in which a line differs but every checksum is
    right.
    """
    if dice.random() < 0.3:
        return mutated(data, dice)
    lines = data.split(b"\n")[:-1]
    at = dice.choice((0, dice.randrange(len(lines))))
    body, _, _ = lines[at].rpartition(b',"sum":')
    change = twisted if dice.random() < 0.8 else mutated
    lines[at] = change(body + b"}", dice).replace(b"\n", b" ")
    chain, whole = b"", []
    for number, line in enumerate(lines):
        inner = line if number == at else line.rpartition(b',"sum":')[0] + b"}"
        sealed, chain = seal(inner, chain)
        whole.append(sealed + b"\n")
    return b"".join(whole)


def letter(folder: Path, dice: Random) -> None:
    """Open a damaged letter: the next one of a battle, or the first one of an unknown battle.

    If it is refused, the player's record (desk) and the battle's file must be unchanged.
    """
    saves, mailed = folder / "ben", dice.choice(specimens().mails)
    if dice.random() < 0.7:
        shutil.copytree(mailed.before, saves)
    path = folder / "x.mail"
    path.write_bytes(harmed_letter(mailed.letter, dice))
    before = kept_by_mail(saves)
    run("mail", "open", path, "--saves", saves, "--out", folder / "out.mail")
    after = kept_by_mail(saves)
    desks = [name for name in after if name.endswith(".desk")]
    if all(after[name] == before.get(name) for name in desks):
        assert after == before, "a letter that was refused has left something"
    for name in after:
        if name.endswith(".battle"):
            Battle.open(saves / "mail" / name).close()
    run("mail", "--saves", saves)


def kept_by_mail(saves: Path) -> dict[str, bytes]:
    """Return {path: content} of the files of battles by mail below a folder."""
    return {path.name: path.read_bytes() for path in sorted((saves / "mail").glob("*"))}


def harmed_letter(text: str, dice: Random) -> bytes:
    """Return a damaged or forged letter."""
    if dice.random() < 0.3:
        return mutated(text.encode(), dice)
    lines = text.splitlines()
    told = zlib.decompress(b64decode("".join(x for x in lines if not x.startswith("#"))))
    if dice.random() < 0.3:  # as a first letter is, which founds a battle here
        first = msgspec.json.decode(told)
        first.update(number=1, choices=[], secret="", words={first["by"]: "word"})
        told = msgspec.json.encode(first)
    return encodebytes(zlib.compress(twisted(told, dice)))


def desk(folder: Path, dice: Random) -> None:
    """Continue a battle by mail whose record (desk) is damaged."""
    saves, mailed = folder / "ben", dice.choice(specimens().mails)
    shutil.copytree(mailed.after, saves)
    path = saves / "mail" / f"{mailed.name}.desk"
    change = twisted if dice.random() < 0.7 else mutated
    path.write_bytes(change(mailed.desk, dice))
    run("mail", "--saves", saves)
    run("mail", "send", mailed.name, "--saves", saves, "--out", folder / "out.mail")


def harmed_toml(data: bytes, dice: Random) -> bytes:
    """Return a damaged TOML file, or an intact one with wrong values in it."""
    return mutated(data, dice) if dice.random() < 0.3 else twisted_toml(data, dice)


def squadron(folder: Path, dice: Random) -> None:
    """Check, print and list a damaged squadron."""
    path = folder / "x.toml"
    path.write_bytes(harmed_toml(dice.choice(specimens().squadrons).read_bytes(), dice))
    run("squadron", "check", path)
    run("squadron", "print", path)
    list_squadrons(folder)
    options = {"squadrons": [str(path), "flying_gang"]}
    converse([{"op": "new", "scenario": "patrol", "options": options}, {"op": "view"}])


def design(folder: Path, dice: Random) -> None:
    """Check, print, list and begin a battle of the player's own design whose file is damaged."""
    path = folder / "x.toml"
    path.write_bytes(harmed_toml(dice.choice(specimens().designs).read_bytes(), dice))
    run("squadron", "check", path)
    run("squadron", "print", path)
    list_squadrons(folder)
    options = {"squadrons": [str(path)]}
    converse([{"op": "new", "scenario": "own_battle", "options": options}, {"op": "view"}])


def series_file(folder: Path, dice: Random) -> None:
    """Begin a series from a damaged file, and give a first answer."""
    path = folder / "x.toml"
    path.write_bytes(harmed_toml(dice.choice(specimens().series).read_bytes(), dice))
    game, scenario, options = chain(build("series").parse_args(["series", str(path)]))
    battle = Battle.new(game, scenario, 7, options)
    looked_at(game.screen.status(battle.state), game.screen.scene(battle.state), battle.pending())


def kept_table(folder: Path, dice: Random) -> None:
    """Read a table of data whose binary copy is damaged: the result must be the same."""
    path = folder / "x.toml"
    path.write_bytes(dice.choice(specimens().records).read_bytes())
    with patch.object(sys, "dont_write_bytecode", False):
        told = read_table(path)
        cache_path(path).write_bytes(mutated(cache_path(path).read_bytes(), dice))
        assert read_table(path) == told


SHORT = ("--games", "1", "--a", "ensign", "--b", "ensign")
SWITCHES = ("closer_start", "rescue", "events", "alternating", "best_of", "title", "battles", "x")


def switches(folder: Path, dice: Random) -> None:
    """Begin battles and series with options of any name and value."""
    word = mutated(dice.choice((b"6", b"yes", b"sides", b"\x1b[2J", b"9" * 30)), dice)
    switch = f"{dice.choice(SWITCHES)}={word.decode('utf-8', 'surrogateescape')}"
    scenario = dice.choice([scenario for _, scenario in BATTLES])
    meant = field(build("simulate").parse_args(["simulate", scenario, *SHORT, "--option", switch]))
    with suppress(WeatherGageError):
        meant.game.set_up(meant.scenario, meant.options)
    words = build("series").parse_args(["series", scenario, "--option", switch])
    game, scenario, options = chain(words)
    game.set_up(scenario, options)


def position(folder: Path, dice: Random) -> None:
    """Look at a damaged position, and begin a battle from it."""
    path = folder / "x.toml"
    path.write_bytes(harmed_toml(dice.choice(specimens().positions).read_bytes(), dice))
    run("show", path)
    run("inspect", path)
    converse([{"op": "position", "path": str(path)}, {"op": "inspect"}])


def settings(folder: Path, dice: Random) -> None:
    """Load damaged settings and a damaged keymap from their usual place."""
    config = folder / "config"
    config.mkdir()
    (config / "settings.toml").write_bytes(harmed_toml(specimens().settings, dice))
    chosen, notice = load()
    assert chosen == Settings() or notice or chosen


KEYMAP = b"""[battle]
undo = ["u", "backspace"]
redo = "r"
log = ["l"]
[replay]
bookmark = "n"
"""


def keymap(folder: Path, dice: Random) -> None:
    """Load a damaged keymap."""
    path = folder / "keymap.toml"
    path.write_bytes(harmed_toml(KEYMAP, dice))
    Keymap.load(path)


def users(folder: Path, dice: Random) -> None:
    """Read a damaged file of the users of a host."""
    path = folder / "users"
    key = specimens().key
    path.write_bytes(mutated(f"# the keeper's\n{key} anna\n{key} ben\n".encode(), dice))
    Users(path, is_open=dice.random() < 0.5)


LIMITS = b"guests = 3\nscreens = 2\nunread_seconds = 60\n"


def host_limits(folder: Path, dice: Random) -> None:
    """Read a damaged file with the limits of a host."""
    path = folder / "limits.toml"
    path.write_bytes(harmed_toml(LIMITS, dice))
    limits.read_limits(path)


def host_key(folder: Path, dice: Random) -> None:
    """Read a damaged file with the key of a host."""
    path = folder / "host_key"
    path.write_bytes(mutated(specimens().private, dice))
    ssh.host_key(path)


def agreement(folder: Path, dice: Random) -> None:
    """Load the battles of a host from a folder with damaged papers (the terms of a battle)."""
    change = twisted if dice.random() < 0.7 else mutated
    (folder / "x.papers").write_bytes(change(specimens().agreement.strip(), dice))
    hub = Hub(folder)
    for hosted in hub.battles.values():
        looked_at(hosted.title, hosted.seating.free, hosted.standing)
    hub.close()


def own_records(folder: Path, dice: Random) -> None:
    """Load damaged data records of the player over those that ship with the game."""
    own = folder / "own"
    own.mkdir()
    source = dice.choice(specimens().records)
    (own / source.name).write_bytes(harmed_toml(source.read_bytes(), dice))
    try:
        name = source.parent.name
        if name == "oak_iron":
            run("cards", "--data", own)
            run("show", "--data", own, ROOT / "tests" / "positions" / "example.toml")
        else:
            name, scenario = RECORDED.get(source.name) or RECORDED[name]
            game = system(name).with_data(own)
            game.pending(game.settled(game.set_up(scenario), Dice(7)))
    finally:
        use(None)


def results(folder: Path, dice: Random) -> None:
    """Continue a simulation whose file of results is damaged."""
    path = folder / "x.results"
    head, first, second = specimens().results.splitlines()
    lines = [head, first, second]
    at = dice.randrange(3)
    change = twisted if dice.random() < 0.7 else mutated
    lines[at] = change(lines[at], dice)
    path.write_bytes(b"\n".join(lines) + b"\n" * dice.randrange(2))
    run("simulate", "quickstart", "--games", "2", "--a", "ensign", "--b", "ensign",
        "--resume", path)  # fmt: skip


REQUESTS: tuple[dict[str, Any], ...] = (
    {"op": "new", "scenario": "quickstart", "seed": 7, "options": {"weather": True}, "game": ""},
    {"op": "new", "scenario": "fleet", "seed": 7, "options": {"a_side": 2}},
    {"op": "new", "scenario": "mars_hercule", "seed": 7, "options": {"closer_start": 6}},
    {"op": "new", "scenario": "hampton_roads", "seed": 7, "game": "iron_oak"},
    {"op": "new", "scenario": "patrol", "seed": 7, "options": {"squadrons": ["flying_gang"] * 2}},
    {"op": "pending"},
    {"op": "do", "seat": "A", "option": "steer", "dial": 1.5, "at": [1.0, 2.0]},
    {"op": "where", "seat": "A", "option": "steer", "dial": 1.5, "at": [1.0, 2.0]},
    {"op": "open", "path": "x", "watch": True},
    {"op": "position", "path": "x", "save": ""},
    {"op": "view", "seat": "A"},
    {"op": "inspect", "seat": "A", "ship": "A1"},
    {"op": "do", "seat": "A", "picks": {"A1": "2R1", "A2": 3}},
    {"op": "undo"},
    {"op": "redo"},
)


def lines_of_talk(folder: Path, dice: Random) -> None:
    """Send wrong lines to the line protocol, `talk`, once a battle is open."""
    request = msgspec.json.encode(dice.choice(REQUESTS))
    change = twisted if dice.random() < 0.7 else mutated
    converse([REQUESTS[dice.choice((0, 1, 2, 3))], change(request, dice), {"op": "view"}])


def converse(requests: list[Any]) -> None:
    talk = Talk()
    for request in requests:
        line = request if isinstance(request, bytes) else msgspec.json.encode(request)
        answer = talk.answer(line)
        msgspec.json.encode(answer)
        assert "fault of Weather Gage itself" not in str(answer.get("error")), (line, answer)
    talk._turn_to(None)


class Parrot:
    """Stands for the pipe to a program that plays a seat, and repeats lines that it was given."""

    def __init__(self, lines: list[bytes]) -> None:
        self.lines = lines

    def allow(self, seconds: float) -> None:
        """Do nothing, because it needs no time to think."""

    def ask(self, line: bytes) -> bytes:
        """Return the next line."""
        return self.lines.pop(0) if self.lines else b""

    def fail(self, what: str) -> None:
        """Raise the error of a pipe that fails."""
        from engine.base.errors import ProgramFault

        raise ProgramFault(what)


def lines_of_a_program(folder: Path, dice: Random) -> None:
    """Let a program play a seat and answer with wrong lines."""
    battle = Battle.new(*dice.choice(BATTLES), 7)
    question = battle.pending()[0]
    program = Program("true", battle.game, 7, question.seat)
    said: dict[str, Any] = {**dice.choice(REQUESTS), "seat": question.seat, "id": 1}
    if dice.random() < 0.5:
        option = question.options[0].id if isinstance(question, Decision) else "seal"
        said = {"option": option, "dial": 1.0, "at": [1.0, 1.0]}
    change = twisted if dice.random() < 0.7 else mutated
    line = change(msgspec.json.encode(said), dice)
    program._pipe = Parrot([line, line])  # type: ignore[assignment]
    program.choose(battle.view(question.seat), question)


KINDS = (
    *(war, design, design, series_file, series_file, kept_table, switches),
    *(battle, battle, battle, letter, letter, desk, squadron, position, settings, keymap, users),
    *(host_limits, host_key, agreement, own_records, results, lines_of_talk, lines_of_a_program),
)
