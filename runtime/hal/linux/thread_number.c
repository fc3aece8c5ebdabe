/* The numbers of threads. These functions are in a file of their own because programs without
 * threads call them, too, and should not link thread.c. */
#include "hal/linux/shared.h"

_Thread_local int hal_own_thread;

/* Returns 1 in a thread that the program itself has started, because such a thread may not use the
 * threads of the job. */
int hal_threads(void) {
    return hal_is_of_job ? hal_self.threads : 1;
}

int hal_thread(void) {
    return hal_own_thread;
}
