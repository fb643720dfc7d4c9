"""Programs that play a seat on the battle screen, and where no program may be started."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import msgspec
import pytest

from engine.base.errors import Refused
from engine.files.saved_battles import computers
from engine.hosting.terms import Agreement, Terms, store
from engine.kernel.battle import Battle
from engine.players.player import Ensign, Lieutenant
from engine.players.program import Program
from engine.post import letters
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from tests.engine.players.test_program import command, gone
from tests.pond.game import PondGame
from tests.tui.host.near import running_hub
from tests.tui.letters import Writer
from tests.tui.pseudo_terminal import ROOT, Terminal
from tests.tui.running import house, save_battle, screen_of, until
from tui.battle.screen import BattleScreen
from tui.cli import main
from tui.plain.table import PlainTable

FIRST = 'say({"option": asked["question"]["options"][0]["id"]})'
IN_TERMINAL = "import sys; from tui.cli import main; sys.exit(main({words!r}))"


def duel() -> Battle:
    """Return a battle on the pond."""
    return Battle.new(PondGame(), "duel", 7)


def blue(battle: Battle, body: str, patience: float = 20.0) -> dict[str, Program]:
    """Return a program that plays Blue and runs `body` for every question, as {seat: program}."""
    return {"B": Program(command(body), battle.game, 7, "B", patience)}


async def test_a_program_plays_in_the_battle_room_and_ends_with_it(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    battle = duel()
    body = f"import os; open({str(pid)!r}, 'w').write(str(os.getpid())); {FIRST}"
    async with house(tmp_path, battle=battle, players=blue(battle, body)) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(
            pilot, lambda: battle.position == 1 and screen.session.orders, "a person is asked"
        )
        assert battle.entries[0].seat == "B"
    assert gone(int(pid.read_text()))


async def test_a_lieutenant_plays_on_for_a_program_that_fails(tmp_path: Path) -> None:
    """Until the next key the prompt names the program and says who plays now."""
    battle = duel()
    players = blue(battle, "1 / 0")
    async with house(tmp_path, (160, 40), battle=battle, players=players) as (app, pilot):
        screen = app.screen_stack[0]
        assert isinstance(screen, BattleScreen)
        await until(
            pilot, lambda: battle.position == 1 and screen.session.orders, "a person is asked"
        )
        assert "A lieutenant plays Blue from now on: the program " in screen_of(app)
        assert isinstance(screen.session.table.players["B"], Lieutenant)
        await pilot.press("enter")
        await until(
            pilot, lambda: battle.position == 3 and screen.session.orders, "the battle goes on"
        )
        assert "A lieutenant plays Blue" not in screen_of(app)
    assert "ZeroDivisionError" in battle.notes[0].text


async def test_in_lines_a_lieutenant_plays_on_too(tmp_path: Path) -> None:
    battle = duel()
    told: list[str] = []
    lines = iter(["1", "quit"])

    async def typed(prompt: str) -> str | None:
        return next(lines, None)

    table = SeatTable(battle, dict(blue(battle, "1 / 0")))
    await PlainTable(Sitting(battle, table), typed, told.append).run()
    assert battle.position >= 2, "the person was asked after the program had failed, and answered"
    (said,) = [line for line in told if "A lieutenant plays Blue from now on" in line]
    assert "ZeroDivisionError" in " ".join(told)
    assert isinstance(table.players["B"], Lieutenant)
    assert battle.notes[0].text.startswith(said.split(":")[0])


async def test_leaving_does_not_wait_for_a_program_that_thinks(tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    battle = duel()
    body = f"import os, time; open({str(pid)!r}, 'w').write(str(os.getpid())); time.sleep(99)"
    async with house(tmp_path, battle=battle, players=blue(battle, body, 60)) as (_, _pilot):
        while not (pid.exists() and pid.read_text()):
            await asyncio.sleep(0.02)
    assert gone(int(pid.read_text()))


def test_a_program_plays_where_the_command_line_says(tmp_path: Path) -> None:
    bot = f"exec:{shlex.join([sys.executable, str(ROOT / 'docs' / 'gunner.py')])}"
    words = ["play", "quickstart", "--a", "human", "--b", bot, "--saves", str(tmp_path)]
    with Terminal(IN_TERMINAL.format(words=[*words, "--seed", "7"]), 80, 24) as terminal:
        terminal.read(terminal.shows("Red"))
        terminal.press("\r", terminal.shows("for turn 2"))
        terminal.press("q", terminal.shows("Quit?"))
        assert terminal.leave("y") == 0
    (path,) = tmp_path.glob("*.battle")
    kept = Battle.open(path, write=False)
    assert kept.header.options["players"] == {"A": "human", "B": bot}
    assert "B" in {entry.seat for entry in kept.entries}


def test_a_program_that_is_not_there_is_refused_before_a_battle_begins(tmp_path: Path) -> None:
    words = ["play", "quickstart", "--b", "exec:./no_such_bot", "--saves", str(tmp_path)]
    with Terminal(IN_TERMINAL.format(words=words), 120, 24) as terminal:
        assert terminal.leave("") == 2
        assert "weathergage: ./no_such_bot is not a program that can be started" in terminal.text
    assert not list(tmp_path.iterdir())


# Where none may be started ---------------------------------------------------------------------


def test_a_file_starts_no_program(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    battle = Battle.open(save_battle(tmp_path, "duel", a="human", b=f"exec:touch {mark}"))
    players = computers(battle)
    assert isinstance(players["B"], Lieutenant)
    assert battle.notice.startswith("a lieutenant plays Blue, because the program that the")
    assert "--b exec:..." in battle.notice
    players["B"].choose(battle.view("B"), battle.pending()[-1])
    battle.close()
    assert not mark.exists()


def test_who_names_a_program_for_a_file_has_it_play(tmp_path: Path) -> None:
    path = save_battle(tmp_path, "duel", a="ensign", b=f"exec:{command(FIRST)}")
    battle = Battle.open(path)
    players = computers(battle, {"A": "", "B": f"exec:{command(FIRST)}"})
    assert isinstance(players["A"], Ensign)
    assert isinstance(players["B"], Program)
    assert not battle.notice
    assert isinstance(computers(battle, {"A": "", "B": "ensign"})["B"], Ensign)
    assert computers(battle, {"A": "human", "B": "human"}) == {}
    battle.close()


async def test_a_person_far_away_cannot_make_a_host_start_a_program(tmp_path: Path) -> None:
    mark = tmp_path / "started"
    terms = Terms(game="oak_iron", scenario="quickstart", computers={"B": f"exec:touch {mark}"})
    async with running_hub(tmp_path / "host") as hub:
        with pytest.raises(Refused, match="a program can only be named on the command line: '"):
            hub.found_battle("mallory", terms)
        assert not hub.battles
        assert not list((tmp_path / "host").rglob("*.papers"))
        folder = hub.folder
    store(
        folder,
        Agreement(
            id="planted", founder="mallory", terms=terms, secret="5e" * 32, seated={"A": "mallory"}
        ),
    )
    async with running_hub(tmp_path / "host") as hub:
        assert not hub.battles
    assert not mark.exists()


def test_a_letter_starts_no_program(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mark = tmp_path / "started"
    anna, ben = Writer("anna", tmp_path), Writer("ben", tmp_path)
    anna.writes("new", "quickstart", "--me", "anna", "--with", "ben")
    letter = letters.parse_letter(anna.out.read_text("utf-8"), "letter")
    seats = dict.fromkeys(letter.players, f"exec:touch {mark}")
    forged = msgspec.structs.replace(letter, options={**letter.options, "players": seats})
    anna.out.write_text(letters.format_letter(forged, ""), "utf-8")
    assert ben.writes("open", anna.out) == 2
    assert "players: is not an option" in capsys.readouterr().err
    assert not mark.exists()


@pytest.mark.parametrize("words", [
    ("host", "--open", "--b", "exec:true"),
    ("mail", "new", "quickstart", "--me", "anna", "--with", "exec:true", "--b", "exec:true"),
])  # fmt: skip
def test_neither_host_nor_letters_take_programs(
    words: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr().err
    assert "unrecognized arguments" in said or "there is no command 'exec:true'" in said
