"""What all screens share, and the pages that any opens: help, palette, reference, settings."""
