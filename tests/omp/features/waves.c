/* Iterations that wait for others: doacross loops. */
#include "feature.h"

enum { COUNT = 29, WIDTH = 13, DEPTH = 5 };

static long sums[COUNT], table[COUNT][WIDTH];
static unsigned char cube[COUNT][WIDTH][DEPTH];

#define CHAIN(clause)                                                                              \
    do {                                                                                           \
        sums[0] = 1;                                                                               \
        _Pragma(clause) for (int i = 1; i < COUNT; i++) {                                          \
            _Pragma("omp ordered depend(sink : i - 1)");                                           \
            sums[i] = sums[i - 1] * 3 % 1009 + i;                                                  \
            _Pragma("omp ordered depend(source)");                                                 \
        }                                                                                          \
        SHOW(&clause[4], "%ld", sums[COUNT - 1]);                                                  \
    } while (0)

static void chains(void) {
    CHAIN("omp parallel for ordered(1)");
    CHAIN("omp parallel for ordered(1) schedule(static, 1)");
    CHAIN("omp parallel for ordered(1) schedule(static, 3)");
    CHAIN("omp parallel for ordered(1) schedule(dynamic)");
    CHAIN("omp parallel for ordered(1) schedule(dynamic, 4)");
    CHAIN("omp parallel for ordered(1) schedule(guided)");
    CHAIN("omp parallel for ordered(1) schedule(runtime)");
}

#define WAVE(clause)                                                                               \
    do {                                                                                           \
        for (int i = 0; i < COUNT; i++)                                                            \
            for (int j = 0; j < WIDTH; j++)                                                        \
                table[i][j] = i * 7 + j;                                                           \
        _Pragma(clause) for (int i = 1; i < COUNT; i++) for (int j = 1; j < WIDTH - 1; j++) {      \
            _Pragma("omp ordered depend(sink : i - 1, j + 1) depend(sink : i, j - 1)");            \
            table[i][j] = (table[i - 1][j + 1] * 5 + table[i][j - 1] * 3) % 10007;                 \
            _Pragma("omp ordered depend(source)");                                                 \
        }                                                                                          \
        SHOW(&clause[4], "%ld", table[COUNT - 1][WIDTH - 2]);                                      \
    } while (0)

static void waves(void) {
    WAVE("omp parallel for ordered(2)");
    WAVE("omp parallel for ordered(2) schedule(static, 1)");
    WAVE("omp parallel for ordered(2) schedule(static, 5)");
    WAVE("omp parallel for ordered(2) schedule(dynamic, 2)");
    WAVE("omp parallel for ordered(2) schedule(guided, 2)");
}

static void nests(void) {
#pragma omp parallel for ordered(3) schedule(static, 2)
    for (int i = COUNT - 1; i >= 0; i -= 2)
        for (int j = 0; j < WIDTH; j += 3)
            for (int k = 0; k < DEPTH; k++) {
#pragma omp ordered depend(sink : i + 2, j, k) depend(sink : i + 4, j - 3, k + 1)
                int before = i + 2 < COUNT ? cube[i + 2][j][k] : 1;
                int far = i + 4 < COUNT && j && k + 1 < DEPTH ? cube[i + 4][j - 3][k + 1] : 2;
                cube[i][j][k] = (unsigned char)(before * 3 + far * 5 + i + j + k);
#pragma omp ordered depend(source)
            }
    unsigned sum = 0;
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < WIDTH; j++)
            for (int k = 0; k < DEPTH; k++)
                sum = sum * 31 + cube[i][j][k];
    SHOW("for ordered(3), steps up and down", "%u", sum);

#pragma omp parallel for collapse(2) ordered(2)
    for (int i = 1; i < COUNT; i++)
        for (int j = 1; j < WIDTH; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            table[i][j] = (table[i - 1][j] + 2 * table[i][j - 1]) % 10007;
#pragma omp ordered depend(source)
        }
    SHOW("for ordered(2) collapse(2)", "%ld", table[COUNT - 1][WIDTH - 1]);

    /* Each iteration waits for an earlier iteration of the outer loop. Another thread may
     * execute that iteration. */
    volatile int end = COUNT - 1;
    unsigned diagonal[COUNT][WIDTH] = {{0}};
    sum = 0;
#pragma omp parallel
#pragma omp for ordered(2) schedule(static, 2) nowait
    for (long i = 2; i < end; i += 2)
        for (long j = 2; j < WIDTH; j += 2) {
#pragma omp ordered depend(sink : i - 2, j - 2)
            diagonal[i][j] = 1 + 3 * diagonal[i - 2][j - 2];
#pragma omp ordered depend(source)
        }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < WIDTH; j++)
            sum += diagonal[i][j];
    SHOW("for ordered(2), a diagonal", "%u", sum);

    /* The first iterations wait for none; each of the others waits for the ninth one before it. */
#pragma omp parallel for ordered(1) schedule(static, 2)
    for (int i = 0; i < COUNT; i++) {
        sums[i] = i;
        if (i >= 9) {
#pragma omp ordered depend(sink : i - 9)
            sums[i] += sums[i - 9] * 2;
        }
#pragma omp ordered depend(source)
    }
    SHOW("for ordered(1), a far sink", "%ld %ld", sums[COUNT - 1], sums[COUNT - 2]);

    volatile unsigned long long hidden = 1ull << 40;
    unsigned long long start = hidden;
#pragma omp parallel for ordered(2) schedule(dynamic)
    for (unsigned long long i = start; i < start + 2 * COUNT; i += 2)
        for (long long j = 0; j < WIDTH; j++) {
            int row = (int)(i - start) / 2;
#pragma omp ordered depend(sink : i - 2, j)
            table[row][j] = row ? (table[row - 1][j] * 7 + j) % 10007 : j;
#pragma omp ordered depend(source)
        }
    SHOW("for ordered(2), long long", "%ld", table[COUNT - 1][WIDTH - 1]);
}

/* Several loops one after the other, without a barrier. */
static void nowaits(void) {
    enum { ROUNDS = 12 };
    static long chain[ROUNDS][COUNT], last[ROUNDS];
#pragma omp parallel
    for (int round = 0; round < ROUNDS; round++) {
#pragma omp for ordered(1) schedule(static, 1) nowait
        for (int i = 0; i < COUNT; i++) {
#pragma omp ordered depend(sink : i - 1)
            chain[round][i] = (i ? chain[round][i - 1] : round ? chain[round - 1][0] : 0) + 1;
#pragma omp ordered depend(source)
        }
#pragma omp for ordered schedule(static, 1) nowait
        for (int i = 0; i < COUNT; i++) {
#pragma omp ordered
            last[round] = last[round] * 3 % 1009 + chain[round][i];
        }
    }
    SHOW("for ordered(1) nowait", "%ld %ld", chain[ROUNDS - 1][COUNT - 1], last[ROUNDS - 1]);
}

int main(void) {
    chains();
    waves();
    nests();
    nowaits();
}
