/* An area next to each thread: a ring of addresses, kept by the faster of the locks, which is a
 * token in a queue. */
#ifndef OMP_MECHANISM_TASK_AREA_H
#define OMP_MECHANISM_TASK_AREA_H

#include "omp/mechanism/task/hand.h"
#include "omp/team/block.h"

static inline void oc_area_lock(hal_address lock) {
    (void)hal_dequeue_word(lock);
}

/* The area lies in the tile of its lock, and what is stored there comes before the token: nobody
 * has to wait until it has. */
static inline void oc_area_unlock(hal_address lock) {
    hal_enqueue_word(lock, 1);
}

static inline bool oc_hand_is_open(const struct oc_way *way) {
    return way->queue != 0;
}

/* Hands a task on. False: there is no room. */
static inline bool oc_hand_put(struct oc_tasks *own, const struct oc_way *way,
                               const struct oc_task *task) {
    hal_address block = way->block;
    own->way = way->next;
    oc_area_lock(way->queue);
    uint32_t at[2];
    hal_load_two(at, block + OC_IN_BLOCK(put));
    bool has_room = at[0] - at[1] < OC_HANDED;
    if (__builtin_expect(has_room, 1)) {
        struct oc_block *none = NULL;
        oc_post(block + OC_IN_BLOCK(handed) + at[0] % OC_HANDED * sizeof none->handed[0],
                (uintptr_t)task);
        hal_store(block + OC_IN_BLOCK(put), at[0] + 1);
    }
    oc_area_unlock(way->queue);
    return has_room;
}

/* Who is handed a task is woken by it. */
static inline uint32_t oc_hand_hungry(const struct oc_tasks *own) {
    (void)own;
    return 0;
}

#endif
