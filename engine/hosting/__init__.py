"""A host of battles without a network: its hub, hosted battles, terms, clocks, limits, the log.

A host is a program on which people at different machines play each other. tui/host adds SSH,
screens and the line interface.
"""
