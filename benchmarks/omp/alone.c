/* Measures regions of one thread. They are a program by themselves because the compiler would merge
 * regions with equal bodies into one function, and one of them would then take a jump more. */
#include <omp.h>

#include "epcc.h"

static void outside(void) {
    for (int i = 0; i < REPEATS; i++)
#pragma omp parallel if (unknown(0))
        delay();
}

/* Measures regions in the last thread of a team; by default such nested regions have one thread. */
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
