#include <mpi.h>

#include "hal/hal.h"
#include "mpi/core/thread.h"

/* Whether threads take turns. */
static bool takes_turns;

int oc_thread_highest(void) {
    if (takes_turns)
        return MPI_THREAD_MULTIPLE;
    return hal_threads() > 1 ? MPI_THREAD_FUNNELED : MPI_THREAD_SERIALIZED;
}

int oc_thread_given(int required) {
    int highest = oc_thread_highest();
    if (HAL_TURNS && required > highest && hal_may_take_turns()) {
        hal_turns_begin();
        takes_turns = true;
        return MPI_THREAD_MULTIPLE;
    }
    return required < highest ? required : highest;
}
