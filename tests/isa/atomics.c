/* Several threads use atomics of each size and form at once. Every update must be in the sum. */
#include <omp.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { ROUNDS = 200 };

static atomic_uint words[3];
static _Atomic uint8_t byte;
static _Atomic uint16_t half;
static _Atomic uint64_t wide;
static unsigned older, in_construct, swapped;
static unsigned short small_construct;
static double real_construct;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static unsigned under_flag;

int main(void) {
    int threads = 0;
#pragma omp parallel
    {
#pragma omp single
        threads = omp_get_num_threads();
        for (int i = 0; i < ROUNDS; i++) {
            atomic_fetch_add(&words[i % 3], 1);
            atomic_fetch_add(&byte, 1);
            atomic_fetch_sub(&half, 1);
            atomic_fetch_add(&wide, 1ull << 32 | 1);
            __sync_fetch_and_add(&older, 1);
            unsigned seen = __atomic_load_n(&swapped, __ATOMIC_RELAXED);
            while (!__atomic_compare_exchange_n(&swapped, &seen, seen + 3, 0, __ATOMIC_SEQ_CST,
                                                __ATOMIC_RELAXED))
                ;
#pragma omp atomic
            in_construct++;
#pragma omp atomic
            small_construct++;
#pragma omp atomic
            real_construct += 0.5;
            while (atomic_flag_test_and_set(&flag))
                ;
            under_flag++;
            atomic_flag_clear(&flag);
        }
    }
    unsigned all = (unsigned)threads * ROUNDS;
    printf("%d threads: %s\n", threads,
           words[0] + words[1] + words[2] == all && byte == (uint8_t)all &&
                   half == (uint16_t)-all && wide == ((uint64_t)all << 32 | all) && older == all &&
                   swapped == 3 * all && in_construct == all &&
                   small_construct == (unsigned short)all && real_construct == 0.5 * all &&
                   under_flag == all
               ? "right"
               : "wrong");
    return 0;
}
