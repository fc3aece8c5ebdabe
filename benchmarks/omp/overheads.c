/* Measures the costs of constructs, in cycles, beyond the work inside them. */
#include <omp.h>
#include <onchip_omp.h>

#include "epcc.h"

static volatile int shared;
static volatile double shared_double;

static void parallel(void) {
    for (int i = 0; i < REPEATS; i++)
#pragma omp parallel
        delay();
}

static void parallel_for(void) {
#pragma omp parallel
    for (int i = 0; i < REPEATS; i++) {
        int count = unknown(omp_get_num_threads());
#pragma omp for
        for (int j = 0; j < count; j++)
            delay();
    }
}

/* A shared loop without a barrier: the remaining cost is the computation of each thread's part. */
static void bounds(void) {
#pragma omp parallel
    for (int i = 0; i < REPEATS; i++) {
        int count = unknown(omp_get_num_threads());
#pragma omp for nowait
        for (int j = 0; j < count; j++)
            delay();
    }
}

static void barrier(void) {
#pragma omp parallel
    for (int i = 0; i < REPEATS; i++) {
        delay();
#pragma omp barrier
    }
}

static void single(void) {
#pragma omp parallel
    for (int i = 0; i < REPEATS; i++)
#pragma omp single
        delay();
}

/* All threads together execute REPEATS critical regions, as many as reference() has delays. */
static void critical(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads())
#pragma omp critical
        delay();
}

static void critical_alone(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads())
#pragma omp critical
        shared++;
}

static void atomic(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads())
#pragma omp atomic
        shared++;
}

static void atomic_double(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads())
#pragma omp atomic
        shared_double += 1;
}

/* As in EPCC's programs, the number and length of delays are in the memory of thread 0. */
static volatile int repeats = REPEATS, length = DELAY;

static void long_delay(void) {
    for (int i = length; i > 0; i--)
        __asm__ volatile("" ::: "memory");
}

static void reference_globals(void) {
    for (int i = 0; i < repeats; i++)
        long_delay();
}

static void barrier_globals(void) {
#pragma omp parallel
    for (int i = 0; i < repeats; i++) {
        long_delay();
#pragma omp barrier
    }
}

static void critical_globals(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < repeats; i += omp_get_num_threads())
#pragma omp critical
        long_delay();
}

/* A critical construct that only thread 0 enters. */
static void critical_pair(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num() ? REPEATS : 0; i < REPEATS; i++)
#pragma omp critical
        delay();
}

static void atomic_pair(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num() ? REPEATS : 0; i < REPEATS; i++)
#pragma omp atomic
        shared_double += 1;
}

static void atomic_int_pair(void) {
#pragma omp parallel
    for (int i = omp_get_thread_num() ? REPEATS : 0; i < REPEATS; i++)
#pragma omp atomic
        shared++;
}

static void lock(void) {
    static omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel
    for (int i = omp_get_thread_num(); i < REPEATS; i += omp_get_num_threads()) {
        omp_set_lock(&lock);
        delay();
        omp_unset_lock(&lock);
    }
    omp_destroy_lock(&lock);
}

static void reduction(void) {
    int sum = 0;
    for (int i = 0; i < REPEATS; i++)
#pragma omp parallel reduction(+ : sum)
    {
        delay();
        sum++;
    }
    shared = sum;
}

static void reduction_call(void) {
    for (int i = 0; i < REPEATS; i++)
#pragma omp parallel
    {
        delay();
        int sum = onchip_sum_int(1);
        if (omp_get_thread_num() == 0)
            shared += sum;
    }
}

static void increments(void) {
    for (int i = 0; i < REPEATS; i++)
        shared++;
}

static void increments_double(void) {
    for (int i = 0; i < REPEATS; i++)
        shared_double += 1;
}

int main(void) {
    print("parallel", parallel, reference);
    print("for", parallel_for, reference);
    print("for_bounds", bounds, reference);
    print("barrier", barrier, reference);
    print("barrier_globals", barrier_globals, reference_globals);
    print("single", single, reference);
    print("critical", critical, reference);
    print("critical_globals", critical_globals, reference_globals);
    print("critical_pair", critical_pair, reference);
    print("critical_empty", critical_alone, increments);
    print("lock", lock, reference);
    print("atomic", atomic, increments);
    print("atomic_double", atomic_double, increments_double);
    print("atomic_pair", atomic_pair, increments_double);
    print("atomic_int_pair", atomic_int_pair, increments);
    print("reduction", reduction, reference);
    print("reduction_call", reduction_call, reference);
    return 0;
}
