"""The ports of the routers of a mesh or torus (simulator/src/noc/topology/mesh.rs)."""

EAST, WEST, SOUTH, NORTH = range(1, 5)
# Port → direction of its link: columns to the right, and rows down.
DIRECTIONS = {EAST: (1, 0), WEST: (-1, 0), SOUTH: (0, 1), NORTH: (0, -1)}
# The names of all ports, for users.
NAMES = ("to its tile", "east", "west", "south", "north", "to its memory controller")
