"""The end of a run, and its output."""
