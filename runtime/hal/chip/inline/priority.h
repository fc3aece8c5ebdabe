/* The fast paths of setting and resetting priorities. */
#ifndef HAL_CHIP_INLINE_PRIORITY_H
#define HAL_CHIP_INLINE_PRIORITY_H

#include "hal/chip/inline/registers.h"
#include "hal/chip/inline/wait.h"

/* Variables of a fast way to set priorities, which needs no table of places. It computes the
 * address of a place's registers, and is possible if each place of the job has its own tile and
 * these tiles have consecutive numbers in the order of the places. The values are not members of a
 * structure, because each access would then cost one more cycle. */
extern uint32_t hal_priority_places; /* number of places; 0: not known yet, or not possible */
extern uint32_t hal_priority_place;  /* the caller's place */
extern uint32_t hal_priority_own;    /* address of its priority for packets to place 0 */
/* Resetting the priorities of all places begins at the register with the address
 * hal_priority_first, and goes on in steps of hal_priority_step bytes. It begins at the end of the
 * job that is farther from the calling core. Few answers are then under way after the last
 * store. */
extern uint32_t hal_priority_first, hal_priority_step;

/* The general functions, which handle any place and memory but take longer. */
enum hal_priority_result hal_priority_write(int place, int memory, uint32_t value);
void hal_priorities_reset_one_by_one(void);

/* A core's own priorities are in its tile, and take effect as soon as they are written. */
static inline enum hal_priority_result priority_write(int place, int memory, uint32_t value) {
    uint32_t places = hal_priority_places, self = hal_priority_place;
    uint32_t at = hal_priority_own + 4 * (uint32_t)memory;
    if (__builtin_expect((uint32_t)memory >= places, false))
        return hal_priority_write(place, memory, value);
    if (__builtin_expect((uint32_t)place == self, true)) {
        *(volatile uint32_t *)at = value;
        return HAL_PRIORITY_DONE;
    }
    if (__builtin_expect((uint32_t)place >= places, false))
        return HAL_PRIORITY_NO_PLACE;
    *(volatile uint32_t *)(at + (((uint32_t)place - self) << DEVICES_SHIFT)) = value;
    hal_fence();
    return HAL_PRIORITY_DONE;
}

static inline enum hal_priority_result hal_priority_set(int place, int memory, int priority) {
    return priority_write(place, memory, (uint32_t)priority);
}

static inline enum hal_priority_result hal_priority_reset(int place, int memory) {
    return priority_write(place, memory, PRIORITY_NONE);
}

static inline void hal_priorities_reset(void) {
    uint32_t left = hal_priority_places, at = hal_priority_first, step = hal_priority_step;
    if (__builtin_expect(!left, false)) {
        hal_priorities_reset_one_by_one();
        return;
    }
    for (; left % 8; left--, at += step)
        *(volatile uint32_t *)at = 1;
    for (; left; left -= 8)
#pragma GCC unroll 8
        for (int i = 0; i < 8; i++, at += step)
            *(volatile uint32_t *)at = 1;
    hal_fence();
}

#endif
