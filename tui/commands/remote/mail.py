"""The commands of battles by mail: a list of them, `new`, `open`, `move`, `send`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.reading import content
from engine.game.position import shown
from engine.post import correspondence as post
from engine.post import letters
from engine.post.correspondence import Desk
from tui.commands.grammar import Misuse
from tui.mail import desk as desks

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp

FINE = 0


def listing(chosen: Namespace) -> int:
    """Print which battles by mail there are, and whose turn it is."""
    folder = _folder(chosen)
    names = desks.known(folder)
    for name in names:
        try:
            print(_told(folder, _desk(folder, name)))
        except WeatherGageError as error:
            print(f"{name}: {error}")
    if not names:
        print("There are none; begin one with  weathergage mail new SCENARIO --me YOU --with OTHER")
    return FINE


def _told(folder: Path, desk: Desk) -> str:
    battle = post.begin(desk)
    what = f"{desk.held.id}: {desk.me} and {desk.other}, {desks.stands(battle)}"
    return f"{what}. {_next_step(folder, desk, battle)}"


def new(chosen: Namespace) -> int:
    """Found a battle and write the first letter."""
    from tui.commands.source import switches

    folder = _folder(chosen)
    squadrons = chosen.squadrons or ()
    desk = desks.found(
        *(chosen.scenario, chosen.me, chosen.other, chosen.second, chosen.word, squadrons),
        switches=switches(chosen),
    )
    _send(folder, desk, None, chosen.out)
    return FINE


def open_letter(chosen: Namespace) -> int:
    """Take in a letter; one that leaves nothing to choose is answered at once."""
    folder = _folder(chosen)
    letter = _read(chosen.file)
    held = desks.load(folder, letter.id)
    if held and letter.number < held.held.number:
        raise FileFault(
            f"{chosen.file} is letter {letter.number}, and letter {held.held.number} is held; "
            f"weathergage mail send {letter.id}  writes your latest again"
        )
    desk = (
        desks.answered(letter, chosen.word)
        if held is None
        else post.import_letter(held, letter, chosen.file)
    )
    battle = desks.open_battle(folder, desk)  # raises Refused for a letter that breaks the rules
    try:
        if held is None:
            print(f"You are {desk.me}. Your word for the dice: {desk.held.words[desk.me]}")
        _go_on(folder, desk, battle, chosen.out)
    finally:
        _close(desk, battle)
    return FINE


def move(chosen: Namespace) -> int:
    """Open the battle to play one's choices, then write the letter to send."""
    from tui.commands.play import looks_of, make_ready, open_app

    make_ready("mail move")
    looks = looks_of(chosen)
    folder = _folder(chosen)
    desk = _desk(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if battle is None or not (post.asked(desk, battle) or battle.outcome()):
            raise Refused(_next_step(folder, desk, battle))
        _free_path(post.post(desk), chosen.out)  # raises Misuse before anything is played

        def screen(app: GameApp) -> BaseScreen:
            from tui.mail.battle import MailScreen

            return MailScreen(app, folder, desk, battle)

        code: int = open_app(looks, start=screen)
        desk = _desk(folder, chosen.battle)
        _go_on(folder, desk, battle, chosen.out)
    finally:
        _close(desk, battle)
    return code


def send(chosen: Namespace) -> int:
    """Write the latest letter again, or one that could not be written before."""
    folder = _folder(chosen)
    desk = _desk(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if desk.held.by == desk.me:
            _write(desk, battle, _free_path(desk, chosen.out, battle))
        elif post.due(desk, battle):
            _send(folder, desk, battle, chosen.out)
        else:
            raise Refused(_next_step(folder, desk, battle))
    finally:
        _close(desk, battle)
    return FINE


def _folder(chosen: Namespace) -> Path:
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    return desks.mail_folder(chosen.saves)


def _desk(folder: Path, name: str) -> Desk:
    desk = desks.load(folder, name)
    if desk is None:
        known = ", ".join(desks.known(folder)) or "none"
        raise Refused(f"no battle by mail is called {shown(name)}; known are {known}")
    return desk


def _read(file: str) -> letters.Letter:
    data = content(file, letters.LARGEST, "a letter")
    try:
        return letters.read(data.decode("utf-8-sig"), file)
    except UnicodeDecodeError:
        raise FileFault(f"{file} is not a letter of Weather Gage") from None


def _go_on(folder: Path, desk: Desk, battle: Battle | None, out: str | None) -> None:
    """Write the letter if one is due, else store the desk and print the next step."""
    if post.due(desk, battle):
        _send(folder, desk, battle, out)
    else:
        desks.store(folder, desk)
        print(_next_step(folder, desk, battle))
        return
    if battle and battle.outcome():
        print(_next_step(folder, post.post(desk), battle))


def _send(folder: Path, desk: Desk, battle: Battle | None, out: str | None) -> None:
    """Store the desk as it is after its next letter, then write the letter.

    In this order a letter that is lost in between can be written again. In the other one a
    letter that went out could be followed by another one with the same number.
    """
    desk = post.post(desk)
    path = _free_path(desk, out, battle)
    desks.store(folder, desk)
    _write(desk, battle, path)


def _free_path(desk: Desk, out: str | None, battle: Battle | None = None) -> Path:
    """Return the path for a letter; raises `Misuse` when another file is there."""
    path = Path(out or f"{desk.held.id}-{desk.held.number}{desks.ENDING}")
    if path.exists() and not _holds(path, desk, battle):
        raise Misuse(f"{path} is there already; name another file with --out")
    return path


def _holds(path: Path, desk: Desk, battle: Battle | None) -> bool:
    """Tell whether a file is this letter, or the start of it from a write that was cut off."""
    try:
        there = content(path, letters.LARGEST, "a letter")
        return _text(desk, battle).encode().startswith(there)
    except FileFault:
        return False


def _text(desk: Desk, battle: Battle | None) -> str:
    return letters.written(desk.held, desks.remark(desk, battle))


def _write(desk: Desk, battle: Battle | None, path: Path) -> None:
    try:
        path.write_text(_text(desk, battle), encoding="utf-8")
    except OSError as error:
        raise FileFault(
            f"{path} cannot be written: {(error.strerror or '').lower()}; try again with  "
            f"weathergage mail send {desk.held.id} --out FILE"
        ) from None
    print(f"Send {path} to {desk.other}.")


def _next_step(folder: Path, desk: Desk, battle: Battle | None) -> str:
    """Return the next step of the player, in a sentence."""
    name = desk.held.id
    if post.due(desk, battle):
        return f"Your letter is to be written:  weathergage mail send {name}"
    if battle and battle.outcome():
        path = quote(str(desks.battle_path(folder, name)))
        return f"It is over; watch it with  weathergage replay {path}"
    if battle and desk.held.by != desk.me:
        return f"It is your choice:  weathergage mail move {name}"
    return f"{desk.other}'s letter {desk.held.number + 1} is waited for."


def _close(desk: Desk, battle: Battle | None) -> None:
    """Close a battle; reveal the dice in its file first when it is over."""
    if battle:
        if battle.outcome() and not battle.why_closed:
            battle.reveal(post.agreed(desk))
        battle.close()
