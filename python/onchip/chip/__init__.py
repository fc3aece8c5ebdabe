"""Chip files: what is in them, where ranks are, what they take."""
