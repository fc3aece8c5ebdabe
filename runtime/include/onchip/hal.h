/* The hardware abstraction layer, for programs: remote words, DMA, waiting, counters, queues, flags
 * and mutexes, on the chip and on Linux. The two headers that are included here specify each
 * function; docs/own-runtime.md shows how to use them. A program that calls MPI must not use the
 * shared block and the devices, because the library uses them. */
#ifndef ONCHIP_HAL_H
#define ONCHIP_HAL_H

#include "hal/hal.h"
#include "hal/store.h"

#endif
