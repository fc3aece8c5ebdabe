/* The critical construct of table I, as it would be if the token arrived later: each section begins
 * with a wait, during which no other thread can have the token. Argument: the rounds of a loop for
 * that wait. */
#include <omp.h>
#include <stdlib.h>

#include "../../benchmarks/omp/epcc.h"

static int rounds;

static inline void come(void) {
    for (int i = rounds; i > 0; i--)
        __asm__ volatile("" ::: "memory");
}

static void critical(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads())
#pragma omp critical
    {
        come();
        delay();
    }
}

/* A critical construct that only thread 0 enters. */
static void critical_pair(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num() ? REPEATS : 0; i < REPEATS; i++)
#pragma omp critical
    {
        come();
        delay();
    }
}

static void late(void) {
    for (int i = 0; i < REPEATS; i++) {
        come();
        delay();
    }
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? atoi(argv[1]) : 0;
    print("late", late, reference);
    print("critical", critical, reference);
    print("critical_pair", critical_pair, reference);
    return 0;
}
