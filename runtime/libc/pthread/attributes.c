/* Attributes of threads and locks, and the scheduling of threads. A thread has a core to itself, so
 * there is nothing to schedule: what an attributes object asks for is stored, and a running thread
 * has the policy SCHED_OTHER with priority 0. Only threads of one process can share a lock. */
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <time.h>

#include "hal/hal.h"
#include "libc/names/weak.h"
#include "libc/posix/calls.h"
#include "libc/pthread/names.h"

/* Functions that get and set an attribute. The only possible value of the attribute is `value`. */
#define ONE_VALUE(object, attribute, value)                                                        \
    WEAK int pthread_##object##_get##attribute(const pthread_##object##_t *attributes,             \
                                               int *result) {                                      \
        (void)attributes;                                                                          \
        *result = (value);                                                                         \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK int pthread_##object##_set##attribute(pthread_##object##_t *attributes, int wanted) {     \
        (void)attributes;                                                                          \
        return wanted == (value) ? 0 : ENOTSUP;                                                    \
    }

/* Defines the functions that get and set an attribute that is stored as a bit and has no effect.
 * Such attributes are for locks that several processes share, or that a process holds when it ends.
 * But processes share no memory, so a lock serves the threads of only one process. */
#define ONE_BIT(object, attribute, bit)                                                            \
    WEAK int pthread_##object##_get##attribute(const pthread_##object##_t *attributes,             \
                                               int *result) {                                      \
        *result = *attributes >> (bit)&1;                                                          \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK int pthread_##object##_set##attribute(pthread_##object##_t *attributes, int wanted) {     \
        if (wanted & ~1)                                                                           \
            return EINVAL;                                                                         \
        *attributes = (*attributes & ~(1 << (bit))) | wanted << (bit);                             \
        return 0;                                                                                  \
    }

/* Defines the functions that initialise and destroy an attributes object. */
#define OBJECT(object)                                                                             \
    WEAK int pthread_##object##_init(pthread_##object##_t *attributes) {                           \
        *attributes = 0;                                                                           \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK int pthread_##object##_destroy(pthread_##object##_t *attributes) {                        \
        (void)attributes;                                                                          \
        return 0;                                                                                  \
    }

OBJECT(rwlockattr)
OBJECT(barrierattr)

ONE_BIT(mutexattr, pshared, 8)
ONE_VALUE(mutexattr, protocol, PTHREAD_PRIO_NONE)
ONE_VALUE(mutexattr, prioceiling, 0)
ONE_BIT(mutexattr, robust, 9)
ONE_BIT(rwlockattr, pshared, 8)
ONE_BIT(condattr, pshared, 8)
ONE_BIT(barrierattr, pshared, 8)

/* The attribute says whether a lock prefers waiting readers or waiting writers. It is stored, but
 * has no effect. */
enum { KIND_BITS = 0xff };

WEAK int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attributes, int *kind) {
    *kind = *attributes & KIND_BITS;
    return 0;
}

WEAK int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attributes, int kind) {
    if (kind < PTHREAD_RWLOCK_PREFER_READER_NP ||
        kind > PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP)
        return EINVAL;
    *attributes = (*attributes & ~KIND_BITS) | kind;
    return 0;
}

/* Defines the functions that get and set an attribute of threads that is stored and has no
 * effect. */
#define STORED(attribute, type, member, is_valid, error)                                           \
    WEAK int pthread_attr_get##attribute(const pthread_attr_t *attributes, type *result) {         \
        *result = attributes->member;                                                              \
        return 0;                                                                                  \
    }                                                                                              \
    WEAK int pthread_attr_set##attribute(pthread_attr_t *attributes, type wanted) {                \
        if (!(is_valid))                                                                           \
            return error;                                                                          \
        attributes->member = wanted;                                                               \
        return 0;                                                                                  \
    }

static int is_policy(int policy) {
    return policy == SCHED_OTHER || policy == SCHED_FIFO || policy == SCHED_RR;
}

STORED(inheritsched, int, __explicit,
       wanted == PTHREAD_INHERIT_SCHED || wanted == PTHREAD_EXPLICIT_SCHED, EINVAL)
STORED(schedpolicy, int, __policy, is_policy(wanted), EINVAL)
STORED(guardsize, size_t, __guard, true, EINVAL)
/* As on Linux, a thread competes with the threads of all processes. */
STORED(scope, int, __scope, wanted == PTHREAD_SCOPE_SYSTEM,
       wanted == PTHREAD_SCOPE_PROCESS ? ENOTSUP : EINVAL)

/* The options of `onchip run` determine the size and place of stacks. */
static int stack_size(size_t *bytes) {
    struct rlimit limit;
    getrlimit(RLIMIT_STACK, &limit);
    *bytes = (size_t)limit.rlim_cur;
    return 0;
}

WEAK int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *bytes) {
    *bytes = attributes->__stack;
    return *bytes ? 0 : stack_size(bytes);
}

/* The size is stored, and has no effect. */
WEAK int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t bytes) {
    if (bytes < PTHREAD_STACK_MIN)
        return EINVAL;
    attributes->__stack = bytes;
    return 0;
}

WEAK int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *bytes) {
    *stack = NULL;
    return pthread_attr_getstacksize(attributes, bytes);
}

WEAK int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t bytes) {
    (void)attributes, (void)stack, (void)bytes;
    return ENOTSUP;
}

static int is_only_schedule(int policy, const struct sched_param *parameter) {
    return policy == SCHED_OTHER && parameter->sched_priority == 0;
}

WEAK int pthread_attr_getschedparam(const pthread_attr_t *attributes,
                                    struct sched_param *parameter) {
    *parameter = attributes->__parameter;
    return 0;
}

WEAK int pthread_attr_setschedparam(pthread_attr_t *attributes,
                                    const struct sched_param *parameter) {
    if (parameter->sched_priority)
        return EINVAL;
    attributes->__parameter = *parameter;
    return 0;
}

WEAK int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameter) {
    if (!oc_is_thread(thread))
        return ESRCH;
    *policy = SCHED_OTHER;
    *parameter = (struct sched_param){0};
    return 0;
}

static int schedule(pthread_t thread, int policy, const struct sched_param *parameter) {
    if (!oc_is_thread(thread))
        return ESRCH;
    return is_only_schedule(policy, parameter) ? 0 : ENOTSUP;
}

WEAK int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameter) {
    return schedule(thread, policy, parameter);
}

WEAK int pthread_setschedprio(pthread_t thread, int priority) {
    struct sched_param parameter = {.sched_priority = priority};
    return schedule(thread, SCHED_OTHER, &parameter);
}

WEAK int pthread_getconcurrency(void) {
    return 0;
}

WEAK int pthread_setconcurrency(int threads) {
    return threads < 0 ? EINVAL : 0;
}

WEAK int pthread_getcpuclockid(pthread_t thread, clockid_t *clock) {
    if (!oc_is_thread(thread))
        return ESRCH;
    *clock = CLOCK_MONOTONIC;
    return 0;
}

/* The next three functions always fail, because mutexes have no priorities, and no thread can leave
 * one inconsistent. */
WEAK int pthread_mutex_consistent(pthread_mutex_t *mutex) {
    (void)mutex;
    return EINVAL;
}

WEAK int pthread_mutex_getprioceiling(const pthread_mutex_t *mutex, int *priority) {
    (void)mutex, (void)priority;
    return EINVAL;
}

WEAK int pthread_mutex_setprioceiling(pthread_mutex_t *mutex, int priority, int *before) {
    (void)mutex, (void)priority, (void)before;
    return EINVAL;
}

WEAK int sched_yield(void) {
    return 0;
}

/* The only priority of a policy is 0. */
static int priority(int policy) {
    if (is_policy(policy))
        return 0;
    errno = EINVAL;
    return -1;
}

WEAK int sched_get_priority_max(int policy) {
    return priority(policy);
}

WEAK int sched_get_priority_min(int policy) {
    return priority(policy);
}

static int is_own_process(pid_t process) {
    if (process == 0 || process == __oc_getpid())
        return 1;
    errno = ESRCH;
    return 0;
}

WEAK int sched_getscheduler(pid_t process) {
    return is_own_process(process) ? SCHED_OTHER : -1;
}

static int set_scheduler(pid_t process, int policy, const struct sched_param *parameter) {
    if (!is_own_process(process))
        return -1;
    if (is_only_schedule(policy, parameter))
        return SCHED_OTHER;
    errno = EPERM;
    return -1;
}

WEAK int sched_setscheduler(pid_t process, int policy, const struct sched_param *parameter) {
    return set_scheduler(process, policy, parameter);
}

WEAK int sched_getparam(pid_t process, struct sched_param *parameter) {
    *parameter = (struct sched_param){0};
    return is_own_process(process) ? 0 : -1;
}

WEAK int sched_setparam(pid_t process, const struct sched_param *parameter) {
    return set_scheduler(process, SCHED_OTHER, parameter);
}

WEAK int sched_rr_get_interval(pid_t process, struct timespec *interval) {
    *interval = (struct timespec){0};
    return is_own_process(process) ? 0 : -1;
}
