"""Battles by mail on screens alone: created, opened, answered, sent again; and what is refused."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path

import msgspec
import pytest
from textual import events
from textual.pilot import Pilot

import tests.pond.game  # noqa: F401 - registers the pond
from engine.files import desks as stored
from engine.files.desks import named_file
from engine.files.saved_battles import computers
from engine.kernel.battle import Battle
from engine.post import letters
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.setting_up import forms
from engine.sitting.setting_up.rows import on_offer
from tests.engine.post.test_envelope import ANSWER, GREETING, MANGLINGS, SIGNATURE
from tests.tui.letters import Writer, introduced
from tests.tui.running import house, save_battle, screen_of, until
from tui.app import WeatherGageApp
from tui.commands.play import resume_command
from tui.mail import battle as letter_screen
from tui.mail import opening
from tui.mail.battle import LetterScreen, MailScreen
from tui.mail.list_screen import MailFoundingScreen, MailListScreen
from tui.mail.opening import OpeningScreen
from tui.replay.screen import ReplayScreen
from tui.screens.help import HelpScreen
from tui.start import saved_battles
from tui.start.menu import MenuScreen
from tui.start.saves_screen import SavesScreen

MOST = 200
"""The maximum number of letters of a battle on the pond."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Hide the sample battles, and the battles by mail of the person who runs the tests."""
    monkeypatch.setattr(saved_battles, "samples_folder", lambda: tmp_path / "none")
    monkeypatch.setattr(stored, "PLACES", (str(tmp_path / "downloads"),))
    monkeypatch.setenv("TERM", "xterm-256color")


class Sitter:
    """One of the two players, with a program of his own."""

    def __init__(self, app: WeatherGageApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def sees(self) -> str:
        return screen_of(self.app)

    async def presses(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def comes_to(self, screen: type, what: str = "the screen") -> None:
        await until(self.pilot, lambda: isinstance(self.app.screen, screen), what)

    async def pastes(self, text: str) -> None:
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()

    async def opens(self, text: str) -> None:
        """Open a letter from the list of battles by mail."""
        await self.presses("o")
        await self.comes_to(OpeningScreen)
        await self.pastes(text)
        await self.presses("enter")

    async def reads_own_letter(self) -> str:
        """Return the letter that is shown, and go back to the list."""
        await self.comes_to(LetterScreen, "a letter of one's own")
        assert isinstance(self.app.screen, LetterScreen)
        text, path = self.app.screen.text, self.app.screen.path
        assert Path(path).read_text("utf-8") == text
        assert Path(path).name in self.sees.replace("\n ", "")
        assert self.app.clipboard == text
        await self.presses("enter")
        await self.comes_to(MailListScreen, "the list")
        return text

    async def plays(self) -> str:
        """Make all choices that are due, and return the letter."""
        await self.presses("enter")
        await self.comes_to(MailScreen, "the battle")
        screen = self.app.screen
        assert isinstance(screen, MailScreen)
        while screen.session.orders:
            had = screen.session.orders
            await self.presses("enter")
            await until(
                self.pilot, lambda had=had: screen.session.orders is not had, "what follows"
            )  # type: ignore[misc]
        await self.presses("enter")
        assert "Write the letter to" in self.sees
        await self.presses("enter")
        return await self.reads_own_letter()


def forged(text: str, **change: object) -> str:
    """Return a letter, changed as a program of the player's own could."""
    letter = letters.parse_letter(text, "letter")
    return letters.format_letter(msgspec.structs.replace(letter, **change), "")


@asynccontextmanager
async def sitting(saves: Path, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Sitter]:
    """Open the program at the list of battles by mail, through the opening menu."""
    async with house(saves, size) as (app, pilot):
        sitter = Sitter(app, pilot)
        menu = app.screen
        assert isinstance(menu, MenuScreen)
        at = [item.name for item in menu.items].index("Mail")
        await sitter.presses(*["down"] * at, "enter")
        await sitter.comes_to(MailListScreen, "the list")
        yield sitter


async def founded(sitter: Sitter, *, game: int = 0, other: str = "ben") -> str:
    """Create a battle of the game that is `game` places after the first, as anna; return the first
    letter.
    """
    await sitter.presses("n")
    await sitter.comes_to(MailFoundingScreen)
    await sitter.presses(*["right"] * game)
    form = sitter.app.screen
    assert isinstance(form, MailFoundingScreen)
    for name, typed in (("me", "anna"), ("other", other)):
        at = [line.what for line in form.lines].index(name)
        await sitter.presses(*["down"] * (at - form.index), *typed)
    assert f"you {form.form.seats_named(form.form.second)} v {other}" in sitter.sees
    await sitter.presses("enter")
    return await sitter.reads_own_letter()


def place_of_the_pond() -> int:
    """Return how many places after the first game the pond is in the form."""
    return list(dict.fromkeys(each[0] for each in on_offer())).index("pond")


async def test_two_desks_play_a_battle_to_its_end_by_mangled_letters(tmp_path: Path) -> None:
    """Only screens are used, and each letter is changed as another mail program might change it."""
    programs: list[Callable[[str], str]] = [
        lambda text: MANGLINGS["wrapped at 72"](GREETING + text + SIGNATURE),
        lambda text: ANSWER + MANGLINGS["quoted"](text),
        MANGLINGS["one paragraph"],
        lambda text: MANGLINGS["soft breaks"](MANGLINGS["byte order mark"](text)),
        lambda text: MANGLINGS["no-break spaces"](MANGLINGS["quoted in part"](text)),
    ]
    sent: list[str] = []
    async with sitting(tmp_path / "anna") as anna:
        sent.append(await founded(anna, game=place_of_the_pond()))
    ways, who = cycle(programs), cycle(("ben", "anna"))
    over: set[str] = set()
    while len(over) < 2:
        assert len(sent) < MOST
        name, came = next(who), next(ways)(sent[-1])
        if len(sent) > 2:  # an answer quotes the letter that it answers
            came += ANSWER + MANGLINGS["quoted"](sent[-2])
        async with sitting(tmp_path / name) as sitter:
            await sitter.opens(came)
            if len(sent) == 1:
                assert "anna invites you to Duel, as ben." in sitter.sees
                await sitter.presses(*"fair", "enter")
            await sitter.pilot.pause()
            if isinstance(sitter.app.screen, LetterScreen):
                sent.append(await sitter.reads_own_letter())
            elif "It is your turn" in sitter.sees:
                sent.append(await sitter.plays())
            assert isinstance(sitter.app.screen, MailListScreen)
            if sitter.app.screen.chosen.next == "over":
                over.add(name)
                await sitter.presses("enter")
                await sitter.comes_to(ReplayScreen, "the replay")
    paths = [next((tmp_path / name / "mail").glob("*.battle")) for name in ("anna", "ben")]
    battles = [Battle.open(path, write=False) for path in paths]
    assert battles[0].state == battles[1].state
    assert battles[0].outcome()


async def test_the_battle_stands_among_all_others(tmp_path: Path) -> None:
    """It is under Continue if it is the player's turn, and always under Battles and Replays;
    leaving it leads to the list of battles by mail.
    """
    anna, ben = introduced(tmp_path, "quickstart")
    async with house(anna.saves) as (app, pilot):
        seen = screen_of(app)
        assert "Continue" in seen
        assert "1 waits for you" in seen
        assert "anna v ben" in seen
        await pilot.press("down", "up")
        assert "by mail, your turn" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, MailScreen), "the battle")
        await pilot.press("M")
        await pilot.press("enter")  # choices are left
        await until(pilot, lambda: isinstance(app.screen, MailListScreen), "the letters")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, MenuScreen), "the menu")
        await pilot.press("tab", "enter")
        await until(pilot, lambda: isinstance(app.screen, MailScreen), "the battle again")
        await pilot.press("q", "enter")
        await until(pilot, lambda: isinstance(app.screen, MailListScreen), "the letters")
        await pilot.press("ctrl+p", *"saves", "enter")
        await until(pilot, lambda: isinstance(app.screen, SavesScreen), "the replays")
        assert "by mail, your turn" in screen_of(app)
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen), "the replay")
        await pilot.press("q")
        await pilot.press("p")
        await until(pilot, lambda: isinstance(app.screen, MailScreen), "the battle once more")
    async with house(ben.saves) as (app, _):
        assert "by letters" in screen_of(app)  # nothing waits for him


def test_whoever_leaves_in_the_middle_is_told_the_command_that_goes_on(tmp_path: Path) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    assert resume_command(anna.path) == f"weathergage mail move {anna.battle}"
    assert resume_command(tmp_path / "own.battle") == f"weathergage play {tmp_path / 'own.battle'}"


async def test_a_battle_of_which_a_letter_is_waited_for_is_continued_last(tmp_path: Path) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    own = save_battle(anna.saves, "Own")
    os.utime(own, (1, 1))  # long ago
    async with house(anna.saves) as (app, _):
        assert isinstance(app.screen, MenuScreen)
        latest = app.screen.latest()
        assert latest
        assert latest.path == anna.path
    anna.chooses()
    anna.writes("send", anna.battle)
    async with house(anna.saves) as (app, _):
        assert isinstance(app.screen, MenuScreen)
        latest = app.screen.latest()
        assert latest
        assert latest.path == own


async def test_a_letter_is_sent_again_and_its_file_is_made_again(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        first = await founded(anna)
        out = tmp_path / "mail" / "letters"
        for path in out.iterdir():
            path.unlink()
        await anna.presses("s")
        assert await anna.reads_own_letter() == first
        assert "letter 2 is expected" in anna.sees
        await anna.presses("enter")
        assert "the dice are being agreed on: waiting for ben's letter 2" in anna.sees
        await anna.presses("r")
        assert "nothing to watch yet" in anna.sees


async def test_a_letter_that_cannot_be_written_is_shown_all_the_same(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        await founded(anna)
        out = tmp_path / "mail" / "letters"
        for path in out.iterdir():
            path.unlink()
        out.rmdir()
        out.write_text("in the way", "utf-8")
        await anna.presses("s")
        await anna.comes_to(LetterScreen)
        assert "cannot be written" in anna.sees
        assert "WEATHER GAGE LETTER 1" in anna.sees


async def test_what_is_wrong_with_a_letter_is_told_and_nothing_is_lost(tmp_path: Path) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    early = anna.saves.parent / "early.mail"
    anna.chooses()
    anna.writes("send", anna.battle)
    third = anna.out.read_text("utf-8")
    ben.says("open", anna.out)
    ben.chooses()
    ben.writes("send", ben.battle)
    fourth = ben.out.read_text("utf-8")
    early.write_text(third, "utf-8")
    carl = tmp_path / "carl"
    before = ben.desk, anna.desk
    middle = third.index("\n", len(third) // 2) - 1  # no end of a line, which may be lost
    cases = {
        (ben.saves, third): "is letter 3, and you have opened",
        (ben.saves, fourth): "is your own letter; only anna can open it",
        (anna.saves, third): "is your own letter; only ben can open it",
        (carl, third): "letter 3 of a battle that is not known here",
        (anna.saves, fourth[:-200]): "but it is not whole",
        (anna.saves, third[:middle] + "?" + third[middle + 1 :]): "characters are there",
        (anna.saves, "Hi Anna, sorry, I forgot the letter!"): "is not a letter of Weather Gage",
        (anna.saves, str(tmp_path / "none.mail")): "no such file",
        (anna.saves, str(tmp_path)): "is a directory",
        (anna.saves, forged(fourth, number=6)): "letter 4 is expected: 4 to 5 are missing",
        (anna.saves, forged(fourth, pledge="0")): "of another battle: the field `pledge`",
        (anna.saves, forged(fourth, format=9)): "format 9, newer than format 4 here",
        (anna.saves, forged(fourth, secret="0")): "changes the secret of the dice",
        (anna.saves, forged(fourth, choices=())): "leaves out choices that were made",
    }
    for (saves, text), cause in cases.items():
        async with sitting(saves) as sitter:
            await sitter.opens(text)
            seen = " ".join(sitter.sees.split())
            assert cause in seen, seen
            screen = sitter.app.screen
            assert isinstance(screen, OpeningScreen)
            assert screen.text.strip() == text.strip()  # what was pasted is there still
    assert (ben.desk, anna.desk) == before
    assert not (carl / "mail").exists()


@pytest.mark.parametrize(
    "text",
    [
        "\x1b[2J\x1b]0;x\x07" * 50,
        "A" * 400_000,
        "\x00",
        "WEATHER GAGE LETTER 1: 9 CHARACTERS\n" * 999,
    ],
    ids=["escapes", "long", "nul", "marks"],
)
async def test_hostile_text_is_told_off_in_one_sentence(tmp_path: Path, text: str) -> None:
    async with sitting(tmp_path) as sitter:
        await sitter.opens(text)
        assert isinstance(sitter.app.screen, OpeningScreen)
        assert "this text" in sitter.sees
        assert "\x1b" not in sitter.sees
        await sitter.presses("ctrl+u")
        assert "nothing yet" in sitter.sees
        await sitter.pastes("x" * (opening.MOST + 1))
        assert f"more than {opening.MOST} characters" in sitter.sees


async def test_a_paste_that_comes_key_by_key_is_read_as_well(tmp_path: Path) -> None:
    """If a terminal does not mark a paste, its line ends arrive as Enter; nothing is opened before
    the text is complete.
    """
    anna = Writer("anna", tmp_path)
    anna.writes("new", "duel", "--me", "anna", "--with", "ben")
    lines = ["quit?", *anna.out.read_text("utf-8").splitlines(), "Regards, anna"]
    async with sitting(tmp_path / "ben") as ben:
        await ben.presses("o")
        await ben.comes_to(OpeningScreen)
        names = {" ": "space", "#": "number_sign", "?": "question_mark"}
        for line in lines:
            assert isinstance(ben.app.screen, OpeningScreen)
            ben.app.screen._add(line[:-1])
            await ben.presses(names.get(line[-1], line[-1]), "enter")
        assert "ctrl+o opens what was typed" in ben.sees
        await ben.presses("ctrl+o")
        assert "anna invites you to Duel" in ben.sees
        await ben.presses("enter")
        await ben.reads_own_letter()
        assert "letter 3 is expected" in ben.sees


async def test_a_file_is_chosen_from_those_that_lie_about(tmp_path: Path) -> None:
    anna = Writer("anna", tmp_path)
    anna.writes("new", "duel", "--me", "anna", "--with", "ben")
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    (downloads / "duel-1.mail.txt").write_bytes(b"\xef\xbb\xbf" + anna.out.read_bytes())
    (downloads / "older.mail").write_text("no letter", "utf-8")
    os.utime(downloads / "older.mail", (1, 1))
    (downloads / ".mailcap").touch()
    async with sitting(tmp_path / "ben") as ben:
        await ben.presses("o")
        await ben.comes_to(OpeningScreen)
        assert "duel-1.mail.txt" in ben.sees
        assert ".mailcap" not in ben.sees
        await ben.presses("down", "enter")
        assert "older.mail is not a letter of Weather Gage" in ben.sees
        await ben.presses("up", "enter")
        assert "anna invites you to Duel" in ben.sees
        await ben.presses("escape")  # not yet
        assert not (tmp_path / "ben" / "mail").exists()
        await ben.presses("enter", "enter")
        await ben.reads_own_letter()


def test_the_name_of_a_file_may_be_dropped_in_any_form(tmp_path: Path) -> None:
    path = tmp_path / "a letter"
    path.touch()
    for text in (
        f"{path}",
        f"'{path}'",
        f'"{path}"',
        f"file://{path}",
        f"{path} ".replace(" ", "\\ ", 1),
    ):
        assert named_file(text) == path, text
    assert named_file("x.mail") == Path("x.mail")
    for text in ("", "hello", "two\nlines", "/" * 5000, "\x00"):
        assert named_file(text) is None, text


async def test_the_form_says_what_is_missing_and_refuses_what_cannot_be(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        await anna.presses("n")
        await anna.comes_to(MailFoundingScreen)
        form = anna.app.screen
        assert isinstance(form, MailFoundingScreen)
        form.form.fault = "these squadrons cannot meet"  # as of files that changed meanwhile
        await anna.presses("enter")
        assert "these squadrons cannot meet" in anna.sees
        form.form.fault = ""
        await anna.presses("enter")
        assert "Type your opponent's name" in anna.sees
        at = [line.what for line in form.lines].index("side")
        await anna.presses(
            *["down"] * at, "right", "down", *"ann", "backspace", "n", "down", *"ann"
        )
        assert form.form.second
        assert form.form.own["me"] == "ann"
        await anna.presses("enter")
        assert "between two players of different names" in anna.sees
        await anna.presses("up")
        await anna.pastes("a\x1b[2J\n")
        assert form.form.own["me"] == "anna?[2J"
        await anna.presses("up")
        await anna.pastes("game = 'oak_iron'")
        assert "only squadrons that came with the game are used" in anna.sees
        await anna.presses("down", "down", "space", "b", "enter")
        await anna.comes_to(LetterScreen)
        (name,) = stored.desk_names(tmp_path / "mail")
        desk = stored.load(tmp_path / "mail", name)
        assert desk
        assert desk.held.players == {"A": "ann b", "B": "anna?[2J"}


async def test_every_scenario_on_offer_can_be_founded_by_mail(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        await anna.presses("n")
        await anna.comes_to(MailFoundingScreen)
        form = anna.app.screen
        assert isinstance(form, MailFoundingScreen)
        for game, scenario, _ in form.form.offered:
            form.form.choose(game, scenario)
            form.index = 0
            form.draw()
            await anna.pilot.pause()
            assert ".. " not in anna.sees.replace("... and more below", "")
            assert form.form.seats_named(form.form.second), scenario
            assert form.form.seats_named(not form.form.second), scenario


async def test_a_battle_is_moved_to_the_bin_with_its_desk(tmp_path: Path) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    name = anna.battle
    async with sitting(anna.saves) as sitter:
        await sitter.presses("d", "y", "enter")
        assert "There is none yet" in sitter.sees
    assert {path.name for path in (anna.folder / "bin").iterdir()} == {
        f"{name}.desk",
        f"{name}.battle",
    }
    assert not list(anna.folder.glob("*.*"))
    anna, _ = introduced(tmp_path / "again", "quickstart")
    async with house(anna.saves) as (app, pilot):
        await pilot.press("tab", "d", "y", "enter")
        assert "is in the bin now," in screen_of(app)
    assert not stored.desk_names(anna.folder)


async def test_a_damaged_desk_is_told_and_may_be_put_away(tmp_path: Path) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    stored.desk_path(anna.folder, anna.battle).write_text('{"me": 5}', "utf-8")
    async with sitting(anna.saves) as sitter:
        assert "is damaged" in sitter.sees
        await sitter.presses("enter")
        assert "is damaged" in sitter.sees
        await sitter.presses("d", "y", "enter")
        assert "There is none yet" in sitter.sees


async def test_a_battle_that_is_played_is_not_changed_under_the_player(tmp_path: Path) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    async with sitting(anna.saves) as sitter:
        await sitter.presses("enter")
        await sitter.comes_to(MailScreen)
        battle = sitter.app.screen
        await sitter.presses("ctrl+p", *"mail", "enter")
        await sitter.comes_to(MailListScreen, "the list over the battle")
        for key in ("s", "d"):
            await sitter.presses(key)
            assert "this battle is being played" in sitter.sees
        await sitter.opens(ben.out.read_text("utf-8"))
        assert "this battle is being played" in " ".join(sitter.sees.split())
        await sitter.presses("escape", "enter")
        await until(sitter.pilot, lambda: sitter.app.screen is battle, "the battle as it was")


async def test_a_battle_left_for_the_menu_by_the_palette_can_be_gone_on_with(
    tmp_path: Path,
) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    anna.chooses()
    async with sitting(anna.saves) as sitter:
        await sitter.presses("enter")  # writes the letter
        await sitter.reads_own_letter()
        await sitter.presses("enter")  # looks at the battle
        await sitter.comes_to(MailScreen)
        await sitter.presses("ctrl+p", *"menu", "enter")
        await sitter.comes_to(MailListScreen, "the letters, over the menu")
        assert sitter.app.battle is None
        await sitter.presses("enter")
        await sitter.comes_to(MailScreen)
        sitter.app.open_menu()  # not by its own way
        await sitter.comes_to(MenuScreen)
        await sitter.presses("ctrl+p", *"mail", "enter")
        await sitter.comes_to(MailListScreen)
        await sitter.presses("s")
        await sitter.reads_own_letter()


async def test_a_letter_that_is_opened_over_another_battle_leaves_that_one_open(
    tmp_path: Path,
) -> None:
    anna, ben = introduced(tmp_path, "quickstart")
    anna.chooses()
    anna.writes("send", anna.battle)
    battle = Battle.open(save_battle(ben.saves, "Own"))
    async with house(ben.saves, battle=battle, players=computers(battle)) as (app, pilot):
        sitter = Sitter(app, pilot)
        await sitter.presses("ctrl+p", *"mail", "enter")
        await sitter.comes_to(MailListScreen)
        await sitter.opens(anna.out.read_text("utf-8"))
        await sitter.comes_to(MailListScreen)
        assert "It is your turn" in sitter.sees
        assert not battle.why_closed
        await sitter.presses("escape")
        await until(pilot, lambda: getattr(app.screen, "battle", None) is battle, "the battle")


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_nothing_is_cut_and_every_screen_has_its_help(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """The names are the longest that are possible."""
    long = "Bartholomew Featherstonehaugh of Ramsgate"[:40]
    async with sitting(tmp_path, size) as anna:
        await founded(anna, other=long)
        assert f"with {long}" in anna.sees
        assert "letter 2 is expected" in anna.sees
        for opens, screen in (
            ("", MailListScreen),
            ("n", MailFoundingScreen),
            ("o", OpeningScreen),
            ("s", LetterScreen),
        ):
            await anna.presses(*opens)
            await anna.comes_to(screen)
            assert ".. " not in anna.sees
            assert "help" in anna.sees.splitlines()[-1]
            await anna.presses("f1")
            await anna.comes_to(HelpScreen, "the help")
            await anna.presses("escape")
            await anna.comes_to(screen)
            if opens:
                await anna.presses("escape")
                await anna.comes_to(MailListScreen)


@pytest.mark.parametrize("why", ["linux", "long"])
async def test_what_is_not_copied_is_to_be_attached(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    """The console of Linux, for example, would print what other terminals copy to their
    clipboard.
    """
    if why == "linux":
        monkeypatch.setenv("TERM", "linux")
    else:
        monkeypatch.setattr(letter_screen, "MOST_COPIED", 10)
    anna, _ = introduced(tmp_path, "quickstart")
    anna.chooses()
    anna.writes("send", anna.battle)
    async with sitting(anna.saves) as sitter:
        await sitter.presses("s")
        await sitter.comes_to(LetterScreen)
        assert "attach the file" in sitter.sees.splitlines()[-2]
        assert not sitter.app.clipboard
        await sitter.presses("pagedown")
        assert "END OF WEATHER GAGE LETTER 3" in sitter.sees


async def test_the_form_proposes_the_name_that_was_used_last(tmp_path: Path) -> None:
    async with sitting(tmp_path) as anna:
        await founded(anna)
        await anna.presses("n")
        await anna.comes_to(MailFoundingScreen)
        form = anna.app.screen
        assert isinstance(form, MailFoundingScreen)
        assert form.form.own["me"] == "anna"
        await anna.presses("down", "down", "down", "x")
        assert form.form.own["me"] == "x"
    (desk,) = (tmp_path / "mail").glob("*.desk")
    desk.write_text("{}", "utf-8")
    assert forms.own_name(tmp_path / "mail") == forms.own_name(tmp_path / "none")


def test_an_account_that_is_no_name_is_not_proposed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> str:
        raise KeyError("uid not found")

    for account, proposed in ((lambda: "x" * 41, ""), (nobody, ""), (lambda: "carl", "carl")):
        monkeypatch.setattr("getpass.getuser", account)
        assert forms.own_name(tmp_path) == proposed


async def test_clicks_do_what_keys_do(tmp_path: Path) -> None:
    downloads = tmp_path / "downloads"
    downloads.mkdir()
    for name in ("a.mail", "b.mail"):
        (downloads / name).write_text("no letter", "utf-8")
    os.utime(downloads / "b.mail", (1, 1))
    async with sitting(tmp_path / "anna") as anna:
        await founded(anna, other="ben")
        await founded(anna, other="carl")
        listed = anna.app.screen
        assert isinstance(listed, MailListScreen)
        other = listed.rows[1]
        await anna.pilot.click(offset=(4, 4))
        assert listed.chosen == other
        await anna.pilot.click(offset=(4, 5))  # its second row
        assert "the dice are being agreed" in anna.sees
        await anna.presses("o")
        await anna.comes_to(OpeningScreen)
        row = next(n for n, line in enumerate(anna.sees.splitlines()) if "b.mail" in line)
        await anna.pilot.click(offset=(4, row))
        await anna.pilot.click(offset=(4, row))
        assert "b.mail is not a letter" in anna.sees
        await anna.presses("escape", "n")
        await anna.comes_to(MailFoundingScreen)
        form = anna.app.screen
        assert isinstance(form, MailFoundingScreen)
        for _ in range(2):
            await anna.pilot.click(offset=(4, 4))
        assert form.form.second
        await anna.presses("left")
        assert not form.form.second
        await anna.pilot.click(offset=(4, 5))
        await anna.presses("right")  # nothing to turn in a name


def test_how_a_battle_stands_is_told_of_a_desk_without_its_battle_and_without_a_day(
    tmp_path: Path,
) -> None:
    anna, _ = introduced(tmp_path, "quickstart")
    before = errands.mail_status(anna.folder, anna.battle)
    assert before.next == "choose"
    desk = msgspec.structs.replace(anna.desk, day="\x1b[2J")
    stored.store(anna.folder, desk)
    path = stored.desk_path(anna.folder, anna.battle)
    os.utime(path, (86400 * 365, 86400 * 365))
    for harm in (lambda: anna.path.write_bytes(b"x"), anna.path.unlink):
        harm()
        now = errands.mail_status(anna.folder, anna.battle)
        assert msgspec.structs.replace(now, day=before.day) == before
        assert now.day.endswith("1971") or now.day.endswith("1970")
        errands._standing.cache_clear()
    path.unlink()
    assert "cannot be read" in errands.mail_status(anna.folder, before.name).fault
