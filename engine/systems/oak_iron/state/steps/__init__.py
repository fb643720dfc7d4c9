"""The agenda: what is still to be done, as data. The last step of the stack is next.

A step holds only what distinguishes it; what the active ship has done so far is in the
state's `activation`, `roll` and `attack`. Tags are written in battle files.
"""

from typing import TYPE_CHECKING

from engine.kit.fold import every
from engine.kit.step import Step
from engine.systems.oak_iron.state.steps.attack import *
from engine.systems.oak_iron.state.steps.end import *
from engine.systems.oak_iron.state.steps.initiative import *
from engine.systems.oak_iron.state.steps.movement import *
from engine.systems.oak_iron.state.steps.set_up import *
from engine.systems.oak_iron.state.steps.weather import *

if TYPE_CHECKING:
    AnyStep = Step
else:
    AnyStep = every(Step, __name__)
