/* Place 0 repeatedly loads from one bank in eight consecutive cycles, and then from the other bank.
 * Place 1 stores to the first bank, in another line, each time after a different delay. Both report
 * the cycle in which they end. */
#include "program.h"

enum { ROUNDS = 60, GROUPS = 40, STORES = 400, LINE = 64 };

static void load(uint32_t from) {
    __asm__ volatile(".option push\n .option norvc\n .rept %1\n .rept 8\n lw t0, 0(%0)\n .endr\n"
                     "lw t1, 4(%0)\n .endr\n .option pop"
                     :
                     : "r"(from), "i"(GROUPS)
                     : "t0", "t1");
}

int program(void) {
    uint32_t words = place(0)->shared;
    if (process()->place == 0) {
        for (uint32_t i = 0; i < ROUNDS; i++)
            load(words);
    } else {
        for (uint32_t i = 0; i < STORES; i++) {
            WORD(words + 2 * LINE) = i;
            for (volatile uint32_t wait = i % 7; wait > 0; wait--) {
            }
        }
        __asm__ volatile("fence" ::: "memory");
    }
    uint32_t end = cycle();
    tell(&end, 1);
    return 0;
}
