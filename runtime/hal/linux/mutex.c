/* Mutexes of the job, which the chip has in its memory controllers. */
#include "hal/linux/lock.h"
#include "hal/linux/shared.h"

static _Atomic uint32_t *mutex_at(const char *call, int mutex) {
    if (mutex < 0 || mutex >= MUTEXES)
        misuse("%s: there is no mutex %d, they are 0 to %d", call, mutex, MUTEXES - 1);
    return &self.shared->mutexes[mutex];
}

int hal_mutexes(void) {
    return MUTEXES;
}

bool hal_mutex_try(int mutex) {
    return lock_try(mutex_at("hal_mutex_try", mutex));
}

void hal_mutex_lock(int mutex) {
    lock_take(mutex_at("hal_mutex_lock", mutex));
}

void hal_mutex_unlock(int mutex) {
    _Atomic uint32_t *lock = mutex_at("hal_mutex_unlock", mutex);
    int owner = lock_owner(lock);
    if (owner < 0)
        misuse("hal_mutex_unlock: mutex %d is free; only who has it releases it", mutex);
    if (owner != own_seat)
        misuse("hal_mutex_unlock: mutex %d belongs to place %d, who alone releases it", mutex,
               owner);
    lock_release(lock);
}
