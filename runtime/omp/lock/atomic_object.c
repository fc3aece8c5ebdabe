/* Atomics on one, two and four bytes that the compiler calls by name where it must not use
 * instructions: those of C (11, 7.17), and atomic read and write. They exclude updates of a
 * variable under the lock of atomic. What they do under it is an instruction all the same, so that
 * they are atomic beside other code, too: another process of the job, a file that has been compiled
 * otherwise. Those on eight bytes stay what they are. */
#include "libc/atomic/object.h"
#include "omp/lock/atomic.h"

/* Nobody sees half of a word, so a load waits for nobody. */
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
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                             \
        oc_atomic_give();                                                                          \
    }

OBJECT(1, uint8_t)
OBJECT(2, uint16_t)
OBJECT(4, uint32_t)
