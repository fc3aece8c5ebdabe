"""The network of a chip as hardware: its description, and its comparison with the model."""
