#include "hal/hal.h"

void hal_at_fault(void (*function)(void)) {
    (void)function;
}
