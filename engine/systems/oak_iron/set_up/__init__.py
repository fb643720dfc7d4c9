"""Setting a battle up (Oak & Iron ch. 6, 7 and 9), one module a step.

Every choice is a decision of the engine, so it is logged, undone and replayed like the
battle itself. Squadrons come in checked, from `squadrons`.
"""
