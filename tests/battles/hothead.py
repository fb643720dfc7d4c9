"""A computer player for tests that looks for a fight, and otherwise does every kind of thing it
can.
"""

from __future__ import annotations

from typing import Any

from engine.game.decision import Answer, Decision, Option
from engine.game.game import Game
from engine.lookahead.scoring import dial_value, dial_with_area, random_point, steps
from engine.players import make_player
from engine.players.player import own_dice

CLOSES = ("manoeuvre", "turn")
"""The kinds of decisions that a `bold` hothead leaves to a lieutenant, who sails close to the
enemy."""
ZEST = {
    "pass": 1,
    "transfer_flag": 1,
    "rally": 5,
    "fire": 6,
    "fire close_combat hull": 20,
    "board": 8,
    "burn": 20,
    "reload_both": 20,
    "undertake": 20,
    "land_party": 10,
}
"""{kind of command: its weight when one is drawn}; the weight of every other kind is 2."""


class Hothead:
    """Draws a kind of command, and then one command of that kind, so that rare kinds are chosen
    often.

    An ensign draws among all commands: he fires in forty ways before he lands a party once. A
    `bold` hothead sails close to the enemy.
    """

    name = "hothead"

    def __init__(self, game: Game[Any, Any, Any], seed: int, seat: str, bold: bool = True) -> None:
        self._game = game
        self._random = own_dice(seed, seat)
        self._helmsman = make_player("lieutenant", game, seed, seat) if bold else None

    def choose(self, view: Any, decision: Decision) -> Answer:
        """Return a legal answer, drawn at random."""
        if self._helmsman is not None and decision.kind in CLOSES:
            return self._helmsman.choose(view, decision)
        random = self._random
        kinds: dict[str, list[Option]] = {}
        for option in decision.options:
            kinds.setdefault(_kind(option), []).append(option)
        weights = [ZEST.get(kind, ZEST.get(kind.split()[0], 2)) for kind in kinds]
        option = random.choice(random.choices(list(kinds.values()), weights)[0])
        dial = at = None
        if option.dial and decision.dial is not None:
            dial = dial_value(decision.dial, random.randrange(steps(decision.dial) + 1))
        if option.area:
            dial, area = dial_with_area(self._game, view, decision, option, dial)
            at = random_point(area, random) if area else None
        return Answer(option.id, dial, at)


def _kind(option: Option) -> str:
    """Return the kind of an option: of an attack, its kind and aim; else the name of its
    command.
    """
    command = option.command
    kind = str(command.__struct_config__.tag)
    words = [getattr(command, word, "") for word in ("kind", "aim", "what", "card")]
    return " ".join([kind, *(word for word in words if isinstance(word, str) and word)])
