"""Exact forecasts of an order, before it is given; they use nothing hidden."""
