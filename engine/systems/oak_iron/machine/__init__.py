"""How the rules run: agenda of steps, moments that cards hook into, folding, telling, caches.

Nothing here is a rule.
"""
