"""Designs of battles: the available choices, reading a file, and the printed sheet."""
