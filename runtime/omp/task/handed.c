#include "omp/task/mechanism.h"
#include "omp/task/run.h"

void oc_task_publish(struct oc_deque *own, struct oc_task *task, oc_region *function) {
    uint32_t left = oc_task_offer(own, task, function);
    if (left)
        oc_hand_finish(own, left, false);
}

void oc_hand_finish(struct oc_deque *own, uint32_t left, bool is_new) {
    if (left & (OC_HAND_CLOSED | OC_HAND_FULL)) {
        struct oc_task *task = own->next - 1;
        struct oc_recipient *recipient = left & OC_HAND_FULL ? own->recipient : oc_hand_find(own);
        if (!recipient) /* the task stays in its record until its thread waits */
            return;
        bool has_room = left & OC_HAND_CLOSED || oc_hand_has_room(own, recipient);
        left = 0;
        /* A recipient that has just been found may seem full. In this case, check again whether it
         * has room. */
        if (has_room && !(has_room = oc_hand_put(own, recipient, task)) &&
            oc_hand_has_room(own, recipient))
            has_room = oc_hand_put(own, recipient, task);
        if (has_room)
            left = oc_hand_thieves(own);
        /* A task that is not new has become ready at the end of another task. Running it here would
         * nest a chain of such tasks ever deeper. */
        if (!has_room && is_new)
            (void)oc_task_run_youngest(&oc_thread, own);
    }
    if (left)
        oc_task_notify(own, left);
}
