/* POSIX threads, as far as the chip has them. A rank with --threads N has N cores, and so N - 1
 * threads in addition to that of main(). If all of them are running, pthread_create() fails with
 * EAGAIN. In a program with regions of OpenMP, the cores belong to OpenMP, and these locks, keys
 * and barriers work among its threads. */
#ifndef _PTHREAD_H
#define _PTHREAD_H

#include <oc/thread_limits.h>
#include <sched.h>
#include <signal.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef unsigned pthread_t; /* the number of the thread in its process plus 1 */
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef struct {
    unsigned owner, depth;
} pthread_mutex_t, pthread_spinlock_t;
typedef struct {
    int readers; /* number of readers; -1: a writer holds the lock */
} pthread_rwlock_t;
typedef struct {
    unsigned signals, waiting;
} pthread_cond_t;
typedef struct {
    unsigned count, arrived, round;
} pthread_barrier_t;
typedef struct {
    int __detached, __scope, __explicit, __policy;
    struct sched_param __parameter;
    size_t __stack, __guard; /* 0: not set */
} pthread_attr_t;
typedef int pthread_mutexattr_t, pthread_condattr_t, pthread_rwlockattr_t, pthread_barrierattr_t;

#define PTHREAD_MUTEX_INITIALIZER                                                                  \
    { 0, 0 }
#if __GNU_VISIBLE
#define PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP                                                     \
    { 0, PTHREAD_MUTEX_RECURSIVE << 30 }
#define PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP                                                    \
    { 0, (unsigned)PTHREAD_MUTEX_ERRORCHECK << 30 }
#define PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP PTHREAD_MUTEX_INITIALIZER
#endif
#define PTHREAD_RWLOCK_INITIALIZER                                                                 \
    { 0 }
#define PTHREAD_COND_INITIALIZER                                                                   \
    { 0, 0 }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_BARRIER_SERIAL_THREAD (-1)
enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
enum { PTHREAD_PRIO_NONE, PTHREAD_PRIO_INHERIT, PTHREAD_PRIO_PROTECT };
enum { PTHREAD_MUTEX_STALLED, PTHREAD_MUTEX_ROBUST };
#define PTHREAD_CANCELED ((void *)-1)
enum {
    PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_RECURSIVE,
    PTHREAD_MUTEX_ERRORCHECK,
    PTHREAD_MUTEX_DEFAULT = PTHREAD_MUTEX_NORMAL
};
enum {
    PTHREAD_MUTEX_TIMED_NP = PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_ADAPTIVE_NP = PTHREAD_MUTEX_NORMAL,
    PTHREAD_MUTEX_RECURSIVE_NP = PTHREAD_MUTEX_RECURSIVE,
    PTHREAD_MUTEX_ERRORCHECK_NP = PTHREAD_MUTEX_ERRORCHECK
};
enum {
    PTHREAD_RWLOCK_PREFER_READER_NP,
    PTHREAD_RWLOCK_PREFER_WRITER_NP,
    PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP,
    PTHREAD_RWLOCK_DEFAULT_NP = PTHREAD_RWLOCK_PREFER_READER_NP
};
#if __GNU_VISIBLE
enum { PTHREAD_MUTEX_FAST_NP = PTHREAD_MUTEX_NORMAL };
#define PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP PTHREAD_RWLOCK_INITIALIZER
#endif

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument);
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
int pthread_cancel(pthread_t thread);
int pthread_kill(pthread_t thread, int signal);
void pthread_exit(void *result) __attribute__((noreturn));
pthread_t pthread_self(void);
int pthread_equal(pthread_t one, pthread_t other);
int pthread_setcancelstate(int state, int *before);
int pthread_setcanceltype(int type, int *before);
void pthread_testcancel(void);
#if __GNU_VISIBLE
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_getname_np(pthread_t thread, char *name, size_t bytes);
int pthread_getaffinity_np(pthread_t thread, size_t bytes, cpu_set_t *set);
int pthread_setaffinity_np(pthread_t thread, size_t bytes, const cpu_set_t *set);
int pthread_getattr_np(pthread_t thread, pthread_attr_t *attributes);
int pthread_tryjoin_np(pthread_t thread, void **result);
int pthread_timedjoin_np(pthread_t thread, void **result, const struct timespec *until);
int pthread_clockjoin_np(pthread_t thread, void **result, clockid_t clock,
                         const struct timespec *until);
int pthread_yield(void);
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until);
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until);
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                               const struct timespec *until);
int pthread_cond_clockwait(pthread_cond_t *__restrict condition, pthread_mutex_t *__restrict mutex,
                           clockid_t clock, const struct timespec *__restrict until);
#endif
#if __POSIX_VISIBLE
int pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
#endif
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void));
int pthread_once(pthread_once_t *once, void (*run)(void));

int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int state);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *state);
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *bytes);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes);
int pthread_attr_setscope(pthread_attr_t *attributes, int scope);

int pthread_attr_getscope(const pthread_attr_t *attributes, int *scope);
int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *bytes);
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t bytes);
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *bytes);
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t bytes);
int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *inherited);
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int inherited);
int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *policy);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int policy);
int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *parameter);
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *parameter);
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameter);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter);
int pthread_setschedprio(pthread_t thread, int priority);
int pthread_getconcurrency(void);
int pthread_setconcurrency(int threads);
int pthread_getcpuclockid(pthread_t thread, clockid_t *clock);

/* A function that pthread_exit() calls if the thread ends between pthread_cleanup_push() and
 * pthread_cleanup_pop(). */
struct __oc_cleanup {
    void (*run)(void *);
    void *argument;
    struct __oc_cleanup *next;
};
void __oc_pthread_push(struct __oc_cleanup *cleanup);
void __oc_pthread_pop(struct __oc_cleanup *cleanup, int runs);
#define pthread_cleanup_push(run, argument)                                                        \
    do {                                                                                           \
        struct __oc_cleanup __oc_cleanup = {(run), (argument), 0};                                 \
    __oc_pthread_push(&__oc_cleanup)
#define pthread_cleanup_pop(runs)                                                                  \
    __oc_pthread_pop(&__oc_cleanup, (runs));                                                       \
    }                                                                                              \
    while (0)

int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int shared);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *shared);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *protocol);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int protocol);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *priority);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int priority);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *robust);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int robust);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *priority);
int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int priority, int *before);
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until);
int pthread_mutex_unlock(pthread_mutex_t *mutex);

int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);

int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *shared);
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind);
int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int shared);
int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *lock);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);

int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t clock);
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *clock);
int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *shared);
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int shared);
int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *__restrict condition, pthread_mutex_t *__restrict mutex,
                           const struct timespec *__restrict until);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);

int pthread_barrierattr_init(pthread_barrierattr_t *attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *shared);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int shared);
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                         unsigned count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);

int pthread_key_create(pthread_key_t *key, void (*destroy)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);

#ifdef __cplusplus
}
#endif

#endif
