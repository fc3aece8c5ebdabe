/* task=locked: each thread has a ring of tasks next to it, which only the owner of the ring's lock
 * may use. */
#include "omp/task/handed_wait.h"

static _Thread_local hal_address lock;

void oc_hand_open(struct oc_block *block) {
    if (lock)
        return;
    hal_thread_queue_open(OC_HAND_QUEUE, HAL_MULTIPLE_READER, block->handed_lock.ring,
                          OC_LOCK_READERS, sizeof block->handed_lock.ring[0]);
    lock = hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
    oc_hand_unlock(lock);
}

bool oc_hand_has_room(struct oc_deque *own, struct oc_recipient *recipient) {
    (void)own;
    (void)recipient;
    return false;
}

bool oc_hand_is_any(const struct oc_block *block) {
    return hal_observe(&block->handed.put) != block->handed.got;
}

struct oc_task *oc_hand_take(void) {
    struct oc_block *block = oc_thread.block;
    if (!oc_hand_is_any(block))
        return NULL;
    oc_hand_lock(lock);
    uint32_t got = block->handed.got;
    struct oc_task *task = (struct oc_task *)oc_pointer_of(block->handed.tasks[got % OC_HANDED]);
    block->handed.got = got + 1;
    oc_hand_unlock(lock);
    return task;
}
