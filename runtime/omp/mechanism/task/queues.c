/* Each thread has a queue next to it, which it alone reads. */
#include "omp/mechanism/task/hand.h"

void oc_hand_put(hal_address queue, hal_address block, struct oc_task *task) {
    (void)block;
    (void)hal_try_enqueue(queue, &task, sizeof task);
}

struct oc_task *oc_hand_take(void) {
    hal_address queue = hal_thread_queue(hal_thread(), OC_HAND_QUEUE);
    if (!oc_thread.block->is_handing)
        oc_hand_open(HAL_SINGLE_READER);
    struct oc_task *task = NULL;
    if (hal_queue_count(queue))
        hal_dequeue(queue, &task, sizeof task);
    return task;
}
