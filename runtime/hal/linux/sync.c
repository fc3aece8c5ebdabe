/* The synchronisation module: 32 flags of each place. All accesses are sequentially consistent. A
 * process that sees a flag therefore sees what was stored before the flag was set. A process that
 * waits sets the mask before it looks at the flags. So either the process that sets a flag sees the
 * mask and notifies the waiting process, or the waiting process sees the flag. */
#include "hal/linux/far.h"
#include "hal/linux/shared.h"

static struct devices *own(void) {
    return &hal_self.devices[own_seat()];
}

static struct devices *of(const char *call, int place) {
    if (place < 0 || place >= hal_self.places)
        hal_misuse("%s: there is no process %d; processes are 0 to %d", call, place,
                   hal_self.places - 1);
    return &hal_self.devices[place];
}

void hal_sync_set(int place, uint32_t flags) {
    struct devices *target = of("hal_sync_set", place);
    if (is_far_place(place)) {
        hal_far_word(FAR_SYNC_SET, hal_shared_of(place), flags, 0);
        return;
    }
    atomic_fetch_or(&target->flags, flags);
    if (flags & atomic_load(&target->mask))
        hal_notify(place);
}

void hal_sync_clear(int place, uint32_t flags) {
    struct devices *target = of("hal_sync_clear", place);
    if (is_far_place(place))
        hal_far_word(FAR_SYNC_CLEAR, hal_shared_of(place), flags, 0);
    else
        atomic_fetch_and(&target->flags, ~flags);
}

uint32_t hal_sync_read(void) {
    return atomic_load(&own()->flags);
}

uint32_t hal_sync_take(uint32_t mask) {
    return atomic_fetch_and(&own()->flags, ~mask) & mask;
}

void hal_sync_mask(uint32_t mask) {
    atomic_store(&own()->mask, mask);
}
