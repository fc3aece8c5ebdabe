#include "omp/task/tasks.h"

void oc_task_tell(struct oc_tasks *own) {
    uint32_t hungry = own->hungry;
    int which = 0;
    while (!(hungry >> which & 1))
        which++;
    __atomic_fetch_and(&own->hungry, ~(1u << which), __ATOMIC_RELAXED);
    oc_post(own->tell[which] + OC_IN_BLOCK(told) +
                sizeof(uint32_t[OC_POINTER_WORDS]) * (uint32_t)which,
            (uintptr_t)own);
    hal_store(own->tell[which] + OC_IN_BLOCK(tidings), 1);
}

void oc_task_publish(struct oc_tasks *own, struct oc_task *task, oc_region *function) {
    if (oc_task_show(own, task, function))
        oc_task_tell(own);
}
