"""MailLines: one's own side of a battle by mail in lines, until the other's choice is needed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine.base.errors import Refused
from engine.game.game import Given
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds.mail import MailTable
from tui.plain.table import HELP, Does, PlainTable, Read

NOT_BY_MAIL = ("redo", "take back", "leave", "resign", "coach")
"""What is nothing to be done in a letter: nobody is there to agree, or to be told."""
CHANGED = {
    "rules W   what a word means                 undo, redo, take back": (
        "rules W   what a word means                 undo      take a choice out of the letter"
    ),
    "leave [N] the ways out of it; N takes one": "",
    "coach     he speaks up when an answer costs much, against the computer; again: no more": "",
    "resign    give up                           quit      leave; everything is saved": (
        "send      write the letter             quit      leave; your choices are kept"
    ),
}
"""Lines of the help that say another thing by mail; '' for those that do not hold."""


def _help() -> str:
    lines = (CHANGED.get(line, line) for line in HELP.strip("\n").split("\n"))
    return "\n".join(line for line in lines if line)


class MailLines(PlainTable):
    """A battle by mail at one's own desk, in lines."""

    HELP = _help()
    seats: MailTable

    def __init__(
        self, folder: Path, desk: Desk, battle: Battle, read: Read, write: Callable[[str], None]
    ) -> None:
        super().__init__(battle, MailTable(folder, desk, battle), read, write)
        self._choices = len(desk.held.choices)
        self.sends = False
        """Whether the letter is to be written: then what is in it stands."""

    def _look_up(self) -> bool:
        return not self.sends

    def _waits(self) -> bool:
        """Take lines while the letter is due, which may still be changed."""
        return self.seats.due

    async def _answered(self, question: Question | None) -> bool:
        self._choices = len(self.seats.desk.held.choices)
        if question is None and self._waits():
            desk = self.seats.desk
            waits = post.waits_for(desk)
            self._say(f"It {waits}." if waits else f"Now {desk.other}'s choice is needed.")
            self._say("send writes the letter, and then your choices stand; undo takes one back.")
        return await super()._answered(question)

    def _over(self, state: object) -> bool:
        """Tell whether what was asked is answered, if only by a sealed choice in the letter."""
        changed = len(self.seats.desk.held.choices) != self._choices
        return super()._over(state) or changed or self.sends

    def _send(self) -> None:
        if not self.seats.due:
            raise Refused("the letter is written when nothing is left to choose")
        self.sends = True

    def _give(self, question: Question, given: Given) -> None:
        self.seats.choose(question.seat, given)
        if self.seats.waiting:
            self._say("Your choice is in the letter, sealed until the other one has chosen.")

    def _undo(self) -> None:
        self.seats.take_back()

    def _looks(self, question: Question | None) -> dict[str, Does]:
        own: dict[str, Does] = {"send": lambda _: self._send()}
        return {**super()._looks(question), **dict.fromkeys(NOT_BY_MAIL, _refuse), **own}

    def _asks(self, question: Question) -> dict[str, Does]:
        return {**super()._asks(question), **dict.fromkeys(NOT_BY_MAIL, _refuse)}


def _refuse(rest: str) -> None:
    raise Refused("by mail nobody is there to agree; undo takes out what has not gone out")
