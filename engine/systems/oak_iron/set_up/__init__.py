"""Setting a battle up (Oak & Iron ch. 7, Starting a Game), one module a step.

Everything is a decision of the engine, so it is logged, undone and replayed like the
battle itself.
"""
