/* Events that a wait inside the HAL has read from the register WAIT. Reading clears the register,
 * but the caller's own hal_wait() must still return for these events. They are therefore kept
 * here. */
#ifndef HAL_CHIP_INLINE_EVENTS_H
#define HAL_CHIP_INLINE_EVENTS_H

#include <stdint.h>

extern _Thread_local uint32_t hal_missed_events;

#endif
