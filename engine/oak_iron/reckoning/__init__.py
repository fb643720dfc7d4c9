"""The reckoning: how a captain weighs places, shots and orders. Sense, not rules."""
