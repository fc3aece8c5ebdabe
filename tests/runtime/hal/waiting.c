/* Arm, test, wait: no event is lost, deadlines end waits, and data arrive before their flag. */
#include <string.h>

#include "check.h"

enum { FLAG = 64, LINE = 128 };

#define ROUNDS 200

/* A token goes round; each place adds one to it and passes it on. */
static void ring(void) {
    int next = (hal_place() + 1) % hal_places();
    volatile uint32_t *flag = (volatile uint32_t *)((char *)hal_shared() + FLAG);
    uint32_t places = (uint32_t)hal_places(), place = (uint32_t)hal_place();
    if (place == 0)
        hal_store(hal_shared_of(next) + FLAG, 1);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t expected = round * places + (place ? place : places);
        for (;;) {
            hal_arm(flag, sizeof *flag);
            if (hal_observe(flag) >= expected)
                break;
            hal_wait(HAL_NEVER);
        }
        check("token", *flag == expected);
        if (place || round + 1 < ROUNDS)
            hal_store(hal_shared_of(next) + FLAG, expected + 1);
    }
}

/* When a process sees the last word of a line, the other words must have arrived. */
static void line(void) {
    uint32_t words[HAL_LINE_BYTES / 4];
    volatile uint32_t *own = (volatile uint32_t *)((char *)hal_shared() + LINE);
    int next = (hal_place() + 1) % hal_places();
    for (uint32_t round = 1; round <= ROUNDS; round++) {
        for (int i = 0; i < HAL_LINE_BYTES / 4; i++)
            words[i] = round;
        hal_transfer transfer = hal_put(hal_shared_of(next) + LINE, words, sizeof words);
        while (hal_observe(&own[HAL_LINE_BYTES / 4 - 1]) != round)
            ;
        for (int i = 0; i < HAL_LINE_BYTES / 4; i++)
            check("line", own[i] == round);
        hal_finish(transfer);
        meet();
    }
}

static void deadline(void) {
    uint64_t start = hal_cycles(), time = hal_cycles_per_second() / 10000;
    hal_arm(hal_shared(), 4);
    while (hal_cycles() < start + time)
        hal_wait(start + time);
    check("not too early", hal_cycles() - start >= time);
    hal_wait(start); /* a deadline that has passed */
}

int main(void) {
    ring();
    meet();
    line();
    meet();
    deadline();
    char name[64];
    check("name", hal_name(name, sizeof name) == strlen(name) && strlen(name) > 4);
    check("cut name", hal_name(name, 5) == 4 && strlen(name) == 4);
    check("program", hal_program_of(hal_places() - 1) == 0);
    printf("done\n");
    return 0;
}
