/* Functions that the standard requires and that GCC's <stdatomic.h> has only as macros. */
#include <stdatomic.h>

#undef atomic_flag_clear
#undef atomic_flag_clear_explicit
#undef atomic_flag_test_and_set
#undef atomic_flag_test_and_set_explicit
#undef atomic_signal_fence
#undef atomic_thread_fence

/* The strongest memory order is correct for every order that a program may ask for. */
void atomic_flag_clear(volatile atomic_flag *flag) {
    __atomic_clear(flag, __ATOMIC_SEQ_CST);
}

void atomic_flag_clear_explicit(volatile atomic_flag *flag, memory_order order) {
    (void)order;
    __atomic_clear(flag, __ATOMIC_SEQ_CST);
}

_Bool atomic_flag_test_and_set(volatile atomic_flag *flag) {
    return __atomic_test_and_set(flag, __ATOMIC_SEQ_CST);
}

_Bool atomic_flag_test_and_set_explicit(volatile atomic_flag *flag, memory_order order) {
    (void)order;
    return __atomic_test_and_set(flag, __ATOMIC_SEQ_CST);
}

void atomic_signal_fence(memory_order order) {
    (void)order;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
}

void atomic_thread_fence(memory_order order) {
    (void)order;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
