/* Measures the accesses of every process to every memory controller that it may use: a load of 4
 * bytes and of 8 bytes, a store with a fence, and a DMA get and a DMA put of 64 bytes. If the
 * controller has a mutex for each process, also measures taking the mutex, and releasing it with a
 * fence. The processes take turns. */
#include "program.h"

#include "devices.h"

static void arm(uint32_t address, uint32_t bytes) {
    REGISTER(ARM_ADDRESS) = address;
    REGISTER(ARM_BYTES) = bytes;
}

static uint32_t transfer(uint32_t remote, uint32_t command) {
    uint32_t start, end, events;
    DMA(0, LOCAL) = process()->shared + 1024;
    DMA(0, REMOTE) = remote;
    DMA(0, BYTES) = 64;
    arm(process()->shared + 4096, 4);
    __asm__ volatile("rdcycle %0\n sw %3, 0(%4)\n lw %2, 0(%5)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(events)
                     : "r"(command), "r"(&DMA(0, COMMAND)), "r"(&REGISTER(WAIT))
                     : "memory");
    return end - start;
}

static void measure(uint32_t at, uint32_t mutex) {
    uint32_t results[7], start, end, value;
    __asm__ volatile("rdcycle %0\n lw %2, 0(%3)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(value)
                     : "r"(at)
                     : "memory");
    results[0] = end - start;
    __asm__ volatile("rdcycle %0\n fld ft0, 0(%2)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end)
                     : "r"(at)
                     : "memory", "ft0");
    results[1] = end - start;
    __asm__ volatile("rdcycle %0\n sw %2, 0(%3)\n fence\n rdcycle %1"
                     : "=&r"(start), "=&r"(end)
                     : "r"(1), "r"(at)
                     : "memory");
    results[2] = end - start;
    results[3] = transfer(at, DMA_GET);
    results[4] = transfer(at, DMA_PUT);
    if (!mutex) {
        tell(results, 5);
        return;
    }
    __asm__ volatile("rdcycle %0\n lw %2, 0(%3)\n rdcycle %1"
                     : "=&r"(start), "=&r"(end), "=&r"(value)
                     : "r"(mutex)
                     : "memory");
    results[5] = end - start;
    __asm__ volatile("rdcycle %0\n sw %2, 0(%3)\n fence\n rdcycle %1"
                     : "=&r"(start), "=&r"(end)
                     : "r"(1), "r"(mutex)
                     : "memory");
    results[6] = end - start;
    tell(results, 7);
}

int program(void) {
    uint32_t number = process()->place, mine = process()->shared;
    arm(mine, 4);
    while (number > 0 && WORD(mine) == 0) {
        (void)REGISTER(WAIT);
    }
    for (uint32_t i = 0; i < REGISTER(CONTROLLERS); i++) {
        if (MEMORY(i, LINKS) != MEMORY_CLOSED) {
            uint32_t mutex = number < MEMORY(i, MUTEXES) ? mutex_of(i, number) : 0;
            measure(MEMORY(i, START) + 64 * number, mutex);
        }
    }
    if (number + 1 < job()->places) {
        WORD(place(number + 1)->shared) = 1;
    }
    return 0;
}
