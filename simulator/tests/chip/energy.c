/* Place 0 sends one message to the last place, or nothing; the others do nothing. PART selects the
 * message. */
#include "program.h"

int program(void) {
    uint32_t target = place(job()->places - 1)->shared;
    if (process()->place != 0) {
        return 0;
    }
#if PART == 1
    WORD(target) = 1;
    __asm__ volatile("fence" ::: "memory");
#elif PART == 2
    (void)WORD(target);
#elif PART == 3
    DMA(0, LOCAL) = process()->shared + 1024;
    DMA(0, REMOTE) = target + 1024;
    DMA(0, BYTES) = 200;
    DMA(0, COMMAND) = DMA_PUT;
    while (DMA(0, STATUS) == 1) {
    }
#elif PART == 4
    /* Sleeps for a while. */
    REGISTER(DEADLINE_HI) = 0;
    REGISTER(DEADLINE_LO) = cycle() + 100000;
    (void)REGISTER(WAIT);
#endif
    (void)target;
    return 0;
}
