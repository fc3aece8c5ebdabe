/* Apart from what further threads need: every program may ask. */
#include "hal/linux/shared.h"

_Thread_local int hal_own_thread;

int hal_threads(void) {
    return hal_self.threads;
}

int hal_thread(void) {
    return hal_own_thread;
}
