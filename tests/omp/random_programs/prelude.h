/* The common part of the random programs. Each statement adds the values that it sees to a sum of
 * its own. For programs without OpenMP, macros replace OpenMP's routines. */
#ifndef PRELUDE_H
#define PRELUDE_H

#include <limits.h>
#include <stdio.h>

#ifdef _OPENMP
#include <omp.h>
/* Checks a condition that holds in programs with OpenMP. */
#define ok(what) ((what) ? (void)0 : bad(__LINE__, #what))
#else
#define ok(what) ((void)0)
typedef int omp_lock_t, omp_nest_lock_t, omp_depend_t;
typedef long omp_event_handle_t;
enum { omp_sched_static = 1, omp_sched_dynamic, omp_sched_guided, omp_sched_auto };
#define omp_get_thread_num() 0
#define omp_get_num_threads() 1
#define omp_init_lock(lock) ((void)(lock))
#define omp_set_lock(lock) ((void)(lock))
#define omp_test_lock(lock) ((void)(lock), 1)
#define omp_unset_lock(lock) ((void)(lock))
#define omp_destroy_lock(lock) ((void)(lock))
#define omp_init_nest_lock(lock) ((void)(lock))
#define omp_set_nest_lock(lock) ((void)(lock))
#define omp_test_nest_lock(lock) ((void)(lock), 1)
#define omp_unset_nest_lock(lock) ((void)(lock))
#define omp_destroy_nest_lock(lock) ((void)(lock))
#define omp_set_schedule(kind, chunk) ((void)(kind), (void)(chunk))
#define omp_fulfill_event(event) ((void)(event))
#endif

static unsigned noted[SITES], times[SITES];
static volatile int zero;

/* A number that the compiler cannot know. */
#define opaque(number) ((number) + zero)

static inline unsigned mix(unsigned a, unsigned b) {
    a = (a + b) * 2654435761u;
    return (a ^ (a >> 15)) * 2246822519u + b;
}

/* Adds a value to the sum of a statement. A sum does not depend on the order of threads. */
static inline void note(int site, unsigned what) {
    unsigned mixed = mix(what, (unsigned)site);
#pragma omp atomic
    noted[site] += mixed;
#pragma omp atomic
    times[site]++;
}

/* A word that depends on both halves of a number. */
static inline unsigned folded(unsigned long long number) {
    return (unsigned)number ^ (unsigned)(number >> 32) * 7u;
}

static int complaints;

static inline void bad(int line, const char *what) {
    int before;
#pragma omp atomic capture
    before = complaints++;
    if (before < 20)
        printf("line %d: not so: %s\n", line, what);
}

struct pair {
    int low;
    double sum;
};

static inline void pair_add(struct pair *to, const struct pair *from) {
    to->low = from->low < to->low ? from->low : to->low;
    to->sum += from->sum;
}

#pragma omp declare reduction(join                                                                 \
                              : struct pair                                                        \
                              : pair_add(&omp_out, &omp_in)) initializer(omp_priv = {INT_MAX, 0})

static omp_lock_t locks[3];
static omp_nest_lock_t nests[2];

static unsigned fib(unsigned n) {
    unsigned a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a)
    a = fib(n - 1);
#pragma omp task shared(b) if (n > 4)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}

#endif
