/* critical, locks, atomic, reductions: no update is lost, and no two threads hold a lock at
 * once. */
#include <omp.h>

#include "check.h"

#define ROUNDS 50

static int count;
static volatile int plain, named[2];

/* Adds slowly, so that a second thread in the section would be noticed. */
static void alone(volatile int *sum) {
    int before = *sum;
    for (volatile int i = 0; i < 5; i++)
        ;
    *sum = before + 1;
}

static void criticals(int threads) {
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp critical
        alone(&plain);
#pragma omp critical(one)
        {
            alone(&named[0]);
#pragma omp critical(two)
            alone(&named[1]);
        }
    }
    CHECK(plain == threads * ROUNDS && named[0] == plain && named[1] == plain);
}

/* Uses more locks than the chip has hardware queues for locks. */
static void locks(int threads) {
    static omp_lock_t lock[100];
    static volatile int sum[100];
    int got = 0;
    for (int i = 0; i < 100; i++)
        omp_init_lock(&lock[i]);
#pragma omp parallel
    for (int i = 0; i < 100; i++) {
        omp_set_lock(&lock[i]);
        alone(&sum[i]);
        omp_unset_lock(&lock[i]);
    }
    for (int i = 0; i < 100; i++)
        CHECK(sum[i] == threads);
#pragma omp parallel reduction(+ : got)
    {
        int mine = omp_test_lock(&lock[0]);
        got += mine;
#pragma omp barrier
        CHECK(!omp_test_lock(&lock[0]));
#pragma omp barrier
        if (mine)
            omp_unset_lock(&lock[0]);
    }
    CHECK(got == 1);
    CHECK(omp_test_lock(&lock[0]));
    omp_unset_lock(&lock[0]);
    for (int i = 0; i < 100; i++)
        omp_destroy_lock(&lock[i]);
}

static void nested_locks(int threads) {
    omp_nest_lock_t lock;
    volatile int sum = 0;
    omp_init_nest_lock(&lock);
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
        omp_set_nest_lock(&lock);
        omp_set_nest_lock(&lock);
        alone(&sum);
        omp_unset_nest_lock(&lock);
        CHECK(omp_test_nest_lock(&lock) == 2);
        omp_unset_nest_lock(&lock);
        omp_unset_nest_lock(&lock);
    }
    CHECK(sum == threads * ROUNDS);
    omp_destroy_nest_lock(&lock);
}

static void atomics(int threads) {
    int word = 0, old, product = 1;
    double real = 0;
    float single = 0;
    long long wide = 0;
    unsigned char small = 0;
    short half = 0;
    int differ = 0;
#pragma omp parallel private(old) reduction(+ : differ)
    for (int i = 0; i < ROUNDS; i++) {
#pragma omp atomic
        word++;
#pragma omp atomic
        real += 0.5;
#pragma omp atomic
        single += 2;
#pragma omp atomic
        wide += 1LL << 33;
#pragma omp atomic
        small++;
#pragma omp atomic
        half -= 3;
#pragma omp atomic
        product *= -1;
#pragma omp atomic capture
        old = count++;
        differ += old < 0;
        int now;
#pragma omp atomic read
        now = word;
        differ += now < 1;
    }
    int n = threads * ROUNDS;
    CHECK(word == n && real == n * 0.5 && single == n * 2.0f && wide == n * (1LL << 33));
    CHECK(small == n % 256 && half == (short)(-3 * n) && product == 1 && count == n && !differ);
}

#pragma omp declare reduction(biggest:int                                                          \
                              : omp_out = omp_in > omp_out ? omp_in : omp_out)                     \
    initializer(omp_priv = -1)

static void reductions(void) {
    int sum = 5, low = 1000, high = -1000, big = 0, both = ~0;
    double real = 0;
    int part[4] = {1, 2, 3, 4};
#pragma omp parallel for reduction(+ : sum, real, part) reduction(min : low)                       \
    reduction(max : high) reduction(biggest : big) reduction(& : both)
    for (int i = 0; i < 100; i++) {
        sum += i;
        real += i * 0.25;
        part[i % 4] += i;
        low = i - 50 < low ? i - 50 : low;
        high = i > high ? i : high;
        big = i * 3 > big ? i * 3 : big;
        both &= ~(1 << i % 7);
    }
    CHECK(sum == 4955 && real == 1237.5 && low == -50 && high == 99 && big == 297);
    CHECK(both == ~0x7f && part[0] == 1201 && part[1] == 1227 && part[2] == 1253 &&
          part[3] == 1279);
}

int main(void) {
    int threads = 0;
#pragma omp parallel reduction(+ : threads)
    threads++;
    criticals(threads);
    locks(threads);
    nested_locks(threads);
    atomics(threads);
    reductions();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
