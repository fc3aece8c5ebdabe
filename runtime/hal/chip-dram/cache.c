#include "hal/chip-dram/cache.h"

#include "hal/chip/inline/registers.h"

/* cbo.flush (RISC-V CMO extensions, 1.0), which this assembler does not know. */
static inline void flush_line(uint32_t address) {
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, 2" ::"r"(address) : "memory");
}

void hal_cache_flush(uint32_t address, size_t bytes) {
    uint32_t line = register_read(REGISTER_CACHE_LINE);
    for (uint32_t at = address & -line; at < address + bytes; at += line)
        flush_line(at);
}
