"""A host in lines of text, over `ssh -T`: whole battles, two persons, watchers, and hostile
input.
"""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Literal

import asyncssh
import pytest

from engine.game.decision import Decision
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from tests.tui.host.far import Company, company, founded, until
from tests.tui.host.near import Pipe
from tests.tui.host.test_pasted_squadrons import READY, text_of
from tests.tui.host.test_process import nearly_over, played_out
from tests.tui.plain.test_plain import Reader
from tests.tui.rest import PATIENCE
from tui.host.app import HOST_ACTIONS, LAST_WORDS
from tui.host.connection.lines import LineTerminal
from tui.host.lines import HELP, IN_LINES, NOT_IN_LINES, HostedLobby
from tui.plain.form import HELP as FORM_HELP

ASKED = re.compile(r"\n  \S+  \S|y or n: $|Press Enter")
OVER = re.compile(r"[A-Z] WINS?: |A DRAW: ")
PROMPTS = ("\n> ", "? y or n: ", "word: ", "dice: ")


class Lines:
    """One person's end of a connection without a terminal."""

    def __init__(self, process: asyncssh.SSHClientProcess[str]) -> None:
        self.process = process
        self.told = ""
        self._read = 0
        """How much of the output was already examined."""

    async def sees(self, *wanted: str) -> str:
        """Wait until all of some texts were printed since the last line; return the output since
        then.
        """
        while not all(each in self.new for each in wanted):
            await self._reads_on(wanted)
        return self.new

    async def insists(self, line: str, wanted: str) -> str:
        """Type a line again until it is accepted: a line that meets a new question is ignored."""
        await self.types(line)
        while wanted not in self.new:
            if "so the line you typed was ignored" in self.new:
                await self.types(line)
            await self._reads_on((wanted,))
        return self.new

    async def _reads_on(self, wanted: tuple[str, ...]) -> None:
        try:
            more = await asyncio.wait_for(self.process.stdout.read(65536), PATIENCE)
        except TimeoutError:
            more = ""
        assert more, f"{wanted} was not told:\n{self.told[-2000:]}"
        self.told += more

    @property
    def new(self) -> str:
        """The output since the last line."""
        return " ".join(self.told[self._read :].split()) + " "

    async def types(self, line: str, *wanted: str) -> str:
        """Type a line, and wait for the texts that it must print."""
        self._read = len(self.told)
        self.process.stdin.write(f"{line}\n")
        return await self.sees(*wanted) if wanted else ""

    async def ends(self) -> int | None:
        """Wait until the host has ended the connection; return the exit status."""
        self.told += await asyncio.wait_for(self.process.stdout.read(), PATIENCE)
        return (await self.process.wait()).exit_status


async def comes(people: Company, name: str, window: int = 1 << 20) -> Lines:
    lines = Lines(await (await people.connection(name)).create_process(window=window))
    await lines.sees("Weather Gage in lines.", "> ")
    return lines


@pytest.mark.parametrize(
    ("scenario", "side", "title", "seed"),
    [
        ("quickstart", "Red", "Quick start", 3),
        ("mars_hercule", "British", "Mars v. Hercule", 2),
        ("albemarle_sound", "Union", "Albemarle Sound", 4),
    ],
)
async def test_a_whole_battle_is_played_over_ssh_by_who_reads_only_what_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scenario: str, side: str, title: str, seed: int
) -> None:
    monkeypatch.setattr("engine.hosting.hub.random_secret", lambda: "5" * 64)
    async with company(tmp_path) as people:
        anna, reader = await comes(people, "anna"), Reader(seed)
        await anna.types(f"found {scenario} B=ensign", f"Founded. Type `sit 1 {side}` to sit down")
        await anna.types(f"sit 1 {side.lower()}", "Any word of yours")
        await anna.types("porpoise", "The battle begins.", "YOUR CHOICE", "> ")
        await anna.types("1")
        seen = len(anna.told)
        while not OVER.search(anna.told):
            more = await asyncio.wait_for(anna.process.stdout.read(65536), PATIENCE)
            assert more, f"the host has hung up:\n{anna.told[-2000:]}"
            anna.told += more
            *whole, prompt = anna.told[seen:].split("\n")
            if anna.told.endswith(PROMPTS) and ASKED.search(anna.told[seen:]):
                seen = len(anna.told)
                for line in whole:
                    reader.write(line)
                anna.process.stdin.write(f"{await reader.read(prompt)}\n")
        hosted = people.battles[0]
        assert hosted.standing == "finished"
        await anna.types("1", "A replay in lines.", "Entry 0 of")
        await anna.types("go end", ", over.")
        await anna.types("quit", f"{title}: anna v ensign")
        await anna.types("quit")
        assert await anna.ends() == 0
        with Battle.open(hosted.path, write=False) as battle:
            assert battle.verify().ok
            assert sum(each.seat == "A" for each in battle.entries) > 10


async def test_two_persons_play_talk_take_back_and_leave_in_lines(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        founded(people.host.hub, A="anna", B="ben")
        hosted = people.battles[0]
        anna, ben = await comes(people, "anna"), await comes(people, "ben")
        eve = await comes(people, "eve")
        await anna.types("1", "Red, ", "1 Down! (1)", "> ")
        await ben.types("1", "Blue, ", "> ")
        await eve.types("1", "you watch this battle", "> ")
        # A secret is laid: the others learn that, and not which.
        await anna.types("careful aim", "Waiting for ben")
        await ben.sees("Red")
        await eve.types("log", "> ")
        for other in (ben, eve):
            assert "Careful Aim face down" not in other.told
        await anna.types("say good morning\x1b[2J", "good morning")
        await ben.sees("good morning")
        assert "\x1b" not in ben.told
        await eve.types("say hello", "Nobody else watches now.")
        await eve.types("take back", "people who watch cannot take anything back.")
        await eve.types("leave", "people who watch have no seat to give up.")
        await eve.types("1", "You have nothing to choose now; type `help` for what you can type")
        # A key that is no letter gives no order, and what is left of one is no answer.
        await anna.types("\x1b[A", "a control character in it (Escape)", "> ")
        # What was laid is taken back when the other agrees.
        await anna.types("take back", "Ask ben to let you take the order back? y or n:")
        await anna.types("y")
        await ben.sees("anna (Red) asks to take back: Red lays a card face down. Type `agree")
        await ben.types("refuse", "> ")
        await anna.sees("ben does not agree: the order is not taken back.")
        assert hosted.battle is not None
        position = hosted.battle.position
        await anna.types("take back", "y or n:")
        await anna.types("y")
        await ben.sees("Type `agree` or `refuse`.")
        await ben.types("agree", "> ")
        await anna.sees("Red, ", "1 Down! (1)")
        assert hosted.battle.position < position
        await anna.types("agree", "nobody is asking you for anything.")
        await anna.types("who", "Red: anna, YOUR CHOICE", "Blue: ben")
        await anna.types("advice", "> ")
        await anna.types("resume", "the battle is not adjourned.")
        # A draw is offered and agreed on; all are told, and are in the lobby again.
        await anna.types("leave", "2 Offer a draw")
        await anna.types("leave 2", "Offer a draw? y or n:")
        await anna.types("y")
        await ben.sees("anna (Red) offers a draw", "Type `agree` or `refuse`.")
        await ben.types("agree", "A DRAW", "> ")
        await anna.sees("A DRAW")
        await eve.sees("A DRAW")
        assert hosted.standing == "finished"


async def test_the_lobby_in_lines_tells_what_is_wrong(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna = await comes(people, "anna")
        assert "No battle yet. Type `found quickstart` to set one up." in anna.new
        for line, told in {
            "help": "found NAME [ROW=CHOICE ...]",
            "found nowhere": "no scenario is called",
            "found quickstart B=nelson": "there is no 'nelson' for B; choose one of: a person, "
            "ensign",
            "found quickstart Q=ensign": "there is no row Q; there are game, scenario, A, B",
            "found quickstart A=ensign B=ensign": "a computer has every seat",
            "9": "there is no battle 9",
            "about x": "there is no battle x",
            "sit 1 Red": "there is no battle 1",
            "dance": "there is no command 'dance'; type `help`.",
            "wach 1": "there is no command 'wach'; did you mean `watch`?",
            "lesons": "there is no command 'lesons'; did you mean `lessons`?",
            "9 9": "there is no command '9'; type `help`.",
            **{
                line: f"`help` shows what is typed after `{line.split()[0]}`."
                for line in ("about", "about 1 2", "sit", "sit 1", "find", "add")
            },
            "settings": "settings are only for the screens: signs, colours and animation",
            "rules fluyt": "Oak & Iron Fluyt: ",
            "rules zzz": "No game has anything called 'zzz'.",
            "found quickstart nonsense": "'nonsense' is not of the form",
            "found quickstart": "Founded.",
            "sit 1 Green": "there is no seat Green; there are Red, Blue.",
            "about 1": "The pledge of its dice",
            "1": "Clock: 3 days",
            "find patrol": "No battle has 'patrol'.",
            "find quick open": "1 Quick start:",
            "watch 1": "only a battle that has begun can be watched.",
            "replay 1": "only a battle that is over can be replayed.",
            "resume 1": "only a player of the battle can resume it.",
            "proof 1": "the battle has not begun.",
            "get 1": "the battle has not begun.",
        }.items():
            await anna.types(line, told)
        await anna.types("sit 1 Red", "dice:")
        await anna.types("", "You are in.")
        await anna.types("stand 1 Red", "> ")
        await anna.types("withdraw 1", "No battle yet.")
        guest = await comes(people, "guest")
        assert "You are a guest, and may watch." in guest.new
        await guest.types("found quickstart", "a guest may watch, but not set up a battle.")
        founded(people.host.hub, A="anna", B="ben")
        await anna.sees("1 Quick start: anna v ben, YOUR CHOICE")
        await guest.types("list", "Quick start: anna v ben")
        await guest.types("sit 1 Red", "dice:")
        await guest.types("x", "a guest may watch, but not play.")
        guest.process.stdin.write_eof()
        assert await guest.ends() == 0
        await people.host.close()
        await anna.sees("The host is stopping.")


FORM = """
clock
clock none
word porpoise
late adjourn
away never
watching nobody
advice no
scenario zzz
find scenario patrol
scenario skirmish
sails_B paste
paste sails_A
{squadron}end
b captain
\x1b[A
found now
help
list
found
about 1
"""


async def test_every_term_of_the_page_is_said_in_lines_row_by_row(tmp_path: Path) -> None:
    """A squadron of the person's own is typed line by line; a friend needs the invitation word."""
    squadron = READY["oak_iron", "skirmish"]
    async with company(tmp_path) as people:
        anna, ben = await comes(people, "anna"), await comes(people, "ben")
        await anna.types(
            "found", "A new battle.", "clock Clock: 3 days, like play by letters", "battle> "
        )
        own = text_of("oak_iron", squadron).replace("\r", "\n")
        for line in FORM.format(squadron=own).strip().split("\n"):
            anna.process.stdin.write(f"{line}\n")
        await anna.sees("Founded.", "The pledge of its dice:")
        for told in (
            "Its invitation word is porpoise: tell it to your friends.",
            "The time for a choice, from the moment of the question, or a bank of time",
            "Clock: none, we are friends.",
            "there is no 'zzz' for scenario",
            "Patrol: ",
            "there is no 'paste' for sails_B",
            "Paste its text now, then type a line with only `end`",
            "a control character in it (Escape)",
            "there is no row found",
            "Absent players keep their seats.",
            "Nobody may watch.",
            "Advice: none.",
            "The dice of this battle come from a secret of the host, whose pledge is shown "
            "already, and from a word of every seat. The secret is revealed at the end, so that "
            "everybody can check the dice",
        ):
            assert told in anna.new, told
        (hosted,) = people.battles
        terms = hosted.agreement.terms
        assert (terms.scenario, terms.computers) == ("skirmish", {"B": "captain"})
        assert (terms.word, terms.clock, terms.late) == ("porpoise", 0, "adjourn")
        assert (terms.away, terms.watching, terms.advice) == (0, "nobody", False)
        assert "My own" in terms.options["squadrons"][0]
        await ben.types("list", "1 Skirmish")
        await ben.types("about 1", "Private. You need its invitation word; ask the founder for it")
        await ben.types("sit 1 A", "Invitation word:")
        await ben.types("dolphin", "this battle is private, and this is not its invitation word.")
        await ben.types("sit 1 A", "Invitation word:")
        await ben.types("porpoise", "dice:")
        await ben.types("fair wind", "The battle begins.", "YOUR CHOICE")
        assert hosted.agreement.words == {"A": "fair wind"}
        await anna.types("form quickstart B=ensign", "B Blue: ensign", "battle> ")
        await anna.types("quit", "> ")
        assert len(people.battles) == 1


async def test_a_battle_is_proved_and_taken_home_in_lines(tmp_path: Path) -> None:
    nearly_over(tmp_path)
    await played_out(tmp_path)
    async with company(tmp_path) as people:
        (hosted,) = people.battles
        name = hosted.agreement.id
        anna, guest = await comes(people, "anna"), await comes(people, "guest")
        for lines in (anna, guest):
            await lines.types("proof 1", "Verdict: PROVED.", f"verify {name}.battle", "> ")
            known = (hosted.pledge, "anna's word", "ben's word", hosted.agreement.secret)
            assert all(each in lines.new for each in known)
            await lines.types("get 1", "type in a shell", f"get {name} > {name}.battle", "> ")
        founded(people.host.hub, A="anna", B="ben")
        (other,) = (each for each in people.battles if each is not hosted)
        await guest.types("list", "2 ")
        await guest.types("proof 1", "Verdict: not yet.", other.pledge, "once the battle is over")
        assert other.agreement.secret not in guest.told
        await guest.types("watch 1", "you watch this battle")
        await guest.types("quit", "> ")
        await guest.types("replay 2", "A replay in lines.")


def test_every_action_of_the_pages_of_a_host_has_a_word_in_lines_or_a_reason() -> None:
    """Every word is also in the help of the lobby, or of the form of a new battle."""
    pages = ("lobby", "gathering", "founding", "account", "owner", "club")
    actions = {each.id for each in HOST_ACTIONS if each.screen in pages}
    assert actions == IN_LINES.keys() | NOT_IN_LINES.keys()
    assert not IN_LINES.keys() & NOT_IN_LINES.keys()
    for action, word in IN_LINES.items():
        text = FORM_HELP if action.startswith("founding.") else f"{HELP}N "
        assert re.search(rf"(?:^|\s{{2,}}){word}\b", text, re.M), action


async def test_lessons_on_a_host_keep_the_stars_of_each_person(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna, guest = await comes(people, "anna"), await comes(people, "guest")
        for lines in (anna, guest):
            await lines.types("lessons", "turning_and_the_eye", "> ")
            await lines.types("learn ../../users", "no lesson is called ../../users")
            await lines.types(
                "learn first_battle",
                "this lesson needs the screens of the game",
            )
            await lines.types("learn", "which lesson? Type `learn NAME`; `lessons` lists the names")
            await lines.types("learn turning_and_the_eye", "Enter goes on.")
            for line in ("", "a1", "1 45 port", "2", "3", "", "2", "1 10", ""):
                await lines.types(line, "> ")
            await lines.sees("Done, 2 of 2 stars.")
        assert "cannot be kept" in guest.told
        assert "cannot be kept" not in anna.told
        await anna.types("lessons", "* turning_and_the_eye")
        assert [path.name for path in (tmp_path / "stars").iterdir()] == ["anna.toml"]


@pytest.mark.parametrize(
    ("sent", "why"),
    [("x" * 10_000, "sent a line without an end"), ("list\n" * 5_000, "read nothing")],
    ids=["a line without an end", "lines without end that are not read"],
)
async def test_who_sends_without_end_is_hung_up(
    tmp_path: Path, sent: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with company(tmp_path) as people:
        for _ in range(8):
            founded(people.host.hub, A="anna", B="ben")
        eve = await comes(people, "eve", window=4096)
        eve.process.channel.pause_reading()
        eve.process.stdin.write(sent)
        ben = await comes(people, "ben")
        await until(lambda: people.host.hub.persons["eve"] == 0)
        await ben.types("1", "Blue, ")
        assert why in caplog.text


async def test_what_was_typed_for_a_question_that_is_gone_answers_no_other(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        founded(people.host.hub, A="anna", B="ben")
        hosted = people.battles[0]
        anna = await comes(people, "anna")
        await anna.types("1", "Red, ", "> ")
        (terminal,) = people.host._lines
        battle = hosted.battle
        assert battle is not None
        asked = battle.pending()[0]
        assert isinstance(asked, Decision)
        battle.answer("A", asked.options[0].id)  # as by another screen of hers
        terminal.receive(b"2\n")
        await anna.sees(
            "The question has changed, so the line you typed was ignored", "Waiting for ben"
        )
        assert battle.position == 1


async def test_a_sheet_is_sealed_taken_back_and_done_again_without_advice(tmp_path: Path) -> None:
    terms = Terms(game="wooden_ships", scenario="mars_hercule", advice=False)
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", terms)
        for seat, name in (("A", "anna"), ("B", "ben")):
            hosted.sit(name, seat, f"{name}'s word")
        anna, ben = await comes(people, "anna"), await comes(people, "ben")
        await anna.types("1", "orders: Orders:", "> ")
        await ben.types("1", "> ")
        await anna.types("advice", "this battle was founded without advice.")
        await anna.types("a1 2", "A1 ")
        await anna.types("seal", "Waiting for ben")
        await ben.types("undo", "> ")
        await anna.types("undo", "orders: Orders:")
        assert hosted.battle is not None
        assert hosted.battle.position == 0
        await ben.types("redo", "only anna")
        await anna.types("redo", "Waiting for ben")
        assert hosted.battle.position == 1
        await ben.types("take back", "> ")
        assert "y or n" not in ben.told


@pytest.mark.parametrize("late", ["computer", "adjourn"])
async def test_who_is_late_is_told_and_any_line_takes_the_seat_back(
    tmp_path: Path, late: Literal["computer", "adjourn"]
) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", clock=60, late=late)
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", terms)
        for seat, name in (("A", "anna"), ("B", "ben")):
            hosted.sit(name, seat, f"{name}'s word")
        anna = await comes(people, "anna")
        await anna.types("1", "Red, ", "> ")
        people.host.hub._thinking[hosted.agreement.id] = asyncio.get_running_loop().create_task(
            asyncio.sleep(60)  # a computer that is not done yet
        )
        hosted.clock.expire("A")
        if late == "computer":
            await anna.sees("A computer plays your seat: your time ran out.")
            await anna.types("who", "Red: anna, YOUR CHOICE")
            assert not hosted.played_for("anna")
        else:
            await anna.sees("The battle is adjourned: ", "Type `resume` to continue it.")
            await anna.types("resume", "> ")
            assert hosted.standing == "running"


async def test_a_battle_without_watchers_turns_them_away(tmp_path: Path) -> None:
    terms = Terms(game="oak_iron", scenario="quickstart", watching="nobody")
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", terms)
        for seat, name in (("A", "anna"), ("B", "ben")):
            hosted.sit(name, seat, f"{name}'s word")
        eve = await comes(people, "eve")
        await eve.types("1", "the players of this battle do not want watchers.")


async def test_a_fault_in_one_persons_lines_ends_those_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with company(tmp_path) as people:
        anna, ben = await comes(people, "anna"), await comes(people, "ben")

        def failing(*_: object) -> None:
            raise ValueError("a fault of the program")

        monkeypatch.setattr(HostedLobby, "_list", failing)
        await anna.types("list", LAST_WORDS)
        await anna.ends()
        monkeypatch.undo()
        await ben.types("list", "No battle yet.")


async def test_the_last_line_needs_no_end_and_after_the_connection_none_is_taken() -> None:
    terminal = LineTerminal(Pipe())
    terminal.receive(b"one\r\ntw")
    terminal.receive(b"o")
    terminal.end_input()
    assert [await terminal.read("> ") for _ in range(3)] == ["one", "two", None]
    assert terminal.connected
    terminal.drop_transport()
    terminal.receive(b"three\n")
    assert not terminal.connected
    assert await terminal.read("> ") is None
