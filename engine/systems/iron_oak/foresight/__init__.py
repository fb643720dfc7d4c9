"""Exact forecasts of an order before it is given; they use no hidden information."""
