"""Setting up a battle (Oak & Iron ch. 6, 7 and 9), one module for each step.

Every choice is a decision of the engine, so it is logged, undone and replayed like the battle
itself. The squadron files have been checked before, by the room `squadrons`.
"""
