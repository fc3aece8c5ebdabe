#include "hal/linux/waiters.h"

#include "hal/linux/shared.h"
#include "hal/linux/sleep.h"

void hal_waiters_join(struct waiters *waiters) {
    uint32_t me = (uint32_t)own_seat() + 1;
    struct parcel *own = &hal_self.devices[own_seat()].parcel;
    own->next = 0;
    /* This process holds the lock, and no other process reads `turn` before the lock is
     * released. */
    atomic_store_explicit(&own->turn, 0, memory_order_relaxed);
    if (waiters->last)
        hal_self.devices[waiters->last - 1].parcel.next = me;
    else
        waiters->first = me;
    waiters->last = me;
}

void hal_waiters_wait(void) {
    hal_sleep_until_set(&hal_self.devices[own_seat()].parcel.turn);
}

int hal_waiters_leave(struct waiters *waiters) {
    uint32_t first = waiters->first;
    if (!first)
        return -1;
    waiters->first = hal_self.devices[first - 1].parcel.next;
    if (!waiters->first)
        waiters->last = 0;
    return (int)first - 1;
}

void hal_waiters_call(int seat) {
    /* This store is sequentially consistent for two reasons. A waiting process that sees the store
     * must also see the element in its parcel and all that the producer did before. The store must
     * also come before hal_notify(). */
    atomic_store(&hal_self.devices[seat].parcel.turn, 1);
    hal_notify(seat);
}
