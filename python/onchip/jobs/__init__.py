"""`onchip jobs`: workloads, the micro-kernels that allocate cores to them, and the results."""
