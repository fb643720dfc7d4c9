"""All events and the state after each, a module for each theme.

An event carries its result (the pose at the end, the points now), so a replay needs no rules. Tags
are written in battle files.
"""

from typing import TYPE_CHECKING

from engine.kit.ledger import union_of
from engine.systems.wooden_ships.state.events.event import WoodenShipsEvent
from engine.systems.wooden_ships.state.events.fighting import *
from engine.systems.wooden_ships.state.events.turn import *

if TYPE_CHECKING:
    AnyEvent = WoodenShipsEvent
else:
    AnyEvent = union_of(WoodenShipsEvent)
