/* Taking tasks that have been handed out. */
#include "omp/mechanism/task/hand.h"
#include "omp/task/move.h"

struct oc_task *oc_task_steal(struct oc_tasks *own, struct oc_tasks *victim,
                              const struct oc_task *below, oc_region **function) {
    (void)victim;
    /* Who waits in a task may not have any task; they are left to those who may. */
    if (below || own->team != &oc_team || own->next == &own->record[OC_TASK_RECORDS])
        return NULL;
    for (struct oc_task *at; (at = oc_hand_take());) {
        *function = __atomic_exchange_n(&at->function, NULL, __ATOMIC_ACQUIRE);
        if (!*function)
            continue;
        return oc_task_move(own, at);
    }
    return NULL;
}
