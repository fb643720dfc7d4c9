"""The effects of action cards, one function each, with odds, worth and words next to it (7).

Importing the room registers every card; functions about cards are imported from here.
"""

from engine.systems.iron_oak.effects import maneuvers, shots
from engine.systems.iron_oak.machine import ENDS, SPARE, STRUCK, WHY

__all__ = ["ENDS", "SPARE", "STRUCK", "WHY", "maneuvers", "shots"]
