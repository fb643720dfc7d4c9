"""Designs of battles: the choices, parsing a file, and the printed sheet."""
