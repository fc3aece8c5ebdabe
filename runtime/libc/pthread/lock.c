/* Locks among the threads of a process. */
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "libc/lock/lock.h"
#include "libc/lock/pause.h"
#include "libc/names/weak.h"
#include "libc/pthread/names.h"

_Static_assert(sizeof(pthread_mutex_t) == sizeof(struct __lock), "one is the other");

static int type_of(const pthread_mutex_t *mutex) {
    return (int)(mutex->depth >> MUTEX_TYPE);
}

static bool is_own(const pthread_mutex_t *mutex) {
    return __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED) == __oc_lock_self();
}

WEAK int pthread_mutexattr_init(pthread_mutexattr_t *attributes) {
    *attributes = 0;
    return 0;
}

WEAK int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes) {
    (void)attributes;
    return 0;
}

WEAK int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
    if (type < PTHREAD_MUTEX_NORMAL || type > PTHREAD_MUTEX_ERRORCHECK)
        return EINVAL;
    *attributes = (*attributes & ~0xff) | type;
    return 0;
}

WEAK int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *type) {
    *type = *attributes & 0xff;
    return 0;
}

WEAK int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
    int type = attributes ? *attributes & 0xff : PTHREAD_MUTEX_DEFAULT;
    *mutex = (pthread_mutex_t){.depth = (unsigned)type << MUTEX_TYPE};
    return 0;
}

WEAK int pthread_mutex_destroy(pthread_mutex_t *mutex) {
    return mutex->owner ? EBUSY : 0;
}

int __oc_pthread_mutex_trylock(pthread_mutex_t *mutex) {
    if (is_own(mutex) && type_of(mutex) != PTHREAD_MUTEX_RECURSIVE)
        return EBUSY;
    return __oc_lock_try((struct __lock *)mutex) ? 0 : EBUSY;
}
ALSO_NAMED(pthread_mutex_trylock);

int __oc_pthread_mutex_lock(pthread_mutex_t *mutex) {
    if (type_of(mutex) == PTHREAD_MUTEX_ERRORCHECK && is_own(mutex))
        return EDEADLK;
    unsigned pause = 0;
    for (uint32_t seen = 0, owner; __oc_pthread_mutex_trylock(mutex); seen = owner) {
        owner = __atomic_load_n(&mutex->owner, __ATOMIC_RELAXED);
        oc_pause_again(&pause, owner != seen);
    }
    return 0;
}
ALSO_NAMED(pthread_mutex_lock);

/* As with glibc, any thread may unlock a mutex of the type NORMAL. */
int __oc_pthread_mutex_unlock(pthread_mutex_t *mutex) {
    if (type_of(mutex) == PTHREAD_MUTEX_NORMAL)
        mutex->depth = 0;
    else if (!is_own(mutex))
        return EPERM;
    else if (--mutex->depth << (32 - MUTEX_TYPE))
        return 0;
    __atomic_store_n(&mutex->owner, 0, __ATOMIC_RELEASE);
    oc_wake();
    return 0;
}
ALSO_NAMED(pthread_mutex_unlock);

WEAK int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    (void)shared;
    *lock = (pthread_spinlock_t)PTHREAD_MUTEX_INITIALIZER;
    return 0;
}

WEAK int pthread_spin_destroy(pthread_spinlock_t *lock) {
    (void)lock;
    return 0;
}

WEAK int pthread_spin_lock(pthread_spinlock_t *lock) {
    return __oc_pthread_mutex_lock(lock);
}

WEAK int pthread_spin_trylock(pthread_spinlock_t *lock) {
    return __oc_pthread_mutex_trylock(lock);
}

WEAK int pthread_spin_unlock(pthread_spinlock_t *lock) {
    return __oc_pthread_mutex_unlock(lock);
}

WEAK int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
    (void)attributes;
    *lock = (pthread_rwlock_t)PTHREAD_RWLOCK_INITIALIZER;
    return 0;
}

WEAK int pthread_rwlock_destroy(pthread_rwlock_t *lock) {
    return lock->readers ? EBUSY : 0;
}

/* Changes the number of readers by `change`, if no thread writes and at most `most` threads read.
 * The load has an acquire fence. On cores with data caches, this lets the caller's next look see
 * what other threads have stored since. */
static int try(pthread_rwlock_t *lock, int most, int change) {
    int readers = __atomic_load_n(&lock->readers, __ATOMIC_ACQUIRE);
    while (readers >= 0 && readers <= most)
        if (__atomic_compare_exchange_n(&lock->readers, &readers, readers + change, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return 0;
    return EBUSY;
}

WEAK int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock) {
    return try(lock, __INT_MAX__ - 1, 1);
}

WEAK int pthread_rwlock_trywrlock(pthread_rwlock_t *lock) {
    return try(lock, 0, -1);
}

/* Changes the number of readers by `change` as soon as no thread writes and at most `most` threads
 * read. The whole state is in one atomic word, so waiting threads never delay a thread that
 * unlocks. The function is inlined so that the report of a deadlock names its caller. */
static inline __attribute__((always_inline)) int enter(pthread_rwlock_t *lock, int most,
                                                       int change) {
    unsigned pause = 0;
    for (int seen = 0, readers;; oc_pause_again(&pause, readers != seen), seen = readers) {
        readers = __atomic_load_n(&lock->readers, __ATOMIC_ACQUIRE);
        if (readers >= 0 && readers <= most &&
            __atomic_compare_exchange_n(&lock->readers, &readers, readers + change, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return 0;
    }
}

WEAK int pthread_rwlock_rdlock(pthread_rwlock_t *lock) {
    return enter(lock, __INT_MAX__ - 1, 1);
}

WEAK int pthread_rwlock_wrlock(pthread_rwlock_t *lock) {
    return enter(lock, 0, -1);
}

WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
    int change = __atomic_load_n(&lock->readers, __ATOMIC_RELAXED) < 0 ? 1 : -1;
    __atomic_fetch_add(&lock->readers, change, __ATOMIC_RELEASE);
    oc_wake();
    return 0;
}
