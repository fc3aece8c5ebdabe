#include "omp/region/tree.h"
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
        /* On the first call it is not known yet whether there is room. */
        if (has_room && !(has_room = oc_hand_put(own, recipient, task)) &&
            oc_hand_has_room(own, recipient))
            has_room = oc_hand_put(own, recipient, task);
        if (has_room)
            left = oc_hand_thieves(own);
        /* A task that is not new comes at the end of another task. Running it here would nest a
         * chain of tasks ever deeper. */
        if (!has_room && is_new)
            (void)oc_task_run_youngest(&oc_thread, own);
    }
    if (left)
        oc_task_notify(own);
}

void oc_hand_count(struct oc_deque *own) {
    if (own->root.flags & OC_TASK_COUNTED)
        return;
    /* The other counters are used by the team's tree (region/tree.h). */
    int number = hal_thread_counters() - HAL_THREAD_COUNTERS;
    hal_address counter = hal_thread_counter(hal_thread(), number);
    hal_counter_set(number, 0, 0);
    hal_counter_notify(number, 0, own->root.home + OC_IN_BLOCK(task.woken), 1);
    memcpy(own->root.own, &counter, sizeof counter);
    own->root.flags |= OC_TASK_COUNTED;
}
_Static_assert(OC_MOST_LEVELS *OC_COUNTERS_PER_LEVEL < HAL_THREAD_COUNTERS, "one is left");
