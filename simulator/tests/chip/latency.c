/* Measures latencies from place 0 to every place: a remote load; a remote store until its target
 * wakes up; DMA puts of 4 and of 64 bytes and a DMA get of 64 bytes, until the core wakes up; a
 * fence after a remote store; and a fence with nothing to wait for. */
#include "program.h"

static uint32_t results[7];

static void arm(uint32_t address, uint32_t bytes) {
    REGISTER(ARM_ADDRESS) = address;
    REGISTER(ARM_BYTES) = bytes;
}

static uint32_t transfer(uint32_t remote, uint32_t bytes, uint32_t command) {
    uint32_t start, end, events;
    DMA(0, LOCAL) = process()->shared + 1024;
    DMA(0, REMOTE) = remote;
    DMA(0, BYTES) = bytes;
    arm(process()->shared + 4096, 4);
    __asm__ volatile("rdcycle %0\n sw %3, 0(%4)\n lw %2, 0(%5)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(events)
                     : "r"(command), "r"(&DMA(0, COMMAND)), "r"(&REGISTER(WAIT))
                     : "memory");
    return end - start;
}

static void measure(uint32_t number) {
    uint32_t target = place(number)->shared, start, end, value;
    __asm__ volatile("rdcycle %0\n lw %2, 0(%3)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(value)
                     : "r"(target)
                     : "memory");
    results[0] = end - start;
    __asm__ volatile("rdcycle %0\n sw %1, 0(%2)" : "=&r"(start) : "r"(1), "r"(target) : "memory");
    __asm__ volatile("fence" ::: "memory");
    /* The target has recorded the cycle in which it woke up. */
    while (WORD(target + 64) == 0) {
    }
    results[1] = WORD(target + 64) - start;
    results[2] = transfer(target + 128, 4, DMA_PUT);
    results[3] = transfer(target + 128, 64, DMA_PUT);
    results[4] = transfer(target + 128, 64, DMA_GET);
    __asm__ volatile("rdcycle %0\n sw %2, 0(%3)\n fence\n rdcycle %1"
                     : "=&r"(start), "=&r"(end)
                     : "r"(1), "r"(target + 128)
                     : "memory");
    results[5] = end - start;
    __asm__ volatile("rdcycle %0\n fence\n rdcycle %1" : "=&r"(start), "=&r"(end)::"memory");
    results[6] = end - start;
    tell(results, 7);
    WORD(target + 4) = 1;
}

int program(void) {
    uint32_t mine = process()->shared;
    if (process()->place == 0) {
        for (uint32_t number = 1; number < job()->places; number++) {
            measure(number);
        }
        return 0;
    }
    arm(mine, 4);
    uint32_t now, events;
    if (WORD(mine) == 0) {
        __asm__ volatile("lw %1, 0(%2)\n rdcycle %0"
                         : "=&r"(now), "=&r"(events)
                         : "r"(&REGISTER(WAIT))
                         : "memory");
        WORD(mine + 64) = now;
    }
    arm(mine + 4, 4);
    while (WORD(mine + 4) == 0) {
        (void)REGISTER(WAIT);
    }
    return 0;
}
