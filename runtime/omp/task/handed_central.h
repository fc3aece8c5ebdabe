/* task=central: a multiple-reader queue next to thread 0. Included by handed.h. */
#ifndef OMP_TASK_HANDED_CENTRAL_H
#define OMP_TASK_HANDED_CENTRAL_H

static inline bool oc_hand_is_open(const struct oc_recipient *recipient) {
    (void)recipient;
    return true;
}

/* Hands a task out; returns false if there is no room. */
static inline bool oc_hand_put(struct oc_deque *own, const struct oc_recipient *recipient,
                               const struct oc_task *task) {
    (void)own;
    return hal_try_enqueue_pointer(recipient->queue, task);
}

/* Returns the neighbours to be notified. They need a notification, because a thread that finds the
 * queue empty sleeps. */
static inline uint32_t oc_hand_thieves(const struct oc_deque *own) {
    return *(const volatile uint32_t *)&own->thieves;
}

#endif
