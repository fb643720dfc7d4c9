"""Attack: a club plays a Swiss tournament over SSH, on screens and in lines, while its host is
killed twice.

One person leaves for good, one comes with a new key, one is banned. Afterwards all results, ratings
and deadlines must be right. The seed decides when the host is killed.
"""

from __future__ import annotations

import asyncio
import re
import signal
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import asyncssh

from engine.hosting.club.desk import TOP
from engine.hosting.club.results import Results
from engine.hosting.club.tournament import Meeting, Tournament
from engine.hosting.club.tournaments import _decode
from tests.tui.host.far import Far, new_key
from tests.tui.host.test_lines import Lines
from tests.tui.host.test_process import Started, started
from tui.host.connection import control

CLUB = 30, 5
"""The number of people in the club, and of rounds that they play."""
KILLS = 2
LIMITS = """
connections_an_address = 300
waiting_an_address = 64
calls_a_minute = 100000
new_names_a_day = 1000
"""
"""Limits of a host on which all people come from one address."""
LEAVES, BANNED, NEW_KEY, ON_A_SCREEN = "p06", "p05", "p02", "p03"


class Club:
    """The people of a club, with a host that can be killed and started again."""

    def __init__(self, saves: Path, people: int) -> None:
        self.saves = saves
        self.people = tuple(f"p{number:02}" for number in range(people))
        self.keys: dict[str, asyncssh.SSHKey] = {}
        self.lines: dict[str, Lines] = {}
        self.screen: Far | None = None
        self._stack = AsyncExitStack()
        self._host: Started | None = None

    async def open(self) -> None:
        """Start the host, and connect everybody who may log in."""
        self._stack = AsyncExitStack()
        self._host = await self._stack.enter_async_context(started(self.saves))
        people = self._host.people
        people.keys = self.keys
        gone = {BANNED} & self.lines.keys() if self.found and self.found.round > 1 else set()
        for name in [each for each in self.people if each not in gone]:
            process = await (await people.connection(name)).create_process()
            self.lines[name] = Lines(process)
            await self.lines[name].sees("Weather Gage in lines.", "> ")
        self.screen = await people.comes(ON_A_SCREEN, (100, 30))
        await self.screen.sees("LOBBY")

    async def kill(self) -> None:
        """Kill the host, as a power cut would, and start it again."""
        assert self._host
        await self._host.ends(signal.SIGKILL)
        await self._stack.aclose()
        await self.open()

    async def close(self) -> None:
        """Stop the host."""
        assert self._host
        await self._host.ends(signal.SIGTERM)
        await self._stack.aclose()

    def order(self, line: str) -> list[str]:
        """Give the host an order through its control socket."""
        answer = control.order(self.saves / "hosted" / control.SOCKET, line)
        assert not answer.refused, answer
        return answer.told

    @property
    def found(self) -> Tournament | None:
        """The tournament as it is stored on disk."""
        path = self.saves / "hosted" / "tournaments" / "cup.json"
        return _decode(path.read_bytes()) if path.exists() else None

    async def fight(self, meeting: Meeting) -> None:
        """Let both persons of a meeting take their seats, and one of them resign."""
        for name in (meeting.first, meeting.second):
            lines = self.lines[name]
            await lines.types("list", "INVITES YOU")
            seats = await lines.types("about 1", "The pledge of its dice")
            seat = re.search(rf"(Red|Blue): free, kept for {name}", seats)
            assert seat, seats
            await lines.types(f"sit 1 {seat[1]}", "Any word of yours")
            await lines.types(f"word of {name}", "> ")
        loser = self.lines[max(meeting.first, meeting.second)]
        await loser.types("go", "Type `help` for what you can type", "> ")
        await loser.types("leave 1", "y or n:")
        await loser.types("y", "WINS", "> ")


def attack(seed: int) -> None:
    """Play a tournament; raise an error if something is lost or wrong."""
    asyncio.run(tournament(Random(seed), *CLUB))


async def tournament(random: Random, people: int, rounds: int) -> None:
    """Let a club play a tournament, while its host is killed in two of the later rounds."""
    kills = random.sample(range(2, rounds + 1), min(KILLS, rounds - 1))
    with TemporaryDirectory(dir="/tmp") as short:  # a socket's path has a limit
        saves = Path(short)
        (saves / "hosted").mkdir(mode=0o700)
        (saves / "hosted" / "limits.toml").write_text(LIMITS)
        club = Club(saves, people)
        await club.open()
        founder = club.lines["p00"]
        await founder.types(
            f"organize cup swiss quickstart rounds={rounds} clock=a minute", "Founded."
        )
        for lines in club.lines.values():
            await lines.types("enter cup", "You take part.")
        await founder.types("begin cup", f"Round 1 of {rounds}, till")
        assert club.screen
        await club.screen.sees("INVITES YOU")
        for number in range(1, rounds + 1):
            assert club.found
            assert club.found.round == number
            open_ones = [each for each in club.found.this_round if each.scores is None]
            if number == 1:
                await club.lines[NEW_KEY].types("account", "Key 1:")
                fresh = new_key()
                public = fresh.export_public_key().decode().strip()
                await club.lines[NEW_KEY].types(f"add {public}", "Added:")
                await club.lines[NEW_KEY].types("remove 1", "Removed:")
                club.keys[NEW_KEY] = fresh
            killed = random.randrange(len(open_ones)) if number in kills else -1
            for place, meeting in enumerate(open_ones):
                if place == killed:
                    due = club.found.due
                    await club.kill()
                    assert club.found.due == due, "the deadline stays"
                now = next(e for e in club.found.this_round if e.first == meeting.first)
                if now.scores is None:
                    await club.fight(now)
                if number == 1 and place == 0:
                    await club.lines[LEAVES].types("drop cup", "You have left the tournament.")
                    assert f"{BANNED} is banned." in club.order(f"ban {BANNED} cheating")
                    await club.lines[BANNED].ends()
        await founder_of(club).types("tournament cup", f"Over after {rounds} rounds.")
        await judge(club)
        await club.close()


def founder_of(club: Club) -> Lines:
    """Return the line interface of the founder, connected since the host was started last."""
    return club.lines["p00"]


async def whole(lines: Lines, line: str) -> str:
    """Return the whole answer to a typed line: everything before the answer to the next line."""
    lines.process.stdin.write(f"{line}\n")
    return await lines.types("mark", "there is no command 'mark'")


async def judge(club: Club) -> None:
    """Check that all results, ratings and pages are right, and that nothing is lost."""
    found = club.found
    assert found
    assert found.over
    results = {each.id: each for each in Results(club.saves / "hosted" / "results.jsonl")}
    battles = [each for each in found.meetings if each.battle]
    assert results.keys() == {each.battle for each in battles}, "every battle has one result"
    met = Counter(frozenset((e.first, e.second)) for e in found.meetings if e.second)
    assert max(met.values()) == 1
    for each in battles:
        assert each.scores
        assert each.scores == tuple(
            results[each.battle].persons[name].score for name in (each.first, each.second)
        )
    assert {LEAVES, BANNED} == set(found.gone)
    assert found.standings()[0].name == "p00"
    ladder = await whole(founder_of(club), "ladder")
    for name in club.people:
        own = [each for each in results.values() if name in each.persons]
        page = await whole(founder_of(club), f"page {name}")
        tally = Counter(each.persons[name].score for each in own)
        for score, word in ((1.0, "won"), (0.0, "lost")):
            assert (f"{tally[score]} {word}" in page) == bool(tally[score]), page
        counted = re.search(rf"\d+\. {name}: [\d?]+ \+-\d+, (\d+) battle", ladder)
        if counted or len(club.people) < TOP:
            assert (int(counted[1]) if counted else 0) == len(own)
    (gone,) = [each for each in club.order("bans") if BANNED in each]
    assert gone == f"{BANNED}: cheating"
