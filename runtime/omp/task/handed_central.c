/* task=central: one multiple-reader queue next to thread 0. */
#include "omp/task/mechanism.h"

static hal_address central(void) {
    static _Thread_local hal_address queue;
    if (!queue && hal_load(hal_thread_block(0) + OC_IN_BLOCK(handed.team_size)))
        queue = hal_thread_queue(0, OC_HAND_QUEUE);
    return queue;
}

void oc_hand_begin(struct oc_thread *self) {
    if (hal_thread())
        return;
    struct oc_block *block = self->block;
    if (!block->handed.team_size)
        hal_thread_queue_open(OC_HAND_QUEUE, HAL_MULTIPLE_READER, block->handed.tasks, OC_HANDED,
                              sizeof block->handed.tasks[0]);
    block->handed.team_size = (uint32_t)self->size;
}

struct oc_recipient *oc_hand_find(struct oc_deque *own) {
    static _Thread_local struct oc_recipient recipient;
    if (own->team != &oc_team || own->size == 1 || !(recipient.queue = central()))
        return NULL;
    recipient.next = own->recipient = &recipient;
    oc_hand_count(own);
    return &recipient;
}

bool oc_hand_has_room(struct oc_deque *own, struct oc_recipient *recipient) {
    (void)own;
    (void)recipient;
    return false;
}

struct oc_task *oc_hand_take(void) {
    struct oc_task *task;
    hal_address queue = central();
    return queue && hal_thread_try_dequeue(queue, &task, sizeof task) ? task : NULL;
}

struct oc_task *oc_task_steal(struct oc_deque *own, struct oc_deque *victim,
                              const struct oc_task *below, oc_region **function) {
    (void)victim;
    return own->team == &oc_team ? oc_hand_claim(own, below, function) : NULL;
}
