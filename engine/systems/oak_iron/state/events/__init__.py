"""All events, a module for each theme, with the state after each of them.

An event carries its result (the pose at the end, the points now), so a replay needs no rules. The
tags are written in battle files.
"""

from typing import TYPE_CHECKING

from engine.kit.ledger import union_of
from engine.systems.oak_iron.state.events.attacks import *
from engine.systems.oak_iron.state.events.event import *
from engine.systems.oak_iron.state.events.event import OakIronEvent
from engine.systems.oak_iron.state.events.moves import *
from engine.systems.oak_iron.state.events.set_up import *
from engine.systems.oak_iron.state.events.turn import *

if TYPE_CHECKING:
    AnyEvent = OakIronEvent
else:
    AnyEvent = union_of(OakIronEvent)
