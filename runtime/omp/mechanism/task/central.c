/* One queue next to thread 0, for many readers. */
#include "omp/task/tasks.h"

static hal_address central(void) {
    static _Thread_local hal_address queue;
    if (!queue && hal_load(hal_thread_block(0) + OC_IN_BLOCK(handing)))
        queue = hal_thread_queue(0, OC_HAND_QUEUE);
    return queue;
}

void oc_hand_begin(const struct oc_thread *self) {
    if (hal_thread())
        return;
    struct oc_block *block = self->block;
    if (!block->handing)
        hal_thread_queue_open(OC_HAND_QUEUE, HAL_MULTIPLE_READER, block->handed, OC_HANDED,
                              sizeof block->handed[0]);
    block->handing = (uint32_t)self->size;
}

struct oc_way *oc_hand_find(struct oc_tasks *own) {
    static _Thread_local struct oc_way way;
    if (own->team != &oc_team || own->size == 1 || !(way.queue = central()))
        return NULL;
    way.next = own->way = &way;
    oc_hand_count(own);
    return &way;
}

bool oc_hand_has_room(struct oc_tasks *own, struct oc_way *way) {
    (void)own;
    (void)way;
    return false;
}

struct oc_task *oc_hand_take(void) {
    struct oc_task *task;
    hal_address queue = central();
    if (!queue || !hal_thread_try_dequeue(queue, &task, sizeof task))
        return NULL;
    /* A task of a team that the thread is not in, or not yet, is left to that. */
    hal_address handing = hal_thread_block(0) + OC_IN_BLOCK(handing);
    return hal_load(handing) == (uint32_t)oc_thread.size ? task : NULL;
}
