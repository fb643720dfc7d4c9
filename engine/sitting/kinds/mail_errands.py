"""The tasks of a player by mail: to open a letter, to write the next letter, to list the battles.

The command line and the screens share these functions. A desk is a player's private record of a
battle by mail; it is stored before its letter is written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from engine.base import files
from engine.base.errors import FileFault, Refused, WeatherGageError
from engine.base.files import read_bytes
from engine.files import desks as stored
from engine.game.game import titled
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.post import checking, envelope, letters, strict
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks

ENDING = ".mail"
OUT = "letters"
"""The folder for the letters that screens write, inside the folder of desks."""
Next = Literal["choose", "send", "wait", "over"]
"""What a player has to do next: make a choice, send a letter, wait for the opponent's letter, or
nothing, because the battle is over."""


class ReceivedLetter(NamedTuple):
    """A letter after it was opened: the updated desk, its battle if it has begun, and whether the
    letter was new.

    The caller must `close` the battle. A letter of a strict battle is already stored.
    """

    desk: Desk
    battle: Battle | None
    first: bool


class Outgoing(NamedTuple):
    """A letter to send: its text, and the file that contains it."""

    desk: Desk
    text: str
    path: str
    """The path of the letter's file; '' if writing failed."""
    fault: str = ""
    """Why the letter could not be written to a file; '' if it was."""


class OpenResult(NamedTuple):
    """The result of opening a letter: the desk, the player's next step, and the letter to send, if
    one is due.
    """

    desk: Desk
    next: Next
    letter: Outgoing | None


class MailStatus(msgspec.Struct, frozen=True, kw_only=True):
    """The status of a battle by mail, for a list; `fault` says why the battle cannot be read."""

    name: str
    game: str = ""
    scenario: str = ""
    me: str = ""
    other: str = ""
    seats: str = ""
    """The names of the player's seats."""
    progress: str = ""
    waits: str = ""
    """What a strict battle waits for besides choices, in words: dice, or the opening of a seal."""
    strict: bool = False
    """Whether the battle is strict: nobody can foresee dice or see hidden cards."""
    had: str = ""
    """A sentence that says that the opponent's receipt has come; '' if it has not."""
    number: int = 0
    """The number of the latest letter, sent or received."""
    again: int = 0
    """After the desk was restored from an old copy: the number of a sent letter whose orders the
    player must give again. 0 for none."""
    day: str = ""
    """The day on which letter `number` was sent or received, as `20 Nov 2026`."""
    next: Next = "wait"
    fault: str = ""

    @property
    def next_step_text(self) -> str:
        """The next step, in a few words."""
        return {
            "choose": f"give the orders of your letter {self.again} again"
            if self.again
            else "your choice",
            "send": "your letter has to be sent",
            "wait": f"{self.waits or f'letter {self.number + 1} is expected'}{self.had}",
            "over": "over",
        }[self.next]


# Received letters -------------------------------------------------------------------------


def read_letter_file(file: str | Path) -> str:
    """Return the text of a file with a letter; the file may have any common text encoding."""
    return envelope.decode_text(read_bytes(file, letters.LARGEST, "a letter"))


def find_letter(folder: Path, text: str, source: str) -> letters.Letter | letters.Slip:
    """Return the letter or slip in a text; raises `FileFault` with the reason if there is none."""
    found = letters.parse_letters(text, source)
    return post.choose_letter(found, lambda name: stored.load(folder, name))


def open_letter_text(
    folder: Path, text: str, source: str, again: Callable[[str], str], word: str = ""
) -> ReceivedLetter:
    """Open the letter in a text and replay every choice in it.

    A letter of a strict battle is stored as soon as it passes the public checks, because it stays
    valid even if a later check of the desk fails. Other letters are not stored here. `again`
    returns, for the name of a battle, how its latest letter can be sent again; the error about a
    letter that was opened before says so. Raises a `WeatherGageError` that names the fault.
    """
    letter = find_letter(folder, text, source)
    held = stored.load(folder, letter.id)
    if held and letter.number < held.held.number and not held.held.strict:
        raise FileFault(
            f"{source} is letter {letter.number}, and you have opened letter {held.held.number} "
            f"already; {again(letter.id)}"
        )
    receipt = isinstance(letter, letters.Slip) and bool(letter.receipt)
    if held and held.held.strict and letter.number < held.held.number and not receipt:
        checking.must_be_known(held, letter, again(letter.id))
    desk = (
        desks.reply_desk(letter, word) if held is None else post.import_letter(held, letter, source)
    )
    if desk is not held:
        desk = _dated(desk)
        if held and desk.held.strict:
            stored.store(folder, desk)
    return ReceivedLetter(desk, desks.open_battle(folder, desk), held is None)


def open_and_store(
    folder: Path, text: str, source: str, again: Callable[[str], str], word: str = ""
) -> OpenResult:
    """Open the letter in a text and store the result; write the answer if one is due.

    The arguments and errors are as in `open_letter_text`. The battle is closed again.
    """
    desk, battle, _ = open_letter_text(folder, text, source, again, word)
    next_ = what_next(desk, battle)
    letter = None
    try:
        if next_ == "send":
            letter = next_letter(folder, desk, battle)
        else:
            stored.store(folder, desk)
    finally:
        close(desk, battle)
    return OpenResult(desk, next_, letter)


def opened_letter_text(desk: Desk, next_: Next, words: Mapping[str, str]) -> str:
    """Return in words the result of opening a letter; `words` is {next step: text}."""
    if next_ == "wait" and desk.receipt:
        return f"{desk.other} has received your letter {desk.held.number}."
    return f"Letter {desk.held.number} is opened. {words.get(next_, '')}"


# Letters to send --------------------------------------------------------------------------


def add_next_letter(folder: Path, desk: Desk, place: Callable[[Desk], Path]) -> tuple[Desk, Path]:
    """Add the next letter to the desk and store the desk; return (desk, path for the letter's
    file).

    The desk is stored before the letter is written to its file.

    So a lost letter can be written again, and no different letter can get the number of a letter
    that was sent.
    """
    desk = _dated(post.post(desk))
    path = place(desk)
    stored.store(folder, desk)
    return desk, path


def text_of(desk: Desk, battle: Battle | None) -> str:
    """Return the text of a desk's latest letter, as it is sent."""
    return letters.format_letter(desk.letter, desks.remark(desk, battle))


def name_of(desk: Desk, ahead: int = 0) -> str:
    """Return the default file name of a desk's latest letter, or of the letter `ahead` numbers
    later.
    """
    return f"{desk.held.id}-{desk.held.number + ahead}{ENDING}"


def holds(path: Path, desk: Desk, battle: Battle | None) -> bool:
    """Tell whether a file is not a symbolic link and contains exactly the desk's latest letter."""
    try:
        there = read_bytes(path, letters.LARGEST, "a letter")
        return not path.is_symlink() and text_of(desk, battle).encode() == there
    except FileFault:
        return False


def write_letter(folder: Path, desk: Desk, battle: Battle | None) -> Path:
    """Write the letter of a desk into the folder for letters; return its path.

    Each letter of a battle has its own file. Raises `FileFault` when it cannot be written.
    """
    path = folder / OUT / name_of(desk)
    files.write(path, text_of(desk, battle).encode(), private=False)
    return path


def next_letter(folder: Path, desk: Desk, battle: Battle | None) -> Outgoing:
    """Write the next letter into the folder for letters; raises `FileFault` if the desk cannot be
    stored.
    """
    desk, _ = add_next_letter(folder, desk, lambda after: folder / name_of(after))
    return rewrite_letter(folder, desk, battle)


def rewrite_letter(folder: Path, desk: Desk, battle: Battle | None) -> Outgoing:
    """Write the file of the desk's latest letter again.

    If writing fails, the result still has the letter's text, and the reason.
    """
    text = text_of(desk, battle)
    try:
        return Outgoing(desk, text, str(write_letter(folder, desk, battle)))
    except WeatherGageError as error:
        return Outgoing(desk, text, "", str(error))


def letter_to_send(folder: Path, name: str) -> Outgoing:
    """Write the file of the letter that is due, or of the player's latest letter again.

    Raises `Refused` while the player has a choice to make, and when no battle has this name.
    """
    desk = desk_of(folder, name)
    battle = desks.open_battle(folder, desk)
    try:
        if desk.held.by == desk.me:
            return rewrite_letter(folder, desk, battle)
        if post.is_letter_due(desk, battle):
            return next_letter(folder, desk, battle)
        raise Refused("make your choice first; your letter is written after it")
    finally:
        close(desk, battle)


def desk_of(folder: Path, name: str) -> Desk:
    """Return the desk of a battle; raises `Refused` if there is none, `FileFault` if it is
    damaged.
    """
    desk = stored.load(folder, name)
    if desk is None:
        raise Refused(f"no battle by mail is called {name}")
    return desk


def receipt_name(desk: Desk) -> str:
    """Return the default name of a receipt's file."""
    return f"{desk.held.id}-{desk.held.number}-receipt{ENDING}"


def write_receipt(folder: Path, desk: Desk) -> Path:
    """Write a receipt for the latest received letter into the folder for letters; return its
    path.
    """
    path = folder / OUT / receipt_name(desk)
    files.write(path, receipt_text(desk).encode(), private=False)
    return path


def receipt_text(desk: Desk) -> str:
    """Return a receipt for the latest letter; raises `Refused` if that was sent, not received."""
    remark = f"Weather Gage: {desk.me} has received letter {desk.held.number} of {desk.held.id}."
    return letters.format_letter(strict.receipt(desk), remark)


def close(desk: Desk, battle: Battle | None) -> None:
    """Close a battle. If it is over, first write the secret of its dice into its file, so that
    everybody can check the dice.
    """
    if battle:
        secret = ""
        if battle.outcome():
            if desk.held.strict and post.is_letter_due(desk, battle):
                desk = post.post(desk)  # the last letter reveals the player's secret
            secret = post.agreed_secret(desk)
        if secret and not battle.why_closed:
            battle.reveal(secret)
        battle.close()


def _dated(desk: Desk) -> Desk:
    return msgspec.structs.replace(desk, day=date.today().isoformat())


ORDER: tuple[Next, ...] = ("choose", "send", "wait", "over")
"""The order of battles in the list, by next step: battles that wait for this player come first."""


# The status of battles ------------------------------------------------------------------------


def what_next(desk: Desk, battle: Battle | None) -> Next:
    """Return the next step for the player of a desk."""
    if post.is_letter_due(desk, battle):
        return "send"
    if battle and battle.outcome() and (post.agreed_secret(desk) or not desk.held.strict):
        return "over"
    if desk.held.strict and battle and battle.outcome():
        return "wait"
    return "choose" if battle and desk.held.by != desk.me else "wait"


def mail_statuses(folder: Path) -> list[MailStatus]:
    """Return the status of each battle in a folder; battles that wait for this player come
    first.
    """
    found = [mail_status(folder, each) for each in stored.desk_names(folder)]
    return sorted(found, key=lambda row: (bool(row.fault), ORDER.index(row.next)))


def status_text(row: MailStatus) -> str:
    """Return sentences about a battle: its game, seats and latest letter."""
    game = f"{row.game}, strict" if row.strict else row.game
    return (
        f"{game}, {row.progress}. You are {row.me}, {row.seats}. "
        f"Letter {row.number} was the last, of {row.day}."
    )


def mail_status(folder: Path, name: str) -> MailStatus:
    """Return the status of a battle; it is cached until the desk's file changes."""
    path = stored.desk_path(folder, name)
    try:
        facts = path.stat()
    except OSError:
        return MailStatus(name=name, fault=f"{path} cannot be read")
    return _standing(folder, name, facts.st_mtime_ns, facts.st_size)


@lru_cache(maxsize=64)
def _standing(folder: Path, name: str, changed: int, size: int) -> MailStatus:
    """Return the status of a battle. Cached; `changed` (time) and `size` are those of the desk's
    file, so that a new file is read again.
    """
    try:
        desk = stored.load(folder, name)
        if desk is None:
            return MailStatus(name=name, fault=f"the battle {name} was deleted")
        return desk_status(desk, _seen(folder, desk), changed)
    except WeatherGageError as error:
        return MailStatus(name=name, fault=str(error))


def title_of(letter: letters.Letter | letters.Slip) -> str:
    """Return the title of the battle that a letter founds; if its game is not installed here, the
    name of the scenario.
    """
    told = letter.set_up if isinstance(letter, letters.Slip) else letter
    try:
        return titled(system(told.game), told.scenario).title if told else letter.scenario
    except WeatherGageError:
        return letter.scenario


def desk_status(desk: Desk, battle: Battle | None, changed: int = 0) -> MailStatus:
    """Return the status of a desk's battle.

    `changed` is the time of the desk's last change, in nanoseconds since 1970.

    Raises a `WeatherGageError` if the game cannot be played on this machine.
    """
    held, game = desk.held, system(desk.held.game)
    seats = game.seats(battle.state if battle else game.set_up(held.scenario, held.options))
    # The date of the letter; if none was recorded, the date of the desk's last change.
    try:
        when = date.fromisoformat(desk.day)
    except ValueError:
        when = date.fromtimestamp(changed / 1e9)
    told_day = f"{when.day} {when:%b %Y}"
    return MailStatus(
        name=held.id,
        game=game.title,
        scenario=titled(game, held.scenario).title,
        me=desk.me,
        other=desk.other,
        seats=" and ".join(seat.name for seat in seats if held.players.get(seat.key) == desk.me),
        progress=desks.progress_text(battle),
        strict=held.strict,
        waits=post.waits_for(desk),
        had=f"; {desk.other} has received letter {held.number}" if desk.receipt else "",
        number=held.number,
        again=desk.again.number if desk.again else 0,
        day=told_day,
        next=what_next(desk, battle),
    )


def _seen(folder: Path, desk: Desk) -> Battle | None:
    """Return the battle of a desk for reading only: from its file if that is up to date, else
    computed from the desk.
    """
    path = stored.battle_path(folder, desk.held.id)
    count = post.played(desk)
    if path.exists() and post.has_begun(desk):
        try:
            post.check(desk.held)
            battle = Battle.open(path, write=False)
        except FileFault:  # the file is rebuilt when the battle is opened to play
            return post.begin(desk)
        if battle.position == count and post.agrees(desk, battle):
            battle.close()
            return battle
        battle.close()
    return post.begin(desk)
