"""Commands for battles by mail: new, open, move."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from engine import correspondence as post
from engine import letters
from engine.correspondence import Desk
from engine.errors import FileFault, Refused
from tui import mail as desks
from tui.commands.grammar import Misuse

if TYPE_CHECKING:
    from engine.battle import Battle

FINE = 0


def new(chosen: Namespace) -> int:
    """Found a battle and write the first letter."""
    from tui.commands.source import lay_data

    lay_data(chosen.data)
    folder = desks.mail_folder(chosen.saves)
    options = {"squadrons": list(chosen.squadrons)} if chosen.squadrons else {}
    me, other = chosen.me, chosen.other
    desk = desks.found(chosen.scenario, me, other, chosen.second, chosen.word, options)
    _send(folder, desk, None, chosen.out)
    return FINE


def open_letter(chosen: Namespace) -> int:
    """Take in a letter that came; one that only agrees the dice is answered at once."""
    from tui.commands.source import lay_data

    lay_data(chosen.data)
    folder = desks.mail_folder(chosen.saves)
    letter = _read(chosen.file)
    desk = desks.load(folder, letter.id)
    if desk is None:
        desk = desks.answered(letter, chosen.word)
        print(f"You are {desk.me}. Your word for the dice: {desk.held.words[desk.me]}")
    else:
        desk = post.took_in(desk, letter, chosen.file)
    battle = desks.open_battle(folder, desk)  # what the rules do not allow is refused here
    desks.store(folder, desk)
    if battle is None or (not battle.outcome() and not post.asked(desk, battle)):
        _send(folder, desk, battle, chosen.out)
    else:
        _finish(desk, battle)
        print(_next_step(desk, battle))
    return FINE


def move(chosen: Namespace) -> int:
    """Play one's own choices in the terminal, then write the letter to send."""
    from tui.commands.play import looks_of, need_terminal, open_app
    from tui.commands.source import lay_data

    need_terminal("mail move")
    looks = looks_of(chosen)
    lay_data(chosen.data)
    folder = desks.mail_folder(chosen.saves)
    desk = desks.load(folder, chosen.battle)
    if desk is None:
        known = ", ".join(path.stem for path in sorted(folder.glob("*.desk"))) or "none"
        raise Refused(f"no battle by mail is called '{chosen.battle}'; known are {known}")
    battle = desks.open_battle(folder, desk)
    if battle is None:
        raise Refused("its dice are not agreed yet; open the letter that comes")
    if not post.asked(desk, battle) and not battle.outcome():
        raise Refused("it is not your choice; open the letter that comes")

    def room() -> object:
        from tui.screens.mail_battle import MailRoom

        return MailRoom(folder, desk, battle)

    code: int = open_app(looks, start=room)
    after = desks.load(folder, chosen.battle)
    assert after
    if len(after.held.choices) == after.sent:
        print(_next_step(after, battle))
    elif post.asked(after, battle) and not battle.outcome():
        print(f"It is still your choice; go on with  weathergage mail move {after.held.id}")
    else:
        _send(folder, after, battle, chosen.out)
    _finish(after, battle)
    return code


def _read(file: str) -> letters.Letter:
    path = Path(file)
    try:
        if path.stat().st_size > letters.LARGEST:
            raise FileFault(f"{file} is too large for a letter")
        return letters.read(path.read_text(encoding="utf-8"), file)
    except OSError as error:
        raise FileFault(f"{file} cannot be read: {(error.strerror or '').lower()}") from None
    except UnicodeDecodeError:
        raise FileFault(f"{file} is not a letter of Weather Gage") from None


def _send(folder: Path, desk: Desk, battle: Battle | None, out: str | None) -> None:
    """Write the next letter, then keep the desk as it stands after it."""
    desk = post.post(desk)
    path = Path(out or f"{desk.held.id}-{desk.held.number}{desks.ENDING}")
    if path.exists() and not out:
        raise Misuse(f"{path} is there already; name another with --out")
    text = letters.written(desk.held, desks.remark(desk, battle))
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileFault(f"{path} cannot be written: {(error.strerror or '').lower()}") from None
    desks.store(folder, desk)
    other = next(name for name in desk.held.players.values() if name != desk.me)
    print(f"Send {path} to {other}.")


def _next_step(desk: Desk, battle: Battle) -> str:
    """Return what the player is to do now."""
    if battle.outcome():
        return f"It is over; watch it with  weathergage replay {battle.path}"
    if post.asked(desk, battle):
        return f"It is your choice:  weathergage mail move {desk.held.id}"
    return "It is not your choice; open the letter that comes."


def _finish(desk: Desk, battle: Battle) -> None:
    """Reveal the dice in the file of a battle that is over, and close it."""
    if battle.outcome() and not battle.why_closed:
        battle.reveal(post.agreed(desk))
    battle.close()
