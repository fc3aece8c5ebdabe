/* Loads, stores and atomics pass elements of one word; DMA passes longer elements. */
#include <string.h>

#include "hal/chip/devices.h"
#include "hal/chip/inline/dma.h"
#include "hal/chip/queue.h"
#include "hal/store.h"

#define WORD 4

static uint32_t own(int queue) {
    return hal_self.queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE;
}

/* hal_queues() of programs without threads. In programs with threads, it is hal_queues_left()
 * (link/variants.ld). */
int hal_queues_all(void) {
    return (int)register_read(REGISTER_QUEUES);
}

hal_address hal_queue_of(int place, int queue) {
    return hal_self.table[place].queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE;
}

void hal_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                    size_t element_bytes) {
    queue_open_at(own(queue), kind, ring, elements, element_bytes);
}

void hal_queue_close(int queue) {
    device_write(own(queue) + REGISTER_QUEUE_CONTROL, 0);
}

void hal_enqueue(hal_address queue, const void *element, size_t bytes) {
    if (bytes != WORD) {
        dma_carry_out(DMA_PUT, element, queue + REGISTER_QUEUE_PORT, bytes);
        return;
    }
    uint32_t word;
    memcpy(&word, element, WORD);
    hal_enqueue_word(queue, word);
    hal_fence();
}

bool hal_try_enqueue(hal_address queue, const void *element, size_t bytes) {
    if (bytes != WORD)
        return dma_carry_out(DMA_TRY_PUT, element, queue + REGISTER_QUEUE_PORT, bytes);
    uint32_t word;
    memcpy(&word, element, WORD);
    return queue_try_word(queue, word);
}

void hal_dequeue(hal_address queue, void *element, size_t bytes) {
    if (bytes != WORD) {
        dma_carry_out(DMA_GET, element, queue + REGISTER_QUEUE_PORT, bytes);
        return;
    }
    uint32_t word = hal_dequeue_word(queue);
    memcpy(element, &word, WORD);
}

bool hal_try_dequeue(hal_address queue, void *element, size_t bytes) {
    /* Reads the count of a queue in the calling core's tile first, which costs less than a
     * transfer. The end of a transfer would also end the next hal_wait(), but a caller that finds
     * the queue empty wants to sleep. */
    if (is_at_home(queue) && hal_queue_count(queue) == 0)
        return false;
    return dma_carry_out(DMA_TRY_GET, element, queue + REGISTER_QUEUE_PORT, bytes);
}

uint32_t hal_element_bytes(void) {
    return register_read(REGISTER_LINE);
}

uint32_t hal_queue_count(hal_address queue) {
    return device_read(queue + REGISTER_QUEUE_COUNT);
}
