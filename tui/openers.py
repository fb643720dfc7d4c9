"""The table of screens by name; each is imported when it is first opened.

No screen imports a screen of another folder; it opens that screen by name, as in
`app.show("replay", battle)`. So the game starts fast, and folders do not import each other in
circles.
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
"""A function that returns a new screen, given the application and arguments of this screen."""


def screen(place: str, *given: Any) -> Opener:
    """Return the opener of a screen whose class does not need the application as an argument.

    `place` is `module:class`. The class gets `given`, then the arguments with which the screen is
    opened.
    """

    def opened(_app: GameApp, *about: Any) -> BaseScreen:
        made: BaseScreen = import_object(place)(*given, *about)
        return made

    return opened


def of_the_app(place: str) -> Opener:
    """Return the opener of a screen that needs the application as its first argument.

    `place` is `module:class` or `module:function`.
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

    `watch` shows the position after an entry; by default a new replay does. `own` are the seats
    (players) whose choices may be judged before the battle is over.
    """
    from tui.review.aftermath import AftermathScreen

    return AftermathScreen(battle, watch or partial(app.show, "replay", battle), own)


def _dice(
    app: GameApp,
    battle: SeenBattle,
    watch: Callable[[int], None] | None = None,
    viewer_seat: str = "",
) -> BaseScreen:
    """Return the page about the dice of a battle.

    `watch` shows the position after an entry; by default a new replay does.
    """
    from tui.review.dice_screen import DiceScreen

    return DiceScreen(battle, watch or partial(app.show, "replay", battle), viewer_seat)


def _proof(app: GameApp, battle: SeenBattle) -> BaseScreen:
    """Return the screen with the proof that the dice were fair, and the shell command that checks
    it.
    """
    import shlex

    from engine.sitting.guides import installed_command
    from tui.review.dice_screen import ProofScreen

    file = shlex.quote(str(battle.path)) if battle.path else ""
    return ProofScreen(battle, [installed_command(f"weathergage verify {file}")] if file else ())


def _export(app: GameApp) -> BaseScreen:
    """Return the replay of the current battle, asking what to export; without a battle, the list of
    battles.
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
    """Return the screen of a lesson at its first step; for a lesson that is a whole battle, that
    battle with the coach.
    """
    if lesson.coach:
        from tui.learn import coached_screen

        return coached_screen(lesson, app)
    from tui.learn import LessonScreen

    return LessonScreen.for_lesson(lesson, app)


def _puzzle(app: GameApp, puzzle: Puzzle) -> BaseScreen:
    """Return the screen of a puzzle."""
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
