"""A battle looked back on."""
