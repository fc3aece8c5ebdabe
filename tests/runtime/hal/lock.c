/* The lock that malloc() and streams use, between harts. Here the harts belong to different
 * processes and the lock is in a shared block, which makes no difference to the lock. Chip only. */
#include "libc/lock/lock.h"
#include "check.h"

#define ROUNDS 100

struct guarded {
    struct __lock lock;
    volatile uint32_t counter;
};

int main(void) {
    struct guarded *guarded = (struct guarded *)(hal_shared_of(0) + 64);
    for (int i = 0; i < ROUNDS; i++) {
        __oc_lock_acquire(&guarded->lock);
        if (__oc_lock_try(&guarded->lock)) /* the owner may take the lock again */
            __oc_lock_release(&guarded->lock);
        else
            check("again", 0);
        guarded->counter++;
        hal_fence();
        __oc_lock_release(&guarded->lock);
    }
    meet();
    check("counted", guarded->counter == (uint32_t)(ROUNDS * hal_places()));
    check("free", guarded->lock.owner == 0 && guarded->lock.depth == 0);
    printf("done\n");
    return 0;
}
