"""Exact forecasts of an order before it is given; they use only facts that the player may know."""
