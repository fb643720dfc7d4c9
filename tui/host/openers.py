"""The screens of a host by name: its own, and those of the game that are open to its guests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING

from engine.base.errors import Refused
from tui.openers import OPENERS, Opener, aftermath

if TYPE_CHECKING:
    from engine.kernel.battle import Battle
    from tui.host.hosted import HostedBattle
    from tui.host.hub import LeftPlace
    from tui.host.screens.host_app import HostApp
    from tui.host.shown import PersonsBattle
    from tui.screens.base import BaseScreen


def _lobby(app: HostApp) -> BaseScreen:
    """The lobby stands where the menu does at home."""
    from tui.host.screens.lobby import LobbyScreen

    screen: BaseScreen = LobbyScreen()
    return screen


def _hosted_battle(
    app: HostApp, hosted: HostedBattle, place: LeftPlace | None = None
) -> BaseScreen:
    """A hosted battle, to play or to watch, as `app.person` may; at a `place`, as it was left."""
    from tui.host.screens.hosted_battle import HostedBattleScreen

    return HostedBattleScreen(app, hosted, place)


def _replay(
    app: HostApp, battle: PersonsBattle | Battle, at: int = 0, viewer_seat: str = ""
) -> BaseScreen:
    """A battle that is over, from its file; `Refused` while it goes on.

    A `Battle` is one that a replay has read already, so it is open to all.
    """
    from tui.host.screens.hosted_replay import HostedReplayScreen
    from tui.host.shown import PersonsBattle

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
    from tui.host.shown import PersonsBattle

    if battle.outcome() is None:
        raise Refused("a battle can be looked back on once it is over")
    whole = battle.whole() if isinstance(battle, PersonsBattle) else battle
    return aftermath(app, whole, watch or partial(app.show, "replay", battle), own)


HOST_OPENERS: Mapping[str, Opener] = {
    **OPENERS,
    "menu": _lobby,
    "hosted_battle": _hosted_battle,
    "replay": _replay,
    "aftermath": _aftermath,
}
