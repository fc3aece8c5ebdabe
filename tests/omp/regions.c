/* parallel: its threads, their data, clauses, nested regions. */
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

#define MOST 64

static int seen[MOST], own = 7;
static const int constant = 11;
#pragma omp threadprivate(own)

static void everybody(int size) {
    memset(seen, 0, sizeof seen);
#pragma omp parallel num_threads(size)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        if (me < 0 || me >= all || all > size)
            seen[0] += 1000;
#pragma omp atomic
        seen[me]++;
    }
    int count = 0;
    while (count < MOST && seen[count] == 1)
        count++;
    for (int i = count; i < MOST; i++)
        CHECK(seen[i] == 0);
    CHECK(count == (size < omp_get_max_threads() ? size : omp_get_max_threads()));
}

static void data(void) {
    int shared = 1, first = 2, private = 3, sum = 0, on_heap_sum = 0;
    int *heap = malloc(MOST * sizeof *heap), *parents = &shared;
#pragma omp parallel firstprivate(first) private(private) reduction(+ : sum)
    {
        private = omp_get_thread_num();
        first += private;
        heap[omp_get_thread_num()] = first;
        sum += first - private + *parents + constant;
    }
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    for (int i = 0; i < threads; i++)
        on_heap_sum += heap[i] - i;
    CHECK(sum == threads * (2 + 1 + 11));
    CHECK(on_heap_sum == 2 * threads);
#ifdef _OPENMP
    CHECK(first == 2 && private == 3);
#endif
    free(heap);
}

static void threads_keep_their_own(void) {
    own = 100;
    int differs = 0;
#pragma omp parallel copyin(own) reduction(+ : differs)
    {
        differs += own != 100;
        own += omp_get_thread_num();
    }
#pragma omp parallel reduction(+ : differs)
    differs += own != 100 + omp_get_thread_num();
    CHECK(differs == 0);
}

static void inside(void) {
    int outer = 0, inner = 0, levels = 0;
#pragma omp parallel reduction(+ : outer, inner, levels)
    {
        int me = omp_get_thread_num(), all = omp_get_num_threads();
        outer++;
#pragma omp parallel num_threads(4) reduction(+ : inner)
        {
            inner++;
            levels += omp_get_level() != 2 || omp_get_thread_num() != 0;
        }
        levels +=
            omp_get_level() != 1 || omp_get_thread_num() != me || omp_get_num_threads() != all;
    }
    CHECK(inner == outer);
#ifdef _OPENMP
    CHECK(levels == 0);
#endif
}

static void clauses(int yes) {
    int with = 0, without = 0;
#pragma omp parallel if (yes) reduction(+ : with)
    with++;
#pragma omp parallel if (!yes) reduction(+ : without)
    without++;
    CHECK(without == 1 && with >= 1);
}

int main(int argc, char **argv) {
    (void)argv;
    CHECK(omp_get_level() == 0 && !omp_in_parallel() && omp_get_num_threads() == 1);
    for (int size = 1; size <= omp_get_max_threads(); size++)
        everybody(size);
    everybody(omp_get_max_threads());
    data();
    threads_keep_their_own();
    inside();
    clauses(argc > 0);
    puts(wrong ? "wrong" : "done");
    return wrong;
}
