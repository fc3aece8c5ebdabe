/* Counts for a while and reports when it ends. */
#include "program.h"

int program(void) {
    volatile uint32_t count = 0;
    while (count < 2000) {
        count++;
    }
    uint32_t word = job()->job << 16 | process()->place << 8 | REGISTER(CORE);
    tell(&word, 1);
    return 0;
}
