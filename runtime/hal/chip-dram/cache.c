#include "hal/chip-dram/cache.h"

#include "hal/chip/inline/heap_place.h"
#include "hal/hal.h"

/* The heap of the process, for its other threads; 0 until its first thread has found it. */
static volatile uint32_t heap, heap_end;

void hal_begin_caching(void) {
    if (register_read(REGISTER_THREAD) == 0) {
        const heap_record *record = hal_heap_in_dram();
        heap = record->heap;
        __asm__ volatile("fence w, w" ::: "memory");
        heap_end = record->heap_end;
    }
    while (!heap_end)
        ;
    __asm__ volatile("fence r, r" ::: "memory");
    register_write(REGISTER_CACHE_START, heap);
    register_write(REGISTER_CACHE_BYTES, heap_end - heap);
}

/* cbo.flush (RISC-V CMO extensions, 1.0): this assembler does not know it. */
static inline void flush_line(uint32_t address) {
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, 2" ::"r"(address) : "memory");
}

void hal_cache_flush(uint32_t address, size_t bytes) {
    uint32_t line = register_read(REGISTER_CACHE_LINE);
    for (uint32_t at = address & -line; at < address + bytes; at += line)
        flush_line(at);
}
