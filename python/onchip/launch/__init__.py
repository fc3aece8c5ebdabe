"""A run of `onchip run`, from the command line to its outputs."""
