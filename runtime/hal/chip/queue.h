/* Opens a queue that is given by the address of its registers. */
#ifndef HAL_CHIP_QUEUE_H
#define HAL_CHIP_QUEUE_H

#include "hal/chip/devices.h"
#include "hal/hal.h"

static inline void queue_open_at(uint32_t registers, enum hal_queue_kind kind, void *ring,
                                 uint32_t elements, size_t element_bytes) {
    device_write(registers + REGISTER_QUEUE_BASE, (uint32_t)ring);
    device_write(registers + REGISTER_QUEUE_ELEMENTS, elements);
    device_write(registers + REGISTER_QUEUE_BYTES, element_bytes);
    device_write(registers + REGISTER_QUEUE_CONTROL, kind);
}

#endif
