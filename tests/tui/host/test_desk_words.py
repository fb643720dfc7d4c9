"""Whatever is typed on the page of the club or as an order to the host, the reply is an answer or
one sentence.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.base.errors import WeatherGageError
from engine.hosting.club.desk import Desk
from engine.hosting.club.notices import Notice, Notices
from engine.hosting.club.owner import Owner
from engine.hosting.club.tournaments import Tournaments
from tests.tui.host.near import begun, running_hub
from tests.tui.host.test_club import resigned
from tui.host.connection.admission import Users

PIECES = (
    "", " ", "anna", "ben", "ANNA", "guest", "-1", "0", "1", "99999999999999999999", "²", "off",
    "on", "\x1b[2J", "\x00", "\r\nBcc: x", "../../etc/passwd", "%s%n", "{0}", "é" * 300,
    "x" * 5000, "=", "swiss", "robin", "knockout", "ladder", "quickstart", "fleet",
    "series:oak_iron", "best_of_three", "rounds=3", "rounds=", "days=0", "days=1e9",
    "days=0.01", "clock=a day", "clock=19", "B=ensign", "B=exec:sh", "word=", "Europe/Berlin",
    "22-8", "24-24", "https://x/", "https://127.0.0.1/", "a@b", "127.0.0.1", "::1",
    "ssh-ed25519 AAAA", "cup", "2026-05", "no.", "'; drop table", "<script>",
)  # fmt: skip


async def sent(notice: Notice, address: str) -> str:
    """Stands for sending a notice: it sends nothing, and reports no error."""
    return ""


@pytest.mark.parametrize("seed", range(4))
async def test_no_line_ends_in_an_error_of_the_program(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    async with running_hub(tmp_path / "hosted") as hub:
        tournaments = Tournaments(tmp_path / "hosted" / "tournaments", hub)
        Notices(hub, sent, sent)
        owner = Owner(hub, Users(tmp_path / "users", is_open=True), lambda: None)
        hub.known_names = lambda: ("anna", "ben")
        resigned(begun(hub, "anna", "ben"), "ben")
        ids = [begun(hub, "anna", "ben").agreement.id, *hub.battles]
        desks = [Desk(hub, name) for name in ("anna", "ben", "")]
        answered = 0
        for _ in range(700):
            pieces = random.choices((*PIECES, *ids), k=random.randint(0, 4))
            owners = random.random() < 0.3
            desk = random.choice(desks)
            words = owner.words if owners else desk.words
            line = f"{random.choice((*words, 'nothing'))} {' '.join(pieces)}"
            try:
                told = owner.execute(line, "a test") if owners else desk.execute(line)
            except WeatherGageError as refused:
                told = [str(refused)]
                assert "\n" not in told[0]
                assert len(told[0]) < 1000
            else:
                answered += 1
            assert all("\x1b" not in each and "\x00" not in each for each in told), line
        owner.execute("close 5", "a test")
        owner.execute("close off", "a test")
        tournaments.do_due_steps()
        assert answered > 50
        for long in (f"A={'x' * 3000}", f"{'x' * 3000}=1", "x" * 3000):
            with pytest.raises(WeatherGageError) as refusal:
                desks[0].execute(f"challenge ben quickstart {long}")
            assert len(str(refusal.value)) < 300
    written = {each.parent.name for each in tmp_path.rglob("*") if each.is_file()}
    assert written <= {"hosted", "people", "tournaments", tmp_path.name, "stars"}
