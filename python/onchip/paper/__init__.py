"""Published experiments, repeated: our numbers beside the papers'."""
