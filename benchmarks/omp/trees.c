/* Trees of tasks: the cycles of Fibonacci's 18th number, by tasks in tasks down to the 8th, from
 * where they are undeferred; and of the solutions of eight queens, with tasks for the first two. */
#include <stdio.h>
#include <stdlib.h>

#include "seconds.h"

#define NUMBER 18
#define QUEENS 8

static int fibonacci(int n) {
    if (n < 2)
        return n;
    int one, other;
#pragma omp task shared(one) if (n > 8)
    one = fibonacci(n - 1);
#pragma omp task shared(other) if (n > 8)
    other = fibonacci(n - 2);
#pragma omp taskwait
    return one + other;
}

/* Solutions with so many queens left: columns and diagonals that are taken, as bits. */
static int place(int left, unsigned columns, unsigned up, unsigned down) {
    if (left == 0)
        return 1;
    int found = 0;
    for (int column = 0; column < QUEENS; column++) {
        unsigned bit = 1u << column;
        if (!((columns | up | down) & bit))
            found += place(left - 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
    }
    return found;
}

static int queens(int left, unsigned columns, unsigned up, unsigned down) {
    if (left <= QUEENS - 2)
        return place(left, columns, up, down);
    int all = 0;
    for (int column = 0; column < QUEENS; column++) {
        unsigned bit = 1u << column;
        if ((columns | up | down) & bit)
            continue;
#pragma omp task shared(all) firstprivate(bit)
        {
            int found = queens(left - 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
#pragma omp atomic
            all += found;
        }
    }
#pragma omp taskwait
    return all;
}

int main(void) {
    for (int round = 0; round < 2; round++) { /* in the first one, what is set up is set up */
        int number = 0, solutions = 0;
        double start = seconds(), middle;
#pragma omp parallel
#pragma omp single
        number = fibonacci(NUMBER);
        middle = seconds();
#pragma omp parallel
#pragma omp single
        solutions = queens(QUEENS, 0, 0, 0);
        double end = seconds();
        if (number != 2584 || solutions != 92)
            return EXIT_FAILURE;
        if (round)
            printf("fibonacci %.0f\nqueens %.0f\n", (middle - start) * CYCLES_A_SECOND,
                   (end - middle) * CYCLES_A_SECOND);
    }
    return EXIT_SUCCESS;
}
