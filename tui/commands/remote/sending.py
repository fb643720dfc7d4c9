"""What the commands of battles by mail share: desks by name, letters that go out, what is next."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from engine.base import durable
from engine.base.clean import clean
from engine.base.errors import FileFault, Refused
from engine.files import desks as stored
from engine.game.position import shown
from engine.post import correspondence as post
from engine.post import letters, strict
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.kinds.mail_errands import Standing
from tui.commands.grammar import Misuse

if TYPE_CHECKING:
    from engine.kernel.battle import Battle

Say = Callable[[str], None]
"""Prints a line."""
Place = Callable[[Desk], Path]
"""Returns where the letter of a desk is to be written."""


def folder_of(chosen: Namespace) -> Path:
    """Return the folder of the battles by mail; the player's own records lie over the data."""
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    return stored.mail_folder(chosen.saves)


def desk_of(folder: Path, name: str) -> Desk:
    """Return the desk of a battle; `Refused` names those that there are."""
    desk = stored.load(folder, name)
    if desk is None:
        known = ", ".join(stored.known(folder)) or "none"
        raise Refused(f"no battle by mail is called {shown(name)}; known are {known}")
    return desk


def told_path(path: Path | str) -> str:
    """Return a file's name as a shell takes it, free of control characters that it may have."""
    return quote(clean(str(path)))


def again(name: str) -> str:
    """Return how the latest letter of a battle is written once more."""
    return f"weathergage mail send {name}  writes your latest again"


def go_on(folder: Path, desk: Desk, battle: Battle | None, place: Place, say: Say = print) -> None:
    """Write the letter if one is due, else store the desk and print the next step."""
    if post.due(desk, battle):
        send(folder, desk, battle, place, say)
    else:
        stored.store(folder, desk)
        say(next_step(folder, desk, battle))
        return
    if battle and battle.outcome():
        say(next_step(folder, post.post(desk), battle))


def send(folder: Path, desk: Desk, battle: Battle | None, place: Place, say: Say = print) -> None:
    """Store the desk as it is after its next letter, then write the letter."""
    desk, path = errands.posted(folder, desk, place)
    write(desk, battle, path, say)


def named(out: str | None, battle: Battle | None) -> Place:
    """Return where a letter goes: into the file `out`, else one of its usual name here."""
    return lambda after: free_path(after, out, battle)


def free_path(desk: Desk, out: str | None, battle: Battle | None = None) -> Path:
    """Return the path for a letter; raises `Misuse` when another file or a link is there."""
    path = Path(out or errands.name_of(desk))
    if not errands.holds(path, desk, battle):
        must_be_free(path)
    return path


def must_be_free(path: Path) -> None:
    """Raise `Misuse` where a file or a link is there."""
    if path.is_symlink() or path.exists():
        raise Misuse(f"{told_path(path)} is there already; name another file with --out")


def write(desk: Desk, battle: Battle | None, path: Path, say: Say = print) -> None:
    """Write the letter of a desk into a new file, unless it is there, and print where it is."""
    hint = f"try again with  weathergage mail send {desk.held.id} --out FILE"
    if not errands.holds(path, desk, battle):
        _put(path, errands.text_of(desk, battle), hint)
    say(f"Send {told_path(path)} to {desk.other}.")


def receipt_name(desk: Desk) -> str:
    """Return the usual name of the file of a receipt."""
    return f"{desk.held.id}-{desk.held.number}-receipt{errands.ENDING}"


def acknowledge(desk: Desk, path: Path, say: Say = print) -> None:
    """Write a receipt of the letter that came last into a new file."""
    remark = f"Weather Gage: {desk.me} has had letter {desk.held.number} of {desk.held.id}."
    text = letters.written(strict.receipt(desk), remark)
    _put(path, text, "name another file with --out")
    say(
        f"Send {told_path(path)} to {desk.other}: it shows that you have letter {desk.held.number}."
    )


def _put(path: Path, text: str, hint: str) -> None:
    try:
        durable.create(path, text.encode())
    except FileFault as fault:
        raise type(fault)(f"{clean(str(fault))}; {hint}") from None


def next_step(folder: Path, desk: Desk, battle: Battle | None) -> str:
    """Return the next step of the player, in a sentence."""
    return told(folder, errands.stood(desk, battle))


def told(folder: Path, row: Standing) -> str:
    """Return what comes next in a battle, with the command for it."""
    match row.next:
        case "send":
            return f"Your letter is to be written:  weathergage mail send {row.name}"
        case "over":
            path = told_path(stored.battle_path(folder, row.name))
            return f"It is over; watch it with  weathergage replay {path}"
        case "choose":
            same = f"Give the orders of your letter {row.again} again" if row.again else ""
            return f"{same or 'It is your choice'}:  weathergage mail move {row.name}"
        case _:
            return f"{row.other}'s letter {row.number + 1} is waited for."
