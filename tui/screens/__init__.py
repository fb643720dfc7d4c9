"""Base classes of all screens, and the screens that belong to no single activity.

The base classes are those of plain screens, pages and charts; the screens are help, palette,
reference and settings. The screens of an activity are in a folder of their own.
"""
