"""The screens of a host by name: its own, and those of the game that are open to its guests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.base.errors import Refused
from tui.openers import OPENERS, Opener, aftermath, of_the_app, screen

if TYPE_CHECKING:
    from engine.hosting.shown import PersonsBattle
    from engine.kernel.battle import Battle
    from engine.kernel.seen import SeenBattle
    from engine.teaching.lesson import Lesson
    from tui.host.screens.host_app import HostApp
    from tui.screens.base import BaseScreen


COACHED = "this one is a battle with the coach, for a program of your own; the lobby founds others"


def _replay(
    app: HostApp, battle: PersonsBattle | Battle, at: int = 0, viewer_seat: str = ""
) -> BaseScreen:
    """A battle that is over, from its file; `Refused` while it goes on.

    A `Battle` is one that a replay has read already, so it is open to all.
    """
    from engine.hosting.shown import PersonsBattle
    from tui.host.screens.hosted_replay import HostedReplayScreen

    if battle.outcome() is None:
        raise Refused("a battle can be watched from its start once it is over")
    read = battle.replayed() if isinstance(battle, PersonsBattle) else battle
    return HostedReplayScreen(read, at, viewer_seat)


def _aftermath(
    app: HostApp,
    battle: PersonsBattle | Battle,
    watch: Callable[[int], None] | None = None,
    own: Collection[str] = (),
) -> BaseScreen:
    """A battle that is over, looked back on; `Refused` while it goes on."""
    from engine.hosting.shown import PersonsBattle

    if battle.outcome() is None:
        raise Refused("a battle can be looked back on once it is over")
    whole = battle.whole() if isinstance(battle, PersonsBattle) else battle
    return aftermath(app, whole, watch or partial(app.show, "replay", battle), own)


def _proof(app: HostApp, battle: SeenBattle) -> BaseScreen:
    """The proof of a hosted battle's dice, as this person may see it, and the way home.

    A battle of another screen is looked up again by its id, so that a person who may not see
    it sees nothing of it here either.
    """
    from engine.hosting.errands import ENDING, WITHHELD, may_take, take_home
    from tui.review.proof_screen import ProofScreen

    held = (each for each in app.hub.battles.values() if each.battle)
    hosted = next((e for e in held if e.battle and e.battle.header.id == battle.header.id), None)
    if hosted is None:
        raise Refused("only the dice of battles between people are proved here")
    shown = hosted.shown_to(app.person)
    if shown.outcome() is None:
        return ProofScreen(shown, withheld=WITHHELD[False])
    if not may_take(hosted, app.person):
        return ProofScreen(shown.whole(), withheld=WITHHELD[True])
    name = hosted.agreement.id
    ways = (take_home(app.terminal.way, name), f"weathergage verify {name}{ENDING}")
    return ProofScreen(shown.whole(), ways)


def _lesson(app: HostApp, lesson: Lesson) -> BaseScreen:
    """A lesson; not the battle that one is, whose file would lie on the host."""
    if lesson.coach:
        raise Refused(COACHED)
    return OPENERS["lesson"](app, lesson)


HOST_OPENERS: Mapping[str, Opener] = {
    **OPENERS,
    "menu": screen("tui.host.screens.lobby:LobbyScreen"),  # where the menu stands at home
    "lesson": _lesson,
    "hosted_battle": of_the_app("tui.host.screens.hosted_battle:HostedBattleScreen"),
    "replay": _replay,
    "aftermath": _aftermath,
    "proof": _proof,
}
