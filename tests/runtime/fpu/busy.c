/* Each process performs the same number of operations and checks their results, while the handler
 * of a timer computes, too. Prints the cycles of the slowest process. Arguments: the number of
 * operations, and the cycles between two ticks of the timer (0: no timer). */
#include <onchip/hal.h>
#include <onchip_interrupt.h>
#include <stdio.h>
#include <stdlib.h>

static volatile double ticked = 1;

static void tick(void) {
    ticked = ticked * 3 / 2 - ticked / 2;
}

int main(int argc, char **argv) {
    int count = argc > 1 ? atoi(argv[1]) : 100;
    uint64_t period = argc > 2 ? (uint64_t)atoi(argv[2]) : 0;
    volatile double value = 3 + hal_place(), before = value;
    if (period)
        onchip_on_tick(period + 13 * (uint64_t)hal_place(), tick);
    uint64_t from = hal_cycles();
    for (int i = 0; i < count; i += 2) {
        value = value / 8;
        value = value * 8;
    }
    uint64_t cycles = hal_cycles() - from;
    onchip_on_tick(0, NULL);
    printf("%d right %d %d cycles %u\n", hal_place(), value == before, ticked == 1,
           (unsigned)cycles);
    return 0;
}
