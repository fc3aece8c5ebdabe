/* The addresses of a core's devices. Each core has its own part of its tile's window of registers
 * (docs/register-map.md). */
#ifndef HAL_CHIP_DEVICES_H
#define HAL_CHIP_DEVICES_H

#include <stdint.h>

#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/self.h"
#include "hal/hal.h"

/* The address of the registers of an endpoint of the network. The endpoints are numbered: first
 * tiles, then memory controllers. */
static inline uint32_t device_window(uint32_t endpoint) {
    return DEVICES + (endpoint << DEVICES_SHIFT);
}

/* The network endpoint (the number of the tile) of a place. It is taken from bits of the address of
 * the place's queues. To compute it from the number of the core would take a division. */
static inline uint32_t endpoint_of_place(int place) {
    return (hal_self.table[place].queues - DEVICES) >> DEVICES_SHIFT;
}

/* The address of a core's registers in an area of its tile's window, such as the area of counters.
 * Each core of the tile has `share` bytes in the area. `queues` is the address of the core's
 * queues, of which some bits give the window and the core's index in the tile. To compute these two
 * from the number of the core would take a division. */
static inline uint32_t devices_beside(uint32_t queues, uint32_t area, uint32_t share) {
    uint32_t window = queues >> DEVICES_SHIFT << DEVICES_SHIFT;
    return window + queues % REGISTER_QUEUE_SHARE / REGISTER_QUEUE_SHARE_STRIDE * share + area;
}

_Static_assert(2 * REGISTER_QUEUE_SHARE == 1 << DEVICES_SHIFT,
               "queues are the upper half of a window");

/* The address of the registers of a place's core in an area of its tile's window. */
static inline uint32_t devices_of(int place, uint32_t area, uint32_t share) {
    return devices_beside(hal_self.table[place].queues, area, share);
}

/* The address of the calling core's registers in an area of its tile's window. */
static inline uint32_t own_devices(uint32_t area, uint32_t share) {
    uint32_t tile = register_read(REGISTER_TILE);
    return device_window(tile) + area + register_read(REGISTER_TILE_CORE) * share;
}

/* Whether a device is in the calling core's tile, so that no packets are needed to reach it. */
static inline bool is_at_home(uint32_t device) {
    return (device - DEVICES) >> DEVICES_SHIFT == register_read(REGISTER_TILE);
}

static inline uint32_t device_read(uint32_t address) {
    return *(const volatile uint32_t *)address;
}

static inline void device_write(uint32_t address, uint32_t value) {
    *(volatile uint32_t *)address = value;
}

#endif
