/* C's atomics (C11, section 7.17) and OpenMP's atomic read and write, on one, two and four bytes,
 * as functions. The compiler calls these functions where it may not use instructions.
 *
 * They take the lock of atomic constructs to exclude updates of the variable. Under the lock they
 * still use an atomic instruction, so that they are atomic with respect to code that does not take
 * the lock: in another process of the job, or in a file that is compiled without `atomic=lock`.
 * This file does not replace atomics on eight bytes. */
#include "libc/atomic/object.h"
#include "omp/lock/atomic.h"

/* Words are never seen half-written, so a load needs no lock. */
#define OBJECT(bytes, type)                                                                        \
    ATOMIC_UPDATES(bytes, type, oc_atomic_take(), oc_atomic_give())                                \
                                                                                                   \
    type load_##bytes(const type *at, int order) __asm__("__atomic_load_" #bytes);                 \
    type load_##bytes(const type *at, int order) {                                                 \
        return order == __ATOMIC_RELAXED ? __atomic_load_n(at, __ATOMIC_RELAXED)                   \
                                         : __atomic_load_n(at, __ATOMIC_SEQ_CST);                  \
    }                                                                                              \
                                                                                                   \
    void store_##bytes(type *at, type value, int order) __asm__("__atomic_store_" #bytes);         \
    void store_##bytes(type *at, type value, int order) {                                          \
        (void)order;                                                                               \
        oc_atomic_take();                                                                          \
        OC_STORE(at, value);                                                                       \
        oc_atomic_give();                                                                          \
    }

OBJECT(1, uint8_t)
OBJECT(2, uint16_t)
OBJECT(4, uint32_t)
