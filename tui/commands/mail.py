"""The commands of battles by mail: a list, `new`, `open`, `move`, `send`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from engine.base import files
from engine.base.errors import FileFault, Refused
from engine.base.text import clean
from engine.files import desks as stored
from engine.game.position import format_value
from engine.post import correspondence as post
from engine.post import envelope, letters
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from engine.sitting.kinds import mail_errands as errands
from engine.sitting.kinds.mail_errands import MailStatus
from tui.commands.grammar import FINE, Misuse

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp


# Shared by the commands of battles by mail: find desks by name, write letters, print the next step.


PIPED = "-"
"""The name for standard input instead of a file."""
Say = Callable[[str], None]
"""A function that prints a line."""
Place = Callable[[Desk], Path]
"""A function that returns the path of the file for a player's letter."""


def folder_of(chosen: Namespace) -> Path:
    """Load the player's own data records, and return the folder with his battles by mail."""
    from tui.commands.source import use_data_folder

    use_data_folder(chosen.data)
    return stored.mail_folder(chosen.saves)


def desk_of(folder: Path, name: str) -> Desk:
    """Return the player's record (`Desk`) of a battle by mail; raises `Refused` for an unknown
    name.
    """
    desk = stored.load(folder, name)
    if desk is None:
        known = ", ".join(stored.desk_names(folder)) or "none"
        raise Refused(f"no battle by mail is called {format_value(name)}; known: {known}")
    return desk


def quoted_path(path: Path | str) -> str:
    """Return the name of a file without control characters, quoted for a shell."""
    return quote(clean(str(path)))


def rewrite_command(name: str) -> str:
    """Return the command that writes the latest letter of a battle again, with what it does."""
    return f"weathergage mail send {name}  writes your latest letter again"


def go_on(folder: Path, desk: Desk, battle: Battle | None, place: Place, say: Say = print) -> None:
    """Write the player's next letter if it is due.

    Otherwise store the player's record of the battle and print what to do next.
    """
    if post.is_letter_due(desk, battle):
        send_letter(folder, desk, battle, place, say)
    else:
        stored.store(folder, desk)
        say(next_step(folder, desk, battle))
        return
    if battle and battle.outcome():
        say(next_step(folder, post.post(desk), battle))


def send_letter(
    folder: Path, desk: Desk, battle: Battle | None, place: Place, say: Say = print
) -> None:
    """Add the player's next letter to the record of the battle, store the record, then write the
    letter.
    """
    desk, path = errands.add_next_letter(folder, desk, place)
    write(desk, battle, path, say)


def letter_path(out: str | None, battle: Battle | None) -> Place:
    """Return a function that gives the path of a letter's file: `out`, or the usual name in the
    current folder.
    """
    return lambda after: free_path(after, out, battle)


def free_path(desk: Desk, out: str | None, battle: Battle | None = None) -> Path:
    """Return the path for a letter: `out`, or the usual name.

    Raises `Misuse` if another file or a link has this path.
    """
    path = Path(out or errands.name_of(desk))
    if not errands.holds(path, desk, battle):
        must_be_free(path)
    return path


def stdin_text() -> str:
    """Return the text of a mail from standard input."""
    source = getattr(sys.stdin, "buffer", None)
    data = source.read(letters.LARGEST + 1) if source else b""
    if len(data) > letters.LARGEST:
        raise FileFault(f"the input is too large for a letter: more than {letters.LARGEST} bytes")
    return envelope.decode_text(data)


def must_be_free(path: Path) -> None:
    """Raise `Misuse` if a path already leads to a file or a link."""
    if path.is_symlink() or path.exists():
        raise Misuse(f"{quoted_path(path)} is there already; name another file with --out")


def write(desk: Desk, battle: Battle | None, path: Path, say: Say = print) -> None:
    """Write the player's latest letter of a battle into a new file, unless it is already there, and
    print the path.
    """
    hint = f"try again with  weathergage mail send {desk.held.id} --out FILE"
    if not errands.holds(path, desk, battle):
        _put(path, errands.text_of(desk, battle), hint)
    say(f"Send {quoted_path(path)} to {desk.other}.")


def acknowledge(desk: Desk, path: Path, say: Say = print) -> None:
    """Write a receipt for the letter that the player received last into a new file."""
    _put(path, errands.receipt_text(desk), "name another file with --out")
    say(
        f"Send {quoted_path(path)} to {desk.other}: the receipt proves that you have letter "
        f"{desk.held.number}."
    )


def _put(path: Path, text: str, hint: str) -> None:
    try:
        files.create(path, text.encode())
    except FileFault as fault:
        raise type(fault)(f"{clean(str(fault))}; {hint}") from None


def next_step(folder: Path, desk: Desk, battle: Battle | None) -> str:
    """Return a sentence that tells the player what to do next."""
    return next_step_text(folder, errands.desk_status(desk, battle))


def next_step_text(folder: Path, row: MailStatus) -> str:
    """Return a sentence that tells what to do next in a battle, with the command for it."""
    match row.next:
        case "send":
            return f"Write your letter:  weathergage mail send {row.name}"
        case "over":
            path = quoted_path(stored.battle_path(folder, row.name))
            return f"The battle is over; watch it with  weathergage replay {path}"
        case "choose":
            same = f"Give the same orders as in your letter {row.again}" if row.again else ""
            return f"{same or 'It is your turn'}:  weathergage mail move {row.name}"
        case _:
            return f"Waiting for {row.other}'s letter {row.number + 1}."


# The commands of battles by mail: a list of them, `new`, `open`, `move`, `send`.


def listing(chosen: Namespace) -> int:
    """List the battles by mail with what to do next in each; with `--plain`, show them line by line
    and take commands.
    """
    folder = folder_of(chosen)
    if chosen.plain:
        from tui.commands import plain

        plain.mail(chosen.saves)
        return FINE
    names = stored.desk_names(folder)
    for name in names:
        row = errands.mail_status(folder, name)
        what = f"{row.me} and {row.other}, {row.progress}. {next_step_text(folder, row)}"
        print(f"{name}: {row.fault or what}")
    if not names:
        print(
            "There is no battle by mail; begin one with `weathergage mail new SCENARIO "
            "--me YOU --with OTHER`"
        )
    return FINE


def new(chosen: Namespace) -> int:
    """Create a battle by mail and write its first letter."""
    from tui.commands.source import switches

    folder = folder_of(chosen)
    squadrons = chosen.squadrons or ()
    desk = desks.new_desk(
        *(chosen.scenario, chosen.me, chosen.other, chosen.second, chosen.word, squadrons),
        switches=switches(chosen),
        strict=chosen.strict,
    )
    send_letter(folder, desk, None, letter_path(chosen.out, None))
    print(desks.terms(desk))
    return FINE


def open_letter(chosen: Namespace) -> int:
    """Open a letter; if it leaves the player nothing to choose, write the answer at once."""
    folder = folder_of(chosen)
    text = stdin_text() if chosen.file == PIPED else errands.read_letter_file(chosen.file)
    source = "the input" if chosen.file == PIPED else chosen.file
    came = errands.open_letter_text(folder, text, source, rewrite_command, chosen.word)
    desk, battle, first = came
    try:
        if first:
            word = desk.held.words.get(desk.me, "")
            told = f"Your word for the dice: {word}" if word else desks.terms(desk)
            print(f"You are {desk.me}. {told}")
        go_on(folder, desk, battle, letter_path(chosen.out, battle))
    finally:
        errands.close(desk, battle)
    return FINE


def move(chosen: Namespace) -> int:
    """Open the battle so that the player can choose, then write the letter to send."""
    from tui.commands.play import appearance_of, open_app, prepare_first_frame

    if not chosen.plain:
        prepare_first_frame("mail move")
    looks = None if chosen.plain else appearance_of(chosen)
    folder = folder_of(chosen)
    desk = desk_of(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if battle is None or not (
            post.open_questions(desk, battle) or battle.outcome() or desk.again
        ):
            raise Refused(next_step(folder, desk, battle))
        must_be_free(Path(chosen.out or errands.name_of(desk, 1)))  # before playing

        if looks is None:
            from tui.commands import plain

            desk, sends = plain.move(folder, desk, battle)
            if sends:
                go_on(folder, desk, battle, letter_path(chosen.out, battle))
            else:
                print(next_step(folder, desk, battle))
            return FINE
        begun = battle

        def screen(app: GameApp) -> BaseScreen:
            from tui.mail.battle import MailScreen

            return MailScreen(app, folder, desk, begun)

        code: int = open_app(looks, start=screen)
        battle.close()  # the battle may have been continued from the menu
        desk, battle = desk_of(folder, chosen.battle), None
        battle = desks.open_battle(folder, desk)
        go_on(folder, desk, battle, letter_path(chosen.out, battle))
    finally:
        errands.close(desk, battle)
    return code


def send(chosen: Namespace) -> int:
    """Write the latest letter again, or one that could not be written before."""
    folder = folder_of(chosen)
    desk = desk_of(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if desk.held.by == desk.me:
            write(desk, battle, free_path(desk, chosen.out, battle))
        elif post.is_letter_due(desk, battle):
            send_letter(folder, desk, battle, letter_path(chosen.out, battle))
        else:
            raise Refused(next_step(folder, desk, battle))
    finally:
        errands.close(desk, battle)
    return FINE


def delete(chosen: Namespace) -> int:
    """Move a battle to the bin."""
    folder = folder_of(chosen)
    desk_of(folder, chosen.battle)
    away = stored.bin_desk(folder, chosen.battle)
    print(f"{chosen.battle} is in the bin now, {quoted_path(away.parent)}")
    return FINE


def judge(chosen: Namespace) -> int:
    """Print what letters and receipts prove to a third person; return 1 if somebody cheated."""
    from engine.files import desks as ssh_key
    from engine.post import checking, slips

    folder_of(chosen)
    found: list[letters.Slip] = []
    for file in chosen.files:
        for each in letters.parse_letters(errands.read_letter_file(file), file):
            if isinstance(each, letters.BrokenLetter):
                raise each.fault
            if isinstance(each, letters.Letter):
                raise Refused(f"{file} is of a quick battle; only strict battles can be judged")
            found.append(each)
    verdict = checking.judge_letters(found)
    for text in verdict.told:
        print(f"{clean(text)}.")
    right = verdict.right
    for slip in found:
        if slip.ssh and slip.keys:
            said = ssh_key.ssh_verify(slips.signed_text(slip.id, slip.by, slip.keys.own), slip.ssh)
            print(f"{slip.by}'s key is signed by {said}.")
            right = right and "wrong" not in said
    return FINE if right else 1


def receipt(chosen: Namespace) -> int:
    """Write a receipt for the letter received last.

    It proves to the opponent that the letter arrived.
    """
    desk = desk_of(folder_of(chosen), chosen.battle)
    acknowledge(desk, Path(chosen.out or errands.receipt_name(desk)))
    return FINE
