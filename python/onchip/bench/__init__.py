"""Measurements of the simulator itself."""
