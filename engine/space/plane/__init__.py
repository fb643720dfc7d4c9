"""Geometry of a flat sea: poses, hulls, sweeps, sight. It knows no game.

- `pose`: where a thing lies and how it heads.
- `hull`: a rectangular base at a pose, its corners, edges and outline.
- `contact`: least distance, touching and overlapping.
- `sweep`: slides and pivots that stop at first contact.
- `away`: the slide Directly Away from things.
- `alongside`: how a base comes to lie flush against another.
- `sight`: sight lines, broadside paths and raking lines.
- `formation`: links between ships in line, and their chains.
- `wind`: points of sail, and what lies on the table.
- `bands`: range rings around a base.
"""
