"""What games and battles are generic in: the types of their states, commands and events.

Where nobody says which, they are `Any`: a screen takes a `Battle` of any game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # its defaults; a type checker needs no package for it

    S = TypeVar("S", default=Any)
    C = TypeVar("C", default=Any)
    E = TypeVar("E", default=Any)
else:
    from typing import TypeVar

    S, C, E = TypeVar("S"), TypeVar("C"), TypeVar("E")
