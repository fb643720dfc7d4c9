"""Whatever people type or files contain, it is harmless on other people's terminals."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from time import monotonic
from unicodedata import category

import pytest
from msgspec.structs import replace
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.geometry import Region, Size
from textual.widget import Widget

from engine.base.errors import FileFault
from engine.base.text import clean
from engine.hosting.hub import Hub
from engine.hosting.seating import LONGEST_WORD
from engine.hosting.terms import Limits, Terms
from engine.kernel.battle import Battle
from engine.kernel.journal import Journal
from engine.kernel.registry import system
from engine.post import letters
from engine.post.letters import Letter
from tests.tui.host.near import QUICK, begun, running_hub, until
from tests.tui.rest import PATIENCE
from tui.host.app import HostedApp, settings_file
from tui.host.connection.terminal import RemoteTerminal
from tui.input.typed import Typed
from tui.screens.base import BaseScreen
from tui.screens.settings import Settings, save
from tui.terminal.lines import Lines

WIDE, HIGH = 160, 24
MANY = Limits(battles=10_000, battles_a_person=10_000)
SIGNS = [chr(code) for code in (*range(0x10000), *range(0xE0000, 0xF0000))]
"""Every character of the Unicode planes 0 and 14, with the halves of surrogate pairs."""
A_KIND = 150
"""The number of characters taken of each category; there are as many control and format
characters."""
LETTER = Letter(
    letter="weathergage",
    format=1,
    number=1,
    by="anna",
    id="duel",
    game="oak_iron",
    rules="1",
    data="1",
    scenario="quickstart",
    players={"A": "anna", "B": "ben"},
    pledge="",
    words={"anna": "word"},
)
_SEQUENCE = re.compile(
    r"\x1b\[(?:\?\d+[hl]|\?2026\$p|[\d;]*[CHm]|<u|[=>]\d*u)|\x1b\]22;default\x07"
    r"|\x1b\]11;\?\x1b\\"
)
"""Matches the escape sequences that the program itself sends to a terminal."""
_HARMLESS = {"Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Pc", "Pd", "Ps", "Pe", "Pi", "Pf",
             "Po", "Sm", "Sc", "Sk", "So", "Zs"}  # fmt: skip


def chunks(most: int, signs: Sequence[str] = SIGNS) -> Iterator[str]:
    """Yield all of some characters, as texts of at most `most` characters."""
    for start in range(0, len(signs), most):
        yield "".join(signs[start : start + most])


@cache
def of_every_kind() -> list[str]:
    """Return some characters of every category and width, for tests in which all would take too
    long.
    """
    kinds: dict[tuple[str, int], list[str]] = {}
    for sign in SIGNS:
        kinds.setdefault((category(sign), cell_len(sign)), []).append(sign)
    return [sign for kind in kinds.values() for sign in kind[:A_KIND]]


def harmful(text: str) -> set[str]:
    """Return the characters of a text that do more than fill some cells."""
    return {sign for sign in set(text) if category(sign) not in _HARMLESS or not cell_len(sign)}


# Every way in ------------------------------------------------------------------------


def typed(text: str) -> Sequence[str]:
    line = Typed("Say: ")
    line.paste(text)
    for sign in text[:20]:
        line.press(sign)
    return [line.text]


def remarked(kind: str) -> Callable[[str], Sequence[str]]:
    battle = Battle.new("oak_iron", "quickstart", 1)

    def enter(text: str) -> Sequence[str]:
        if kind == "chat":
            battle.chat(text, "A")
        else:
            battle.note(text, "A")
        return [battle.log[-1].text]

    return enter


def titled(text: str) -> Sequence[str]:
    return [Battle.new("oak_iron", "quickstart", 1, title=text).header.title]


def by_letter(text: str) -> Sequence[str]:
    """Put a text into a letter as a word or a name; return what is read of the letter if it is
    accepted.
    """
    found = []
    for changes in ({"words": {"anna": text}}, {"players": {"A": "anna", "B": text[:20]}}):
        letter = replace(LETTER, **changes)
        try:
            came = letters.parse_letter(letters.format_letter(letter, "a letter"), "x.mail")
        except (FileFault, UnicodeEncodeError):
            continue
        found += [*came.words.values(), *came.players.values()]
    return found


def as_squadron(text: str) -> Sequence[str]:
    """Check a squadron whose name is the text; return the name as it is shown, and the faults."""
    game = system("oak_iron")
    verdict = game.building.check({"game": "oak_iron", "name": text[:40], "ships": []})
    return [verdict.name, *(f"{key} {said}" for key, said in verdict.faults)]


def in_a_file(folder: Path) -> Callable[[str], Sequence[str]]:
    """Return a function that writes a text to a battle file, and returns what is read of it."""
    path = folder / "dirty.battle"

    def enter(text: str) -> Sequence[str]:
        path.unlink(missing_ok=True)
        battle = Battle.new("oak_iron", "quickstart", 1, path=path)
        battle.chat("word", "A")
        entry = battle._journal.entries[-1] if battle._journal else None
        battle.close()
        path.unlink()
        journal = Journal.create(path, battle.header)
        journal.append(replace(entry, text=text))
        journal.close()
        read = Battle.open(path, write=False)
        read.close()
        return [read.log[-1].text]

    return enter


@pytest.mark.parametrize("way", ["typed", "chat", "note", "title", "letter", "squadron"])
def test_every_sign_is_made_harmless_where_it_comes_in(way: str) -> None:
    enter = {
        "typed": typed,
        "chat": remarked("chat"),
        "note": remarked("note"),
        "title": titled,
        "letter": by_letter,
        "squadron": as_squadron,
    }[way]
    for text in chunks(200):
        for kept in enter(text):
            assert not harmful(kept), ascii(text)


def test_every_sign_of_a_battle_file_is_made_harmless_where_it_is_read(tmp_path: Path) -> None:
    enter = in_a_file(tmp_path)
    whole = "".join(sign for sign in SIGNS if category(sign) != "Cs")  # no file can hold a half
    for kept in enter(whole):
        assert not harmful(kept)


def test_what_is_clean_stays_as_it_is_and_accents_join_their_letters() -> None:
    for text in ("Frégate", "Ωmega", "海", "a b", ""):
        assert clean(text) == text
    assert clean("Fre\u0301gate") == "Frégate"
    assert clean("a\tb\nc\u00a0d") == "a b c d"
    assert clean("\u202egnp.exe\u200b\x1b[2J\u009b") == "?gnp.exe??[2J?"


# The bytes that the other seat receives -----------------------------------------------


class Glass:
    """Stands for a client; it stores the bytes that were sent since the last look."""

    waiting = 0

    def __init__(self) -> None:
        self.fresh = bytearray()

    def write(self, data: bytes) -> None:
        """Store the bytes."""
        self.fresh += data

    def close(self) -> None:
        """Do nothing."""

    def text(self) -> str:
        """Return what was sent, without the escape sequences of the program itself."""
        return _SEQUENCE.sub("", bytes(self.fresh).decode())

    def checked(self) -> str:
        """Return what was sent, assert that each character of it fills one or two cells, and forget
        it.
        """
        text = self.text()
        self.fresh.clear()
        wrong = {sign for sign in set(text) if cell_len(sign) not in (1, 2) or harmful(sign)}
        assert not wrong, ascii(wrong)
        return text


class Wall(BaseScreen):
    """A screen with one widget of lines and nothing else."""

    def widgets(self) -> ComposeResult:
        """Yield the widget."""
        self.lines = Lines(self.ink)
        yield self.lines

    def plan(self, size: Size) -> dict[Widget, Region]:
        """Let the widget fill the screen."""
        return {self.lines: size.region}


@asynccontextmanager
async def looking(
    hub: Hub, person: str, term: str = "xterm", start: Callable[[], BaseScreen] | None = None
) -> AsyncIterator[tuple[HostedApp, Glass]]:
    """Let a person connect to a host through a real driver; yield the application and the client
    with its bytes.
    """
    if person:
        save(Settings(animation=False, guide=False), settings_file(hub, person))
    glass = Glass()
    app = HostedApp(hub, person, RemoteTerminal(glass, term, (WIDE, HIGH)))
    app._start = start and (lambda _: start())
    task = asyncio.create_task(app.play_on())
    try:
        await until(lambda: glass.fresh and app.screen.ready, lambda: "a screen")  # type: ignore[attr-defined]
        yield app, glass
    finally:
        app.exit()
        await task


async def shows(glass: Glass, mark: str) -> str:
    """Wait until a mark was sent, and return everything that was sent up to then."""
    end = monotonic() + PATIENCE
    while mark.encode() not in glass.fresh:
        assert monotonic() < end, f"{mark} never came: {glass.text()[-400:]}"
        await asyncio.sleep(0.001)
    return glass.checked()


def marked(number: int) -> str:
    """Return a number between two signs that differ from those in the frame before."""
    edge = "#+"[number % 2]
    return f"{edge}{number}{edge}"


@pytest.mark.parametrize("term", ["xterm", "vt100"])
async def test_whatever_is_shown_goes_out_as_signs_of_known_cells(
    tmp_path: Path, term: str
) -> None:
    async with running_hub(tmp_path) as hub, looking(hub, "", term, Wall) as (app, glass):
        wall = app.screen
        assert isinstance(wall, Wall)
        rows = list(chunks(WIDE))
        for number, start in enumerate(range(0, len(rows), HIGH - 1)):
            mark = marked(number)
            shown = [(("text", row),) for row in rows[start : start + HIGH - 1]]
            wall.lines.show([*shown, (("head", mark),)])
            sent = await shows(glass, mark)
            assert sent.isascii() or term == "xterm"
        wall.repaint()  # composed as a whole, by the other way out
        await shows(glass, mark)


async def test_what_one_seat_says_reaches_the_other_as_harmless_bytes(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        async with looking(hub, "ben") as (app, glass):
            app.terminal.receive(b"\r")
            await shows(glass, "YOUR CHOICE")
            app.terminal.receive(b"L")
            assert hosted.battle
            for number, text in enumerate(chunks(200)):
                hosted.battle.chat(text, "A")
                if number % 50 == 49:
                    hosted.battle.chat(marked(number // 50), "A")
                    await shows(glass, marked(number // 50))


async def test_words_for_the_dice_reach_the_other_seat_as_harmless_bytes(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = hub.found_battle(
            "anna", Terms(game="oak_iron", scenario="fleet", options={"a_side": 4})
        )
        keys = hosted.seating.free[1:]  # the last free one would begin the battle
        async with looking(hub, "ben") as (app, glass):
            app.terminal.receive(b"\r")
            await shows(glass, "Pledge of the secret")
            texts = list(chunks(LONGEST_WORD - len(marked(999)), of_every_kind()))
            for number, start in enumerate(range(0, len(texts), len(keys))):
                words = [marked(number) + text for text in texts[start : start + len(keys)]]
                for key, word in zip(keys, words, strict=False):
                    hosted.sit("anna", key, word)
                await shows(glass, marked(number))
                for key in hosted.agreement.words:
                    hosted.leave_seat("anna", key)


async def test_titles_reach_the_lobby_of_others_as_harmless_bytes(tmp_path: Path) -> None:
    async with running_hub(tmp_path, MANY) as hub, looking(hub, "ben") as (app, glass):
        texts = list(chunks(500, of_every_kind()))
        for number, text in enumerate(texts):
            hub.found_battle("anna", replace(QUICK, title=f"{marked(number)}{text}", word=text))
        await shows(glass, f"{marked(len(texts) - 1)}")
        for number in reversed(range(len(texts) - 1)):  # the youngest stands at the top
            app.terminal.receive(b"\x1b[B")
            await shows(glass, f"{marked(number)}")
