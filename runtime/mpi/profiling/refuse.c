#include "mpi/profiling/funnel.h"

#include "hal/hal.h"
#include "mpi/core/process.h"
#include "mpi/error/raise.h"

_Noreturn void oc_funnel_refuse(const char *call) {
    oc_process.call = call;
    oc_die(OC_FATAL, "thread # calls it|only thread 0 may call MPI (MPI_THREAD_FUNNELED)",
           hal_thread(), 0);
}
