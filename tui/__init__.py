"""The terminal of Weather Gage: command line, screens and chart."""

UNOFFICIAL = (
    "An unofficial implementation, not affiliated with the publishers; no rules text included."
)
"""The disclaimer in the help of the command line and in the opening menu."""
IN_SHORT = "Unofficial; not affiliated with the publishers; no rules text included."
"""The same in short, for a terminal of 80 columns."""
