/* What this process knows of itself: between Init and Finalize or not, and in which MPI call. */
#ifndef MPI_CORE_PROCESS_H
#define MPI_CORE_PROCESS_H

enum oc_phase { OC_BEFORE_INIT, OC_ACTIVE, OC_AFTER_FINALIZE };

struct oc_process {
    enum oc_phase phase;
    const char *call; /* the MPI function that the user called last, for messages */
};

extern struct oc_process oc_process;

#endif
