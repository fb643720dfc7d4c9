"""The battle on the screen: chart, ship cards, previews, overlays, measuring.

Functions from a view to marks and rows of `engine.game`. Nothing here depends on a terminal or
changes a state.
"""
