"""Plays battles on a host, and searches everything that is sent to anybody for names of cards which
that person may not know.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pyte

from engine.base.errors import Refused
from engine.hosting.hosted import HostedBattle
from engine.hosting.hub import Hub
from engine.hosting.terms import Terms, Watching
from engine.kernel import fair
from engine.kernel.battle import Battle, Change
from engine.kernel.fair import Fairness
from engine.kernel.registry import system
from engine.players import make_player
from engine.systems.oak_iron.state.state import HIDDEN, State
from tests.engine.systems.oak_iron.invariants import closed_in
from tests.engine.systems.oak_iron.own_data import use
from tui.host.app import HostedApp, settings_file
from tui.host.connection.terminal import RemoteTerminal
from tui.host.hosted_battle import HostedBattleScreen
from tui.host.lobby import LobbyScreen
from tui.screens.settings import Settings, save

TAKES = 30.0
"""The maximum number of seconds until a screen is quiet."""
REST = 0.01
DELAY = 2
"""By how many turns the view of delayed watchers is behind."""
ESCAPE = "\x1b[27u"
"""The Escape key, encoded so that the program does not have to wait for more input."""
ROUNDS: tuple[tuple[str, ...], ...] = (
    ("L", "\x1b[A", "L"),
    ("H", "\x1b[B", "H"),
    ("S", "\x1b[B", "\x1b[B", "\r", "S"),
    ("?", "\x1b[6~", ESCAPE),
    ("i", "\x1b[B", ESCAPE),
    ("E", "\r", ESCAPE),
    ("R", ESCAPE),
    ("T", "well met", "\r"),
    (":", "lay", "\x1b[B", ESCAPE),
    ("y", "y"),
    (" ", "\x1b[C", "?", ESCAPE, " "),
    ("\x10", "hand", ESCAPE),
    ("M", "\x1b[B", "\x1b[A", "\r"),
    ("\t", "m", "\x1b[C", "m", " "),
)
"""Keys with which a person looks at pages, and goes back."""
_SEQUENCE = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|[()][0-9A-Za-z]|[=>78])")
_SIZES = ((80, 24), (80, 24), (100, 30), (120, 40))


class Leak(AssertionError):
    """A person was sent the name of a card that the person may not know."""


class Tape:
    """Stands for the client of a terminal; it stores everything that was sent."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.screen = pyte.Screen(*size)
        self.sent = 0
        self.waiting = 0
        """The number of unread bytes: everything is read at once."""
        self._stream = pyte.ByteStream(self.screen)
        self._fresh = bytearray()
        self._rows = [""] * size[1]

    def write(self, data: bytes) -> None:
        """Store the bytes."""
        self._fresh += data
        self.sent += len(data)

    def close(self) -> None:
        """Do nothing, because the program has ended."""

    def read(self) -> str:
        """Return what was sent since the last call, without escape sequences, and what the screen
        shows.
        """
        fresh = bytes(self._fresh)
        self._fresh.clear()
        self.screen.dirty.clear()
        self._stream.feed(fresh)
        for row in self.screen.dirty:
            cells = self.screen.buffer[row]
            self._rows[row] = "".join(cells[column].data for column in range(self.screen.columns))
        plain = _SEQUENCE.sub("", fresh.decode("utf-8", "replace"))
        return "\n".join((plain, *self._rows))


class Onlooker:
    """A person with a screen; `seat` is '' for a watcher."""

    def __init__(self, hub: Hub, person: str, seat: str, size: tuple[int, int]) -> None:
        self.seat = seat
        self.tape = Tape(size)
        self.terminal = RemoteTerminal(self.tape, "xterm", size)
        self.app = HostedApp(hub, person, self.terminal)
        self.task = asyncio.get_running_loop().create_task(self.app.play_on())
        self.secret: set[str] = set()
        """The cards that were secret for this person at every moment since the last search."""
        self.own_seen = 0
        """How often the text that was sent contained a card of the person's own."""

    def press(self, keys: str) -> None:
        """Press keys."""
        self.terminal.receive(keys.encode())

    @property
    def at_home(self) -> bool:
        """Whether the battle or the lobby is on top, and no other screen."""
        return isinstance(self.app.screen, HostedBattleScreen | LobbyScreen)

    @property
    def still(self) -> bool:
        """Whether all keys were read and their work is done."""
        queues = (self.app._message_queue, self.app.screen._message_queue)
        return not self.terminal._waiting and all(queue.empty() for queue in queues)


class Table:
    """One battle with all persons in it; everything that they are sent is searched."""

    def __init__(self, folder: Path, seed: int, scenario: str, any_cards: bool) -> None:
        self.random = Random(seed)
        self.watching: Watching = self.random.choice(("live", "delayed", "nobody"))
        self.hub = Hub(folder)
        self.done: Counter[str] = Counter()
        self.hosted = self._founded(seed, scenario, any_cards)
        assert self.hosted.battle
        self.battle = self.hosted.battle
        self.game = self.battle.game
        start: State = self.battle.at(0)
        self.dealt = {key: _held(start, key) for key in start.squadrons}
        self.seats = {
            key: self._comes(person, key) for key, person in self.hosted.agreement.seated.items()
        }
        self.onlookers = [*self.seats.values(), self._comes("", "")]
        self.players = {key: make_player("ensign", self.game, seed, key) for key in start.squadrons}
        self.battle.subscribe(self._changed)

    def _founded(self, seed: int, scenario: str, any_cards: bool) -> HostedBattle:
        """Return a battle that has begun; with `any_cards`, one at close quarters with any cards in
        the hands.
        """
        options = {"a_side": 2} if scenario == "fleet" else {}
        terms = Terms(game="oak_iron", scenario=scenario, options=options, watching=self.watching)
        hosted = self.hub.found_battle("p0", terms)
        words = {seat.key: f"word {seed} {seat.key}" for seat in hosted.seats}
        if any_cards:
            state, fairness = dealt_anew(hosted.start, self.random), Fairness(hosted.pledge, words)
            seed = fair.mix_seed(hosted.agreement.secret, fairness)
            Battle.from_state(
                hosted.game, state, seed, path=hosted.path, scenario=scenario, fairness=fairness
            ).close()
        for number, (key, word) in enumerate(words.items()):
            hosted.sit(f"p{number}", key, word)
        return hosted

    def _comes(self, person: str, seat: str) -> Onlooker:
        animated = self.random.random() < 0.1
        calm = Settings(animation=animated, confirm_ends=False, guide=False)
        if person:
            save(calm, settings_file(self.hub, person))
        return Onlooker(self.hub, person, seat, self.random.choice(_SIZES))

    # Searching -----------------------------------------------------------------------------

    def secrets(self, onlooker: Onlooker, state: State) -> set[str]:
        """Return the cards of others that a person may not know."""
        if not onlooker.seat:
            state = self._watched(state)
        others = {
            card for key, cards in self.dealt.items() if key != onlooker.seat for card in cards
        }
        return others - self.dealt.get(onlooker.seat, set()) - _public(state)

    def _watched(self, state: State) -> State:
        """Return the state that a watcher may see: the present one, or an earlier one if
        delayed.
        """
        if self.watching == "live":
            return state
        latest = state.turn - DELAY if self.watching == "delayed" else 0
        earlier = map(self.battle.at, range(self.battle.position, -1, -1))
        seen: State = next((each for each in earlier if each.turn <= latest), self.battle.at(0))
        return seen

    def _changed(self, battle: Battle, change: Change) -> None:
        for each in self.onlookers:
            each.secret &= self.secrets(each, change.after)

    def look(self) -> None:
        """Search what was sent to everybody; raises `Leak` if it names a card that is secret."""
        for each in self.onlookers:
            text = each.tape.read()
            named = named_in(text, each.secret)
            if named:
                who = each.app.person or "a guest"
                raise Leak(f"{who} was sent {named} at {self.battle.position}:\n{text}")
            each.own_seen += bool(named_in(text, self.dealt.get(each.seat, set())))
            each.secret = self.secrets(each, self.battle.state)
            assert not each.task.done(), f"the screen of {each.app.person} has ended"

    async def quiet(self) -> None:
        """Wait until nothing more is sent."""
        still = 0
        for _ in range(int(TAKES / REST)):
            sent = sum(each.tape.sent for each in self.onlookers)
            await asyncio.sleep(REST)
            same = sent == sum(each.tape.sent for each in self.onlookers)
            same = same and all(each.still for each in self.onlookers)
            still = still + 1 if same else 0
            if still == 2:
                return

    # Playing -------------------------------------------------------------------------------

    async def play(self, most: int) -> None:
        """Play at random until the battle is over, or `most` actions were done."""
        await self.quiet()
        for each in self.onlookers:
            each.press("\r")
        await self.quiet()
        self.look()
        for _ in range(most):
            if self.battle.outcome():
                break
            await self._something()
            await self.quiet()
            self.look()
        await self.leave()

    async def _something(self) -> None:
        ways = {
            self._answer: 55,
            self._press_order: 15,
            self._look_round: 14,
            self._go_back: 5,
            self._take_back: 4,
            self.overreach: 3,
        }
        (way,) = self.random.choices(tuple(ways), tuple(ways.values()))
        self.done[way.__name__] += 1
        await way()

    async def _answer(self) -> None:
        """Let an ensign answer for a player."""
        questions = self.battle.pending()
        if questions and self.hosted.standing == "running":
            decision = self.random.choice(questions)
            view = self.battle.view(decision.seat)
            answer = self.players[decision.seat].choose(view, decision)
            self.battle.answer(decision.seat, answer)

    async def _press_order(self) -> None:
        """Let a person choose on the screen."""
        for decision in self.battle.pending()[:1]:
            keys = "\x1b[B" * self.random.randrange(3) + "\r"
            self.seats[decision.seat].press(keys)

    async def _look_round(self) -> None:
        """Let a random person look at some pages."""
        onlooker = self.random.choice(self.onlookers)
        for keys in self.random.choice(ROUNDS):
            onlooker.press(keys)
            await self.quiet()
            self.look()
        while not onlooker.at_home:  # the reference names all cards to who searches it
            onlooker.press(ESCAPE)
            await self.quiet()
            self.look()

    async def _go_back(self) -> None:
        """Undo, and perhaps redo; answer no to what the program asks."""
        onlooker = self.random.choice(self.onlookers)
        for keys in ("u", "n", self.random.choice(("U", "y"))):
            onlooker.press(keys)
            await self.quiet()
            self.look()

    async def _take_back(self) -> None:
        """Ask the others to allow that something is taken back; they agree or refuse."""
        self.random.choice([*self.seats.values()]).press("\x14y")
        await self.quiet()
        self.look()
        answer = self.random.choice("yn")
        for each in self.seats.values():
            if (
                self.hosted.taking_back.request
                and each.seat != self.hosted.taking_back.request.seat
            ):
                each.press(answer)
        await self.quiet()
        self.done["granted"] += (
            self.hosted.taking_back.request is None and not self.hosted.taking_back.denied
        )
        self.hosted.taking_back.refuse(self.hosted.agreement.founder)

    async def overreach(self) -> None:
        """Let players try actions that only others may do; the refusals must not reveal
        anything.
        """
        for seat, onlooker in self.seats.items():
            for decision in self.battle.pending():
                for option in decision.options if decision.seat != seat else ():
                    said = self._refusal(seat, option.command)
                    own = {getattr(option.command, "card", "")}
                    named = named_in(said, onlooker.secret - own)
                    if named:
                        raise Leak(f"{said} names {named}")

    def _refusal(self, seat: str, command: Any) -> str:
        try:
            self.game.decide(self.battle.state, seat, command, self.battle._dice)
        except Refused as refused:
            return str(refused)
        return ""

    async def leave(self) -> None:
        """Let all persons leave."""
        for each in self.onlookers:
            each.app.call_later(each.app.exit)
        await asyncio.wait([each.task for each in self.onlookers], timeout=TAKES)
        self.hub.close()


def all_cards() -> dict[str, Any]:
    """Return {id: initiative card} of the registered game."""
    found: dict[str, Any] = system("oak_iron").data.cards
    return found


def named_in(text: str, cards: Iterable[str]) -> list[str]:
    """Return the cards that a text names, even if a name is broken between two lines."""
    squeezed = re.sub(r"\W+", "", text)
    found = []
    for card in cards:
        name = all_cards()[card].name
        parts = re.findall(r"\w+", name)
        if (
            name in text
            or ("_" in card and card in text)
            or (len(parts) > 1 and "".join(parts) in squeezed)
        ):
            found.append(card)
    return sorted(found)


def dealt_anew(state: State, random: Random) -> State:
    """Return a battle at close quarters under all rules, in a late turn, with nine cards in every
    hand.
    """
    state = closed_in(state, random)
    dealt = {key: random.sample(sorted(all_cards()), 12) for key in state.squadrons}
    squadrons = {
        key: msgspec.structs.replace(
            each, hand=tuple(dealt[key][:9]), discarded=tuple(dealt[key][9:]), fortune=2
        )
        for key, each in state.squadrons.items()
    }
    rules = msgspec.structs.replace(state.rules, quick_start=False, formation=True, events=True)
    turn = random.randrange(5, 9)
    return msgspec.structs.replace(state, squadrons=squadrons, rules=rules, turn=turn)


def coin_names(folder: Path) -> None:
    """Give every initiative card a name that occurs nowhere else and that no line break splits."""
    folder.mkdir(parents=True, exist_ok=True)
    lines = [f'[{card}]\nname = "Qx{number:02}z"\n' for number, card in enumerate(all_cards())]
    (folder / "initiative_cards.toml").write_text("\n".join(lines))
    use(folder)


def _held(state: State, key: str) -> set[str]:
    squadron = state.squadrons[key]
    return {*squadron.hand, squadron.face_down, squadron.face_up} - {"", HIDDEN}


def _public(state: State) -> set[str]:
    known: set[str] = set()
    for each in state.squadrons.values():
        known |= {each.face_up, *(each.borrowed or ()), *each.discarded, *each.seen}
        known |= {each.laid_on or "", each.face_down if each.laid_open else ""}
    return known


async def searched(folder: Path, seed: int, scenario: str, any_cards: bool, most: int) -> Table:
    """Play one battle in which everything that is sent is searched; return its table."""
    table = Table(folder / str(seed), seed, scenario, any_cards)
    await table.play(most)
    return table
