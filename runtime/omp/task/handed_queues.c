/* task=queues: each thread has a queue next to it, from which only this thread reads. */
#include "omp/task/handed_wait.h"

static _Thread_local hal_address queue;

void oc_hand_open(struct oc_block *block) {
    if (queue)
        return;
    hal_thread_queue_open(OC_HAND_QUEUE, HAL_SINGLE_READER, block->handed.tasks, OC_HANDED,
                          sizeof block->handed.tasks[0]);
    queue = hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
}

bool oc_hand_is_any(const struct oc_block *block) {
    (void)block;
    return hal_thread_inbox_count(queue) != 0;
}

bool oc_hand_has_room(struct oc_deque *own, struct oc_recipient *recipient) {
    uint32_t share = OC_HANDED / (uint32_t)own->neighbours;
    uint32_t taken = hal_load(recipient->block + OC_IN_BLOCK(handed.taken) +
                              sizeof(uint32_t) * recipient->index);
    /* The calling thread has used all slots that it was granted so far. The slots whose tasks the
     * recipient has taken are free again. */
    recipient->room = share - (recipient->sent - taken);
    recipient->sent += recipient->room;
    if (!recipient->room)
        own->recipient = recipient->next;
    return recipient->room != 0;
}

struct oc_task *oc_hand_take(void) {
    if (!hal_thread_inbox_count(queue))
        return NULL;
    uintptr_t element;
    if (sizeof element == sizeof(uint32_t))
        element = hal_dequeue_word(queue);
    else
        hal_dequeue(queue, &element, sizeof element);
    oc_thread.block->handed.taken[element & OC_SENDER]++;
    return (struct oc_task *)(element & ~(uintptr_t)OC_SENDER);
}
