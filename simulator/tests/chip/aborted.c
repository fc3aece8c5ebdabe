/* Place 0 aborts the job while the other places repeat a loop over several lines of code. One of
 * the lines begins with a load from a register, for which a core needs its tile. */
#include "program.h"

/* The test overwrites this seed in the program file. */
static volatile uint32_t seed = 0x5eed5eed;

int program(void) {
    if (process()->place == 0) {
        while (cycle() < 20000) {
        }
        uint32_t rounds = seed;
        __asm__ volatile("1: addi %0, %0, -1\n bnez %0, 1b" : "+r"(rounds));
        host(HOST_ABORT, 3, 0, 0);
        return 0;
    }
    for (;;) {
        __asm__ volatile(".balign 64\n csrr t0, mscratch\n j 1f\n .balign 64\n"
                         "1: lw t0, 0(%0)\n .balign 64" ::"r"(&REGISTER(CORE))
                         : "t0", "memory");
    }
}
