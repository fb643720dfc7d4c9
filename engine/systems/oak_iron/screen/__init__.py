"""The battle on the screen: chart, ship cards, previews, overlays, measuring.

The functions turn a seat's view into the marks and rows of `engine.game`. Nothing here depends on a
terminal or changes a state.
"""
