/* Mutexes of the job, on the machine of place 0. On the chip they are in the memory controllers. */
#include <unistd.h>

#include "hal/linux/far.h"
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

/* How long a process waits before it asks another machine for a mutex again. */
#define AGAIN_MICROSECONDS 100

bool hal_mutex_try(hal_address mutex) {
    if (is_far(mutex))
        return hal_far_word(FAR_COMPARE_SWAP, mutex, 0, (uint32_t)own_seat() + 1);
    return hal_lock_try(state_of(mutex));
}

void hal_mutex_lock(hal_address mutex) {
    if (is_far(mutex))
        while (!hal_mutex_try(mutex))
            usleep(AGAIN_MICROSECONDS);
    else
        hal_lock_take(state_of(mutex));
}

void hal_mutex_unlock(hal_address mutex) {
    _Atomic uint32_t *lock = state_of(mutex);
    uint32_t number = device_number(mutex);
    _Atomic uint32_t far;
    if (is_far(mutex)) {
        atomic_init(&far, (uint32_t)hal_far_word(FAR_LOAD, mutex, 0, 0));
        lock = &far;
    }
    int owner = hal_lock_owner(lock);
    if (owner < 0)
        hal_misuse("hal_mutex_unlock: mutex %u is not locked; right: lock it first", number);
    if (owner != own_seat())
        hal_misuse(
            "hal_mutex_unlock: mutex %u is locked by process %d; only that process may unlock it",
            number, owner);
    if (is_far(mutex))
        hal_far_word(FAR_UNLOCK, mutex, 0, 0);
    else
        hal_lock_release(lock);
}
