/* The heap, whose bounds are in the process record. The C library takes memory from its lower
 * end. */
#ifndef HAL_CHIP_HEAP_H
#define HAL_CHIP_HEAP_H

#include <stdint.h>

/* Address of the first byte of the heap that has not been handed out; 0 if none has been. */
extern uint32_t hal_heap_break;

#endif
