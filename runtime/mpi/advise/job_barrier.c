/* MPI_Init and MPI_Finalize: between them is what the advice is about. */
#include "mpi/world/job_barrier.h"
#include "mpi/advise/record.h"

static void tell(enum oc_record_kind kind) {
    struct oc_record record = {.kind = kind, .peer = OC_EVERYBODY};
    oc_record_end(&record);
}

void oc_job_barrier_recorded(int occasion) {
    if (occasion == OC_LEAVE)
        tell(OC_RECORD_END);
    oc_job_barrier_unrecorded(occasion);
    if (occasion == OC_JOIN)
        tell(OC_RECORD_START);
}
