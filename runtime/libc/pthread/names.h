/* What the files of this folder share: the numbers of threads, the type of a mutex, and the
 * library's own names for the POSIX functions that it calls. */
#ifndef LIBC_PTHREAD_NAMES_H
#define LIBC_PTHREAD_NAMES_H

#include <pthread.h>
#include <stdbool.h>

#include "hal/hal.h"

/* The bit of a mutex's `depth` at which the mutex's type begins. The bits below it count how often
 * the mutex is locked. */
enum { MUTEX_TYPE = 30 };

/* A thread's pthread_t is its number plus 1, because 0 names no thread (std::thread::id). */
static inline pthread_t oc_thread_id(int number) {
    return (pthread_t)number + 1;
}

static inline int oc_thread_number(pthread_t thread) {
    return (int)thread - 1;
}

/* Whether the process has a core for the thread that `thread` names. */
static inline bool oc_is_thread(pthread_t thread) {
    return thread - 1 < (unsigned)hal_threads();
}

/* The functions of OpenMP for parallel regions. A program links one of them or none. */
extern char GOMP_parallel_with_tasks[] __attribute__((weak));
extern char GOMP_parallel_without_tasks[] __attribute__((weak));

/* Whether the program has regions of OpenMP, to which the rank's further cores then belong. */
static inline bool oc_has_regions(void) {
    return GOMP_parallel_with_tasks || GOMP_parallel_without_tasks;
}

int __oc_pthread_mutex_lock(pthread_mutex_t *mutex);
int __oc_pthread_mutex_trylock(pthread_mutex_t *mutex);
int __oc_pthread_mutex_unlock(pthread_mutex_t *mutex);
/* Wakes the `most` threads that have waited longest, or all waiting threads if there are fewer. */
int __oc_pthread_cond_wake(pthread_cond_t *condition, unsigned most);
int __oc_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int __oc_pthread_cond_timedwait(pthread_cond_t *restrict condition, pthread_mutex_t *restrict mutex,
                                const struct timespec *restrict until);
int __oc_pthread_key_create(pthread_key_t *key, void (*destroy)(void *));
int __oc_pthread_key_delete(pthread_key_t key);
void *__oc_pthread_getspecific(pthread_key_t key);
int __oc_pthread_setspecific(pthread_key_t key, const void *value);
void __oc_pthread_destroy_values(void);
void __oc_pthread_pop_all(void);

#endif
