"""Two players who send each other letters by the command line, each with a folder of saved
battles.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from engine.files import desks as stored
from engine.players import make_player
from engine.post import correspondence as post
from engine.post.correspondence import Desk
from engine.sitting.kinds import mail as desks
from tui.cli import main

MOST_LETTERS = 600


class Writer:
    """One of the two players; a computer player chooses for him, and he runs the commands of the
    command line.
    """

    def __init__(self, name: str, folder: Path, mind: str = "ensign", seed: int = 1) -> None:
        self.name = name
        self.saves = folder / name
        self.out = folder / f"{name}.mail"
        self._mind = mind
        self._random = Random(seed)

    def says(self, *words: object) -> int:
        """Run a command of `mail`; return its exit code."""
        return main(["mail", *map(str, words), "--saves", str(self.saves)])

    def writes(self, *words: object) -> int:
        """Run a command that writes a letter, after the letter before was removed."""
        self.out.unlink(missing_ok=True)
        return self.says(*words, "--out", self.out)

    @property
    def folder(self) -> Path:
        """The folder with the record of the player (desk) and the battle."""
        return stored.mail_folder(self.saves)

    @property
    def battle(self) -> str:
        """The name of his only battle."""
        (name,) = stored.desk_names(self.folder)
        return name

    @property
    def path(self) -> Path:
        """The path of his battle's file."""
        return stored.battle_path(self.folder, self.battle)

    @property
    def desk(self) -> Desk:
        """The player's record of the battle."""
        desk = stored.load(self.folder, self.battle)
        assert desk
        return desk

    def chooses(self, most: int = 10_000) -> int:
        """Choose until the other player is needed, as the mail screen does; return how often."""
        desk = self.desk
        battle = desks.open_battle(self.folder, desk)
        assert battle
        try:
            for count in range(most):
                questions = post.open_questions(desk, battle)
                if not questions:
                    return count
                seat, salt = questions[0].seat, f"{self._random.getrandbits(64):x}"
                mind = make_player(self._mind, battle.game, self._random.getrandbits(32), seat)
                answer = mind.choose(battle.view(seat), questions[0])
                desk = post.with_answer(desk, battle, seat, salt, answer)
                stored.store(self.folder, desk)
                post.submit_known(desk, battle)
            return most
        finally:
            battle.close()


def introduced(
    folder: Path, scenario: str, mind: str = "ensign", *words: str
) -> tuple[Writer, Writer]:
    """Return two players whose first letters have settled the dice; the first player has to
    choose.
    """
    anna, ben = Writer("anna", folder, mind, 1), Writer("ben", folder, mind, 2)
    assert anna.writes("new", scenario, "--me", "anna", "--with", "ben", *words) == 0
    assert ben.writes("open", anna.out) == 0
    if not ben.out.exists():  # nothing is drawn, so he is asked at once
        ben.chooses()
        assert ben.writes("send", ben.battle) == 0
    assert anna.writes("open", ben.out) == 0
    return anna, ben


def play_out(anna: Writer, ben: Writer) -> list[int]:
    """Exchange letters until none is due; return their sizes in bytes."""
    sizes = []
    writer, reader = anna, ben
    for _ in range(MOST_LETTERS):
        if writer.chooses():
            assert writer.writes("send", writer.battle) == 0
        if not writer.out.exists():
            return sizes
        secrets = writer.desk.kept
        assert all(writer.desk.held.choices[number].closed for number in secrets)
        sizes.append(writer.out.stat().st_size)
        reader.out.unlink(missing_ok=True)
        assert reader.says("open", writer.out, "--out", reader.out) == 0
        writer.out.unlink()
        writer, reader = reader, writer
    raise AssertionError("the battle does not end")
