/* Transfers between the four cores of the middle tile of a 3 × 3 mesh, places 4 to 7, and the
 * places on the surrounding tiles. All senders at the same time put BYTES bytes, and later twice as
 * many, into the shared blocks of their receivers. With INCOMING, the surrounding tiles are the
 * senders. Each sender reports the cycles of both transfers. */
#include "program.h"

#define START 20000

static uint32_t results[2];

static uint32_t transfer(uint32_t remote, uint32_t bytes, uint32_t at) {
    uint32_t end, events;
    DMA(0, LOCAL) = process()->shared;
    DMA(0, REMOTE) = remote;
    DMA(0, BYTES) = bytes;
    REGISTER(ARM_ADDRESS) = process()->shared + 8188;
    REGISTER(ARM_BYTES) = 4;
    /* All senders sleep until the same cycle. */
    REGISTER(DEADLINE_LO) = at;
    REGISTER(DEADLINE_HI) = 0;
    (void)REGISTER(WAIT);
    REGISTER(DEADLINE_HI) = 0xffffffffu;
    __asm__ volatile("sw %2, 0(%3)\n lw %1, 0(%4)\n rdcycle %0"
                     : "=&r"(end), "=&r"(events)
                     : "r"(DMA_PUT), "r"(&DMA(0, COMMAND)), "r"(&REGISTER(WAIT))
                     : "memory");
    return end - at;
}

int program(void) {
    static const uint32_t around[4] = {1, 3, 8, 10}; /* tiles 1, 3, 5, 7 */
    uint32_t me = process()->place;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t middle = 4 + i;
        if (me != (INCOMING ? around[i] : middle)) {
            continue;
        }
        uint32_t target = place(INCOMING ? middle : around[i])->shared;
        results[0] = transfer(target, BYTES, START);
        results[1] = transfer(target, 2 * BYTES, 2 * START);
        tell(results, 2);
    }
    return 0;
}
