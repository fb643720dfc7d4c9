"""What each action card changes, a function an effect: its odds, worth and words beside it (7).

Importing the room registers every card; who asks what is said of cards asks here.
"""

from engine.systems.iron_oak.effects import maneuvers, shots
from engine.systems.iron_oak.machine import ENDS, SPARE, STRUCK, WHY

__all__ = ["ENDS", "SPARE", "STRUCK", "WHY", "maneuvers", "shots"]
