/* Atomics of every kind that a program may use, on shared variables at the same time: those of
 * OpenMP, of C, and GCC's own. */
#include <omp.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "check.h"

#define ROUNDS 40

static int threads;

/* Makes updates of each kind, none of which may be lost. */
static void updates(void) {
    int n = threads * ROUNDS, most = -1, seen = 0, swapped = -1;
    volatile int word = 0;
    unsigned char small = 0;
    short half = 0;
    float single = 0;
    char *pointer = NULL;
#pragma omp parallel reduction(+ : seen)
    for (int i = 0; i < ROUNDS; i++) {
        int mine = omp_get_thread_num() * ROUNDS + i, before, after;
#pragma omp atomic
        word++;
#pragma omp atomic seq_cst
        small += 3;
#pragma omp atomic
        half -= 1;
#pragma omp atomic
        single += 0.5f;
#pragma omp atomic
        pointer += 2;
#pragma omp atomic compare
        most = most < mine ? mine : most;
#pragma omp atomic capture
        {
            before = swapped;
            swapped = mine;
        }
#pragma omp atomic read
        after = swapped;
        seen += before == mine || after < 0;
    }
    CHECK(word == n && small == 3 * n % 256 && half == -n && single == n * 0.5f);
    CHECK(pointer - (char *)NULL == 2 * n && most == n - 1 && seen == 0);
}

/* Other threads add 2 to a number again and again. If one thread meanwhile writes an odd number,
 * the number must stay odd. */
static void writes(void) {
    for (int round = 0; round < ROUNDS; round++) {
        int word = 0;
        unsigned char small = 0;
        float single = 0;
#pragma omp parallel
        for (int i = 0; i < 8; i++) {
            if (omp_get_thread_num() == round % threads && i == round % 8) {
#pragma omp atomic write
                word = 1001;
#pragma omp atomic write
                small = 1;
#pragma omp atomic write
                single = 1001;
            }
#pragma omp atomic
            word += 2;
#pragma omp atomic
            single += 2;
            /* If atomics are instructions, GCC compiles the write above to a store and the
             * update below to a call, so the two are not used at the same time. */
#pragma omp barrier
#pragma omp atomic
            small += 2;
#pragma omp barrier
        }
        CHECK(word % 2 == 1 && small % 2 == 1 && (int)single % 2 == 1);
    }
}

static _Atomic int counted;
static _Atomic unsigned char counted_small;
static _Atomic long long counted_wide;

static void of_c(void) {
    static _Atomic short half;
    static _Atomic(char *) pointer;
    static atomic_flag flag = ATOMIC_FLAG_INIT;
    static atomic_int largest;
    static volatile int guarded;
    int kept = 0;
#pragma omp parallel reduction(+ : kept)
    for (int i = 0; i < ROUNDS; i++) {
        counted++;
        counted_small += 3;
        counted_wide += 1LL << 33;
        half--;
        pointer += 2;
        int mine = omp_get_thread_num() * ROUNDS + i, last = atomic_load(&largest);
        while (last < mine && !atomic_compare_exchange_weak(&largest, &last, mine))
            ;
        while (atomic_flag_test_and_set(&flag))
            ;
        int before = guarded;
        for (volatile int j = 0; j < 3; j++)
            ;
        guarded = before + 1;
        atomic_flag_clear(&flag);
        kept += atomic_exchange(&largest, atomic_load(&largest)) < mine;
    }
    int n = threads * ROUNDS;
    CHECK(counted == n && counted_small == 3 * n % 256 && counted_wide == n * (1LL << 33));
    CHECK(half == -n && pointer - (char *)NULL == 2 * n && guarded == n);
    CHECK(atomic_is_lock_free(&counted));
    counted = 7;
    CHECK(atomic_fetch_or(&counted, 8) == 7 && atomic_fetch_xor(&counted, 1) == 15);
    CHECK(atomic_fetch_and(&counted, 6) == 14 && atomic_fetch_sub(&counted, 2) == 6);
    CHECK(counted == 4 && kept >= 0);
}

static void of_gcc(void) {
    static int sum, taken, guarded, swaps;
    static short half;
#pragma omp parallel
    for (int i = 0; i < ROUNDS; i++) {
        __sync_fetch_and_add(&sum, 2);
        __sync_sub_and_fetch(&half, 1);
        while (__sync_lock_test_and_set(&taken, 1))
            ;
        guarded++;
        __sync_lock_release(&taken);
        int old;
        do {
            old = __atomic_load_n(&swaps, __ATOMIC_ACQUIRE);
        } while (!__sync_bool_compare_and_swap(&swaps, old, old + 1));
    }
    int n = threads * ROUNDS;
    CHECK(sum == 2 * n && half == -n && guarded == n && swaps == n);
    CHECK(__sync_val_compare_and_swap(&sum, 2 * n, 5) == 2 * n &&
          __sync_or_and_fetch(&sum, 2) == 7);
    CHECK(__sync_fetch_and_and(&sum, 3) == 7 && __sync_xor_and_fetch(&sum, 1) == 2);
}

/* The combiner of a user-defined reduction counts its calls with each kind of atomic. */
static int calls;
static _Atomic int c_calls;
static int add(int one, int other) {
#pragma omp atomic
    calls++;
    c_calls++;
    c_calls = c_calls;
    return one + other;
}
#pragma omp declare reduction(sum:int : omp_out = add(omp_out, omp_in)) initializer(omp_priv = 0)

static void in_reductions(void) {
    int total = 0, count = 0;
#pragma omp parallel reduction(sum : total) reduction(+ : count)
    {
        total += 3;
        count++;
    }
    CHECK(total == 3 * threads && count == threads && calls >= threads - 1 && calls <= threads);
    CHECK(c_calls == calls);
    int alone = 0;
#pragma omp parallel reduction(+ : alone)
    alone++;
    CHECK(alone == threads);
}

int main(void) {
#pragma omp parallel
#pragma omp single
    threads = omp_get_num_threads();
    updates();
    writes();
    of_c();
    of_gcc();
    in_reductions();
    puts(wrong ? "wrong" : "done");
    return wrong;
}
