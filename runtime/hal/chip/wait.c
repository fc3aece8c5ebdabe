#include "hal/hal.h"

_Thread_local uint32_t missed_events;
