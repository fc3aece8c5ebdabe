"""The ports of the routers of a mesh or torus (simulator/src/noc/topology/mesh.rs)."""

EAST, WEST, SOUTH, NORTH = range(1, 5)
# Maps a port to the direction of its link, as (columns to the right, rows down).
DIRECTIONS = {EAST: (1, 0), WEST: (-1, 0), SOUTH: (0, 1), NORTH: (0, -1)}
# The names of all ports, for users.
NAMES = ("to its tile", "east", "west", "south", "north", "to its memory controller")
