"""The rooms of the house: one module a screen."""
