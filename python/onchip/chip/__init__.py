"""Chip files and their keys, the cores of ranks, energy, pictures of chips."""
