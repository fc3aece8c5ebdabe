/* This is a file of its own because programs without threads call it too and should not link the
 * rest. */
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

int hal_threads(void) {
    return (int)register_read(REGISTER_THREADS);
}

int hal_thread(void) {
    return (int)register_read(REGISTER_THREAD);
}
