#include "mpi/core/any_time.h"

#include <mpi.h>
#include <stddef.h>

#include "hal/hal.h"
#include "mpi/core/process.h"

/* A thread-local variable, whose address identifies the thread. */
static _Thread_local char own;
static const char *inside; /* identifies the thread that holds the lock */
static int depth;

void oc_turn_take(void) {
    const char *nobody = NULL;
    if (__atomic_load_n(&inside, __ATOMIC_RELAXED) != &own)
        while (!__atomic_compare_exchange_n(&inside, &nobody, &own, 0, __ATOMIC_ACQUIRE,
                                            __ATOMIC_RELAXED))
            nobody = NULL;
    depth++;
}

void oc_turn_give(void) {
    if (!--depth)
        __atomic_store_n(&inside, NULL, __ATOMIC_RELEASE);
}

int oc_enter_any_time(const char *call) {
    oc_turn_take();
    if (!hal_thread())
        oc_process.call = call;
    return MPI_SUCCESS;
}
