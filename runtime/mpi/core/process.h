/* What this process knows of itself: between Init and Finalize or not, and in which MPI call. */
#ifndef MPI_CORE_PROCESS_H
#define MPI_CORE_PROCESS_H

#include <mpi.h>

enum oc_phase { OC_BEFORE_INIT, OC_ACTIVE, OC_AFTER_FINALIZE };

struct oc_process {
    MPI_Comm world; /* MPI_COMM_WORLD between Init and Finalize; else no handle: fast paths look at
                     * this alone */
    const char *call; /* the MPI function that the user called last, for messages */
    enum oc_phase phase;
};

/* `world` before Init and after Finalize. */
#define OC_NO_WORLD ((MPI_Comm)(-1))

extern struct oc_process oc_process;

/* Tells the tools, too. */
void oc_process_enter(enum oc_phase phase);

#endif
