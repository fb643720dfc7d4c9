"""All events and the state after each, a module for each theme.

An event carries its result (the pose at the end, the points now), so a replay needs no rules. Tags
are written in battle files.
"""

from typing import TYPE_CHECKING

from engine.kit.ledger import union_of
from engine.systems.iron_oak.state.events.event import *
from engine.systems.iron_oak.state.events.event import IronOakEvent
from engine.systems.iron_oak.state.events.harm import *
from engine.systems.iron_oak.state.events.moves import *
from engine.systems.iron_oak.state.events.turn import *

if TYPE_CHECKING:
    AnyEvent = IronOakEvent
else:
    AnyEvent = union_of(IronOakEvent)
