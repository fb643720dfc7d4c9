"""Base classes of all screens, and the screens that belong to no single activity.

They are base classes (plain, page, chart), the protocol of the app, help, palette, reference and
settings. The screens of an activity are in its own folder.
"""
