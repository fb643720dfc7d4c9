"""The commands of battles by mail: a list of them, `new`, `open`, `move`, `send`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from shlex import quote
from time import sleep
from typing import TYPE_CHECKING

from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.game.position import shown
from engine.post import correspondence as post
from engine.post import letters, strict
from engine.post.correspondence import Desk
from tui.commands.grammar import Misuse
from tui.files import desks as stored
from tui.mail import desk as desks
from tui.mail import errands
from tui.mail.errands import Standing

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp

FINE = 0
PAUSE = 2.0
"""Seconds between two looks at a folder."""


def listing(chosen: Namespace) -> int:
    """Print which battles by mail there are, and whose turn it is."""
    folder = _folder(chosen)
    names = stored.known(folder)
    for name in names:
        row = errands.standing(folder, name)
        what = f"{row.me} and {row.other}, {row.progress}. {_told(folder, row)}"
        print(f"{name}: {row.fault or what}")
    if not names:
        print("There are none; begin one with  weathergage mail new SCENARIO --me YOU --with OTHER")
    return FINE


def new(chosen: Namespace) -> int:
    """Found a battle and write the first letter."""
    from tui.commands.source import switches

    folder = _folder(chosen)
    squadrons = chosen.squadrons or ()
    desk = desks.found(
        *(chosen.scenario, chosen.me, chosen.other, chosen.second, chosen.word, squadrons),
        switches=switches(chosen),
        strict=chosen.strict,
    )
    _send(folder, desk, None, chosen.out)
    print(desks.terms(desk))
    return FINE


def open_letter(chosen: Namespace) -> int:
    """Take in a letter; one that leaves nothing to choose is answered at once."""
    folder = _folder(chosen)
    came = errands.taken_in(folder, errands.read(chosen.file), chosen.file, _again, chosen.word)
    desk, battle, first = came
    try:
        if first:
            word = desk.held.words.get(desk.me, "")
            told = f"Your word for the dice: {word}" if word else desks.terms(desk)
            print(f"You are {desk.me}. {told}")
        _go_on(folder, desk, battle, chosen.out)
    finally:
        errands.close(desk, battle)
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

        begun = battle

        def screen(app: GameApp) -> BaseScreen:
            from tui.mail.battle import MailScreen

            return MailScreen(app, folder, desk, begun)

        code: int = open_app(looks, start=screen)
        battle.close()  # it may have gone on, played from the menu
        desk, battle = _desk(folder, chosen.battle), None
        battle = desks.open_battle(folder, desk)
        _go_on(folder, desk, battle, chosen.out)
    finally:
        errands.close(desk, battle)
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
        errands.close(desk, battle)
    return FINE


def receipt(chosen: Namespace) -> int:
    """Write a receipt of the letter that came last: it shows the other that one has it."""
    desk = _desk(_folder(chosen), chosen.battle)
    path = Path(chosen.out or _receipt_name(desk))
    if path.exists():
        raise Misuse(f"{path} is there already; name another file with --out")
    _acknowledge(desk, path)
    return FINE


def _receipt_name(desk: Desk) -> str:
    return f"{desk.held.id}-{desk.held.number}-receipt{errands.ENDING}"


def _acknowledge(desk: Desk, path: Path) -> None:
    remark = f"Weather Gage: {desk.me} has had letter {desk.held.number} of {desk.held.id}."
    _put(path, letters.written(strict.receipt(desk), remark), "try again")
    print(f"Send {path} to {desk.other}: it shows that you have letter {desk.held.number}.")


def answer(chosen: Namespace) -> int:
    """Open the letters in a folder, and write those that need no choice; with `--watch` for ever.

    Letters that were opened before, one's own and those of others are passed over; what is wrong
    with one is told once.
    """
    folder, place = _folder(chosen), Path(chosen.folder)
    if not place.is_dir():
        raise FileFault(f"{place} is not a folder")
    told: set[str] = set()
    while _answered_some(folder, place, told) or chosen.watch:
        if not chosen.watch:
            continue
        try:
            sleep(PAUSE)
        except KeyboardInterrupt:
            break
    return FINE


def _answered_some(folder: Path, place: Path, told: set[str]) -> bool:
    """Open what can be opened in a folder; tell whether anything could."""
    some = False
    for path in sorted(place.glob(f"*{errands.ENDING}"), key=_in_order):
        try:
            some = _opened(folder, place, path) or some
        except WeatherGageError as error:
            said = f"{path.name}: {error}"
            if said not in told:
                print(said)
            told.add(said)
    return some


def _in_order(path: Path) -> tuple[str, int]:
    """Return by what letters are sorted: the battle's name, then the number."""
    name, _, number = path.stem.rpartition("-")
    return name, int(number) if number.isdecimal() else 0


def _opened(folder: Path, place: Path, path: Path) -> bool:
    """Open a letter that is waited for, and answer it where nothing is to be chosen."""
    text = errands.read(path)
    letter = errands.looked_at(folder, text, path.name)
    desk = stored.load(folder, letter.id)
    if desk is None:
        if letter.number == 1:
            raise Refused(f"{letter.by} invites you; join with  weathergage mail open {path}")
        return False
    if not _is_new(desk, letter):
        return False
    came = errands.taken_in(folder, text, path.name, _again)
    due = post.due(came.desk, came.battle)
    try:
        _go_on(folder, came.desk, came.battle, None, place)
    finally:
        errands.close(came.desk, came.battle)
    if came.desk.held.strict and came.desk.held.by != desk.me and not due:
        _acknowledge(came.desk, place / _receipt_name(came.desk))
    return True


def _is_new(desk: Desk, letter: letters.Letter | letters.Slip) -> bool:
    """Tell whether a letter, or a receipt of one's own letter, is waited for."""
    if letter.by == desk.me:
        return False
    if isinstance(letter, letters.Slip) and letter.receipt:
        return letter.number == desk.held.number and desk.receipt is None
    return letter.number > desk.held.number


def _folder(chosen: Namespace) -> Path:
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    return stored.mail_folder(chosen.saves)


def _desk(folder: Path, name: str) -> Desk:
    desk = stored.load(folder, name)
    if desk is None:
        known = ", ".join(stored.known(folder)) or "none"
        raise Refused(f"no battle by mail is called {shown(name)}; known are {known}")
    return desk


def _again(name: str) -> str:
    return f"weathergage mail send {name}  writes your latest again"


def _go_on(
    folder: Path, desk: Desk, battle: Battle | None, out: str | None, place: Path | None = None
) -> None:
    """Write the letter if one is due, else store the desk and print the next step.

    It goes into the file `out`, or the folder `place`.
    """
    if post.due(desk, battle):
        out = str(place / errands.name_of(post.post(desk))) if place else out
        _send(folder, desk, battle, out)
    else:
        stored.store(folder, desk)
        print(_next_step(folder, desk, battle))
        return
    if battle and battle.outcome():
        print(_next_step(folder, post.post(desk), battle))


def _send(folder: Path, desk: Desk, battle: Battle | None, out: str | None) -> None:
    """Store the desk as it is after its next letter, then write the letter."""
    desk, path = errands.posted(folder, desk, lambda after: _free_path(after, out, battle))
    _write(desk, battle, path)


def _free_path(desk: Desk, out: str | None, battle: Battle | None = None) -> Path:
    """Return the path for a letter; raises `Misuse` when another file is there."""
    path = Path(out or errands.name_of(desk))
    if path.exists() and not errands.holds(path, desk, battle):
        raise Misuse(f"{path} is there already; name another file with --out")
    return path


def _put(path: Path, text: str, again: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        why = (error.strerror or "").lower()
        raise FileFault(f"{path} cannot be written: {why}; {again}") from None


def _write(desk: Desk, battle: Battle | None, path: Path) -> None:
    again = f"try again with  weathergage mail send {desk.held.id} --out FILE"
    _put(path, errands.text_of(desk, battle), again)
    print(f"Send {path} to {desk.other}.")


def _next_step(folder: Path, desk: Desk, battle: Battle | None) -> str:
    """Return the next step of the player, in a sentence."""
    return _told(folder, errands.stood(desk, battle))


def _told(folder: Path, row: Standing) -> str:
    """Return what comes next in a battle, with the command for it."""
    match row.next:
        case "send":
            return f"Your letter is to be written:  weathergage mail send {row.name}"
        case "over":
            path = quote(str(stored.battle_path(folder, row.name)))
            return f"It is over; watch it with  weathergage replay {path}"
        case "choose":
            return f"It is your choice:  weathergage mail move {row.name}"
        case _:
            return f"{row.other}'s letter {row.number + 1} is waited for."
