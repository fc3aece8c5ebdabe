#include <time.h>

#include "hal/hal.h"

uint64_t hal_cycles(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t hal_cycles_per_second(void) {
    return 1000000000;
}
