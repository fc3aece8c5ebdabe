"""A run as one page for a browser, without anything from the network."""
