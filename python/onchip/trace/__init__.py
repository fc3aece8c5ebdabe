"""The trace of a run: recorded by the simulator, written for the tools that people have."""
