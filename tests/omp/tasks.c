/* Tasks: results of recursion, of dependences and of copied data; final, taskgroup and
 * taskyield. */
#include <omp.h>

#include "check.h"

static int fibonacci(int n) {
    if (n < 2)
        return n;
    int one, other;
#pragma omp task shared(one) untied
    one = fibonacci(n - 1);
#pragma omp task shared(other) final(n < 4) mergeable
    other = fibonacci(n - 2);
#pragma omp taskwait
    return one + other;
}

/* Solutions of the queens problem; `columns` and the diagonals are bits of occupied lines. */
static int queens(int left, unsigned columns, unsigned up, unsigned down) {
    if (left == 0)
        return 1;
    int sum = 0;
    for (int column = 0; column < 6; column++) {
        unsigned bit = 1u << column;
        if ((columns | up | down) & bit)
            continue;
#pragma omp task shared(sum) firstprivate(bit)
        {
            int found = queens(left - 1, columns | bit, (up | bit) << 1, (down | bit) >> 1);
#pragma omp atomic
            sum += found;
        }
    }
#pragma omp taskwait
    return sum;
}

static void dependences(void) {
    int a = 0, b = 0, c = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : a) shared(a)
        a = 2;
#pragma omp task depend(in : a) depend(out : b) shared(a, b)
        b = a * 10;
#pragma omp task depend(in : a, b) depend(out : c) shared(a, b, c) priority(1)
        c = a + b;
#pragma omp taskwait depend(in : c)
        CHECK(c == 22);
    }
}

/* Every thread creates tasks with its own values. */
static void copies(void) {
    static int times[64];
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    {
        int values[3] = {1, 2, omp_get_thread_num()};
        threads++;
#pragma omp taskgroup
        for (int i = 0; i < 64; i++)
#pragma omp task firstprivate(values, i)
        {
#pragma omp taskyield
#pragma omp atomic
            times[i] += values[0] + values[1];
#ifdef _OPENMP
            values[1] = 100; /* the thread's own copy */
#endif
        }
#pragma omp barrier
        if (times[omp_get_thread_num()] != 3 * omp_get_num_threads())
#pragma omp critical
            wrong++;
    }
    for (int i = 0; i < 64; i++)
        CHECK(times[i] == 3 * threads);
}

struct pair {
    int low;
    double sum;
};

/* A loop whose tasks have data that a compiler-generated function copies; the bounds do not belong
 * to these data. */
static void loops(void) {
    struct pair pair = {3, 0.5};
    int times[40] = {0};
#pragma omp parallel firstprivate(pair) shared(times)
#pragma omp single
    for (int grain = 1; grain < 60; grain += 29) {
#pragma omp taskloop grainsize(grain)
        for (long i = 0; i != 37; i++)
            times[i] += pair.low;
#pragma omp taskloop grainsize(grain)
        for (unsigned long long i = 37; i > 2; i -= 2)
            times[i] += pair.low;
    }
    for (int i = 0; i < 40; i++)
        CHECK(times[i] == (i < 37 ? 9 : 0) + (i > 2 && i < 38 && i % 2 ? 9 : 0));
}

/* Tasks outside of regions have regions inside, and tasks in regions have regions inside, too.
 * All of them reuse the same memory. */
static void around_regions(void) {
    enum { TIMES = 130 };
    int sum = 0, before = 0;
    for (int i = 0; i < TIMES; i++) {
#pragma omp task shared(sum, before) depend(out : before)
        {
            before++;
#pragma omp parallel reduction(+ : sum)
#pragma omp for
            for (int k = 0; k < 4; k++)
                sum += k;
#pragma omp task shared(before)
            before++;
#pragma omp taskwait
        }
#pragma omp taskwait
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
#pragma omp task shared(sum)
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
#pragma omp taskgroup
#pragma omp task shared(sum)
#pragma omp parallel num_threads(2) shared(sum)
#pragma omp single
#pragma omp task shared(sum)
        sum++;
    }
    CHECK(sum == 7 * TIMES && before == 2 * TIMES);
}

static void finals(void) {
    int inside = 0, deeper = 0;
#pragma omp task final(1) shared(inside, deeper)
    {
        inside = omp_in_final();
#pragma omp task shared(deeper)
        deeper = omp_in_final();
#pragma omp taskwait
    }
#pragma omp taskwait
#ifdef _OPENMP
    CHECK(inside && deeper);
#endif
    CHECK(!omp_in_final());
}

int main(void) {
    int number, solutions;
#pragma omp parallel
#pragma omp single
    {
        number = fibonacci(12);
        solutions = queens(6, 0, 0, 0);
    }
    CHECK(number == 144 && solutions == 4);
    dependences();
    copies();
    loops();
    around_regions();
    finals();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
