/* Loads, stores and atomic instructions reach every tile's memory; each function here is one such
 * instruction. */
#include "hal/hal.h"

#include "hal/chip/inline/dma.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/chip/inline/self.h"

void hal_remote_store_at_home(hal_address to, uint32_t value) {
    dma_carry_out(DMA_PUT, &value, to, sizeof value);
}

uint32_t hal_fetch_add(hal_address word, uint32_t value) {
    order_stores();
    return __atomic_fetch_add((uint32_t *)word, value, __ATOMIC_RELAXED);
}

uint32_t hal_fetch_or(hal_address word, uint32_t value) {
    order_stores();
    return __atomic_fetch_or((uint32_t *)word, value, __ATOMIC_RELAXED);
}

uint32_t hal_swap(hal_address word, uint32_t value) {
    order_stores();
    return __atomic_exchange_n((uint32_t *)word, value, __ATOMIC_RELAXED);
}

bool hal_compare_swap(hal_address word, uint32_t expected, uint32_t desired) {
    order_stores();
    return __atomic_compare_exchange_n((uint32_t *)word, &expected, desired, false,
                                       __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}
