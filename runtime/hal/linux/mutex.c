/* Mutexes of the job. On the chip they are in the memory controllers. */
#include "hal/linux/lock.h"
#include "hal/linux/shared.h"

static _Atomic uint32_t *state_of(hal_address mutex) {
    return &hal_self.shared->mutexes[device_number(mutex)];
}

int hal_mutexes(void) {
    return MUTEXES;
}

hal_address hal_mutex_of(int mutex) {
    if (mutex < 0 || mutex >= MUTEXES)
        hal_misuse("hal_mutex_of: there is no mutex %d; mutexes are 0 to %d", mutex, MUTEXES - 1);
    return device_address(0, IN_MUTEXES, (uint32_t)mutex);
}

bool hal_mutex_try(hal_address mutex) {
    return hal_lock_try(state_of(mutex));
}

void hal_mutex_lock(hal_address mutex) {
    hal_lock_take(state_of(mutex));
}

void hal_mutex_unlock(hal_address mutex) {
    _Atomic uint32_t *lock = state_of(mutex);
    uint32_t number = device_number(mutex);
    int owner = hal_lock_owner(lock);
    if (owner < 0)
        hal_misuse("hal_mutex_unlock: mutex %u is not locked; right: lock it first", number);
    if (owner != own_seat())
        hal_misuse(
            "hal_mutex_unlock: mutex %u is locked by process %d; only that process may unlock it",
            number, owner);
    hal_lock_release(lock);
}
