"""A campaign between two persons at a distance, with a watcher: what is secret is sent to nobody
else.
"""

from __future__ import annotations

from pathlib import Path

from engine.arena import crews
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from engine.systems.iron_oak.data.book import shipped
from tests.tui.host.far import Far, company
from tests.tui.host.near import begun, near, running_hub
from tests.tui.host.test_sealed_sheets import ESCAPE, read_in

WAR = Terms(game="iron_oak_campaign", scenario="campaign")
ROUNDS = ("tab", "L", "L", "S", "S", "H", "H", "?", ESCAPE, "E", ESCAPE, "R", ")", ESCAPE, "y", "y")
"""Keys with which a person looks at pages and goes back: log, fleets, cards, help, review, the
replay."""


def names(side: str) -> set[str]:
    """Return the names that only ships of one side have, as pages and the log write them."""
    ships = shipped().ships.values()
    theirs = {ship.short for ship in ships if ship.side != side}
    own = {ship.short for ship in ships if ship.side == side}
    return {name for name in own if not any(name in other for other in theirs)}


async def looks_round(far: Far) -> None:
    """Let a person look at all pages, and go back."""
    for key in ROUNDS:
        far.press(key)
        await far.quiet(0.02)


async def test_a_sealed_force_and_commitment_are_sent_to_nobody_else(tmp_path: Path) -> None:
    """Anna chooses in secret, while Ben and a guest look at all pages; then the forces are
    revealed.
    """
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle("anna", WAR)
        hosted.sit("anna", "A", "")
        hosted.sit("ben", "B", "")
        persons = []
        for name in ("anna", "ben", "guest"):
            far = await people.comes(name, (100, 30))
            await far.sees("LOBBY")
            far.press("enter")
            await far.sees("FORCES")
            persons.append(far)
        anna, ben, guest = persons
        await anna.sees("YOUR CHOICE")
        before = len(read_in(ben))  # the lobby's picture has both catalogues, as a watcher's
        anna.press("x")
        await anna.sees("Seal it?")
        anna.press("y")
        await ben.sees("The Union has chosen")
        for far in (ben, guest):
            await looks_round(far)
        assert [name for name in names("union") if name in read_in(ben)[before:]] == []
        for far in (ben, guest):
            assert "your force" not in read_in(far)
        battle = hosted.battle
        assert battle
        while battle.state.phase != "commit":
            sheet = battle.pending()[0]
            battle.answer(sheet.seat, sheet.proposed)
        for far in (ben, guest):
            far.press(ESCAPE)
            await far.sees("COMMITMENT")
        mine, _ = battle.pending()
        battle.answer("A", mine.proposed)
        for far in (ben, guest):
            far.press("L", "L", "S", "S", "R", ESCAPE)
            await far.quiet(0.05)
            assert "you send" not in read_in(far)
        assert battle.state.forces["union"].chosen


async def test_a_war_is_fought_on_a_host_and_saved(tmp_path: Path) -> None:
    """Both take what is proposed on their screens; then two ensigns play the campaign to its
    end.
    """
    async with (
        running_hub(tmp_path) as hub,
        near(hub, "anna") as anna,
        near(hub, "ben") as ben,
        near(hub, "") as guest,
    ):
        hosted = begun(hub, "anna", "ben", terms=WAR)
        battle = hosted.running()
        for each in (anna, ben, guest):
            await each.press("enter")
        for each in (anna, ben):
            await each.sees("YOUR CHOICE", "FORCES")
            await each.press("x", "y")
        await guest.press("space")  # the picture that opens the war stays until a key
        await guest.sees("CREWS")
        crew = crews(battle.game, battle.state, 1, "ensign", "ensign")
        while questions := battle.pending():
            seat = questions[0].seat
            assert_hidden(battle)
            battle.answer(seat, crew[seat].choose(battle.view(seat), questions[0]))
        outcome = battle.outcome()
        assert outcome is not None
        for each in (anna, ben, guest):
            await each.sees("The end", outcome.reason[:20])
        path = battle.path
    assert path
    again = Battle.open(path, write=False)
    assert again.verify().ok, again.verify().text
    again.close()


def assert_hidden(battle: Battle) -> None:
    """Assert that nobody is shown a secret choice or a yard card of another side."""
    for viewer_seat in ("A", "B", ""):
        view = battle.view(viewer_seat)
        for side, seat in (("union", "A"), ("confederate", "B")):
            if seat != viewer_seat:
                assert view.forces[side].chosen == ()
                assert not any(view.forces[side].hand)
