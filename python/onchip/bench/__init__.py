"""Measurements of the simulator and of the libraries (`onchip bench`)."""
