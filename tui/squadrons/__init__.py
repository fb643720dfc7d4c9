"""Building squadrons: the list of squadrons and the builder. Their files are in `engine.files`."""
