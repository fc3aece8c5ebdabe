/* Adding to a counter takes one instruction. It is inline because every barrier does it. */
#ifndef HAL_CHIP_INLINE_COUNTER_H
#define HAL_CHIP_INLINE_COUNTER_H

#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/registers.h"

static inline void hal_counter_add(hal_address counter, int32_t amount) {
    order_stores();
    *(volatile uint32_t *)(counter + REGISTER_COUNTER_VALUE) = (uint32_t)amount;
}

#endif
