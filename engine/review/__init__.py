"""A review of one battle: reports, costly choices in hindsight, luck and skill.

The package works for any game system. It imports `engine.base`, `engine.game`, `engine.kernel` and
the computer player `lieutenant` of `engine.players`, whose scores are used where a system gives no
advice.
"""
