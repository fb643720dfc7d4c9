"""A campaign by mail: one letter for each sheet; what is secret is in no letter before both have
sent theirs.
"""

from __future__ import annotations

from pathlib import Path

from engine.files import desks as stored
from engine.kernel.battle import Battle
from engine.post import correspondence as post
from engine.sitting.kinds import mail as desks
from tests.tui.letters import Writer, introduced
from tests.tui.mail.test_mail import told


def exchanged(writer: Writer, reader: Writer) -> None:
    """Let one player choose and send a letter, and the other open it."""
    writer.chooses()
    assert writer.writes("send", writer.battle) == 0
    assert reader.says("open", writer.out) == 0


def test_a_sealed_force_is_in_no_letter_before_both_are_in(tmp_path: Path) -> None:
    anna, ben = introduced(tmp_path, "campaign")
    anna.chooses()
    assert anna.writes("send", anna.battle) == 0
    (kept,) = anna.desk.kept.values()
    sealed = bytes(kept.choice.command).decode()
    ships = [word for word in sealed.split('"') if word.startswith(("uss_", "css_"))]
    assert len(ships) >= 6
    letter = told(anna.out)
    assert not any(ship in letter for ship in ships)
    assert ben.says("open", anna.out) == 0
    known = stored.desk_path(ben.folder, ben.battle).read_text("utf-8")
    assert not any(ship in known for ship in ships)
    exchanged(ben, anna)
    anna.chooses()
    assert anna.writes("send", anna.battle) == 0
    assert all(ship in told(anna.out) for ship in ships)


def test_a_war_goes_on_by_mail_and_both_desks_know_the_same(tmp_path: Path) -> None:
    """It is played to the middle of the first battle: forces, crews, commitments, places,
    orders.
    """
    anna, ben = introduced(tmp_path, "campaign")
    writer, reader = anna, ben
    for _ in range(40):
        exchanged(writer, reader)
        writer, reader = reader, writer
        desk = writer.desk
        battle = desks.open_battle(writer.folder, desk)
        assert battle
        turn, questions = battle.game.turn(battle.state), post.open_questions(desk, battle)
        battle.close()
        if turn >= 2 and questions:
            break
    battles = [Battle.open(each.path, write=False) for each in (anna, ben)]
    short, long = sorted(battles, key=lambda battle: battle.position)
    assert long.state.battle is not None
    assert short.state == long.at(short.position)
    for battle in battles:
        battle.close()
