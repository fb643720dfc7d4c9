"""Chat with one's own side: the persons of the side read it, and nobody else before the end."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub, LeftPlace
from engine.hosting.terms import Terms
from engine.kernel.battle import Battle
from engine.kernel.seen import Change
from engine.players import make_player
from engine.sitting.battle_log import ALL, BattleLog
from tests.tui.host.far import company
from tests.tui.host.near import begun, near, running_hub
from tui.host.hosted_battle import HostedBattleScreen
from tui.terminal.page import text_of

FLEET = Terms(
    game="iron_oak",
    scenario="drewrys_bluff",
    options={"union_seats": 2},
    watching="delayed",
    delay=1,
)
SEATED = ("anna", "ben", "dora")
"""The persons with seats: two of the Union, one Confederate."""
PLAN = "ram them at dawn"
STRANGERS = ("dora", "carl", "")


def allied(hub: Hub) -> HostedBattle:
    """Return a battle of two against one that has begun."""
    hosted = begun(hub, *SEATED, terms=FLEET)
    assert hosted.battle
    return hosted


def read_by(hosted: HostedBattle, person: str) -> list[str]:
    """Return all chat messages that a person is shown."""
    return [record.text for record in hosted.shown_to(person).log if record.kind == "chat"]


async def test_only_the_persons_of_a_side_read_what_is_said_to_it(tmp_path: Path) -> None:
    """They read it in the log, in notifications, on a new connection, and after a restart of the
    host.

    An enemy, a watcher and a guest do not, whether they are there at the time or come later.
    """
    told: dict[str, list[Change]] = {person: [] for person in (*SEATED, *STRANGERS)}
    async with running_hub(tmp_path) as hub:
        hosted = allied(hub)
        for person, heard in told.items():
            hosted.shown_to(person).subscribe(lambda _, change, heard=heard: heard.append(change))
        hosted.say("B", PLAN, to_side=True)
        hosted.say("B", "good morning")
        assert {person: PLAN in read_by(hosted, person) for person in told} == {
            person: person not in STRANGERS for person in told
        }
        for person, heard in told.items():
            assert (PLAN in [each.record.text for each in heard]) == (person not in STRANGERS)
        for person in told:
            for place in (None, LeftPlace(hosted.agreement.id)):
                async with near(hub, person, (120, 40)) as each:
                    screen = HostedBattleScreen(each.app, hosted, place)  # type: ignore[arg-type]
                    each.app.enter(screen)
                    await each.press("L")
                    assert (PLAN in each.text) == (person not in STRANGERS)
                    lines = screen.session.battle_log.lines(screen.session.table.viewer_seat)
                    said = [line.text for line in lines if PLAN in line.text]
                    assert bool(said) == (person not in STRANGERS)
                    assert all("to their own side" in text for text in said)
    async with running_hub(tmp_path) as hub:
        (again,) = hub.battles.values()
        assert [person for person in told if PLAN in read_by(again, person)] == ["anna", "ben"]


async def test_no_byte_of_it_is_sent_to_an_enemy_or_a_watcher(tmp_path: Path) -> None:
    async with company(tmp_path) as people:
        hosted = people.host.hub.found_battle(
            "anna", msgspec.structs.replace(FLEET, watching="live")
        )
        for person, seat in zip(SEATED, hosted.seating.free, strict=True):
            hosted.sit(person, seat, "")
        far = {}
        for name in (*SEATED, "carl"):
            far[name] = await people.comes(name, (120, 40))
            await far[name].sees("LOBBY")
            far[name].press("enter")
            await far[name].sees("TURN")
        far["anna"].press("T")
        await far["anna"].sees("Say to all (Tab: own side):")
        far["anna"].press("tab")
        await far["anna"].sees("Say to your side (Tab: all):")
        far["anna"].press(PLAN, "enter")
        far["ben"].press("L")
        await far["ben"].sees("to their own side", PLAN)
        far["anna"].press("T")
        await far["anna"].sees("Say to your side (Tab: all):")  # as the talk before it
        far["anna"].press("tab", "good morning", "enter")
        for name in ("dora", "carl"):
            far[name].press("L")
            await far[name].sees("good morning")
            assert PLAN.encode() not in far[name].received


async def test_when_the_battle_is_over_all_of_it_is_open(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = allied(hub)
        hosted.say("B", PLAN, to_side=True)
        battle = hosted.running()
        players = {
            each.key: make_player("ensign", battle.game, 3, each.key) for each in hosted.seats
        }
        while battle.outcome() is None:
            asked = battle.pending()[0]
            battle.answer(asked.seat, players[asked.seat].choose(battle.view(asked.seat), asked))
        assert all(PLAN in read_by(hosted, person) for person in (*SEATED, *STRANGERS))
        assert any(PLAN in line.text for line in BattleLog(hosted.shown_to("")).lines(""))
        assert hosted.battle
        assert hosted.battle.verify().ok


async def test_a_file_that_goes_on_tells_it_to_its_side_and_what_is_for_all_stands_as_ever(
    tmp_path: Path,
) -> None:
    """In a battle file the field for the side is left out of messages for all, so that older files
    stay the same to the byte.
    """
    async with running_hub(tmp_path) as hub:
        hosted = allied(hub)
        hosted.say("B", "good morning")
        hosted.say("B", PLAN, to_side=True)
        plain, sided = hosted.path.read_text(encoding="utf-8").splitlines()[-2:]
    assert '"to"' not in plain
    assert '"to":"Union"' in sided
    with Battle.open(hosted.path, write=False) as battle:
        readers = ["", *"ABC", "*"]
        lines = {seat: BattleLog(battle).lines(seat) for seat in readers}
        knows = [seat for seat in readers if any(PLAN in line.text for line in lines[seat])]
        assert knows == ["A", "B", ALL]


async def test_who_has_nobody_on_his_side_talks_to_all(tmp_path: Path) -> None:
    """An enemy who plays two seats, or a computer player, is nobody to talk to alone."""
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben")
        with pytest.raises(Refused, match="nobody else is on your side"):
            hosted.say("A", PLAN, to_side=True)
        mixed = begun(hub, "anna", "anna", "ben", terms=FLEET)
        with pytest.raises(Refused, match="nobody else"):
            mixed.say("A", PLAN, to_side=True)
        computers = msgspec.structs.replace(FLEET, computers={"B": "ensign"})
        alone = begun(hub, "anna", "dora", terms=computers)
        with pytest.raises(Refused, match="nobody else"):
            alone.say("A", PLAN, to_side=True)
        async with near(hub, "anna") as anna:
            anna.app.enter_battle(hosted)
            await anna.press("T", "tab")
            assert "Say to all:" in anna.text
            await anna.types("hello")
        assert hosted.battle
        assert hosted.battle.log[-1].to == ""


async def test_a_line_is_said_to_the_side_for_which_it_was_begun(tmp_path: Path) -> None:
    """This is also so if the person plays a seat of the other side as well, and has to answer for
    it meanwhile.
    """
    async with running_hub(tmp_path) as hub:
        hosted = begun(hub, "anna", "ben", "anna", terms=FLEET)
        async with near(hub, "anna") as anna:
            anna.app.enter_battle(hosted)
            await anna.press()
            screen = anna.app.screen
            assert isinstance(screen, HostedBattleScreen)
            table = screen.session.table
            table._eyes = "A"
            await anna.press("T", "tab")
            talk = screen.session.typed
            assert talk
            assert talk.lead.startswith("Say to your side")
            table._eyes = "C"
            await anna.types("now")
        assert hosted.battle
        said = hosted.battle.log[-1]
        assert (said.seat, said.text, said.to) == ("A", "now", "Union")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (140, 45)])
async def test_talk_is_on_the_screen_while_a_sheet_is_open_at_every_size(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """It is shown until the person has given another order; if it is too long, it is cut with a
    sign.
    """
    async with running_hub(tmp_path) as hub, near(hub, "anna", size) as anna:
        hosted = allied(hub)
        await anna.press("enter")
        await anna.sees("Sheet, 0 of")
        hosted.say("B", PLAN, to_side=True)
        await anna.sees("to their")
        shown = " ".join(anna.text.split())
        assert PLAN in shown or "ram them at.." in shown
        assert ">Galena" in anna.text, "the sheet is there as well"


async def test_who_is_waited_for_is_cut_with_a_sign_and_the_pledge_is_whole(
    tmp_path: Path,
) -> None:
    terms = Terms(
        game="iron_oak",
        scenario="hampton_roads",
        options={"union_seats": 2, "confederate_seats": 2},
        clock=259200,
    )
    names = "anna", "benedictus_the_great", "caroline_of_brunswick", "dorothea_von_bismarck"
    async with running_hub(tmp_path) as hub, near(hub, "anna", (80, 24)) as anna:
        hosted = begun(hub, *names, terms=terms)
        await anna.press("enter")
        await anna.sees("Your ships: Monitor")
        await anna.press("down")
        battle = hosted.running()
        for question in battle.pending():
            if question.seat == "A":
                player = make_player("lieutenant", hosted.game, 1, "A")
                battle.answer("A", player.choose(battle.view("A"), question))
        await anna.sees("Waiting for caroline_of_brunswick")
        assert anna.foot.splitlines()[0].rstrip().endswith("..")
        await anna.press("question_mark")
        await anna.sees(hosted.pledge)


async def test_a_line_that_is_typed_stands_where_keys_have_no_line(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, near(hub, "carl") as carl:
        allied(hub)
        await carl.press("enter")
        screen = carl.app.screen
        assert isinstance(screen, HostedBattleScreen)
        watching = text_of(screen.prompt_text.lines(80, 1, ("menu",))[0])
        assert "You watch" in watching
        await carl.press(":", "w", "i")
        typed = text_of(screen.prompt_text.lines(80, 1, ("menu",))[0])
        assert "You watch" not in typed
        assert ":wi" in typed.replace(" ", "")
