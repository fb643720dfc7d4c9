"""Chances, exact: what dice roll, and how often one roll beats another."""
