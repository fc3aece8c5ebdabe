/* This is a file of its own because programs without threads call it too and should not link the
 * rest. */
#include "hal/linux/shared.h"

_Thread_local int hal_own_thread;

int hal_threads(void) {
    return hal_self.threads;
}

int hal_thread(void) {
    return hal_own_thread;
}
