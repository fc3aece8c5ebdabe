/* A queue for many readers, next to thread 0. */
#ifndef OMP_MECHANISM_TASK_MIDDLE_H
#define OMP_MECHANISM_TASK_MIDDLE_H

#include "omp/mechanism/task/hand.h"

static inline bool oc_hand_is_open(const struct oc_way *way) {
    (void)way;
    return true;
}

/* Hands a task on. False: there is no room. */
static inline bool oc_hand_put(struct oc_tasks *own, const struct oc_way *way,
                               const struct oc_task *task) {
    (void)own;
    return hal_try_enqueue_pointer(way->queue, task);
}

/* The neighbours that are to be told of it: who finds the queue empty sleeps. */
static inline uint32_t oc_hand_hungry(const struct oc_tasks *own) {
    return *(const volatile uint32_t *)&own->hungry;
}

#endif
