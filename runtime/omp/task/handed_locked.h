/* task=locked: each thread has a ring of addresses of tasks. A token in a queue locks the ring,
 * because this kind of lock is faster than a mutex. Included by handed.h. */
#ifndef OMP_TASK_HANDED_LOCKED_H
#define OMP_TASK_HANDED_LOCKED_H

static inline void oc_hand_lock(hal_address lock) {
    (void)hal_dequeue_word(lock);
}

/* Unlocks the ring without waiting for earlier stores. The ring and the token's queue are in the
 * same tile, so the stores to the ring arrive before the token. */
static inline void oc_hand_unlock(hal_address lock) {
    hal_enqueue_word(lock, 1);
}

static inline bool oc_hand_is_open(const struct oc_recipient *recipient) {
    return recipient->queue != 0;
}

/* Hands a task out; returns false if there is no room. */
static inline bool oc_hand_put(struct oc_deque *own, const struct oc_recipient *recipient,
                               const struct oc_task *task) {
    hal_address block = recipient->block;
    own->recipient = recipient->next;
    oc_hand_lock(recipient->queue);
    uint32_t at[2];
    hal_load_two(at, block + OC_IN_BLOCK(handed.put));
    bool has_room = at[0] - at[1] < OC_HANDED;
    if (__builtin_expect(has_room, 1)) {
        struct oc_handed_words *none = NULL;
        oc_post(block + OC_IN_BLOCK(handed.tasks) + at[0] % OC_HANDED * sizeof none->tasks[0],
                (uintptr_t)task);
        hal_store(block + OC_IN_BLOCK(handed.put), at[0] + 1);
    }
    oc_hand_unlock(recipient->queue);
    return has_room;
}

/* No neighbour needs a notification: the stores wake the recipient. */
static inline uint32_t oc_hand_thieves(const struct oc_deque *own) {
    (void)own;
    return 0;
}

#endif
