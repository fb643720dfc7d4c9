"""A page of lines, for what has no place on a chart: its window, and how its lines are drawn."""
