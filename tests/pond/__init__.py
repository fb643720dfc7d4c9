"""Pond: a game system of two gunboats, small enough to read at one sitting."""
