/* Neighbours get tasks in turns: what is handed out lies next to each of them. */
#include <string.h>

#include "omp/mechanism/task/hand.h"

/* For the team of this size: threads of its neighbours, and the queues of those that have opened
 * what lies next to them. */
static _Thread_local int size, next;
static _Thread_local uint16_t threads[OC_NEIGHBOURS];
static _Thread_local hal_address queues[OC_NEIGHBOURS];

/* As find_neighbours() does (task/tasks.c); in the team of all threads each is at its number. */
static void set_up(const struct oc_tasks *own) {
    size = own->size;
    next = 0;
    for (int i = 0, step = 1; i < own->neighbours; step *= OC_GROUP)
        for (int j = 1; j < OC_GROUP && i < own->neighbours; j++)
            threads[i++] = (uint16_t)((oc_thread.number + j * step) % size);
    memset(queues, 0, sizeof queues);
}

void oc_task_hand(struct oc_tasks *own, struct oc_task *task) {
    if (own->team != &oc_team || !own->neighbours)
        return;
    if (size != own->size)
        set_up(own);
    int which = next;
    next = which + 1 < own->neighbours ? which + 1 : 0;
    if (!queues[which] && oc_hand_is_open(threads[which]))
        queues[which] = hal_thread_queue(threads[which], OC_HAND_QUEUE);
    if (queues[which])
        oc_hand_put(queues[which], own->tell[which], task);
    if (__atomic_load_n(&own->hungry, __ATOMIC_RELAXED) >> which & 1)
        oc_task_tell_one(own, which);
}
