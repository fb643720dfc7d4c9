"""The water and what lies in it: depths, currents, terrain, lines of fire."""
