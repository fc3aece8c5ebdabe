/* Events that a wait inside the HAL took from the WAIT register: the register forgets what it
 * gave, but the caller's hal_wait() must still return for them. */
#ifndef HAL_CHIP_INLINE_EVENTS_H
#define HAL_CHIP_INLINE_EVENTS_H

#include <stdint.h>

extern _Thread_local uint32_t hal_missed_events;

#endif
