"""The network of a chip as hardware: its description, cost, and comparison with the model."""
