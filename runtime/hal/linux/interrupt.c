/* hal_on_tick() by a timer of the process. */
#include <signal.h>
#include <sys/time.h>

#include "hal/hal.h"

static void (*on_tick)(void);

static void tick(int number) {
    (void)number;
    on_tick();
}

void hal_on_tick(uint64_t cycles, void (*handler)(void)) {
    if (!handler)
        cycles = 0;
    if (cycles) {
        on_tick = handler;
        sigaction(SIGALRM, &(struct sigaction){.sa_handler = tick, .sa_flags = SA_RESTART}, NULL);
    }
    uint64_t microseconds = (cycles + 999) / 1000; /* a cycle is a nanosecond (time.c) */
    struct timeval time = {(time_t)(microseconds / 1000000), (suseconds_t)(microseconds % 1000000)};
    setitimer(ITIMER_REAL, &(struct itimerval){time, time}, NULL);
}

bool hal_on_event(void (*handler)(void)) {
    (void)handler;
    return false;
}
