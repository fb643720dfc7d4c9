"""How a battle ended in a few words, the same words for the same kind of ending."""

from __future__ import annotations

from engine.systems.oak_iron.state.state import State

_WHAT = (  # a sign in the sentence, what it says; the first that fits counts
    (" withdraws", "withdrawal"),
    ("both sides withdraw", "both withdraw"),
    ("no ship", "no ship left"),
    ("dignitary is ashore", "dignitary ashore"),
    ("dignitary has got away", "dignitary away"),
    ("is over", "last turn"),
)
_THEN = (
    ("fewer strike points", "fewer points"),
    ("the defender wins", "equal, the defender's"),
    ("a draw", "a draw"),
)


def ending(state: State) -> str:
    """Return what decided a battle: 'withdrawal', 'last turn: fewer points'; '' while it goes on.

    A battle file keeps only a sentence about its end, so the words are read off that.
    """
    if state.outcome is None:
        return ""
    reason = state.outcome.reason
    # Squadrons are named by players: a name may contain any of the signs that are looked for.
    names = {name for each in state.squadrons.values() for name in (each.name, each.fleet)}
    for name in sorted(filter(None, names), key=len, reverse=True):
        reason = reason.replace(name, "")
    what = next((words for sign, words in _WHAT if sign in reason), reason)
    then = next((words for sign, words in _THEN if sign in reason), "")
    return f"{what}: {then}" if then else what
