"""A run on the simulated chip."""
