#include "hal/chip/devices.h"
#include "hal/chip/inline/heap_place.h"

/* The address of the calling core's synchronisation module; 0 until the first use. It is computed
 * only once, because polling needs it often. */
static uint32_t own_module;

static inline uint32_t own(uint32_t offset) {
    if (__builtin_expect(!own_module, false))
        own_module = devices_beside(hal_self.queues, REGISTER_SYNC, REGISTER_SYNC_STRIDE);
    return own_module + offset;
}

static uint32_t of(int place, uint32_t offset) {
    return devices_of(place, REGISTER_SYNC, REGISTER_SYNC_STRIDE) + offset;
}

void hal_sync_set(int place, uint32_t flags) {
    order_stores();
    device_write(of(place, REGISTER_SYNC_SET), flags);
}

void hal_sync_clear(int place, uint32_t flags) {
    device_write(of(place, REGISTER_SYNC_CLEAR), flags);
}

uint32_t hal_sync_read(void) {
    return device_read(own(REGISTER_SYNC_READ));
}

uint32_t hal_sync_take(uint32_t mask) {
#ifdef __riscv_atomic
    return __atomic_exchange_n((uint32_t *)own(REGISTER_SYNC_TAKE), mask, __ATOMIC_RELAXED);
#else
    /* If a flag is set again between the read and the clear, this call takes both. */
    uint32_t taken = device_read(own(REGISTER_SYNC_READ)) & mask;
    if (taken)
        device_write(own(REGISTER_SYNC_CLEAR), taken);
    return taken;
#endif
}

void hal_sync_mask(uint32_t mask) {
    device_write(own(REGISTER_SYNC_MASK), mask);
}
