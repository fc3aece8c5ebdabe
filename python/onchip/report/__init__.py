"""Writes a run as a single page for a browser, which loads nothing from the network."""
