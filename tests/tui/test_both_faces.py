"""The same evening of play on screens and in lines: each action has a key and a word, and leads to
the same result.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from engine.files import diary, record
from engine.files.battle_list import ACTIONS as LIST_ACTIONS
from engine.game.decision import Decision
from engine.hosting.company import Company, HostedTable
from engine.kernel.battle import Battle
from engine.players import make_player
from engine.puzzles.puzzle import puzzle_named
from engine.puzzles.solving import Solving
from engine.review import voices as voices_room
from engine.sitting.actions import ACTIONS, BY_NAME
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds.lesson import CoachedKind, CoachedTable, LessonKind, LessonTable
from engine.sitting.kinds.puzzle import PuzzleKind, PuzzleTable, RetryKind, RetryTable
from engine.sitting.seats import SeatTable
from engine.sitting.sitting import Sitting
from engine.teaching.lesson import lesson_named
from engine.teaching.lesson_run import LessonRun
from tests.tui.host.near import begun, near, running_hub
from tests.tui.letters import introduced
from tests.tui.wired import wired
from tui.battle.course import FILLS, LOOKS
from tui.battle.screen import BattleScreen, own_battle
from tui.battle.session import BattleSession
from tui.host.app import HOST_ACTIONS
from tui.input.actions import ACTIONS as KEYS
from tui.input.keys import Keymap
from tui.learn import CoachedScreen, LessonScreen
from tui.mail.battle import MailScreen
from tui.plain.menu import HELP as MENU_HELP
from tui.plain.table import PlainTable
from tui.puzzles import PuzzleScreen
from tui.review.hindsight_screen import RetryScreen
from tui.screens.settings import Settings

# The table -----------------------------------------------------------------------------------

BATTLE_KEYS = {row.name for row in (*KEYS, *HOST_ACTIONS) if row.screen in ("battle", "any")}


def test_each_action_has_a_key_and_a_word_or_a_reason() -> None:
    for row in ACTIONS:
        assert (row.name in BATTLE_KEYS) != bool(row.no_key), row
        assert bool(row.word) != bool(row.no_word), row
    on_screens = {row.name for row in (*KEYS, *HOST_ACTIONS) if row.screen == "battle"}
    assert on_screens <= BY_NAME.keys(), on_screens - BY_NAME.keys()


def test_each_word_is_done_by_the_table_by_a_kind_or_shown_by_lines(tmp_path: Path) -> None:
    battle = Battle.new("oak_iron", "quickstart", 3)
    lines = PlainTable(Sitting(battle, SeatTable(battle, {})), _unread, print)
    done = {row.name for row in ACTIONS if row.do}
    kinds = {"talk", "tell", "agree", "refuse", "who", "resume", "send", "end", "rematch"}
    assert {row.name for row in ACTIONS if row.word} == done | lines._shows.keys() | kinds
    assert not done & lines._shows.keys()


def test_the_list_of_battles_has_a_row_a_key_and_a_word_for_all_that_it_does() -> None:
    keys = {row.name for row in KEYS if row.screen == "saves"}
    assert keys == {row.name for row in LIST_ACTIONS}
    for row in LIST_ACTIONS:
        assert bool(row.word) != bool(row.no_word), row
        assert not row.word or f"{row.word} {row.shape}".strip() in MENU_HELP, row


async def _unread(prompt: str) -> str | None:
    raise AssertionError(prompt)


# Evenings of each kind on both faces -----------------------------------------------------------


class Evening(NamedTuple):
    """One evening of play: how it begins on screens and in lines, its steps, and what is compared
    at the end.
    """

    sitting: Callable[[], Sitting]
    screen: Callable[[Any], BattleScreen]
    journal: Callable[[Sitting], object]
    steps: tuple[str, ...]
    """Each step: `first` is the first answer; `right` is the right answer to a step of a lesson;
    others are actions."""


def commands(sitting: Sitting) -> list[object]:
    """Return who has given which command in a sitting."""
    return [(record.seat, record.command) for record in sitting.battle.entries]


def right(sitting: Sitting) -> str:
    """Return the printed form of the right answer to a step of a lesson."""
    kind, asked = sitting.kind, sitting.question
    assert isinstance(kind, LessonKind)
    assert isinstance(asked, Decision)
    assert kind.taught.step
    wanted = kind.taught.step.right[0]
    option = asked.options[0].id if wanted.option == "*" else wanted.option
    return asked.describe(option, wanted.low, None)


async def by_lines(evening: Evening) -> object:
    """Play an evening in lines; return what is compared."""
    sitting, steps = evening.sitting(), list(evening.steps)

    async def read(prompt: str) -> str | None:
        if "y or n" in prompt:
            return "y"
        if not steps:
            return None
        if sitting.question is None and sitting.kind.goes_on() == "goes on":
            return ""
        step = steps.pop(0)
        if step == "first":
            return "1"
        return right(sitting) if step == "right" else BY_NAME[step].word

    await PlainTable(sitting, read, lambda _: None).run()
    assert not steps
    return evening.journal(sitting)


async def by_screens(evening: Evening, folder: Path) -> object:
    """Play an evening on screens, with the same answers given by keys; return what is compared."""
    calm = Settings(animation=False, guide=False, coach=False)
    keymap = Keymap()
    async with wired((120, 40), saves=folder, settings=calm, start=evening.screen) as person:
        await person.until(lambda: isinstance(person.app.screen, BattleScreen), "the battle")
        screen = person.app.screen
        assert isinstance(screen, BattleScreen)
        session = screen.session
        sitting, kind = session.sitting, session.sitting.kind

        def asked() -> bool:
            return bool(session.orders or kind.goes_on() or sitting.over)

        for step in evening.steps:
            await person.until(asked, "a question")
            while session.orders is None and kind.goes_on() == "goes on":
                person.writes("enter")
                await person.rests()
                await person.until(asked, "a question")
            await person.rests()
            moment = sitting.moment()

            def done(moment: object = moment) -> bool:
                said = session.sentence not in ("", LOOKS, FILLS)
                gone = kind.left or sitting.over or sitting.moment() != moment
                return bool(session.question or said or gone)

            if step == "first":
                person.writes("1", "enter")
            elif step == "right":
                person.writes(":", *right(sitting), "enter")
            elif step == "send":
                person.writes("enter")
            else:
                person.writes(keymap.key("battle", step))
            await person.until(done, step)
            await person.rests()
            while session.question is not None:
                person.writes("y")
                await person.rests()
        return evening.journal(session.sitting)


def plain(_: Path) -> Evening:
    def sitting() -> Sitting:
        battle = Battle.new("oak_iron", "quickstart", 3)
        return Sitting(battle, SeatTable(battle, {"B": make_player("ensign", battle.game, 3, "B")}))

    def screen(app: Any) -> BattleScreen:
        battle = Battle.new("oak_iron", "quickstart", 3)
        return own_battle(app, battle, {"B": make_player("ensign", battle.game, 3, "B")})

    return Evening(sitting, screen, commands, ("first",) * 3 + ("undo", "first", "first"))


def with_a_sheet(_: Path) -> Evening:
    def begun_battle() -> Battle:
        return Battle.new("iron_oak", "drewrys_bluff", 4)

    def players(battle: Battle) -> dict[str, Any]:
        other = battle.game.seats(battle.state)[1].key
        return {other: make_player("ensign", battle.game, 4, other)}

    def sitting() -> Sitting:
        battle = begun_battle()
        return Sitting(battle, SeatTable(battle, players(battle)))

    def screen(app: Any) -> BattleScreen:
        battle = begun_battle()
        return own_battle(app, battle, players(battle))

    return Evening(sitting, screen, commands, ("seal",))


def coached(folder: Path) -> Evening:
    lesson = lesson_named("first_battle")

    def table() -> CoachedTable:
        battle = Battle.new("oak_iron", lesson.scenario, 5, dict(lesson.options))
        seats = (seat.key for seat in battle.game.seats(battle.state) if seat.key != lesson.seat)
        players = {key: make_player("ensign", battle.game, 5, key) for key in seats}
        return CoachedTable(battle, lesson, players)

    def sitting() -> Sitting:
        seated = table()
        return Sitting(seated.battle, seated, CoachedKind(seated))

    def screen(app: Any) -> BattleScreen:
        seated = table()
        return CoachedScreen(seated._file, lesson, app, seated.players)

    return Evening(sitting, screen, commands, ("first",) * 4)


def lesson(_: Path) -> Evening:
    found = lesson_named("table_and_wind")

    def sitting() -> Sitting:
        taught = LessonRun(found.for_lines())
        return Sitting(taught.battle, LessonTable(taught), LessonKind(taught))

    return Evening(
        sitting, lambda app: LessonScreen.for_lesson(found, app), commands, ("right",) * 2
    )


def puzzle(_: Path) -> Evening:
    found = msgspec.structs.replace(puzzle_named("iron_oak_12"), rounds=3)

    def sitting() -> Sitting:
        table = PuzzleTable(Solving(found))
        return Sitting(table.battle, table, PuzzleKind(table))

    def journal(at: Sitting) -> object:
        assert isinstance(at.table, PuzzleTable)
        assert at.table.solving.verdict
        return at.table.solving.verdict.own, diary.load().results, commands(at)

    return Evening(sitting, lambda app: PuzzleScreen.for_puzzle(found, app), journal, ("first",))


def tried(_: Path) -> Evening:
    def table() -> RetryTable:
        battle = Battle.new("oak_iron", "quickstart", 3)
        for _ in range(6):
            asked = battle.pending()[0]
            player = make_player("ensign", battle.game, 3, asked.seat)
            battle.answer(asked.seat, player.choose(battle.view(asked.seat), asked))
        return RetryTable(battle, (battle.pending()[0].seat,))

    def sitting() -> Sitting:
        seated = table()
        return Sitting(seated.battle, seated, RetryKind())

    def screen(app: Any) -> BattleScreen:
        seated = table()
        return RetryScreen(BattleSession(seated.battle, seated, RetryKind()), app)

    return Evening(sitting, screen, commands, ("first", "first"))


def by_mail(folder: Path) -> Evening:
    def table(name: str) -> desks.MailTable:
        (folder / name).mkdir()
        anna, _ = introduced(folder / name, "quickstart")
        battle = desks.open_battle(anna.folder, anna.desk)
        assert battle
        return desks.MailTable(anna.folder, anna.desk, battle)

    def sitting() -> Sitting:
        seated = table("lines")
        return Sitting(seated.battle, seated, desks.MailKind(seated))

    def screen(app: Any) -> BattleScreen:
        seated = table("screens")
        return MailScreen(app, seated.folder, seated.desk, seated.own_battle, lambda: None)

    def journal(at: Sitting) -> object:
        assert isinstance(at.table, desks.MailTable)
        assert isinstance(at.kind, desks.MailKind)
        return len(at.table.desk.held.choices), at.kind.sends

    return Evening(sitting, screen, journal, ("first", "undo", "first", "send"))


KINDS = (plain, with_a_sheet, coached, lesson, puzzle, tried, by_mail)


@pytest.mark.parametrize("kind", KINDS, ids=lambda each: each.__name__)
async def test_each_kind_of_evening_comes_to_the_same_on_both_faces(
    kind: Callable[[Path], Evening], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = tmp_path / "own"
    monkeypatch.setattr(record, "stars_path", lambda: own / record.STARS)
    monkeypatch.setattr(diary, "diary_path", lambda: own / diary.FILE)
    evening = kind(tmp_path)
    told = await by_lines(evening)
    (own / diary.FILE).unlink(missing_ok=True)
    assert told == await by_screens(evening, tmp_path / "saves")
    assert told


async def test_a_hosted_evening_comes_to_the_same_on_both_faces(tmp_path: Path) -> None:
    """A card is chosen, taken back, and chosen again."""
    found = []
    for folder, screens in ((tmp_path / "lines", False), (tmp_path / "screens", True)):
        async with running_hub(folder) as hub:
            hosted = begun(hub, "anna", "ben")
            if screens:
                async with near(hub, "anna") as anna:
                    await anna.press("enter", "1", "enter")
                    await anna.press("u", "1", "enter")
            else:
                table = HostedTable(hosted, hosted.shown_to("anna"), "anna")
                sitting = Sitting(table.battle, table, Company(table, hub))
                await PlainTable(sitting, _typed("1", "undo", "1"), lambda _: None).run()
            assert hosted.battle
            found.append([(each.seat, each.command) for each in hosted.battle.entries])
            kinds = [each.kind for each in hosted.battle.log]
            assert kinds.count("undo") == 1, kinds
    assert found[0] == found[1]
    assert len(found[0]) == 1


def _typed(*lines: str) -> Callable[[str], Awaitable[str | None]]:
    """Return a function that returns the typed lines one by one, and then None."""
    left = iter(lines)

    async def read(prompt: str) -> str | None:
        return next(left, None)

    return read


# Words of lines that only screens had -----------------------------------------------------------


def in_lines(battle: Battle, *lines: str) -> list[str]:
    """Return what is printed while lines are typed in a battle against ensigns."""
    seen: list[str] = []
    left = iter(lines)
    others = battle.game.seats(battle.state)[1:]
    players = {seat.key: make_player("ensign", battle.game, 3, seat.key) for seat in others}

    async def read(prompt: str) -> str | None:
        line = next(left, None)
        seen.append(f"{prompt}{line}")
        return line

    table = SeatTable(battle, players)
    asyncio.run(PlainTable(Sitting(battle, table), read, seen.append).run())
    return seen


def after(seen: list[str], line: str) -> str:
    """Return what was printed after a line was typed, up to the next prompt."""
    at = next(n for n, each in enumerate(seen) if each.endswith(f"> {line}"))
    rest = seen[at + 1 :]
    end = next((n for n, each in enumerate(rest) if "> " in each[:2]), len(rest))
    return "\n".join(rest[:end])


def test_drafts_and_offers_have_words() -> None:
    battle = Battle.new("wooden_ships", "lissa", 2)
    seen = in_lines(battle, "draft", "draft nonsense", "draft 99", "draft 1", "offer 1", "quit")
    assert "  1  " in after(seen, "draft")
    assert "'nonsense' must name exactly one of" in after(seen, "draft nonsense")
    assert "the list has no number 99" in after(seen, "draft 99")
    assert "All ships drafted: " in after(seen, "draft 1")
    assert "there are no ready-made answers" in after(seen, "offer 1")
    battle = Battle.new("wooden_ships", "mars_hercule", 2)
    seen = in_lines(battle, "fill", "seal", "offer", "offer 1", "offer same", "seal", "quit")
    assert "  1  same as last turn: 3" in after(seen, "offer")
    assert "A1 Mars: 3, same as last turn." in after(seen, "offer 1")
    assert after(seen, "offer same") == after(seen, "offer 1")
    assert battle.position > 3


def test_standing_answers_have_a_word_and_what_was_asked_is_there_again() -> None:
    battle = Battle.new("iron_oak", "hampton_roads", 5)
    seen = in_lines(battle, "uss_monitor hold", "standing", "ask", "standing", "cards never",
                    "seal", "quit")  # fmt: skip
    assert "Ask about cards: empty" in after(seen, "standing")
    assert "Monitor: Hold" in after(seen, "ask")
    assert battle.state.sides["union"].standing.ask == "never"
    assert battle.position == 1
    assert "Monitor: Hold" in after(seen, "seal"), "the draft is still there"


def test_pages_of_screens_have_words() -> None:
    battle = Battle.new("oak_iron", "quickstart", 3)
    seen = in_lines(
        battle, "1", "find card", "find nothing-of-it", "terms", "rules rake", "aftermath", "story",
        "dice", "proof", "note they wear round", "note", "replay", "quit", "quit",
    )  # fmt: skip
    assert "lays" in after(seen, "find card") or "Nothing" in after(seen, "find card")
    assert "No line of the log has 'nothing-of-it'." in after(seen, "find nothing-of-it")
    assert ": " in after(seen, "terms")
    assert "THE BATTLE GOES ON" in after(seen, "aftermath")
    assert "There is no story: nothing has happened yet" in after(seen, "story")
    assert after(seen, "dice")
    assert "Verdict: not yet" in after(seen, "proof")
    assert after(seen, "note they wear round") == "Noted."
    assert battle.notes[-1].text == "they wear round"
    assert "type the text after the word, such as `note" in after(seen, "note")
    assert "Entry " in after(seen, "replay")


def test_voices_are_a_word_in_lines_and_are_printed_with_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are off at first, because lines have the log.

    If their table is damaged, a sentence says so and they stay off.
    """
    battle = Battle.new("iron_oak", "hampton_roads", 5)
    quiet = in_lines(battle, "fill", "seal", "1", "1", "quit")
    assert "Monitor: maneuver 2: 2 boxes" in quiet
    assert not any(': "' in line for line in quiet)
    battle = Battle.new("iron_oak", "hampton_roads", 5)
    seen = in_lines(battle, "voices", "fill", "seal", "1", "1", "voices", "quit")
    assert "Orders and reports are printed with the log." in after(seen, "voices")
    ordered = seen.index("Monitor: maneuver 2: 2 boxes")
    assert seen[ordered + 1] == 'Monitor: "Full ahead!"'
    assert "Voices are off." in seen
    monkeypatch.setattr(voices_room, "shipped_folder", lambda _: tmp_path)
    (tmp_path / "voices.toml").write_text("sunk = 3")
    voices_room.voices.cache_clear()
    try:
        seen = in_lines(Battle.new("iron_oak", "hampton_roads", 5), "voices", "quit")
    finally:
        voices_room.voices.cache_clear()
    assert "No voices: " in after(seen, "voices")
    assert "Traceback" not in after(seen, "voices")


def test_a_key_says_in_the_help_what_its_row_of_a_table_says() -> None:
    rows = {"battle": BY_NAME, "saves": {row.name: row for row in LIST_ACTIONS}}
    bound = [key for key in (*KEYS, *HOST_ACTIONS) if key.screen in rows]
    own = [key.name for key in bound if key.label != rows[key.screen][key.name].about]
    assert own == ["look"], "on screens a way of using the arrows, in lines a list of ships"
