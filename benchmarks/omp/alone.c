/* Regions of one thread. This is a program of its own, because the compiler would merge equal
 * bodies of two regions into one function, to which one of them then jumps. */
#include <omp.h>

#include "epcc.h"

static void outside(void) {
    for (int i = 0; i < REPEATS; i++)
#pragma omp parallel if (unknown(0))
        delay();
}

/* Measures in the last thread of a team, whose nested regions get no more threads by default. */
static void inside(void) {
#pragma omp parallel
    if (omp_get_thread_num() == omp_get_num_threads() - 1)
        for (int i = 0; i < REPEATS; i++)
#pragma omp parallel
            delay();
}

int main(void) {
    print("parallel_alone", outside, reference);
    print("parallel_inside", inside, reference);
    return 0;
}
