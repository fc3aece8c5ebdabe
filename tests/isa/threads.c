/* Atomics by POSIX threads, which take no lock of OpenMP. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

enum { THREADS = 3, ROUNDS = 200 };

static atomic_uint word;
static _Atomic uint8_t byte;
static _Atomic uint16_t half;
static _Atomic uint64_t wide;
static unsigned older;
static atomic_int may_begin;

static void *run(void *argument) {
    while (!atomic_load(&may_begin))
        ;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_fetch_add(&word, 1);
        atomic_fetch_add(&byte, 1);
        atomic_fetch_xor(&half, 1u << i % 16);
        atomic_fetch_add(&wide, 1ull << 32 | 1);
        __sync_fetch_and_add(&older, 1);
    }
    return argument;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, run, NULL))
            return 1;
    atomic_store(&may_begin, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    uint16_t flipped = 0;
    for (int i = 0; i < THREADS * ROUNDS; i++)
        flipped ^= (uint16_t)(1u << i % ROUNDS % 16);
    unsigned all = THREADS * ROUNDS;
    printf("%u %u %u %u %u\n", word - all, (uint8_t)(byte - all), half ^ flipped,
           wide != ((uint64_t)all << 32 | all), older - all);
    return 0;
}
