"""Captains of one fleet choose their ships on a host, on screens and in the line interface."""

from __future__ import annotations

import shutil
import signal
from pathlib import Path

import pytest

from engine.base.errors import Refused
from engine.game.decision import Answer
from engine.game.panel import ShipLine
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Agreement, Terms, stored_agreements
from engine.systems.wooden_ships.set_up.switches import REST, SHIP
from tests.tui.host.far import company
from tests.tui.host.near import begun, near, running_hub, there, until
from tests.tui.host.test_founding import form_of, turned
from tests.tui.host.test_lines import comes as lines_of
from tests.tui.host.test_process import started

CHOICE = Terms(
    game="wooden_ships",
    scenario="algeciras",
    options={"captains": 2, "deal": "choice"},
    clock=3600,
)
PEOPLE = ("anna", "ben", "carl", "dora")


def chooses(hosted: HostedBattle, seat: str, ship: str) -> None:
    hosted.running().answer(seat, {SHIP: Answer(ship)})


def chosen(hosted: HostedBattle) -> dict[str, set[str]]:
    """Return {seat: ships that its captain has chosen}."""
    rows = hosted.game.screen.roster(hosted.running().view(""))
    found: dict[str, set[str]] = {}
    for row in rows:
        if isinstance(row, ShipLine) and row.owner:
            found.setdefault(row.owner, set()).add(row.key)
    return found


async def test_captains_choose_on_a_screen_and_in_lines_and_are_told_their_ships(
    tmp_path: Path,
) -> None:
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, *PEOPLE, terms=CHOICE)
        anna, ben = await people.comes("anna", (100, 34)), await lines_of(people, "ben")
        await anna.sees("LOBBY")
        anna.press("enter")
        await anna.sees("YOUR CHOICE", "CHOOSING", "Ships left: British", "Your next ship")
        await ben.types("1", "Waiting for anna and carl.")
        anna.press("down")
        await anna.sees(">2. A2 Pompee, 74 guns")
        anna.press("enter")
        await anna.sees("All answers are filled in. Seal the sheet?")
        anna.press("enter")
        await anna.sees("Waiting for ben")
        await ben.sees("British 1 chose A2 Pompee", "British 2, turn 1, choosing", "Your next ship")
        for line, why in (
            ("A2", "'A2' is not an answer or command here"),
            ("A2 Pompee", "A2 Pompee: British 1 has taken her"),
            ("C1 Real-Carlos", "is not an answer or command here"),
            ("ship 9", "there is no answer 9; there are 4"),
            ("ship \x1b[31m", "has a control character in it"),
            ("seal it", "is not an answer or command here"),
        ):
            await ben.types(line, why)
        assert "B" not in chosen(hosted)
        await ben.types("ship A3", "Your next ship: A3 Spencer", "Type `seal`.")
        await ben.types("seal", "British 2 chose A3 Spencer", "choosing")
        await ben.types("A4", "Type `seal`.")
        await ben.types("seal", "British 1 gets A1 Caesar", "Waiting for carl.")
        for seat in "CD":
            chooses(hosted, seat, REST)
        await ben.sees("Your ships: Spencer (A3) and Hannibal (A4).")
        await anna.sees("Your ships: Caesar (A1) and Pompee (A2).")
        own = chosen(hosted)
        assert (own["A"], own["B"]) == ({"A1", "A2"}, {"A3", "A4"})


async def test_a_captain_passes_the_rest_to_the_program_on_a_screen(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, *PEOPLE, terms=CHOICE)
        anna.app.enter_battle(hosted)
        await anna.sees("YOUR CHOICE")
        await anna.press("down", "down", "down", "down", "enter", "enter")
        await until(lambda: hosted.running().entries, lambda: anna.text)
        assert "A1" in chosen(hosted)["A"]
        assert [each.seat for each in hosted.questions()] == ["B", "C"]
        chooses(hosted, "B", "A3")
        chooses(hosted, "B", "A4")
        assert chosen(hosted)["A"] == {"A1", "A2"}


async def test_the_choice_of_a_late_captain_is_the_computers_until_he_comes(
    tmp_path: Path,
) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, *PEOPLE, terms=CHOICE)
        there(hub, "ben", hosted)
        before = hosted.clock.deadlines["C"]
        chooses(hosted, "A", "A4")
        assert hosted.clock.deadlines["C"] == before, "another fleet's choice gives no time"
        hosted.clock.expire("C")
        await until(lambda: "D" in hosted.asked(), lambda: str(hosted.asked()))
        assert chosen(hosted) == {"A": {"A4"}, "C": {"C1"}}, "the ship of most points"
        hosted.come_back("carl")
        chooses(hosted, "D", "C2")
        chooses(hosted, "D", "C3")
        assert "C" in hosted.asked(), "carl chooses again"


async def test_with_nobody_there_a_late_choice_adjourns_the_battle(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, *PEOPLE, terms=CHOICE)
        hosted.clock.expire("A")
        assert hosted.standing == "adjourned"
        with pytest.raises(Refused, match="adjourned"):
            hosted.running()
        hosted.resume("dora")
        chooses(hosted, "A", "A4")
        assert hosted.asked() == ("B", "C")


@pytest.mark.parametrize("leaves", ["resigns", "hands over"])
async def test_the_founder_leaves_and_the_host_is_killed_in_the_middle_and_nothing_is_lost(
    tmp_path: Path, leaves: str
) -> None:
    """A captain also gains no time by it. The kill is simulated by a copy of the folder."""
    async with running_hub(tmp_path / "one") as hub:
        hosted = begun(hub, *PEOPLE, terms=CHOICE)
        chooses(hosted, "A", "A4")
        chooses(hosted, "C", REST)
        with pytest.raises(Refused, match="the battle has begun"):
            hub.withdraw("anna", hosted)
        if leaves == "resigns":
            hosted.leaving.resign("anna", "A")
        else:
            hosted.leaving.hand("anna", "A", "lieutenant")
        chooses(hosted, "B", "A1")
        questions, due = hosted.questions(), hosted.clock.deadlines
        state, name = hosted.running().state, hosted.agreement.id
        shutil.copytree(tmp_path / "one", tmp_path / "two")
    async with running_hub(tmp_path / "two") as hub:
        again = hub.battles[name]
        assert again.running().state == state
        assert again.questions() == questions
        assert again.clock.deadlines == due
        assert not again.seating.seats_of("anna")
        chooses(again, "B", "A2")
        assert chosen(again) == {"A": {"A3", "A4"}, "B": {"A1", "A2"}, "C": {"C1"}}
        there(hub, "dora", again)
        chooses(again, "D", REST)
        hub.start_computers()
        await until(lambda: again.running().state.turn > 0 and again.asked(), lambda: "")
        assert {each.kind for each in again.questions()} == {"orders"}


async def test_a_host_that_is_killed_in_the_middle_goes_on_with_each_choice_that_was_made(
    tmp_path: Path,
) -> None:
    """A real SIGKILL ends the process. A draft that was not submitted is still there, too."""

    def papers() -> Agreement:
        (found,) = stored_agreements(tmp_path / "hosted")
        assert isinstance(found, Agreement)
        return found

    hub = Hub(tmp_path / "hosted")
    begun(hub, *PEOPLE, terms=CHOICE)
    hub.close()
    async with started(tmp_path) as first:
        anna, ben = await lines_of(first.people, "anna"), await lines_of(first.people, "ben")
        carl = await first.people.comes("carl", (100, 34))
        await carl.sees("LOBBY")
        carl.press("enter")
        await carl.sees("YOUR CHOICE", "CHOOSING")
        await anna.types("1", "Your next ship: empty")
        await ben.types("1", "Waiting for anna and carl.")
        await anna.types("A2", "Type `seal`.")
        await anna.types("seal", "British 1 chose A2 Pompee")
        await ben.sees("British 1 chose A2 Pompee", "Your next ship")
        await ben.types("A3", "Your next ship: A3 Spencer")
        carl.press("enter")
        await carl.sees("All answers are filled in. Seal the sheet?")
        before = papers()
        carl.press("enter")
        await until(lambda: papers().deadlines != before.deadlines, lambda: carl.text)
        due = papers().deadlines
        await first.ends(signal.SIGKILL)
    async with started(tmp_path) as second:
        second.people.keys = first.people.keys
        at_home = {name: await lines_of(second.people, name) for name in PEOPLE}
        anna, ben, _, dora = at_home.values()
        await at_home["carl"].types("1", "Waiting for ben and dora.")
        await anna.types("1", "Your ships so far: Pompee (A2).", "Waiting for ben and dora.")
        await ben.types("1", "Your next ship: A3 Spencer")
        await ben.types("A2 Pompee", "A2 Pompee: British 1 has taken her")
        assert papers().deadlines == due, "nobody wins time, nobody loses any"
        await ben.types("seal", "British 2 chose A3 Spencer")
        for each, line, then in (
            (ben, "A4", "British 1 gets A1 Caesar"),
            (dora, "rest", "Waiting for carl."),
            (at_home["carl"], "rest", "Your ships: "),
        ):
            await each.types("1" if each is dora else "", "> ")
            await each.types(line, "Type `seal`.")
            await each.types("seal", then)
        await anna.sees("Your ships: Caesar (A1) and Pompee (A2).")
        await ben.sees("Your ships: Spencer (A3) and Hannibal (A4).")
        await second.ends(signal.SIGTERM)
    hub = Hub(tmp_path / "hosted")
    (hosted,) = hub.battles.values()
    own = chosen(hosted)
    assert (own["A"], own["B"]) == ({"A1", "A2"}, {"A3", "A4"})
    assert {each.kind for each in hosted.questions()} == {"orders"}
    hub.close()


async def test_who_comes_back_when_all_have_chosen_is_told_his_ships(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "anna") as anna:
        hosted = begun(hub, *PEOPLE, terms=CHOICE)
        anna.app.enter_battle(hosted)
        await anna.sees("YOUR CHOICE")
        chooses(hosted, "A", "A3")
        await anna.press("M")
        await anna.sees("LOBBY")
        for seat in "BCD":
            chooses(hosted, seat, REST)
        chooses(
            hosted, "A", "A2"
        ) if "A" in hosted.asked() and hosted.running().state.pools else None
        await anna.press("enter")
        await anna.sees("Your ships: Pompee (A2) and Spencer (A3).")


async def test_a_choice_is_founded_in_lines_and_a_fault_is_named_at_once(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        anna = await lines_of(people, "anna")
        await anna.types(
            "found algeciras deal=choice", "needs two or more captains who share a fleet"
        )
        assert not people.host.hub.battles
        await anna.types("found algeciras captains=2 deal=chosen by the captains", "Algeciras")
        (hosted,) = people.host.hub.battles.values()
        assert hosted.agreement.terms.options == {"captains": "2", "deal": "choice"}


async def test_two_windows_of_one_captain_choose_one_ship(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, *PEOPLE, terms=CHOICE)
        one, other = await lines_of(people, "anna"), await lines_of(people, "anna")
        for each in (one, other):
            await each.types("1", "Your next ship: empty")
        await one.types("A2", "Type `seal`.")
        await other.types("A3", "Type `seal`.")
        await one.types("seal", "British 1 chose A2 Pompee")
        await other.sees("British 1 chose A2 Pompee", "Waiting for ben and carl.")
        await other.types("seal", "You have nothing to choose now")
        assert chosen(hosted) == {"A": {"A2"}}


async def test_a_choice_that_all_let_a_captain_take_back_is_made_again(tmp_path: Path) -> None:
    """After the choice is taken back, the captain is told the new ships."""
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, *PEOPLE, terms=CHOICE)
        for seat, ship in (("A", REST), ("C", REST), ("D", REST), ("B", "A2")):
            chooses(hosted, seat, ship)
        ben = await lines_of(people, "ben")
        await ben.types("1", "Your ships so far: Pompee (A2).", "Your next ship: empty")
        await ben.types("A3", "Type `seal`.")
        await ben.types("seal", "Your ships: Pompee (A2) and Spencer (A3).")
        await ben.types("take back", "y or n")
        await ben.types("y", "asked whether you may take the order back")
        for name in ("anna", "carl", "dora"):
            hosted.taking_back.grant(name)
        await ben.sees("Your next ship: A3 Spencer")
        await ben.types("A4", "Type `seal`.")
        await ben.types("seal", "Your ships: Pompee (A2) and Hannibal (A4).")


async def test_somebody_who_watches_sees_the_choice_and_has_no_part_in_it(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = begun(people.host.hub, *PEOPLE, terms=CHOICE)
        eve = await lines_of(people, "eve")
        await eve.types("watch 1", "you watch this battle")
        chooses(hosted, "A", "A2")
        await eve.sees("British 1 chose A2 Pompee")
        await eve.types("A3", "You have nothing to choose now")
        await eve.types("ships", "Ships left: British")
        assert "Your ships" not in eve.told


async def test_a_choice_is_founded_on_the_form_once_captains_share_a_fleet(tmp_path: Path) -> None:
    """While each fleet has one captain, the form refuses this value with the reason, and nothing
    changes.
    """
    async with running_hub(tmp_path) as hub, near(hub, "anna", (100, 40)) as anna:
        screen = await form_of(anna, "wooden_ships", "algeciras")
        await turned(anna, screen, ("switch", "deal"), 3)
        await anna.sees("needs two or more captains", "dealt by hand")
        assert screen.form.choice.switches == {"deal": "hand"}
        await turned(anna, screen, ("switch", "captains"))
        await turned(anna, screen, ("switch", "deal"))
        await anna.sees("chosen by the captains")
        await anna.press("enter")
        (hosted,) = hub.battles.values()
        assert hosted.agreement.terms.options == {"captains": "2", "deal": "choice"}
