"""What a player keeps on disk: battles and squadrons, found, begun, named and safely written."""
