/* Starts the jobs of a workload one after the other on the same cores, sleeps until each has ended,
 * and reports its number and its result. Then it tries to start jobs that cannot be started. */
#include "program.h"

static uint32_t ended;

static uint32_t start(uint32_t number, const uint32_t *cores, uint32_t count) {
    const volatile uint32_t request[] = {number, count, (uint32_t)cores, (uint32_t)&ended};
    ended = 0;
    host(HOST_START_JOB, (uint32_t)request, 0, 0);
    return REGISTER(HOST_RESULT);
}

static uint32_t wait_for_the_end(void) {
    while (*(volatile uint32_t *)&ended == 0) {
        REGISTER(ARM_ADDRESS) = (uint32_t)&ended;
        REGISTER(ARM_BYTES) = 4;
        if (*(volatile uint32_t *)&ended == 0)
            (void)REGISTER(WAIT);
    }
    return ended;
}

int program(void) {
    static const uint32_t pair[] = {6, 5}, own[] = {5, 0};
    for (uint32_t number = 0; number < 3; number++) {
        uint32_t words[2];
        words[0] = start(number, pair, 2);
        words[1] = wait_for_the_end();
        tell(words, 2);
    }
    uint32_t wrong[] = {start(3, pair, 2), start(0, own, 2), start(0, (const uint32_t *)16, 2),
                        start(0, pair, 1u << 30), start(0, pair, 0)};
    tell(wrong, 5);
    return 0;
}
