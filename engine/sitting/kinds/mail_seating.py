"""MailTable: the seats of a battle by mail at one desk, and what is done there."""

from __future__ import annotations

import secrets
from pathlib import Path

from engine.base.errors import Refused
from engine.files import desks as stored
from engine.game.command import Given
from engine.game.question import Question
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.seats import OwnTable


class MailTable(OwnTable):
    """The seats of the player at this desk; the others' are far away."""

    def __init__(self, folder: Path, desk: Desk, battle: Battle) -> None:
        players = desk.held.players.items()
        super().__init__(battle, tuple(key for key, name in players if name == desk.me))
        self.folder = folder
        self.desk = desk
        self.own_battle = battle

    def asked(self) -> Question | None:
        """Return an open question of the player's that he has not answered."""
        return next(iter(post.asked(self.desk, self.battle)), None)

    @property
    def due(self) -> bool:
        """Whether a letter is to be written, with nothing left to choose first."""
        return post.due(self.desk, self.own_battle)

    @property
    def waiting(self) -> bool:
        """Whether a choice in the letter is still sealed: nothing is played before."""
        return len(self.desk.held.choices) > self.battle.position

    def choose(self, seat: str, given: Given) -> None:
        """Put an answer into the letter, and play it if everything before it is known."""
        if seat not in self.persons:
            raise Refused("this choice is the other player's")
        if self.battle.why_closed:  # its desk may have gone on elsewhere
            raise Refused(self.battle.why_closed)
        salt = secrets.token_hex(16)
        self._keep(post.answered(self.desk, self.battle, seat, salt, given))
        post.play_known(self.desk, self.battle)

    def take_back(self) -> None:
        """Take the latest choice out of the letter, as far as a battle allows."""
        seat, waiting = self.acting_seat(), self.waiting
        back = post.taken_back(self.desk)
        if not waiting and (why_not := self.battle.why_not_undo(seat)):
            raise Refused(why_not)
        self._keep(back)  # before the battle, which can be rebuilt from the desk
        if not waiting:
            self.own_battle.undo(seat)

    def _keep(self, desk: Desk) -> None:
        """Store the desk; it is on disk when this returns."""
        stored.store(self.folder, desk)
        self.desk = desk
