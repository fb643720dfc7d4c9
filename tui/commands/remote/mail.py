"""The commands of battles by mail: a list of them, `new`, `open`, `move`, `send`."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from engine.base.clean import clean
from engine.base.errors import Refused
from engine.files import desks as stored
from engine.post import correspondence as post
from engine.sitting.kinds import mail_desk as desks
from engine.sitting.kinds import mail_errands as errands
from tui.commands.grammar import FINE
from tui.commands.remote import sending

if TYPE_CHECKING:
    from tui.screens.base import BaseScreen
    from tui.screens.game_app import GameApp


def listing(chosen: Namespace) -> int:
    """Print which battles by mail there are, and whose turn it is."""
    folder = sending.folder_of(chosen)
    names = stored.known(folder)
    for name in names:
        row = errands.standing(folder, name)
        what = f"{row.me} and {row.other}, {row.progress}. {sending.told(folder, row)}"
        print(f"{name}: {row.fault or what}")
    if not names:
        print("There are none; begin one with  weathergage mail new SCENARIO --me YOU --with OTHER")
    return FINE


def new(chosen: Namespace) -> int:
    """Found a battle and write the first letter."""
    from tui.commands.source import switches

    folder = sending.folder_of(chosen)
    squadrons = chosen.squadrons or ()
    desk = desks.found(
        *(chosen.scenario, chosen.me, chosen.other, chosen.second, chosen.word, squadrons),
        switches=switches(chosen),
        strict=chosen.strict,
    )
    sending.send(folder, desk, None, sending.named(chosen.out, None))
    print(desks.terms(desk))
    return FINE


def open_letter(chosen: Namespace) -> int:
    """Take in a letter; one that leaves nothing to choose is answered at once."""
    folder = sending.folder_of(chosen)
    came = errands.taken_in(
        folder, errands.read(chosen.file), chosen.file, sending.again, chosen.word
    )
    desk, battle, first = came
    try:
        if first:
            word = desk.held.words.get(desk.me, "")
            told = f"Your word for the dice: {word}" if word else desks.terms(desk)
            print(f"You are {desk.me}. {told}")
        sending.go_on(folder, desk, battle, sending.named(chosen.out, battle))
    finally:
        errands.close(desk, battle)
    return FINE


def move(chosen: Namespace) -> int:
    """Open the battle to play one's choices, then write the letter to send."""
    from tui.commands.play import looks_of, make_ready, open_app

    if not chosen.plain:
        make_ready("mail move")
    looks = None if chosen.plain else looks_of(chosen)
    folder = sending.folder_of(chosen)
    desk = sending.desk_of(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if battle is None or not (post.asked(desk, battle) or battle.outcome() or desk.again):
            raise Refused(sending.next_step(folder, desk, battle))
        sending.must_be_free(Path(chosen.out or errands.name_of(desk, 1)))  # before it is played

        if looks is None:
            from tui.commands import plain

            desk, sends = plain.move(folder, desk, battle)
            if sends:
                sending.go_on(folder, desk, battle, sending.named(chosen.out, battle))
            else:
                print(sending.next_step(folder, desk, battle))
            return FINE
        begun = battle

        def screen(app: GameApp) -> BaseScreen:
            from tui.mail.battle import MailScreen

            return MailScreen(app, folder, desk, begun)

        code: int = open_app(looks, start=screen)
        battle.close()  # it may have gone on, played from the menu
        desk, battle = sending.desk_of(folder, chosen.battle), None
        battle = desks.open_battle(folder, desk)
        sending.go_on(folder, desk, battle, sending.named(chosen.out, battle))
    finally:
        errands.close(desk, battle)
    return code


def send(chosen: Namespace) -> int:
    """Write the latest letter again, or one that could not be written before."""
    folder = sending.folder_of(chosen)
    desk = sending.desk_of(folder, chosen.battle)
    battle = desks.open_battle(folder, desk)
    try:
        if desk.held.by == desk.me:
            sending.write(desk, battle, sending.free_path(desk, chosen.out, battle))
        elif post.due(desk, battle):
            sending.send(folder, desk, battle, sending.named(chosen.out, battle))
        else:
            raise Refused(sending.next_step(folder, desk, battle))
    finally:
        errands.close(desk, battle)
    return FINE


def judge(chosen: Namespace) -> int:
    """Print what letters and receipts show to a third person; return 1 when somebody cheated."""
    from engine.files import ssh_key
    from engine.post import audit, letters, signing

    sending.folder_of(chosen)
    found: list[letters.Slip] = []
    for file in chosen.files:
        for each in letters.all_in(errands.read(file), file):
            if isinstance(each, letters.Broken):
                raise each.fault
            if isinstance(each, letters.Letter):
                raise Refused(f"{file} is of a quick battle, which is on honour")
            found.append(each)
    verdict = audit.judged(found)
    for text in verdict.told:
        print(f"{clean(text)}.")
    right = verdict.right
    for slip in found:
        if slip.ssh and slip.keys:
            said = ssh_key.judged(signing.told(slip.id, slip.by, slip.keys.own), slip.ssh)
            print(f"{slip.by}'s key is signed by {said}.")
            right = right and "wrong" not in said
    return FINE if right else 1


def receipt(chosen: Namespace) -> int:
    """Write a receipt of the letter that came last: it shows the other that one has it."""
    desk = sending.desk_of(sending.folder_of(chosen), chosen.battle)
    sending.acknowledge(desk, Path(chosen.out or sending.receipt_name(desk)))
    return FINE
