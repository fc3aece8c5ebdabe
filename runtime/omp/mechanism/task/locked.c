/* Each thread has an area next to it, which whoever has its lock may use. */
#include "omp/mechanism/task/others.h"

static _Thread_local hal_address lock;

void oc_hand_open(struct oc_block *block) {
    if (lock)
        return;
    hal_thread_queue_open(OC_HAND_QUEUE, HAL_MULTIPLE_READER, block->handed_lock, OC_LOCK_READERS,
                          sizeof block->handed_lock[0]);
    lock = hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
    oc_area_unlock(lock);
}

bool oc_hand_has_room(struct oc_tasks *own, struct oc_way *way) {
    (void)own;
    (void)way;
    return false;
}

bool oc_hand_is_any(const struct oc_block *block) {
    return hal_observe(&block->put) != block->got;
}

struct oc_task *oc_hand_take(void) {
    struct oc_block *block = oc_thread.block;
    if (!oc_hand_is_any(block))
        return NULL;
    oc_area_lock(lock);
    uint32_t got = block->got;
    struct oc_task *task = (struct oc_task *)oc_pointer_of(block->handed[got % OC_HANDED]);
    block->got = got + 1;
    oc_area_unlock(lock);
    return task;
}
