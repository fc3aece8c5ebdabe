#include "mpi/funnel/funnel.h"

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

/* What -fopenmp links (link/…gomp): profiling.ld looks for it. */
const char oc_funnel = 1;

_Noreturn void oc_funnel_refuse(const char *call) {
    oc_process.call = call;
    oc_die(OC_FATAL, "thread # calls it|thread 0 alone calls MPI (MPI_THREAD_FUNNELED)",
           hal_thread(), 0);
}
