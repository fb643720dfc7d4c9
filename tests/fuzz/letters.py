"""Attack: letters of strict battles with one choice too many. The reaction to them must tell their
writer nothing.

Such a letter is refused for a reason that its writer knows as well, in the same words whatever the
reader's share of the dice is. Or it is accepted, and no other letter with its number is. Nothing
else may be raised, and after a refusal the right letter must be accepted.
"""

from __future__ import annotations

from random import Random

from engine.base.errors import FileFault
from engine.post import checking, strict
from engine.post.letters import LetterChoice
from engine.post.slips import Desk
from tests.engine.post import two_desks
from tests.engine.post.two_desks import Moment

LETTERS = 20
"""The maximum number of letters in one example to which a choice is added."""
SCENARIOS = ("quickstart", "mars_hercule", "patrol")
CLOSED = (
    "it comes after dice or a sealed choice that are not open yet, or its seat has chosen already"
)


def attack(seed: int) -> None:
    """Fight a battle by letters, and send many of them with one more choice."""
    dice = Random(seed)
    moments = two_desks.fought(SCENARIOS[seed % len(SCENARIOS)], seed)
    made = [each for moment in moments for each in moment.slip.choices]
    places = [at for at, moment in enumerate(moments) if at > 3 and moment.slip.choices]
    for at in sorted(dice.sample(places, min(LETTERS, len(places)))):  # foldings go on from there
        reader, moment = moments[at - 1].sender, moments[at]
        probes(reader, moment, dice)
        mine = {seat for seat, name in reader.held.players.items() if name == moment.sender.me}
        strange = [each for each in made if each.seat in mine]
        for extra in dice.sample(strange, min(3, len(strange))):
            sent(reader, moment, LetterChoice(extra.seat, extra.command, extra.seal))
        assert checking.import_slip(reader, moment.slip).slips[-1] == moment.slip


def probes(reader: Desk, moment: Moment, dice: Random) -> None:
    """Send what different results of the dice would allow; the reply must be the same for all of
    them.
    """
    stop = strict.fold_desk(moment.sender).stop
    if stop is None or not stop.dice:
        return
    said = set()
    for _ in range(4):
        extra = two_desks.one_more(moment.sender, dice.getrandbits(64))
        if extra is not None:
            said.add(sent(reader, moment, extra))
    assert len(said) < 2, said
    assert all(CLOSED in each for each in said), said


def sent(reader: Desk, moment: Moment, extra: LetterChoice) -> str:
    """Send a letter with one more choice; return why it is refused, or '' if it is accepted."""
    letter = two_desks.with_more(moment, extra)
    try:
        after = checking.import_slip(reader, letter)
    except FileFault as fault:
        return str(fault)
    try:
        strict.fold_desk(after)
    except FileFault as fault:
        assert " is accepted, but its choice " in str(fault), fault  # noqa: PT017
    try:
        checking.import_slip(after, moment.slip)
    except FileFault as fault:
        assert "two letters with the same number" in str(fault), fault  # noqa: PT017
        return ""
    raise AssertionError(f"a second letter {letter.number} is taken")
