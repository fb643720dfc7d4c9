"""Openers: the screens of the game by name, each imported on first use.

No screen imports one of another folder: `app.show("replay", battle)` opens it. So starting the game
imports only its first screen, and folders depend on each other in one direction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from engine.game.parts.part import import_object

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from engine.kernel.seen import SeenBattle
    from engine.players import Player
    from engine.puzzles.puzzle import Puzzle
    from engine.teaching.lesson import Lesson
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp

Opener = Callable[..., "BaseScreen"]
"""A function of the app and the screen's arguments that returns the screen."""


def screen(place: str, *given: Any) -> Opener:
    """Return the opener of a screen that does not get the app as an argument: `module:class`.

    `given` are arguments that the opener puts before those that it is called with.
    """

    def opened(_app: GameApp, *about: Any) -> BaseScreen:
        made: BaseScreen = import_object(place)(*given, *about)
        return made

    return opened


def of_the_app(place: str) -> Opener:
    """Return the opener of a screen that also gets the app as an argument: `module:class or
    function`.
    """

    def opened(app: GameApp, *about: Any) -> BaseScreen:
        made: BaseScreen = import_object(place)(app, *about)
        return made

    return opened


def _battle(app: GameApp, battle: Battle, players: Mapping[str, Player]) -> BaseScreen:
    from engine.files.saves import COACHED
    from tui.battle.screen import own_battle

    if COACHED in battle.header.options:
        from engine.sitting.kinds.lesson import lesson_of
        from tui.learn import CoachedScreen

        lesson = lesson_of(battle, players)
        if lesson is not None:
            return CoachedScreen(battle, lesson, app, players)
    return own_battle(app, battle, players)


def aftermath(
    app: GameApp,
    battle: SeenBattle,
    watch: Callable[[int], None] | None = None,
    own: Collection[str] = (),
) -> BaseScreen:
    """Return the review (aftermath) of a battle.

    `watch` shows the position after an entry, by default in a new replay. `own` are the seats whose
    choices may be judged while the battle goes on.
    """
    from tui.review.aftermath import AftermathScreen

    return AftermathScreen(battle, watch or partial(app.show, "replay", battle), own)


def _dice(
    app: GameApp,
    battle: SeenBattle,
    watch: Callable[[int], None] | None = None,
    viewer_seat: str = "",
) -> BaseScreen:
    """Return the dice page of a battle; for `watch` see `aftermath`."""
    from tui.review.dice_screen import DiceScreen

    return DiceScreen(battle, watch or partial(app.show, "replay", battle), viewer_seat)


def _proof(app: GameApp, battle: SeenBattle) -> BaseScreen:
    """Return the proof of a battle's dice, with the shell command that verifies it."""
    import shlex

    from engine.sitting.guides import installed_command
    from tui.review.dice_screen import ProofScreen

    file = shlex.quote(str(battle.path)) if battle.path else ""
    return ProofScreen(battle, [installed_command(f"weathergage verify {file}")] if file else ())


def _export(app: GameApp) -> BaseScreen:
    """Return the replay of the current battle with the export question open; without a battle, the
    list of battles.
    """
    if app.battle is None:
        from tui.start.saves_screen import SavesScreen

        saves = SavesScreen()
        key = app.keymap.key("replay", "export")
        saves.said = f"Choose a battle and watch it; there {key} exports it."
        return saves
    from tui.replay.screen import ReplayScreen

    screen = ReplayScreen(app.battle, app.battle.position)
    screen.choosing_export = True
    return screen


def _lesson(app: GameApp, lesson: Lesson) -> BaseScreen:
    """Return a lesson at its first step, or its battle with the coach."""
    if lesson.coach:
        from tui.learn import coached_screen

        return coached_screen(lesson, app)
    from tui.learn import LessonScreen

    return LessonScreen.for_lesson(lesson, app)


def _puzzle(app: GameApp, puzzle: Puzzle) -> BaseScreen:
    """Return a puzzle on the chart."""
    from tui.puzzles import PuzzleScreen

    return PuzzleScreen.for_puzzle(puzzle, app)


OPENERS: Mapping[str, Opener] = {
    "menu": screen("tui.start.menu:MenuScreen"),
    "battle": _battle,
    "hand_over": screen("tui.battle.side_screens:HandOverScreen"),
    "replay": screen("tui.replay.screen:ReplayScreen"),
    "ships": screen("tui.replay.ships_screen:ShipsScreen"),
    "aftermath": aftermath,
    "notes": screen("tui.replay.notes_keys:NotesScreen"),
    "dice": _dice,
    "proof": _proof,
    "leaving": screen("tui.battle.side_screens:LeavingScreen"),
    "reference": screen("tui.screens.reference:ReferenceScreen"),
    "terms": screen("tui.screens.reference:ReferenceScreen", ""),
    "settings": screen("tui.screens.settings_screen:SettingsScreen"),
    "help": screen("tui.screens.help:HelpScreen"),
    "palette": screen("tui.screens.help:PaletteScreen"),
    "lessons": screen("tui.learn:LessonsScreen"),
    "lesson": _lesson,
    "new_battle": screen("tui.start.new_battle:NewBattleScreen"),
    "puzzles": screen("tui.puzzles:PuzzlesScreen"),
    "puzzle": _puzzle,
    "setup": screen("tui.start.new_battle:SetupScreen"),
    "saves": screen("tui.start.saves_screen:SavesScreen"),
    "log": screen("tui.start.captains_log:LogScreen"),
    "story": screen("tui.review.aftermath:StoryScreen"),
    "squadrons": screen("tui.squadrons.squadrons:SquadronsScreen"),
    "export": _export,
    "host": screen("tui.start.guides:GuideScreen", "host"),
    "join": screen("tui.start.guides:GuideScreen", "join"),
    "mail": screen("tui.mail.list_screen:MailListScreen"),
    "mail_battle": of_the_app("tui.mail.battle:at_desk"),
    "mail_guide": screen("tui.start.guides:GuideScreen", "mail"),
}
