#include "omp/lock/lock.h"

#include "omp/lock/pool.h"
#include "omp/lock/token.h"
#include "omp/lock/word.h"

/* Returns the state of a lock. At the first use, gives the lock a token (a hardware queue or
 * mutex), or makes it a software lock in the word itself. */
static uint32_t state_of(oc_lock *lock) {
    uint32_t state = __atomic_load_n(lock, __ATOMIC_ACQUIRE);
    if (state)
        return state;
    hal_address token = oc_pool_take();
    uint32_t made = token ? hal_number_of_device(token) : OC_LOCK_FREE;
    if (__atomic_compare_exchange_n(lock, &state, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return made;
    if (token)
        oc_pool_give(token);
    return state;
}

/* Takes a lock that has no state yet, after state_of() has given it one. */
static __attribute__((noinline)) void make_and_set(oc_lock *lock) {
    state_of(lock);
    oc_lock_set(lock);
}

/* This function has no stack frame, because reports find the place where a lock was taken from this
 * function's return address. */
__attribute__((noinline)) void oc_lock_set(oc_lock *lock) {
    uint32_t state = __atomic_load_n(lock, __ATOMIC_ACQUIRE);
    if (__builtin_expect(!state, 0))
        make_and_set(lock);
    else if (oc_is_word(state))
        oc_word_set(lock);
    else
        oc_token_take(hal_device_with_number(state));
}

void oc_lock_unset(oc_lock *lock) {
    uint32_t state = state_of(lock);
    if (oc_is_word(state))
        oc_word_unset(lock);
    else
        oc_token_give(hal_device_with_number(state));
}

bool oc_lock_test(oc_lock *lock) {
    uint32_t state = state_of(lock);
    return oc_is_word(state) ? oc_word_test(lock) : oc_token_try(hal_device_with_number(state));
}

void oc_lock_free(oc_lock *lock) {
    if (*lock && !oc_is_word(*lock)) {
        oc_token_reset(hal_device_with_number(*lock));
        oc_pool_give(hal_device_with_number(*lock));
    }
    *lock = 0;
}
