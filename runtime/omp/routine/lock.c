/* The program's simple locks (OpenMP 5.2, 18.9). */
#include "omp/lock/lock.h"

#include "omp.h"

void omp_init_lock(omp_lock_t *lock) {
    lock->oc_lock = 0;
}

void omp_destroy_lock(omp_lock_t *lock) {
    oc_lock_free(&lock->oc_lock);
}

void omp_set_lock(omp_lock_t *lock) {
    oc_lock_set(&lock->oc_lock);
}

void omp_unset_lock(omp_lock_t *lock) {
    oc_lock_unset(&lock->oc_lock);
}

int omp_test_lock(omp_lock_t *lock) {
    return oc_lock_test(&lock->oc_lock);
}
