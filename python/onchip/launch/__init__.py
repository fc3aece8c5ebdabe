"""A run of `onchip run`, from its words to its outputs."""
