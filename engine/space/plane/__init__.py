"""Geometry of a flat sea: poses, rectangular bases, distances, motion, straight lines.

Lengths are in inches, x to the east and y to the north; angles in degrees clockwise from north. The
rules of each game are in its own folder.

- `pose`: the position and heading of a thing.
- `hull`: a rectangular base at a pose, corners, edges, outline; the area that it passes over.
- `contact`: least distance, touching, overlapping; where an outline may be placed on the table.
- `sweep`: straight lines across bases and land; slides and pivots that stop at first contact.
- `many`: the same questions for arrays of bases, in numpy.
"""
