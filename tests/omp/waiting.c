/* Iterations that wait for others, in nested teams; loops of more iterations than a word can
 * count. */
#include <omp.h>

#include "check.h"

#define COUNT 24

static int order[COUNT], done;

/* A thread that has left its ordered region must not delay the next iteration. If it did, the first
 * iteration would wait for ever. */
static void a_turn_ends_with_its_region(void) {
#ifdef _OPENMP
    volatile int entered = 0;
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    {
        threads++;
        int all = omp_get_num_threads();
#pragma omp for ordered schedule(static, 1)
        for (int i = 0; i < all; i++) {
#pragma omp ordered
#pragma omp atomic
            entered++;
            int now;
            do {
#pragma omp atomic read
                now = entered;
            } while (now < all);
        }
    }
    CHECK(entered == threads);
#endif
}

static void step(int i) {
    order[done++] = i;
}

static void in_order(int first, int by) {
    for (int i = 0; i < COUNT; i++)
        CHECK(order[i] == first + i * by);
    CHECK(done == COUNT);
    done = 0;
}

#define ORDERED(clause)                                                                            \
    _Pragma(clause) for (int i = 0; i < COUNT; i++) {                                              \
        for (volatile int k = 0; k < i * 7 % 5 * 20; k++)                                          \
            ;                                                                                      \
        _Pragma("omp ordered") step(i);                                                            \
        for (volatile int k = 0; k < i * 11 % 7 * 20; k++)                                         \
            ;                                                                                      \
    }                                                                                              \
    in_order(0, 1);

static void uneven(void) {
    ORDERED("omp parallel for ordered schedule(dynamic)")
    ORDERED("omp parallel for ordered schedule(dynamic, 3)")
    ORDERED("omp parallel for ordered schedule(guided)")
    ORDERED("omp parallel for ordered schedule(guided, 2)")
    ORDERED("omp parallel for ordered schedule(static)")
    ORDERED("omp parallel for ordered schedule(static, 2)")
}

/* Two threads each start a team of two threads. Each team has a doacross loop and an ordered
 * loop. */
static void nested(void) {
    static long sums[2][COUNT];
    static int turns[2];
    int wrong_order = 0;
    omp_set_max_active_levels(2);
    for (int round = 0; round < 3; round++) {
#pragma omp parallel for num_threads(2) ordered schedule(static, 1) reduction(+ : wrong_order)
        for (int i = 0; i < 2; i++) {
            turns[i] = 0;
#pragma omp parallel num_threads(2) reduction(+ : wrong_order)
            {
#pragma omp for ordered(1) schedule(static, 1) nowait
                for (int k = 0; k < COUNT; k++) {
#pragma omp ordered depend(sink : k - 1)
                    sums[i][k] = (k ? sums[i][k - 1] : i) + k;
#pragma omp ordered depend(source)
                }
#pragma omp for ordered schedule(dynamic)
                for (int k = 0; k < COUNT; k++)
#pragma omp ordered
                    wrong_order += turns[i]++ != k;
            }
#pragma omp ordered
            wrong_order += sums[i][COUNT - 1] != i + COUNT * (COUNT - 1) / 2;
        }
    }
    CHECK(wrong_order == 0);
}

/* These loops are fast, because the compiler replaces the sum over a chunk by a formula. */
static void long_loops(void) {
    volatile unsigned long long hidden = (1ull << 33) + 12345;
    unsigned long long count = hidden, sum = 0;
#define SUM(clause)                                                                                \
    sum = 0;                                                                                       \
    _Pragma(clause) for (unsigned long long i = 0; i < count; i++) sum++;                          \
    CHECK(sum == count);
    SUM("omp parallel for schedule(dynamic, 1 << 30) reduction(+ : sum)")
    SUM("omp parallel for schedule(guided, 1 << 20) reduction(+ : sum)")
    SUM("omp parallel for schedule(monotonic : runtime) reduction(+ : sum)")
}

int main(void) {
    a_turn_ends_with_its_region();
    uneven();
    nested();
    omp_set_schedule(omp_sched_static, 0);
    long_loops();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
