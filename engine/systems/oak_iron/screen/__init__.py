"""What a seat sees: chart, ship cards, previews, overlays, measuring.

What goes in: functions from a view to marks and rows of `engine.game`. Nothing here knows a
terminal or changes a state.
"""
