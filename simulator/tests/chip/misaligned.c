/* Misaligned loads and stores, checked byte by byte, and their costs: in the core's own tile, in
 * another tile and in DRAM. PART selects the actions of place 0; place 1 only provides memory. */
#include "program.h"

static uint32_t results[40];
static uint32_t count;

/* Cycles of a load or store at an address. */
#define TIME(instruction, operand, address)                                                        \
    do {                                                                                           \
        uint32_t start, end;                                                                       \
        __asm__ volatile("rdcycle %0\n " instruction " a5, 0(%2)\n rdcycle %1"                     \
                         : "=&r"(start), "=&r"(end)                                                \
                         : "r"(address)                                                            \
                         : "memory", operand);                                                     \
        results[count++] = end - start;                                                            \
    } while (0)

__attribute__((unused)) static void costs(uint32_t base) {
    for (uint32_t offset = 0; offset < 4; offset++) {
        TIME("lw", "a5", base + offset);
        TIME("sw", "a5", base + offset);
        __asm__ volatile("fence" ::: "memory");
    }
    TIME("lh", "a5", base + 1);
    for (uint32_t offset = 0; offset < 8; offset++) {
        uint32_t start, end;
        __asm__ volatile("rdcycle %0\n fld fa5, 0(%2)\n rdcycle %1"
                         : "=&r"(start), "=&r"(end)
                         : "r"(base + offset)
                         : "memory", "fa5");
        results[count++] = end - start;
    }
}

/* Compares loads and stores of each size at each offset with accesses to single bytes; returns the
 * number of differences. */
__attribute__((unused)) static uint32_t differences(uint32_t base) {
    uint32_t wrong = 0;
    volatile uint8_t *bytes = (volatile uint8_t *)base;
    for (uint32_t offset = 0; offset < 9; offset++) {
        for (uint32_t i = 0; i < 24; i++) {
            bytes[i] = (uint8_t)(37 * i + 131 + offset);
        }
        uint32_t word, half, address = base + offset;
        int32_t sign;
        double value;
        __asm__ volatile("lw %0, 0(%4)\n lhu %1, 0(%4)\n lh %2, 0(%4)\n fld %3, 0(%4)"
                         : "=&r"(word), "=&r"(half), "=&r"(sign), "=&f"(value)
                         : "r"(address)
                         : "memory");
        for (uint32_t i = 0; i < 4; i++) {
            wrong += (word >> 8 * i & 255) != bytes[offset + i];
        }
        wrong += half != (bytes[offset] | (uint32_t)bytes[offset + 1] << 8);
        wrong += sign != (int16_t)half;
        /* Stores the double at `address` + 8, then a word at +0 and a halfword at +5. */
        __asm__ volatile("fsd %0, 8(%1)" ::"f"(value), "r"(address) : "memory");
        for (uint32_t i = 0; i < 8; i++) {
            wrong += bytes[offset + 8 + i] != (uint8_t)(37 * (offset + i) + 131 + offset);
        }
        __asm__ volatile("sw %0, 0(%2)\n sh %1, 5(%2)" ::"r"(0x11223344), "r"(0x5566), "r"(address)
                         : "memory");
        static const uint8_t expected[] = {0x44, 0x33, 0x22, 0x11, 0, 0x66, 0x55};
        for (uint32_t i = 0; i < 7; i++) {
            uint8_t old = (uint8_t)(37 * (offset + i) + 131 + offset);
            wrong += bytes[offset + i] != (i == 4 ? old : expected[i]);
        }
        wrong += bytes[offset + 7] != (uint8_t)(37 * (offset + 7) + 131 + offset);
    }
    return wrong;
}

int program(void) {
    uint32_t mine = process()->shared, other = place(1)->shared;
    __attribute__((unused)) uint32_t bases[] = {mine + 1024, other + 1024, 0xC0000000, mine};
    if (process()->place != 0) {
        return 0;
    }
#if PART == 0
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t wrong = differences(bases[i]);
        tell(&wrong, 1);
    }
#elif PART < 4
    costs(bases[PART - 1]);
    tell(results, count);
#elif PART == 4
    __asm__ volatile("amoadd.w a5, a5, (%0)" ::"r"(mine + 2) : "a5", "memory");
#elif PART == 5
    /* Registers of the core and of devices are read and written as a whole. */
    __asm__ volatile("lw a5, 0(%0)" ::"r"(0x20000022) : "a5", "memory");
#elif PART == 6
    __asm__ volatile("lw a5, 0(%0)" ::"r"(0x40000002) : "a5", "memory");
#elif PART == 8
    uint32_t before, after;
    __asm__ volatile("rdinstret %0\n lw a5, 0(%2)\n rdinstret %1"
                     : "=&r"(before), "=&r"(after)
                     : "r"(mine + 1)
                     : "a5", "memory");
    after -= before;
    tell(&after, 1);
#else
    __asm__ volatile("lw a5, 0(%0)" ::"r"(mine + 1) : "a5", "memory");
#endif
    return 0;
}
