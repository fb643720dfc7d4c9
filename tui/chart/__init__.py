"""A scene becomes a chart: the window, the frame, the layout; one folder a kind of board."""
