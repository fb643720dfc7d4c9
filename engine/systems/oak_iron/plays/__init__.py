"""Initiative cards and event cards being played; what a card does stands in effects/."""
