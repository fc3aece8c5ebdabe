"""Synthetic traffic on a chip's network: runs, plots, and a comparison with BookSim2."""
