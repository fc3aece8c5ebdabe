"""`onchip run --check-mpi`: finds mistakes in a program's use of MPI."""
