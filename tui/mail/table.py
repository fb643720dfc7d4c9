"""Sitting down at a desk in the game, and what is shown when one gets up from it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from engine.base.errors import Refused, WeatherGageError
from engine.files import desks as stored
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail_desk as desks
from engine.sitting.kinds import mail_errands as errands
from tui.mail.battle import MailScreen
from tui.mail.letter_screen import LetterScreen
from tui.screens.game_app import GameApp


def desk_of(folder: Path, name: str) -> Desk:
    """Return the desk of a battle; `Refused` when there is none, `FileFault` for a damaged one."""
    desk = stored.load(folder, name)
    if desk is None:
        raise Refused(f"no battle by mail is called {name}")
    return desk


def make_free(app: GameApp, screens: Iterable[object], path: Path) -> None:
    """Close the battle of a file for what is to be done with it; refuse while a screen shows it.

    It is still open where it was left for the menu by another way than its own. Any other battle
    that is played stays as it is.
    """
    battle = app.battle
    if battle is None or battle.path != path or battle.why_closed:
        return
    if any(getattr(screen, "battle", None) is battle for screen in screens):
        raise Refused("this battle is being played; leave it first")
    let_go(app)


def let_go(app: GameApp) -> None:
    """Close the battle that was played last, so that its file is free."""
    if app.battle:
        app.battle.close()
        app.battle = None


def at_desk(app: GameApp, path: Path) -> MailScreen:
    """Return the screen of the battle of a file; it becomes the one that is played.

    Raises a `WeatherGageError` where there is nothing to be played yet, or it is open elsewhere.
    """
    folder, name = path.parent, path.stem
    let_go(app)
    desk = desk_of(folder, name)
    battle = desks.open_battle(folder, desk)
    if battle is None:
        wait = f"{desk.other}'s letter {desk.held.number + 1} is waited for"
        raise Refused(f"the dice are being agreed: {wait}")
    app.battle = battle

    def leave() -> None:
        _get_up(app, folder, screen.session.table.desk, battle)

    screen = MailScreen(app, folder, desk, battle, leave)
    return screen


def _get_up(app: GameApp, folder: Path, desk: Desk, battle: Battle) -> None:
    """Leave for the letters, with the next one on top when it is due."""
    letter = sent(folder, desk, battle) if post.due(desk, battle) else None
    errands.close(desk, battle)
    app.battle = None
    app.open_menu()
    app.show("mail", desk.held.id)
    if letter:
        app.open(letter)


def sent(folder: Path, desk: Desk, battle: Battle | None) -> LetterScreen:
    """Write the next letter, and return the screen that shows it; raises `FileFault`."""
    desk, _ = errands.posted(folder, desk, lambda after: folder / errands.name_of(after))
    return shown(folder, desk, battle)


def shown(folder: Path, desk: Desk, battle: Battle | None) -> LetterScreen:
    """Return the screen that shows the letter of a desk, which is written into a file again.

    Where that fails the letter is there to be copied all the same, and the reason is said.
    """
    text, fault = errands.text_of(desk, battle), ""
    try:
        path = str(errands.laid_out(folder, desk, battle))
    except WeatherGageError as error:
        path, fault = "", str(error)
    return LetterScreen(desk, text, path, fault)
