"""The effects of action cards: each effect is a function, beside its odds, worth and words (Iron &
Oak 7).

Importing this package registers every card; other packages import functions about cards from here.
"""

from engine.systems.iron_oak.effects import maneuvers, shots
from engine.systems.iron_oak.machine import ENDS, SPARE, STRUCK, WHY

__all__ = ["ENDS", "SPARE", "STRUCK", "WHY", "maneuvers", "shots"]
