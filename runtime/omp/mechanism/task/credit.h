/* A queue next to each thread, which it alone reads. Each of those that hand it tasks has a share
 * of its places, and keeps count of them, so that no task meets a full queue: then nobody has to
 * wait for an answer. */
#ifndef OMP_MECHANISM_TASK_CREDIT_H
#define OMP_MECHANISM_TASK_CREDIT_H

#include "omp/mechanism/task/hand.h"
#include "omp/team/block.h"

/* Low bits of an address say whose it is, as records are aligned. */
#define OC_WHOSE 15u
_Static_assert(OC_NEIGHBOURS <= OC_WHOSE, "these are enough");

static inline bool oc_hand_is_open(const struct oc_way *way) {
    return way->queue != 0;
}

/* Hands a task on. False: there may be no room. */
static inline bool oc_hand_put(struct oc_tasks *own, struct oc_way *way,
                               const struct oc_task *task) {
    uint32_t room = way->room;
    if (__builtin_expect(!room, 0))
        return false;
    own->way = way->next;
    way->room = room - 1;
    uintptr_t element = (uintptr_t)task + way->whose;
    if (sizeof element == sizeof(uint32_t))
        hal_enqueue_word(way->queue, (uint32_t)element);
    else
        hal_enqueue(way->queue, &element, sizeof element);
    return true;
}

/* Who is handed a task is woken by it. */
static inline uint32_t oc_hand_hungry(const struct oc_tasks *own) {
    (void)own;
    return 0;
}

#endif
