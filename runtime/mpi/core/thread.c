#include "mpi/core/thread.h"

#include <mpi.h>
#include <stddef.h>

#include "hal/hal.h"

int oc_thread_level = MPI_THREAD_SINGLE;

/* A thread-local variable, whose address identifies the thread. */
static _Thread_local char own;
static const char *main_thread;

void oc_thread_set_main(void) {
    main_thread = &own;
}

bool oc_thread_is_main(void) {
    return main_thread ? main_thread == &own : hal_thread() == 0;
}
