"""Makes the package for pip."""
