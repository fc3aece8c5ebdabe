/* The calls of onchip_interrupt.h. The HAL carries them out (interrupt.c of each HAL). */
#include "onchip_interrupt.h"

#include "hal/hal.h"

void onchip_on_tick(uint64_t cycles, void (*handler)(void)) {
    hal_on_tick(cycles, handler);
}

bool onchip_on_event(void (*handler)(void)) {
    return hal_on_event(handler);
}
