#include "hal/chip/inline/registers.h"
#include "hal/hal.h"

uint64_t hal_cycles(void) {
    uint32_t low, high, again;
    do {
        __asm__ volatile("rdcycleh %0" : "=r"(high));
        __asm__ volatile("rdcycle %0" : "=r"(low));
        __asm__ volatile("rdcycleh %0" : "=r"(again));
    } while (high != again);
    return (uint64_t)high << 32 | low;
}

uint64_t hal_cycles_per_second(void) {
    return (uint64_t)register_read(REGISTER_CLOCK_MHZ) * 1000000;
}
