"""What a ship may be ordered to do: wind and attitude, plots, the sheet of orders."""
