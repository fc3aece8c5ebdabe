#include "hal/hal.h"

_Thread_local uint32_t hal_missed_events;

void hal_stay_awake(void) {
    hal_missed_events = 1;
}
