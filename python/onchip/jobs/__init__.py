"""`onchip jobs`: workloads, the micro-kernels that run them, and what came of it."""
