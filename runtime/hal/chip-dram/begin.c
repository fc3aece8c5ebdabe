/* The first steps of a core whose process has memory in DRAM. */
#include <stdlib.h>

#include "hal/chip-dram/through.h"
#include "hal/chip/host.h"
#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/hal.h"

extern const char __far_values[], __far_values_bytes[];

/* The memory of the process in DRAM: the address of its variables, and the beginning and end of its
 * heap. Thread 0 sets these values for the other threads. It sets `heap_end` last; until then,
 * `heap_end` is 0. */
static volatile uint32_t data, heap, heap_end;

/* How long a thread pauses, in cycles, between two checks whether thread 0 has set these values.
 * Thread 0 takes some 45 cycles for 64 bytes of the variables. Checks without a pause would only
 * load the network. */
enum { PAUSE = 256 };

/* Gives the variables in DRAM their initial values. The program contains these values in the
 * constant __far_values. */
static void fill_in(uint32_t base, uint32_t bytes) {
    uint32_t values = (uint32_t)__far_values_bytes, buffer = dma_last_buffer();
    if (values) {
        dma_start_in_tile(buffer, DMA_PUT, __far_values, base, values);
        dma_finish(buffer);
    }
    if (bytes > values) {
        hal_fill(buffer, base + values, 0, bytes - values);
        dma_finish(buffer);
    }
}

void hal_begin_memory(void) {
    uint32_t bytes = (uint32_t)__far_data_bytes;
    if (register_read(REGISTER_THREAD) == 0) {
        const heap_record *record = hal_heap_in_dram();
        if (record->heap > record->heap_end) {
            hal_host_call(bytes, record->end - record->data, true, HOST_HEAP_FULL);
            hal_abort(EXIT_FAILURE);
        }
        if (bytes)
            fill_in(record->data, bytes);
        data = record->data;
        heap = record->heap;
        __asm__ volatile("fence w, w" ::: "memory");
        heap_end = record->heap_end;
    }
    while (!heap_end)
        hal_wait(hal_cycles() + PAUSE);
    __asm__ volatile("fence r, r" ::: "memory");
    if (bytes) {
        register_write(REGISTER_FAR_DATA_BASE, data);
        register_write(REGISTER_FAR_DATA_BYTES, bytes);
    }
    if (register_read(REGISTER_CACHE_LINE)) {
        register_write(REGISTER_CACHE_START, heap);
        register_write(REGISTER_CACHE_BYTES, heap_end - heap);
    }
}
