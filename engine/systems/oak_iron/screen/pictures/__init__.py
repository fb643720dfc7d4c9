"""Pictures over the chart that take more than a line: lines of fire, the danger chart."""
