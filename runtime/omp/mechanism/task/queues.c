/* Each thread has a queue next to it, which it alone reads. */
#include "omp/mechanism/task/others.h"

static _Thread_local hal_address queue;

void oc_hand_open(struct oc_block *block) {
    if (queue)
        return;
    hal_thread_queue_open(OC_HAND_QUEUE, HAL_SINGLE_READER, block->handed, OC_HANDED,
                          sizeof block->handed[0]);
    queue = hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
}

bool oc_hand_is_any(const struct oc_block *block) {
    (void)block;
    return hal_thread_inbox_count(queue) != 0;
}

bool oc_hand_has_room(struct oc_tasks *own, struct oc_way *way) {
    uint32_t share = OC_HANDED / (uint32_t)own->neighbours;
    uint32_t taken = hal_load(way->block + OC_IN_BLOCK(taken) + sizeof(uint32_t) * way->whose);
    /* What is left of the last share has been sent since. */
    way->room = share - (way->sent - taken);
    way->sent += way->room;
    if (!way->room)
        own->way = way->next;
    return way->room != 0;
}

struct oc_task *oc_hand_take(void) {
    if (!hal_thread_inbox_count(queue))
        return NULL;
    uintptr_t element;
    if (sizeof element == sizeof(uint32_t))
        element = hal_dequeue_word(queue);
    else
        hal_dequeue(queue, &element, sizeof element);
    oc_thread.block->taken[element & OC_WHOSE]++;
    return (struct oc_task *)(element & ~(uintptr_t)OC_WHOSE);
}
