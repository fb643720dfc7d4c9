"""Learn by doing: the list of lessons, and a lesson beside the chart."""
