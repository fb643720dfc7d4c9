"""Assumed answers for sealed choices: any answer that the seal may hide, until the difference would
show or the answer proves impossible.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from engine.base.errors import Refused
from engine.base.hashes import Link, SharedDice
from engine.game.decision import Decision, Dial, Option
from engine.post.folding import Folding, NotAllowed, possible_commands
from engine.post.letters import LetterChoice, seal_choice

NO_DICE = SharedDice({})


class Card(msgspec.Struct, frozen=True, tag="card"):
    """The command of a fake card game: discard a card unseen, lay one face down, play one, or turn
    up the one face down.
    """

    name: str


class Table(msgspec.Struct, frozen=True):
    """The state of the game: the cards of seat A, and what was done with them; seat B only
    watches.
    """

    hand: tuple[str, ...] = ("x", "y", "z", "w")
    gone: str = ""
    down: str = ""
    played: tuple[str, ...] = ()
    up: bool = False


class Cards(SimpleNamespace):
    """A fake game of cards for one player and one watcher: no dice, four choices."""

    name, rules_version, types = "cards", "1", (Table, Card, Table)

    def settled(self, state: Table, dice: object) -> Table:
        return state

    def pending(self, state: Table) -> tuple[Decision, ...]:
        names = state.hand if not (state.down and state.played) else ("turn up",)
        options = tuple(Option(name, name, Card(name)) for name in names)
        secret = not state.down
        return () if state.up else (Decision("A", "card", "", options, secret=secret),)

    def decide(self, state: Table, seat: str, command: Card, dice: object) -> tuple[Table, ...]:
        if command.name not in [each.id for each in self.pending(state)[0].options]:
            raise Refused(f"{command.name} is not there")
        hand = tuple(each for each in state.hand if each != command.name)
        if not state.gone:
            return (msgspec.structs.replace(state, hand=hand, gone=command.name),)
        if not state.down:
            return (msgspec.structs.replace(state, hand=hand, down=command.name),)
        if not state.played:
            return (msgspec.structs.replace(state, hand=hand, played=(command.name,)),)
        return (msgspec.structs.replace(state, up=True),)

    def evolve(self, state: Table, event: Table) -> Table:
        return event

    def outcome(self, state: Table) -> None:
        return None

    def view(self, state: Table, seat: str) -> Any:
        down = state.down if state.up else bool(state.down)
        return len(state.hand), bool(state.gone), down, state.played

    def __hash__(self) -> int:
        return id(self)


def folding() -> Folding:
    game: Any = Cards()
    return Folding(game, Table(), lambda seat: ("B",))


def shut(name: str) -> LetterChoice:
    return seal_choice("A", msgspec.Raw(msgspec.json.encode(Card(name))), "salt").shut


def known(name: str) -> LetterChoice:
    return LetterChoice("A", msgspec.Raw(msgspec.json.encode(Card(name))))


def test_a_seal_is_opened_when_what_follows_shows_it_and_no_sooner() -> None:
    """A discarded card never shows, so its seal stays closed; a card laid face down shows when it
    is turned up.
    """
    seen = folding().go_on((known("z"), shut("w"), known("y")), NO_DICE)
    assert (seen.stop, seen.position, seen.closed) == (None, 3, (1,))
    seen.go_on((known("z"), shut("w"), known("y"), known("turn up")), NO_DICE)
    assert seen.stop
    assert (seen.stop.number, seen.stop.seals) == (3, (1,))
    seen.go_on((known("z"), known("w"), known("y"), known("turn up")), NO_DICE)
    assert (seen.stop, seen.state.down) == (None, "w")


def test_what_cannot_have_been_sealed_gives_way_to_what_can() -> None:
    """The first card of the hand is assumed to be the discarded one, until it is played; then
    another card is assumed.
    """
    hidden = folding().go_on((shut("w"), shut("z")), NO_DICE)
    assert (hidden.state.gone, hidden.state.down) == ("x", "y")
    hidden.go_on((shut("w"), shut("z"), known("x")), NO_DICE)
    assert hidden.stop is None
    assert "x" not in (hidden.state.gone, hidden.state.down)
    hidden.go_on((shut("w"), shut("z"), known("y"), known("turn up")), NO_DICE)
    assert hidden.stop
    assert 1 in hidden.stop.seals, "what is turned up is still found to be hidden"
    hidden.go_on((shut("w"), known("z"), known("y"), known("turn up")), NO_DICE)
    assert hidden.stop is None
    assert hidden.commands[1] == ("A", Card("z"))


def test_what_nothing_behind_a_seal_allows_is_refused() -> None:
    with pytest.raises(NotAllowed, match="choice 3"):
        folding().go_on((shut("w"), shut("z"), known("a card of nobody")), NO_DICE)
    late = LetterChoice("B", msgspec.Raw(b"{}"))
    turned = (known("z"), shut("w"), known("y"), known("turn up"), late)
    with pytest.raises(NotAllowed, match=r"choice 5 .* it comes after dice or a sealed choice"):
        folding().go_on(turned, NO_DICE)
    with pytest.raises(NotAllowed, match=r"choice 2 .* its seat was asked nothing"):
        folding().go_on((known("x"), LetterChoice("B", msgspec.Raw(b"{}"))), NO_DICE)


def test_dice_that_are_not_known_any_more_take_back_what_they_made() -> None:
    """When a battle is computed again from older letters, only the dice known from those letters
    are used.
    """
    game: Any = Cards()
    game.settled = lambda state, dice: msgspec.structs.replace(state, gone=str(dice.face(1)))
    links = {name: Link(5, "00" * 32) for name in ("anna", "ben")}
    thrown = Folding(game, Table(), lambda seat: ("B",))
    assert thrown.go_on((), SharedDice(links)).stop is None
    assert thrown.go_on((), NO_DICE).stop is not None


def test_a_die_alone_is_asked_of_no_shares() -> None:
    """Shared dice belong to one choice; a die without a choice would be the same for all
    choices.
    """
    with pytest.raises(TypeError, match="fall by throws"):
        NO_DICE.face(0)


def test_an_end_shows_even_where_nobody_sees_what_led_to_it() -> None:
    """Seat B sees no card at all, but would see that the battle is over, so the seal must be
    opened.
    """
    game: Any = Cards()
    game.view = lambda state, seat: None
    game.outcome = lambda state: state.gone == "w" or None
    seen = Folding(game, Table(), lambda seat: ("B",)).go_on((shut("z"),), NO_DICE)
    assert seen.stop
    assert seen.stop.seals == (0,)


def test_what_has_a_place_or_a_dial_has_no_stand_in() -> None:
    options = (Option("go", "Go", Card("go"), area=""), Option("turn", "Turn", Card("turn")))
    plain = Decision("A", "card", "", options, secret=True)
    assert possible_commands(plain) == (Card("go"), Card("turn"))
    dial = Dial(0, 10, 5)
    turned = (options[0], msgspec.structs.replace(options[1], dial="angle"))
    assert possible_commands(msgspec.structs.replace(plain, options=turned, dial=dial)) == ()
    placed = (msgspec.structs.replace(options[0], area="at"), options[1])
    assert possible_commands(msgspec.structs.replace(plain, options=placed)) == ()
