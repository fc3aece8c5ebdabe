#include <mpi.h>

#include "hal/hal.h"
#include "mpi/core/thread.h"

int oc_thread_highest(void) {
    return hal_threads() > 1 ? MPI_THREAD_FUNNELED : MPI_THREAD_SERIALIZED;
}

int oc_thread_given(int required) {
    int highest = oc_thread_highest();
    if (HAL_TURNS && required > highest && hal_may_take_turns()) {
        hal_turns_begin();
        return MPI_THREAD_MULTIPLE;
    }
    return required < highest ? required : highest;
}
