"""A message to a person is true as long as it is shown, whatever other persons do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from tests.tui.host.near import QUICK, Near, begun, near, running_hub
from tui.battle.screen import BattleScreen


def _orders(hosted: HostedBattle, hub: Hub) -> None:
    """Let ben, or the player who has to choose, give an order."""
    assert hosted.battle
    asked = [each for each in hosted.battle.pending() if each.seat == "B"]
    for each in asked[:1]:
        hosted.battle.answer("B", each.options[0].id)


def _grants(hosted: HostedBattle, hub: Hub) -> None:
    if hosted.taking_back.request:
        hosted.taking_back.grant("ben")


def _undoes(hosted: HostedBattle, hub: Hub) -> None:
    assert hosted.battle
    if not hosted.battle.why_not_undo("B"):
        hosted.battle.undo("B")


def _agrees(hosted: HostedBattle, hub: Hub) -> None:
    if hosted.leaving.asks("ben"):
        hosted.leaving.agree("ben")


def _declines(hosted: HostedBattle, hub: Hub) -> None:
    if hosted.leaving.asks("ben"):
        hosted.leaving.decline("ben")


def _is_late(hosted: HostedBattle, hub: Hub) -> None:
    if "B" in hosted.asked():
        hosted.clock.expire("B")


EVENTS: dict[str, Callable[[HostedBattle, Hub], None]] = {
    "orders": _orders,
    "talks": lambda hosted, hub: hosted.say("B", "ahoy"),
    "undoes": _undoes,
    "grants": _grants,
    "refuses": lambda hosted, hub: hosted.taking_back.refuse("ben"),
    "agrees": _agrees,
    "declines": _declines,
    "comes": lambda hosted, hub: hosted.screen_opened("ben"),
    "hands over": lambda hosted, hub: hosted.leaving.hand("ben", "B", "ensign"),
    "resigns": lambda hosted, hub: hosted.leaving.resign("ben", hosted.seats[1].fights_for),
    "is late": _is_late,
}


def _take_back_asked(hosted: HostedBattle) -> bool:
    return hosted.taking_back.request is not None and hosted.seating.persons == {"anna", "ben"}


def _offer_stands(hosted: HostedBattle) -> bool:
    proposal = hosted.leaving.proposal
    return proposal is not None and proposal.waits_for == {"ben"}


def _never(hosted: HostedBattle) -> bool:
    return False


async def _wish(anna: Near, hosted: HostedBattle) -> None:
    await anna.press("enter")
    hosted.taking_back.ask("A")
    await anna.sees("ben is asked whether you may take the order back.")


async def _offer(anna: Near, hosted: HostedBattle) -> None:
    hosted.leaving.propose("anna", "draw")
    await anna.sees("ben is asked.")


async def _refusal(anna: Near, hosted: HostedBattle) -> None:
    await anna.press("U")
    await anna.sees("nothing to redo")


SENTENCES = {
    "a wish": (_wish, "is asked whether", _take_back_asked),
    "an offer": (_offer, "ben is asked.", _offer_stands),
    "a refusal": (_refusal, "nothing to redo", _never),
}
SILENT = {"comes", "refuses", "undoes", "grants", "agrees", "declines", "is late"}
"""Events that may leave a message on the screen: a refusal stays until the next message or key."""


@pytest.mark.parametrize("kept", SENTENCES)
async def test_no_event_of_another_leaves_a_sentence_that_is_not_true(
    tmp_path: Path, kept: str
) -> None:
    begin, text, holds = SENTENCES[kept]
    for number, (name, happens) in enumerate(EVENTS.items()):
        terms = replace(QUICK, clock=600)
        async with running_hub(tmp_path / str(number)) as hub, near(hub, "anna") as anna:
            hosted = begun(hub, "anna", "ben", terms=terms)
            hosted.screen_opened("ben")
            await anna.press("enter")
            assert isinstance(anna.app.screen, BattleScreen)
            await begin(anna, hosted)
            assert hosted.battle
            entries = len(hosted.battle.log)
            happens(hosted, hub)
            await anna.pilot.pause()
            await anna.pilot.pause()
            stands = text in anna.foot
            if kept == "a refusal" and (name in SILENT and len(hosted.battle.log) == entries):
                continue
            assert stands == holds(hosted) or not stands, f"{kept}, {name}:\n{anna.foot}"
            if name == "talks" and holds(hosted):
                assert stands, "what is true is not forgotten when somebody talks"
