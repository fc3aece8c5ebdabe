#include "hal/chip/heap.h"

uint32_t hal_heap_break;
