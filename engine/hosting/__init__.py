"""A host of battles without a network: its hub, hosted battles, terms, clocks, limits, the log.

tui/host adds SSH, screens and the line interface.
"""
