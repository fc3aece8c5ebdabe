/* Handing out what has become ready otherwise than by being made; what is left to do. */
#include "omp/task/tasks.h"
#include "omp/task/youngest.h"

void oc_task_publish(struct oc_tasks *own, struct oc_task *task, oc_region *function) {
    uint32_t left = oc_task_show(own, task, function);
    if (left)
        oc_hand_rest(own, left, false);
}

void oc_hand_rest(struct oc_tasks *own, uint32_t left, bool is_new) {
    if (left & (OC_HAND_CLOSED | OC_HAND_FULL)) {
        struct oc_task *task = own->next - 1;
        struct oc_way *way = left & OC_HAND_FULL ? own->way : oc_hand_find(own);
        if (!way) /* it stays where it is until its thread waits */
            return;
        bool has_room = left & OC_HAND_CLOSED || oc_hand_has_room(own, way);
        left = 0;
        /* The first time, it is not known yet whether there is room. */
        if (has_room && !(has_room = oc_hand_put(own, way, task)) && oc_hand_has_room(own, way))
            has_room = oc_hand_put(own, way, task);
        if (has_room)
            left = oc_hand_hungry(own);
        /* Where one task of a chain has just come to its end, to run the next would go ever deeper:
         * it stays, too. */
        if (!has_room && is_new)
            (void)oc_task_run_youngest(&oc_thread, own);
    }
    if (left)
        oc_task_tell(own);
}
