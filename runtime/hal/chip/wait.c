#include "hal/hal.h"

_Thread_local uint32_t missed_events;

void hal_stay_awake(void) {
    missed_events = 1;
}
