"""What a run did over time: recorded by the simulator, written for the tools that people have."""
