"""How a battle ended in few words, the same for battles that ended alike."""

from __future__ import annotations

from engine.systems.oak_iron.state.state import State

_WHAT = (
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
    """Return what decided: 'withdrawal', 'last turn: fewer points'; '' while a battle goes on.

    The sentence is all that a battle file keeps of its end, so it is read off that, less
    the names in it, which are the players' own.
    """
    if state.outcome is None:
        return ""
    reason = state.outcome.reason
    names = {name for each in state.squadrons.values() for name in (each.name, each.fleet)}
    for name in sorted(filter(None, names), key=len, reverse=True):
        reason = reason.replace(name, "")
    what = next((words for sign, words in _WHAT if sign in reason), reason)
    then = next((words for sign, words in _THEN if sign in reason), "")
    return f"{what}: {then}" if then else what
