/* The state of this process in MPI: whether it is between MPI_Init and MPI_Finalize, and in which
 * MPI call. */
#ifndef MPI_CORE_PROCESS_H
#define MPI_CORE_PROCESS_H

#include <mpi.h>

enum oc_phase { OC_BEFORE_INIT, OC_ACTIVE, OC_AFTER_FINALIZE };

struct oc_process {
    /* MPI_COMM_WORLD between MPI_Init and MPI_Finalize, otherwise OC_NO_WORLD, which is not a valid
     * handle. Fast paths check only this member. */
    MPI_Comm world;
    const char *call; /* the MPI function that the user called last, for error messages */
    enum oc_phase phase;
};

/* The value of `world` before MPI_Init and after MPI_Finalize. */
#define OC_NO_WORLD ((MPI_Comm)(-1))

extern struct oc_process oc_process;

/* Sets the phase of this process and reports it to tools. */
void oc_process_enter(enum oc_phase phase);

#endif
