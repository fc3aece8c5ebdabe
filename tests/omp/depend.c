/* The constructs depend, depobj, taskwait depend, detach and taskloop. The results must be those
 * of serial execution. */
#include <omp.h>

#include "check.h"

#define SIZE 6  /* blocks in a row */
#define BLOCK 4 /* numbers in a row of a block */

typedef double block[BLOCK][BLOCK];

static block matrix[SIZE][SIZE], serial[SIZE][SIZE];

static void factor(block d) {
    for (int k = 0; k < BLOCK; k++)
        for (int i = k + 1; i < BLOCK; i++) {
            d[i][k] /= d[k][k];
            for (int j = k + 1; j < BLOCK; j++)
                d[i][j] -= d[i][k] * d[k][j];
        }
}

static void right(block d, block b) {
    for (int k = 0; k < BLOCK; k++)
        for (int i = k + 1; i < BLOCK; i++)
            for (int j = 0; j < BLOCK; j++)
                b[i][j] -= d[i][k] * b[k][j];
}

static void below(block d, block b) {
    for (int i = 0; i < BLOCK; i++)
        for (int k = 0; k < BLOCK; k++) {
            b[i][k] /= d[k][k];
            for (int j = k + 1; j < BLOCK; j++)
                b[i][j] -= b[i][k] * d[k][j];
        }
}

static void inner(block row, block column, block b) {
    for (int i = 0; i < BLOCK; i++)
        for (int j = 0; j < BLOCK; j++)
            for (int k = 0; k < BLOCK; k++)
                b[i][j] -= row[i][k] * column[k][j];
}

static void fill(block m[SIZE][SIZE]) {
    for (int i = 0; i < SIZE * BLOCK; i++)
        for (int j = 0; j < SIZE * BLOCK; j++)
            m[i / BLOCK][j / BLOCK][i % BLOCK][j % BLOCK] =
                i == j ? 100 + i : (i * 7 + j * 3) % 11 - 5;
}

static void lu_serial(block m[SIZE][SIZE]) {
    for (int k = 0; k < SIZE; k++) {
        factor(m[k][k]);
        for (int j = k + 1; j < SIZE; j++) {
            right(m[k][k], m[k][j]);
            below(m[k][k], m[j][k]);
        }
        for (int i = k + 1; i < SIZE; i++)
            for (int j = k + 1; j < SIZE; j++)
                inner(m[i][k], m[k][j], m[i][j]);
    }
}

static void lu_tasks(block m[SIZE][SIZE]) {
#pragma omp parallel
#pragma omp single
    for (int k = 0; k < SIZE; k++) {
#pragma omp task depend(inout : m[k][k]) firstprivate(k)
        factor(m[k][k]);
        for (int j = k + 1; j < SIZE; j++) {
#pragma omp task depend(in : m[k][k]) depend(inout : m[k][j]) firstprivate(k, j)
            right(m[k][k], m[k][j]);
#pragma omp task depend(in : m[k][k]) depend(inout : m[j][k]) firstprivate(k, j)
            below(m[k][k], m[j][k]);
        }
        for (int i = k + 1; i < SIZE; i++)
            for (int j = k + 1; j < SIZE; j++)
#pragma omp task depend(in : m[i][k], m[k][j]) depend(inout : m[i][j]) firstprivate(i, j, k)
                inner(m[i][k], m[k][j], m[i][j]);
    }
}

static void sparse_lu(void) {
    fill(matrix);
    fill(serial);
    lu_serial(serial);
    lu_tasks(matrix);
    int same = 1;
    for (int i = 0; i < SIZE * SIZE * BLOCK * BLOCK; i++)
        same &= (&matrix[0][0][0][0])[i] == (&serial[0][0][0][0])[i];
    CHECK(same);
}

/* Tasks that read and write random variables give the results of sequential execution. */
#define VARIABLES 8
#define STEPS 200

static unsigned state;

static unsigned random_number(unsigned below_this) {
    state = state * 1664525u + 1013904223u;
    return (state >> 16) % below_this;
}

static void mix(unsigned *to, const unsigned *one, const unsigned *other, unsigned step) {
    unsigned old = *to;
    for (volatile unsigned i = 0; i < step % 7 * 20; i++)
        ;
    *to = ((old ^ *one) * 31 + *other) * 2654435761u + step;
}

static void random_graph(unsigned seed, int spawners) {
    unsigned value[VARIABLES], expected[VARIABLES];
    for (unsigned i = 0; i < VARIABLES; i++)
        value[i] = expected[i] = i + seed;
    state = seed;
#pragma omp parallel num_threads(spawners)
#pragma omp single
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned *a = &value[random_number(VARIABLES)], *b = &value[random_number(VARIABLES)],
                 *to = &value[random_number(VARIABLES)];
        switch (random_number(4)) {
        case 0:
#pragma omp task depend(inout : *to) depend(in : *a, *b) firstprivate(step, a, b, to)
            mix(to, a, b, step);
            break;
        case 1:
#pragma omp task depend(mutexinoutset : *to) depend(in : *a, *b) firstprivate(step, a, b, to)
            mix(to, a, b, step);
            break;
        case 2:
#pragma omp task depend(out : *to) depend(in : *a, *b) if (0)
            mix(to, a, b, step);
            break;
        default: {
            omp_depend_t object;
#pragma omp depobj(object) depend(inout : *to)
#pragma omp task depend(depobj : object) depend(in : *a, *b) firstprivate(step, a, b, to)
            mix(to, a, b, step);
#pragma omp depobj(object) destroy
        }
        }
        if (random_number(16) == 0) {
#pragma omp taskwait depend(in : *to)
        }
    }
    state = seed;
    for (unsigned step = 0; step < STEPS; step++) {
        unsigned *a = &expected[random_number(VARIABLES)], *b = &expected[random_number(VARIABLES)],
                 *to = &expected[random_number(VARIABLES)];
        random_number(4);
        mix(to, a, b, step);
        random_number(16);
    }
    int same = 1;
    for (int i = 0; i < VARIABLES; i++)
        same &= value[i] == expected[i];
    if (!same)
        printf("seed %u\n", seed);
    CHECK(same);
}

static void detached(void) {
#ifdef _OPENMP
    int order = 0, first = 0, second = 0;
#pragma omp parallel
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event) depend(out : first) shared(first, order)
        first = ++order;
#pragma omp task depend(in : first) shared(second, order)
        second = ++order;
#pragma omp task firstprivate(event)
        omp_fulfill_event(event);
#pragma omp taskwait
        CHECK(first == 1 && second == 2);
    }
#endif
}

static void loops(void) {
    static int times[100];
    int last = 0;
    long long sum = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop grainsize(7) lastprivate(last)
        for (int i = 0; i < 100; i++) {
            times[i]++;
            last = i;
        }
        CHECK(last == 99);
#pragma omp taskloop num_tasks(9) nogroup
        for (unsigned long long i = 100; i > 0; i -= 2)
#pragma omp atomic
            times[i - 1]++;
#pragma omp taskwait
#pragma omp taskloop collapse(2) num_tasks(5) shared(sum)
        for (int i = 0; i < 10; i++)
            for (int j = 5; j > -5; j -= 3)
#pragma omp atomic
                sum += i * j;
#pragma omp taskloop if (0) final(1)
        for (long i = 3; i < 3; i++)
            times[0] = 100;
    }
    for (int i = 0; i < 100; i++)
        CHECK(times[i] == 1 + i % 2);
    CHECK(sum == 45 * (5 + 2 - 1 - 4));
}

/* Creates more tasks than fit into the heap of a small chip at a time. */
static void many(void) {
    int x = 0;
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 2500; i++)
#pragma omp task depend(inout : x)
        x++;
    CHECK(x == 2500);
}

int main(void) {
    sparse_lu();
    many();
    for (unsigned seed = 1; seed <= 8; seed++)
        random_graph(seed, seed % 4 + 1);
    detached();
    loops();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
