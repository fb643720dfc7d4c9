"""What every game system needs and none has a rule in: agenda, ledger, events, moments, data sets.

All of it is generic in the system's State. `engine.base` and `engine.game` come in.
"""
