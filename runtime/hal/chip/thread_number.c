/* Apart from what further threads need: every program may ask. */
#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

int hal_threads(void) {
    return (int)register_read(REGISTER_THREADS);
}

int hal_thread(void) {
    return (int)register_read(REGISTER_THREAD);
}
