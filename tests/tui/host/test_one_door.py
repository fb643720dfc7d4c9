"""What a person is shown of a battle on a host, in whichever way: never more than the person may
know.
"""

from __future__ import annotations

import ast
import gc
from pathlib import Path
from weakref import ref

import pytest

import tui.host
from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub, LeftPlace
from engine.hosting.shown import PersonsBattle, ShownBattle
from engine.hosting.terms import Terms, Watching
from engine.kernel.battle import Battle
from engine.kernel.registry import system
from engine.players import make_player
from tests.tui.host.near import Near, near, running_hub
from tui.host.founding import GatheringScreen
from tui.host.hosted_battle import HostedBattleScreen
from tui.host.lobby import LobbyScreen
from tui.replay.screen import ReplayScreen
from tui.review.aftermath import AftermathScreen

GAMES: dict[str, tuple[str, dict[str, object], int]] = {
    "oak_iron": ("fleet", {"a_side": 2}, 3),
    "wooden_ships": ("nymphe_cleopatre", {}, 3),
    "iron_oak": ("drewrys_bluff", {"union_seats": 2}, 2),
    "iron_oak_campaign": ("campaign", {}, 4),
    "series:oak_iron": ("best_of_three", {}, 3),
}
"""{game: (scenario, its options, number of turns that are played)}."""
DELAY = 1
WATCHERS = ("carl", "")
"""The persons without a seat: a named person and a guest."""


def founded(hub: Hub, game: str, watching: Watching) -> HostedBattle:
    """Return a battle of a game with a person in each seat, after some turns."""
    scenario, options, turns = GAMES[game]
    terms = Terms(game=game, scenario=scenario, options=options, watching=watching, delay=DELAY)
    hosted = hub.found_battle("anna", terms)
    for number, seat in enumerate(hosted.seating.free):
        hosted.sit(("anna", "ben", "dora", "emil")[number], seat, "")
    played_on(hosted, turns)
    return hosted


def played_on(hosted: HostedBattle, turns: int) -> None:
    """Play at random until some turns have ended."""
    battle, ended = hosted.running(), 0
    game = battle.game
    players = {each.key: make_player("ensign", game, 3, each.key) for each in hosted.seats}
    while ended < turns and not battle.outcome():
        before = game.chapter(battle.state), game.turn(battle.state)
        asked = battle.pending()[0]
        answer = players[asked.seat].choose(battle.view(asked.seat), asked)
        battle.answer(asked.seat, answer)
        ended += before != (game.chapter(battle.state), game.turn(battle.state))


def known_to(hosted: HostedBattle, person: str) -> int:
    """Return how many commands a person may know, computed without the program's own views."""
    battle = hosted.running()
    terms = hosted.agreement.terms
    if battle.outcome() or hosted.seating.seats_of(person) or terms.watching == "live":
        return battle.position
    game = battle.game
    turns = [
        (game.chapter(state), game.turn(state))
        for state in (battle.at(n) for n in range(battle.position + 1))
    ]
    changes = [n for n in range(1, len(turns)) if turns[n] != turns[n - 1]]
    return changes[-DELAY] - 1 if len(changes) >= DELAY else 0


def assert_no_more(near: Near, hosted: HostedBattle, person: str) -> None:
    """Assert that a battle on a screen shows as much as the person may know, and that nothing more
    can be done.
    """
    screen = near.app.screen
    assert isinstance(screen, HostedBattleScreen)
    battle, known = screen.session.battle, known_to(hosted, person)
    assert isinstance(battle, ShownBattle)
    assert battle.position == known
    assert len(battle.entries) == known
    assert all(record.at <= known for record in (*battle.log, *battle.notes))
    with pytest.raises(Refused):
        battle.at(known + 1)
    with pytest.raises(Refused):
        battle.unfolded(known + 1)
    assert battle.path is None
    assert battle.seed != hosted.running().seed
    for seat in {each.key for each in hosted.seats} - set(hosted.seating.seats_of(person)):
        with pytest.raises(Refused):
            battle.answer(seat, "x")
        with pytest.raises(Refused):
            battle.undo(seat)
        assert battle.drafts.of(seat, "orders") == {}
        with pytest.raises(Refused):
            battle.drafts.keep(seat, "orders", {})


@pytest.mark.parametrize("game", GAMES)
async def test_every_way_in_shows_what_the_person_may_know(game: str, tmp_path: Path) -> None:
    """The person is a player, an ally, a watcher or a guest, and comes from the lobby, on a new
    connection, or by a socket.

    While the battle goes on, no page about all of it opens; chat messages are delayed for watchers,
    too.
    """
    async with running_hub(tmp_path) as hub:
        hosted = founded(hub, game, "delayed")
        hosted.say("A", "now")
        assert known_to(hosted, "carl") < hosted.running().position
        place = LeftPlace(hosted.agreement.id)
        persons = dict.fromkeys((*hosted.agreement.seated.values(), *WATCHERS))
        for person in persons:
            async with near(hub, person) as each:
                assert isinstance(each.app.screen, LobbyScreen)
                each.app.enter_battle(hosted)
                await each.press()
                assert_no_more(each, hosted, person)
                said = [record.text for record in each.app.screen.session.battle.log]
                assert ("now" in said) == bool(hosted.seating.seats_of(person))
                shown = each.app.screen.session.battle
                seats = hosted.seating.seats_of(person) if person else ()
                for seat in {each.key for each in hosted.seats} - set(seats):
                    with pytest.raises(Refused):
                        each.app.screen_named("replay", shown, 0, seat)
                back = each.app.screen_named("replay", shown, 0, seats[0] if seats else "")
                assert isinstance(back, ReplayScreen)
                assert back.reel.end == known_to(hosted, person)
                for n in range(back.reel.end + 1):
                    state = hosted.running().at(n)
                    assert back.reel.view(n) == hosted.game.view(state, back.reel.viewer_seat)
                for page in ("aftermath", "export", "saves", "battle"):
                    with pytest.raises((Refused, TypeError, KeyError)):
                        each.app.screen_named(page, shown)
                # The palette leads to nothing else; reports and films are made from the replay.
                palette = {place.name for place in each.app.destinations}
                assert palette == {"menu", "settings", "reference"}
                with pytest.raises(Refused):
                    shown.load_finished()
                with pytest.raises(Refused):
                    shown.fork(0)
                each.app.enter(GatheringScreen(hosted))
                await each.press("enter")
                assert_no_more(each, hosted, person)
            if not person:
                continue
            hub.places[person] = place
            async with near(hub, person) as again:
                assert_no_more(again, hosted, person)


async def test_a_watcher_of_a_chain_is_never_thrown_back(tmp_path: Path) -> None:
    """What a watcher is shown only grows, although between two battles of a chain the turn is
    zero.
    """
    async with running_hub(tmp_path) as hub:
        hosted = founded(hub, "series:oak_iron", "delayed")
        battle, shown = hosted.running(), hosted.shown_to("carl")
        turns, positions = {battle.game.turn(battle.state)}, [shown.position]
        while battle.state.number < 3 and not battle.outcome():
            played_on(hosted, 1)
            turns.add(battle.game.turn(battle.state))
            positions.append(shown.position)
        assert positions == sorted(positions)
        assert min(turns) < 2
        assert shown.position == known_to(hosted, "carl") > 0


async def test_where_nobody_may_watch_no_way_leads_in(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = founded(hub, "wooden_ships", "nobody")
        for person in WATCHERS:
            with pytest.raises(Refused, match="the players of this battle do not want watchers"):
                hosted.shown_to(person)
            hub.places[person] = LeftPlace(hosted.agreement.id)
            async with near(hub, person) as each:
                assert isinstance(each.app.screen, LobbyScreen)
                await each.press("enter")
                assert isinstance(each.app.screen, LobbyScreen)


async def test_once_it_is_over_all_may_look_back_and_nothing_is_written(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub:
        hosted = founded(hub, "oak_iron", "delayed")
        played_on(hosted, 99)
        before = files(tmp_path)
        for person in ("anna", *WATCHERS):
            shown = hosted.shown_to(person)
            assert shown.position == hosted.running().position
            async with near(hub, person) as each:
                each.app.show("aftermath", shown)
                await each.press()
                assert isinstance(each.app.screen, AftermathScreen)
                assert each.app.screen.battle is hosted.shown_to("anna").whole()
                each.app.show("replay", shown)
                await each.press("e", "p", "n")
                assert isinstance(each.app.screen, ReplayScreen)
                await each.press("E")
                back = each.app.screen
                assert isinstance(back, AftermathScreen)
                assert back.battle.position == shown.position
                back.shows_entry(2)
                await each.press()
                assert isinstance(each.app.screen, ReplayScreen)
        assert files(tmp_path) == before


def files(folder: Path) -> list[Path]:
    """Return the files of a host, without the settings of persons."""
    return sorted(path for path in folder.glob("*") if path.is_file())


def test_screens_of_a_host_take_a_battle_from_nowhere_else() -> None:
    """Only `HostedBattle` and the hub, which let the battle be played, have the battle itself."""
    folder = Path(tui.host.__file__).parent
    inside = {"hosted.py", "hub.py", "shown.py", "host.py"}
    reached = [
        f"{path.name}:{node.lineno}"
        for path in folder.rglob("*.py")
        if path.name not in inside
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and node.attr in ("battle", "_battle")
        and isinstance(node.value, ast.Name | ast.Attribute)
        and (node.value.id if isinstance(node.value, ast.Name) else node.value.attr) == "hosted"
    ]
    assert reached == []


def test_a_battle_that_is_over_goes_with_those_who_look_at_it() -> None:
    gc.freeze()  # only what comes from now on is looked through
    battle = Battle.new(system("oak_iron"), "quickstart", 3)
    battle.leave("resign", "A")
    anna, guest = PersonsBattle(battle, "A"), PersonsBattle(battle)
    assert anna.whole() is anna.whole() is guest.whole()
    gone = ref(battle)
    del battle, anna, guest
    gc.collect()
    assert gone() is None
