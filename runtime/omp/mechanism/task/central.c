/* One queue next to thread 0, for many readers. */
#include "omp/mechanism/task/hand.h"

/* It; 0: there is none yet. */
static hal_address central(void) {
    static _Thread_local hal_address queue;
    if (queue)
        return queue;
    if (hal_thread() == 0)
        oc_hand_open(HAL_MULTIPLE_READER);
    return queue = oc_hand_is_open(0) ? hal_thread_queue(0, OC_HAND_QUEUE) : 0;
}

void oc_task_hand(struct oc_tasks *own, struct oc_task *task) {
    if (own->team != &oc_team)
        return;
    hal_address queue = central();
    if (queue)
        (void)hal_try_enqueue(queue, &task, sizeof task);
    if (__atomic_load_n(&own->hungry, __ATOMIC_RELAXED))
        oc_task_tell(own);
}

struct oc_task *oc_hand_take(void) {
    struct oc_task *task;
    hal_address queue = central();
    return queue && hal_try_dequeue(queue, &task, sizeof task) ? task : NULL;
}
