"""The terminal of Weather Gage: command line, screens and chart."""
