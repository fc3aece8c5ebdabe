/* Mutexes. Each process has MUTEXES of them, in the memory of the machine that it runs on. (On the
 * chip, mutexes are in the memory controllers.) */
#include <unistd.h>

#include "hal/linux/far.h"
#include "hal/linux/lock.h"
#include "hal/linux/shared.h"

static struct mutex *mutex_at(hal_address mutex) {
    return &hal_self.devices[place_of(mutex)].mutexes[device_number(mutex)];
}

int hal_mutexes(void) {
    return MUTEXES * hal_places();
}

hal_address hal_mutex_of(int mutex) {
    int mutexes = hal_mutexes();
    if (mutex < 0 || mutex >= mutexes)
        hal_misuse("hal_mutex_of: there is no mutex %d; mutexes are 0 to %d", mutex, mutexes - 1);
    return device_address(mutex / MUTEXES, IN_MUTEXES, (uint32_t)(mutex % MUTEXES));
}

/* The number of pause instructions before a thread reads a mutex again. They take about as long as
 * a cache line takes from one processor to another. */
#define POLL_PAUSES 8

bool hal_mutex_try_at(hal_address mutex, const void *taken_at) {
    if (is_far(mutex))
        return hal_far_word(FAR_COMPARE_SWAP, mutex, 0, (uint32_t)own_seat() + 1);
    struct mutex *at = mutex_at(mutex);
    if (!hal_lock_try(&at->lock))
        return false;
    at->taken_at = (uintptr_t)taken_at;
    return true;
}

/* Waits for a moment, so that the owner has time to release the mutex. If waiting threads looked at
 * the word all the time, they would take its cache line from the owner before each release. */
static void leave_time(void) {
#if defined __x86_64__
    for (int i = 0; i < POLL_PAUSES; i++)
        __builtin_ia32_pause();
#endif
}

bool hal_mutex_ask_at(hal_address mutex, const void *taken_at) {
    _Atomic uint64_t *awaits = &hal_self.shared->seats[own_seat()].awaits;
    bool is_first = atomic_load_explicit(awaits, memory_order_relaxed) != mutex;
    uint64_t *since = &hal_self.devices[own_seat()].parcel.taken_at;
    if (!is_first)
        taken_at = (const void *)(uintptr_t)*since; /* in the program, not in the library */
    bool is_taken = hal_mutex_try_at(mutex, taken_at);
    if (!is_taken)
        leave_time();
    if (is_taken == is_first)
        return is_taken;
    *since = (uintptr_t)taken_at;
    atomic_store_explicit(awaits, is_taken ? 0 : mutex, memory_order_relaxed);
    return is_taken;
}

void hal_mutex_lock(hal_address mutex) {
    if (is_far(mutex))
        while (!hal_mutex_try_at(mutex, NULL))
            usleep(FAR_AGAIN_MICROSECONDS);
    else
        hal_lock_take(&mutex_at(mutex)->lock);
}

void hal_mutex_unlock(hal_address mutex) {
    _Atomic uint32_t *lock = &mutex_at(mutex)->lock;
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
