"""A review of one battle: reports, costly choices in hindsight, what sets answers apart.

It works for any game system: it imports `engine.base`, `engine.game`, `engine.kernel` and the
lieutenant of `engine.players`, whose scores stand in where a system gives no advice.
"""
