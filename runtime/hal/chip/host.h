/* A call of the host behind the chip. */
#ifndef HAL_CHIP_HOST_H
#define HAL_CHIP_HOST_H

#include "hal/chip/registers.h"

/* Makes call `number`; gives its result. */
int32_t host_call(uint32_t number, uint32_t a0, uint32_t a1, uint32_t a2);

/* Of one argument; the others may be anything. */
static inline int32_t host_call1(uint32_t number, uint32_t a0) {
    return host_call(number, a0, 0, 0);
}

#endif
