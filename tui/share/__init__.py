"""Exports for people without Weather Gage: pictures of a battle's marks, and an HTML page."""
