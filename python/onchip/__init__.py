"""MPI programs in C on a simulated many-core RISC-V chip, exact to the cycle."""
