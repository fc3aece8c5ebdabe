/* Trees of tasks: the cycles to compute Fibonacci's 18th number with nested tasks down to the 8th,
 * below which they are undeferred; and the cycles to count the solutions of the eight queens
 * problem, with tasks for the first two queens. */
#include <stdio.h>
#include <stdlib.h>

#include "seconds.h"

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

static int fibonacci_untied(int n) {
    if (n < 2)
        return n;
    int one, other;
#pragma omp task shared(one) if (n > 8) untied
    one = fibonacci_untied(n - 1);
#pragma omp task shared(other) if (n > 8) untied
    other = fibonacci_untied(n - 2);
#pragma omp taskwait
    return one + other;
}

/* The number of ways to place the `left` last queens on a board of this size; `columns`, `up` and
 * `down` have a bit for each occupied column or diagonal. */
static int place(int size, int left, unsigned columns, unsigned up, unsigned down) {
    if (left == 0)
        return 1;
    int found = 0;
    for (int column = 0; column < size; column++) {
        unsigned bit = 1u << column;
        if (!((columns | up | down) & bit))
            found += place(size, left - 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
    }
    return found;
}

static int queens(int size, int left, unsigned columns, unsigned up, unsigned down) {
    if (left <= size - 2)
        return place(size, left, columns, up, down);
    int all = 0;
    for (int column = 0; column < size; column++) {
        unsigned bit = 1u << column;
        if ((columns | up | down) & bit)
            continue;
#pragma omp task shared(all) firstprivate(bit)
        {
            int found = queens(size, left - 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
#pragma omp atomic
            all += found;
        }
    }
#pragma omp taskwait
    return all;
}

static int solutions(int size) {
    return queens(size, size, 0, 0, 0);
}

/* Prints the mean time of rounds `first` to `last`; a round before them is for set-up. */
static void measure(const char *name, int (*run)(int), int first, int last, int expected) {
    int sum = 0;
    double start = 0;
    for (int i = first - 1; i <= last; i++) {
        if (i == first)
            start = seconds();
        int found = 0;
#pragma omp parallel
#pragma omp single
        found = run(i);
        if (i >= first)
            sum += found;
    }
    printf("%s %.0f\n", name, (seconds() - start) * CYCLES_A_SECOND);
    if (sum != expected)
        exit(EXIT_FAILURE);
}

int main(void) {
    measure("fibonacci", fibonacci, 16, 18, 987 + 1597 + 2584);
    measure("fibonacci_untied", fibonacci_untied, 16, 18, 987 + 1597 + 2584);
    measure("queens", solutions, 7, 8, 40 + 92);
    return EXIT_SUCCESS;
}
