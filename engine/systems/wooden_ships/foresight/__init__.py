"""Exact forecasts of an order, over all plots that the enemy may choose; computed from
views only.
"""
