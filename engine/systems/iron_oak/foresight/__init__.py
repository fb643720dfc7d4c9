"""Exact forecasts of an order before it is given; they use only what the player may know."""
