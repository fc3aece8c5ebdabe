/* The numbers of threads. These functions are in a file of their own because programs without
 * threads call them, too, and should not link thread.c. */
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

int hal_threads(void) {
    return (int)register_read(REGISTER_THREADS);
}

int hal_thread(void) {
    return (int)register_read(REGISTER_THREAD);
}
