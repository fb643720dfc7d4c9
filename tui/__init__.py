"""The terminal of Weather Gage: command line, screens and chart."""

UNOFFICIAL = (
    "An unofficial implementation, not affiliated with the publishers; no rules text included."
)
"""The disclaimer that the help of the command line and the opening menu show."""
IN_SHORT = "Unofficial; not affiliated with the publishers; no rules text included."
"""The same for a terminal of 80 columns, which the whole sentence does not fit."""
