/* Atomics on one and two bytes, for which there are no instructions. */
#include "libc/atomic/object.h"

#define NOTHING (void)0

ATOMIC_UPDATES(1, uint8_t, NOTHING, NOTHING)
ATOMIC_UPDATES(2, uint16_t, NOTHING, NOTHING)
