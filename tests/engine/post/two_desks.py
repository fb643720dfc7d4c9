"""Two desks of a strict battle, and letters between them, with no file and no screen."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.kernel import shares
from engine.kernel.registry import home
from engine.players import make_player
from engine.post import letters, strict
from engine.post.desk import Desk
from engine.post.folding import Folding
from engine.post.letters import Letter, Slip


def founded(scenario: str, options: dict[str, Any] | None = None, id: str = "one") -> Desk:
    """Return the desk of anna, who founds a strict battle."""
    game = home(scenario)
    seats = game.seats(game.set_up(scenario, options or {}))
    first = seats[0].side or seats[0].key
    players = {s.key: "anna" if (s.side or s.key) == first else "ben" for s in seats}
    held = Letter(
        letter=letters.MARK,
        format=letters.STRICT,
        number=0,
        by="",
        id=f"{scenario}-{id}",
        game=game.name,
        rules=game.rules_version,
        data=game.data_version,
        scenario=scenario,
        options=options or {},
        players=players,
        pledge="",
        anchors={"anna": shares.anchor("anna", f"tip of anna {id}")},
    )
    return Desk(me="anna", held=held, tip=f"tip of anna {id}")


def joined(letter: Slip, id: str = "one") -> Desk:
    """Return the desk of ben, to whom the first letter has come."""
    from engine.post import slips

    tip = f"tip of ben {id}"
    held = slips.joined(slips.first(letter), letter)
    anchors = {**held.anchors, "ben": shares.anchor("ben", tip)}
    held = letters.msgspec.structs.replace(held, anchors=anchors)
    return Desk(me="ben", held=held, tip=tip, slips=(letter,))


def asked(desk: Desk, known: Folding) -> Any:
    ahead = {choice.seat for choice in desk.held.choices[known.position :]}
    for question in known.pending():
        if desk.held.players[question.seat] == desk.me and question.seat not in ahead:
            return question
    return None


def chosen(desk: Desk, random: Random, mind: str = "ensign") -> Desk:
    """Answer all that a player is asked before his next letter."""
    from engine.game.command import command_of

    while True:
        known = strict.folded(desk)
        if not known.begun:
            return desk
        question = asked(desk, known)
        if question is None or known.game.outcome(known.state):
            return desk
        seat, game = question.seat, known.game
        player = make_player(mind, game, random.randrange(10**6), seat)
        answer = player.choose(game.view(known.state, seat), question)
        command = command_of(game, known.state, seat, answer)
        ahead = {choice.seat for choice in desk.held.choices[known.position :]}
        owing = tuple(
            each.seat
            for each in known.pending()
            if each.secret and desk.held.players[each.seat] != desk.me and each.seat not in ahead
        )
        desk = strict.choice_of(desk, question, command, f"{random.getrandbits(128):032x}", owing)


def is_over(desk: Desk) -> bool:
    return len(desk.held.tips) == 2
