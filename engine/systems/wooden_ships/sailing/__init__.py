"""The possible orders of a ship: wind and attitude, plots, the sheet of orders."""
