"""Battles over a wire: letters, correspondence, and the line protocol `talk`."""
