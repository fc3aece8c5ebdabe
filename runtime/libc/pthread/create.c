/* The threads of POSIX, C11 and C++. Until it ends, each thread runs on a core of its own, one of
 * the cores that the rank gets with --threads. In a program with regions of OpenMP, these cores
 * belong to OpenMP. This file is linked only if a program creates threads. */
#include <errno.h>
#include <picotls.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <threads.h>

#include "hal/hal.h"
#include "hal/store.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/posix/absent.h"
#include "libc/pthread/cancel.h"
#include "libc/pthread/names.h"
#include "libc/start/thread_objects.h"

enum { FREE, RUNNING, ENDED };

struct thread {
    void *(*run)(void *);
    void *argument, *result;
    int state;
    int detached, cancelled;
};

/* The threads, indexed by their numbers. Thread 0 has no `run` and no `argument`. */
static struct thread *threads;
static _Thread_local jmp_buf *end_of_thread;

/* Only programs that use these functions contain them. In other programs, their addresses are
 * null. */
#pragma weak __oc_destroy_thread_objects
#pragma weak __oc_pthread_destroy_values
#pragma weak __oc_pthread_pop_all

/* Destroys the calling thread's objects and values, and lets other threads join it. */
static void end(struct thread *self) {
    if (__oc_destroy_thread_objects)
        __oc_destroy_thread_objects();
    if (__oc_pthread_destroy_values)
        __oc_pthread_destroy_values();
    hal_fence();
    int detached = __atomic_load_n(&self->detached, __ATOMIC_ACQUIRE);
    __atomic_store_n(&self->state, detached ? FREE : ENDED, __ATOMIC_RELEASE);
    /* If another thread has detached this thread since the load above, this thread frees itself. */
    int ended = ENDED;
    if (!detached && __atomic_load_n(&self->detached, __ATOMIC_ACQUIRE))
        __atomic_compare_exchange_n(&self->state, &ended, FREE, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED);
    __oc_leave_sleepers();
}

/* Threads other than thread 0 run this function in place of OpenMP's hal_thread_run()
 * (link/variants.ld). */
_Noreturn void hal_thread_run_posix(void);
_Noreturn void hal_thread_run_posix(void) {
    volatile uint32_t *called = hal_thread_own_block();
    for (;;) {
        for (;;) {
            hal_arm(called, sizeof *called);
            if (*called)
                break;
            hal_wait(HAL_NEVER);
        }
        *called = 0;
        __atomic_thread_fence(__ATOMIC_ACQUIRE);
        struct thread *self = &threads[hal_thread()];
        jmp_buf here;
        end_of_thread = &here;
        if (!setjmp(here))
            self->result = self->run(self->argument);
        end(self);
        /* Gives thread-local variables their initial values, for the next thread on this core. */
        void *block;
        __asm__("mv %0, tp" : "=r"(block));
        _init_tls(block);
    }
}

/* Allocates the table of threads at the first call. Returns false if there is no memory. */
static bool has_table(void) {
    if (!__atomic_load_n(&threads, __ATOMIC_ACQUIRE)) {
        struct thread *made = calloc((size_t)hal_threads(), sizeof *made), *none = NULL;
        if (made)
            made->state = RUNNING; /* thread 0 */
        if (made && !__atomic_compare_exchange_n(&threads, &none, made, false, __ATOMIC_ACQ_REL,
                                                 __ATOMIC_ACQUIRE))
            free(made);
    }
    return threads;
}

static int create(pthread_t *thread, void *(*run)(void *), void *argument) {
    static bool said, said_all;
    /* Makes the linker include what programs with threads need, as -fopenmp does
     * (link/chip.gomp). */
    __asm__ volatile(".reloc ., R_RISCV_NONE, hal_thread_start\n"
                     ".reloc ., R_RISCV_NONE, __oc_foreign_put_shared");
    if (hal_threads() == 1 || oc_has_regions()) {
        __oc_absent(&said, "pthread_create",
                    hal_threads() == 1 ? "where a rank has one core (onchip run --threads)"
                                       : "in a program with regions of OpenMP");
        return EAGAIN;
    }
    if (!has_table())
        return EAGAIN;
    for (int i = 1; i < hal_threads(); i++) {
        int state = FREE;
        if (__atomic_compare_exchange_n(&threads[i].state, &state, RUNNING, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_RELAXED)) {
            threads[i].run = run;
            threads[i].argument = argument;
            threads[i].detached = threads[i].cancelled = 0;
            *thread = oc_thread_id(i);
            hal_fence();
            hal_store(hal_thread_block(i), 1);
            return 0;
        }
    }
    /* Prints a message, because many programs do not check the result, and would wait for a thread
     * that was never created. */
    __oc_absent(&said_all, "pthread_create",
                "where each core of the rank has a thread that has not ended or not been joined "
                "(onchip run --threads)");
    return EAGAIN;
}

/* Finds a thread that can be joined. Returns 0 or an error number. */
static int find_joinable(pthread_t thread, struct thread **found) {
    int number = oc_thread_number(thread);
    if (!has_table() || number < 0 || number >= hal_threads() ||
        __atomic_load_n(&threads[number].state, __ATOMIC_ACQUIRE) == FREE)
        return ESRCH;
    *found = &threads[number];
    return threads[number].detached ? EINVAL : 0;
}

static int join_thread(pthread_t thread, void **result) {
    if (oc_thread_number(thread) == hal_thread())
        return EDEADLK;
    struct thread *found;
    int error = find_joinable(thread, &found);
    if (error)
        return error;
    for (unsigned pause = 0; __atomic_load_n(&found->state, __ATOMIC_ACQUIRE) != ENDED;) {
        oc_cancellation_point();
        oc_pause(&pause, HAL_NEVER);
    }
    if (result)
        *result = found->result;
    __atomic_store_n(&found->state, FREE, __ATOMIC_RELEASE);
    return 0;
}

/* Joins a thread if it ends before the time `until`. If `until` is null, joins it only if it has
 * ended already. */
static int join_until(pthread_t thread, void **result, const struct timespec *until) {
    if (until && !oc_is_valid_time(until))
        return EINVAL;
    struct thread *found;
    int error = find_joinable(thread, &found);
    if (error)
        return error;
    uint64_t deadline = until ? oc_cycle_of(until) : 0;
    unsigned pause = 0;
    while (__atomic_load_n(&found->state, __ATOMIC_ACQUIRE) != ENDED &&
           oc_thread_number(thread) != hal_thread()) {
        if (hal_cycles() >= deadline)
            return until ? ETIMEDOUT : EBUSY;
        oc_cancellation_point();
        oc_pause(&pause, deadline);
    }
    return join_thread(thread, result);
}

static int detach(pthread_t thread) {
    struct thread *found;
    int error = find_joinable(thread, &found);
    if (error)
        return error;
    __atomic_store_n(&found->detached, 1, __ATOMIC_SEQ_CST);
    int ended = ENDED;
    __atomic_compare_exchange_n(&found->state, &ended, FREE, false, __ATOMIC_SEQ_CST,
                                __ATOMIC_RELAXED);
    return 0;
}

/* Ends the calling thread. The process continues until its last thread has ended. */
_Noreturn void __oc_pthread_leave(void *result) {
    if (__oc_pthread_pop_all)
        __oc_pthread_pop_all();
    struct thread *self = has_table() ? &threads[hal_thread()] : NULL;
    if (self)
        self->result = result;
    if (hal_thread())
        longjmp(*end_of_thread, 1);
    if (self)
        end(self);
    for (int i = 1; self && i < hal_threads(); i++)
        for (unsigned pause = 0; __atomic_load_n(&threads[i].state, __ATOMIC_ACQUIRE) == RUNNING;)
            oc_pause(&pause, HAL_NEVER);
    exit(0);
}

int *__oc_pthread_request(int number) {
    if (!threads || number < 0 || number >= hal_threads() ||
        __atomic_load_n(&threads[number].state, __ATOMIC_ACQUIRE) == FREE)
        return NULL;
    return &threads[number].cancelled;
}

WEAK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                        void *argument) {
    int error = create(thread, run, argument);
    if (!error && attributes && attributes->__detached == PTHREAD_CREATE_DETACHED)
        detach(*thread);
    return error;
}

WEAK int pthread_join(pthread_t thread, void **result) {
    return join_thread(thread, result);
}

WEAK int pthread_tryjoin_np(pthread_t thread, void **result) {
    return join_until(thread, result, NULL);
}

WEAK int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                              const struct timespec *until) {
    (void)clock; /* all clocks show the same time */
    return until ? join_until(thread, result, until) : join_thread(thread, result);
}

WEAK int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until) {
    return pthread_clockjoin_np(thread, result, CLOCK_REALTIME, until);
}

WEAK int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes) {
    int number = oc_thread_number(thread);
    if (!oc_is_thread(thread))
        return ESRCH;
    bool detached = threads && threads[number].detached;
    *attributes = (pthread_attr_t){
        .__detached = detached ? PTHREAD_CREATE_DETACHED : PTHREAD_CREATE_JOINABLE,
        .__policy = SCHED_OTHER,
    };
    return 0;
}

WEAK int pthread_detach(pthread_t thread) {
    return detach(thread);
}

WEAK void pthread_exit(void *result) {
    __oc_pthread_leave(result);
}

/* A thread of C11 returns an int, in the register in which a thread of POSIX returns a pointer. */
int thrd_create(thrd_t *thread, thrd_start_t run, void *argument) {
    union {
        thrd_start_t given;
        void *(*run)(void *);
    } same = {run};
    return create(thread, same.run, argument) ? thrd_error : thrd_success;
}

int thrd_join(thrd_t thread, int *result) {
    void *kept;
    if (join_thread(thread, &kept))
        return thrd_error;
    if (result)
        *result = (int)kept;
    return thrd_success;
}

int thrd_detach(thrd_t thread) {
    return detach(thread) ? thrd_error : thrd_success;
}

_Noreturn void thrd_exit(int result) {
    __oc_pthread_leave((void *)result);
}
