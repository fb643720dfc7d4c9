"""Openers: the screens of the game by name, each imported when it is first asked for.

No screen imports one of another folder: `app.show("replay", battle)` opens it. So starting
the game costs what its first screen needs, and the folders know each other in one direction.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from engine.game.panel import Profile
    from engine.kernel.battle import Battle
    from engine.kernel.seen import SeenBattle
    from engine.players import Player
    from engine.puzzles.puzzle import Puzzle
    from engine.teaching.lesson import Lesson
    from tui.replay.reel import Reel
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp

Opener = Callable[..., "BaseScreen"]
"""Takes the app and what the screen is about, and returns the screen."""


def _menu(app: GameApp) -> BaseScreen:
    from tui.start.menu import MenuScreen

    return MenuScreen()


def _battle(app: GameApp, battle: Battle, players: Mapping[str, Player]) -> BaseScreen:
    from engine.files.begin import COACHED
    from tui.battle.screen import own_battle

    if COACHED in battle.header.options:
        from engine.sitting.kinds.lesson import lesson_of
        from tui.learn.coached import CoachedScreen

        lesson = lesson_of(battle, players)
        if lesson is not None:
            return CoachedScreen(battle, lesson, app, players)
    return own_battle(app, battle, players)


def _hand_over(app: GameApp, name: str, taken: Callable[[], None]) -> BaseScreen:
    from tui.battle.hand_over import HandOverScreen

    return HandOverScreen(name, taken)


def _replay(app: GameApp, battle: Battle, at: int = 0, viewer_seat: str = "") -> BaseScreen:
    """From an entry on, with the eyes of a seat or '' of a watcher."""
    from tui.replay.screen import ReplayScreen

    return ReplayScreen(battle, at, viewer_seat)


def aftermath(
    app: GameApp,
    battle: SeenBattle,
    watch: Callable[[int], None] | None = None,
    own: Collection[str] = (),
) -> BaseScreen:
    """Return the page that looks back on a battle.

    `watch` shows the position after an entry, by default in a replay of its own. `own` are the
    seats whose choices may be judged while the battle goes on.
    """
    from tui.review.aftermath import AftermathScreen

    return AftermathScreen(battle, watch or partial(app.show, "replay", battle), own)


def _notes(app: GameApp, reel: Reel, watch: Callable[[int], None]) -> BaseScreen:
    """The notes of a reel; `watch` shows the entry of one."""
    from tui.replay.notes_screen import NotesScreen

    return NotesScreen(reel, watch)


def _dice(
    app: GameApp,
    battle: SeenBattle,
    watch: Callable[[int], None] | None = None,
    viewer_seat: str = "",
) -> BaseScreen:
    """The dice of a battle against fair ones; `watch` as in `aftermath`."""
    from tui.review.dice_screen import DiceScreen

    return DiceScreen(battle, watch or partial(app.show, "replay", battle), viewer_seat)


def _proof(app: GameApp, battle: SeenBattle) -> BaseScreen:
    """The proof of a battle's dice, with the command that finds it out in a shell."""
    import shlex

    from tui.review.proof_screen import ProofScreen
    from tui.start.guides import typed_here

    file = shlex.quote(str(battle.path)) if battle.path else ""
    return ProofScreen(battle, [typed_here(f"weathergage verify {file}")] if file else ())


def _leaving(app: GameApp, ways: Callable[[], Sequence[Any]]) -> BaseScreen:
    """The ways out of a battle beside its rules."""
    from tui.review.leaving_screen import LeavingScreen

    return LeavingScreen(ways)


def _reference(app: GameApp, name: str = "") -> BaseScreen:
    from tui.screens.reference import ReferenceScreen

    return ReferenceScreen(name)


def _terms(
    app: GameApp, game: str, now: Sequence[str], profiles: Mapping[str, Profile] | None = None
) -> BaseScreen:
    """The terms of a game system that matter now, with ships as they look by their terms."""
    from tui.screens.reference import ReferenceScreen

    return ReferenceScreen(game=game, now=now, profiles=profiles)


def _settings(app: GameApp) -> BaseScreen:
    from tui.screens.settings_screen import SettingsScreen

    return SettingsScreen()


def _help(app: GameApp, screen: BaseScreen) -> BaseScreen:
    from tui.screens.help import HelpScreen

    return HelpScreen(screen)


def _palette(app: GameApp, screen: BaseScreen) -> BaseScreen:
    from tui.screens.palette import PaletteScreen

    return PaletteScreen(screen)


def _new_battle(app: GameApp) -> BaseScreen:
    from tui.start.new_battle import NewBattleScreen

    return NewBattleScreen()


def _setup(app: GameApp, *chosen: Any) -> BaseScreen:
    """A new battle, with a squadron or a scenario that is chosen already."""
    from tui.start.setup import SetupScreen

    return SetupScreen(*chosen)


def _saves(app: GameApp) -> BaseScreen:
    from tui.start.saves_screen import SavesScreen

    return SavesScreen()


def _squadrons(app: GameApp) -> BaseScreen:
    from tui.squadrons.squadrons import SquadronsScreen

    return SquadronsScreen()


def _export(app: GameApp) -> BaseScreen:
    """The battle at hand, asking what to export of it; without one, the list of all."""
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


def _guide(way: str, app: GameApp) -> BaseScreen:
    """A page that tells how to play with a friend."""
    from tui.start.guide_screen import GuideScreen

    return GuideScreen(way)


def _mail(app: GameApp, name: str = "") -> BaseScreen:
    """The battles by mail, with the one of that name highlighted."""
    from tui.mail.list_screen import MailListScreen

    return MailListScreen(name)


def _mail_battle(app: GameApp, path: Path) -> BaseScreen:
    """The battle by mail of a file, which becomes the one that is played."""
    from tui.mail.table import at_desk

    return at_desk(app, path)


def _lessons(app: GameApp, name: str = "") -> BaseScreen:
    """The lessons, with the one of that name chosen."""
    from tui.learn.list_screen import LessonsScreen

    return LessonsScreen(name)


def _lesson(app: GameApp, lesson: Lesson) -> BaseScreen:
    """A lesson at its first step, or the battle that it is."""
    if lesson.coach:
        from tui.learn.coached import begun

        return begun(lesson, app)
    from tui.learn.lesson_screen import LessonScreen

    return LessonScreen.begun(lesson, app)


def _puzzles(app: GameApp, name: str = "") -> BaseScreen:
    """The puzzles, with the one of that name chosen."""
    from tui.puzzles.list_screen import PuzzlesScreen

    return PuzzlesScreen(name)


def _puzzle(app: GameApp, puzzle: Puzzle) -> BaseScreen:
    """A puzzle on the chart."""
    from tui.puzzles.puzzle_screen import PuzzleScreen

    return PuzzleScreen.begun(puzzle, app)


OPENERS: Mapping[str, Opener] = {
    "menu": _menu,
    "battle": _battle,
    "hand_over": _hand_over,
    "replay": _replay,
    "aftermath": aftermath,
    "notes": _notes,
    "dice": _dice,
    "proof": _proof,
    "leaving": _leaving,
    "reference": _reference,
    "terms": _terms,
    "settings": _settings,
    "help": _help,
    "palette": _palette,
    "lessons": _lessons,
    "lesson": _lesson,
    "new_battle": _new_battle,
    "puzzles": _puzzles,
    "puzzle": _puzzle,
    "setup": _setup,
    "saves": _saves,
    "squadrons": _squadrons,
    "export": _export,
    "host": partial(_guide, "host"),
    "join": partial(_guide, "join"),
    "mail": _mail,
    "mail_battle": _mail_battle,
    "mail_guide": partial(_guide, "mail"),
}
