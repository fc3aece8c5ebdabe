"""`onchip run --check-mpi`: what a program leaves undone in MPI."""
