"""The trace of a run: recorded by the simulator, written in the formats of common trace viewers."""
