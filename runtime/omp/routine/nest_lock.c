/* Nestable locks (OpenMP 5.2, 18.9). The owner of a lock is a thread, not a task, because a task
 * never changes its thread. */
#include "omp.h"
#include "omp/lock/lock.h"

static int me(void) {
    return hal_thread() + 1;
}

/* Only the owner writes its own number, so a relaxed load is enough to find it. */
static int is_mine(omp_nest_lock_t *lock) {
    return __atomic_load_n(&lock->oc_owner, __ATOMIC_RELAXED) == me();
}

static int own(omp_nest_lock_t *lock) {
    __atomic_store_n(&lock->oc_owner, me(), __ATOMIC_RELAXED);
    return ++lock->oc_depth;
}

void omp_init_nest_lock(omp_nest_lock_t *lock) {
    *lock = (omp_nest_lock_t){0, 0, 0};
}

void omp_destroy_nest_lock(omp_nest_lock_t *lock) {
    oc_lock_free(&lock->oc_lock);
}

void omp_set_nest_lock(omp_nest_lock_t *lock) {
    if (!is_mine(lock))
        oc_lock_set(&lock->oc_lock);
    own(lock);
}

void omp_unset_nest_lock(omp_nest_lock_t *lock) {
    if (--lock->oc_depth)
        return;
    __atomic_store_n(&lock->oc_owner, 0, __ATOMIC_RELAXED);
    oc_lock_unset(&lock->oc_lock);
}

int omp_test_nest_lock(omp_nest_lock_t *lock) {
    if (!is_mine(lock) && !oc_lock_test(&lock->oc_lock))
        return 0;
    return own(lock);
}
