"""Flotilla: a small game for tests.

Each side has two boats, and gives its orders in secret on a sheet (form).
"""
