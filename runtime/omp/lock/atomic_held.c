#include "omp/lock/atomic_held.h"

void oc_atomic_take_again(void) {
    struct oc_atomic_held *held = &oc_thread.atomic_held;
    if (held->again++ == 0) {
        held->kept = held->lock;
        held->lock = 0;
    }
}

void oc_atomic_give_again(void) {
    struct oc_atomic_held *held = &oc_thread.atomic_held;
    if (--held->again == 0)
        held->lock = held->kept;
}
