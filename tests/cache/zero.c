/* Clears a line of DRAM with cbo.zero. Other cores see its bytes once the line has been written
 * back. The argument is the number of bytes in DRAM before the tested ones. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define REGISTER(offset) (*(volatile uint32_t *)(0x20000000u + (offset)))

int main(int argc, char **argv) {
    volatile uint32_t *words = (volatile uint32_t *)(0xc0000000u + (argc > 1 ? atoi(argv[1]) : 0));
    uint32_t line = REGISTER(0x80); /* CACHE_LINE */
    for (uint32_t i = 0; i < 128; i++)
        words[i] = i + 1;
    if (line) {
        REGISTER(0x78) = 0xc0000000u; /* CACHE_START */
        REGISTER(0x7c) = 4096;        /* CACHE_BYTES */
    }
    __asm__ volatile(".insn i 0x0f, 2, x0, %0, 4" ::"r"((uint32_t)words + line + 8) : "memory");
    uint32_t before = words[line / 4 - 1], inside = 0, after = words[2 * line / 4];
    for (uint32_t i = line / 4; i < 2 * line / 4; i++)
        inside |= words[i];
    REGISTER(0x7c) = 0; /* writes all lines back */
    uint32_t behind = 0;
    for (uint32_t i = line / 4; i < 2 * line / 4; i++)
        behind |= words[i];
    printf("%u %u %u %u\n", (unsigned)before, (unsigned)inside, (unsigned)after, (unsigned)behind);
}
