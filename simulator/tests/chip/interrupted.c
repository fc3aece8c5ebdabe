/* A timer interrupts a loop again and again. Two of the loop's instructions begin in one cache line
 * of code and end in the next. The second of them loads a register, which a core cannot do without
 * its tile. */
#include "program.h"

enum { TIMES = 50 };

/* The test overwrites this seed, the cycles between two interrupts, in the program file. */
static volatile uint32_t seed = 0x5eed5eed;
static volatile uint32_t taken;

__attribute__((interrupt, used, aligned(4))) static void handle(void) {
    taken += REGISTER(INTERRUPT_EVENTS) != 0;
}

int program(void) {
    __asm__ volatile("csrw mtvec, %0" ::"r"((uint32_t)handle));
    REGISTER(INTERRUPT_ENABLE) = EVENT_TICK;
    REGISTER(PERIOD_HI) = 0;
    REGISTER(PERIOD_LO) = seed;
    __asm__ volatile("csrw mie, %0\n csrs mstatus, 8" ::"r"(1u << 7));
    while (taken < TIMES) {
        __asm__ volatile(".balign 64\n"
                         ".rept 15\n addi t0, t0, 257\n .endr\n c.nop\n"
                         "addi t0, t0, 257\n"
                         ".rept 14\n addi t0, t0, 257\n .endr\n c.nop\n c.nop\n"
                         "lw t0, 257(%0)\n" ::"r"((uint32_t)&REGISTER(CORE) - 257)
                         : "t0", "memory");
    }
    REGISTER(INTERRUPT_ENABLE) = 0;
    return 0;
}
