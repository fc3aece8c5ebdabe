/* The heap of the process record, which the C library hands out from its start. */
#ifndef HAL_CHIP_HEAP_H
#define HAL_CHIP_HEAP_H

#include <stdint.h>

/* Address of the first byte that has not been handed out; 0: nothing has. */
extern uint32_t hal_heap_break;

#endif
