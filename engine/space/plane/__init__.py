"""Geometry of a flat sea: poses, rectangular bases, distances, motion, straight lines.

Lengths are in inches, x to the east and y to the north; angles in degrees clockwise from north.
The rules of a game that speak of places stand in that game's own folder.

- `pose`: where a thing lies and how it heads.
- `hull`: a rectangular base at a pose, its corners, edges and outline, whether it is on the table.
- `contact`: least distance, touching and overlapping.
- `sweep`: slides and pivots that stop at first contact.
- `wake`: the area that a base passes over.
- `crossing`: straight lines across bases and land.
- `free_area`: where an outline may be placed on the table.
- `many`: the same questions for arrays of bases, in numpy.
"""
