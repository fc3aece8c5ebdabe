"""What the machine must have; the package for pip."""
