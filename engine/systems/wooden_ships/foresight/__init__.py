"""Exact forecasts of an order, over all plots that the enemy may choose. They are computed from a
seat's view, so they use nothing that is hidden from the player.
"""
