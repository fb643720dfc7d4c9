"""Screens that do not belong to one activity, and the bases of all: what a new screen derives from.

Here stand the base classes (plain, page, chart), the protocol of the app, help, palette, reference
and settings. A screen of an activity stands in its own folder.
"""
