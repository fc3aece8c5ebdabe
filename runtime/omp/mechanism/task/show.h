/* Lets others take a task. */
#ifndef OMP_MECHANISM_TASK_SHOW_H
#define OMP_MECHANISM_TASK_SHOW_H

#include "omp/mechanism/task/hand.h"

#if defined(OC_TASK_LOCKED)
#include "omp/mechanism/task/area.h"
#elif defined(OC_TASK_CENTRAL)
#include "omp/mechanism/task/middle.h"
#else
#include "omp/mechanism/task/credit.h"
#endif

/* Gives whom to tell, or why it has not been handed out. What has been stored is there before the
 * address is. */
static inline uint32_t oc_task_show(struct oc_tasks *own, struct oc_task *task,
                                    oc_region *function) {
    struct oc_way *way = own->way;
    oc_flush();
    *(oc_region *volatile *)&task->function = function;
    if (__builtin_expect(!way || !oc_hand_is_open(way), 0))
        return OC_HAND_CLOSED;
    if (__builtin_expect(!oc_hand_put(own, way, task), 0))
        return OC_HAND_FULL;
    return oc_hand_hungry(own);
}

static inline void oc_task_shown(struct oc_tasks *own, uint32_t left) {
    oc_hand_rest(own, left, true);
}

#endif
