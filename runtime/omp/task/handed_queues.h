/* task=queues: a queue next to each thread, which it alone reads. Each of those that hand it tasks
 * has a share of its places as credit, and counts them, so that no task meets a full queue: then
 * nobody has to wait for an answer. Part of handed.h. */
#ifndef OMP_TASK_HANDED_QUEUES_H
#define OMP_TASK_HANDED_QUEUES_H

/* Low bits of an address say which of the threads has sent it, as records are aligned. */
#define OC_SENDER 15u
_Static_assert(OC_NEIGHBOURS <= OC_SENDER, "these are enough");

static inline bool oc_hand_is_open(const struct oc_recipient *recipient) {
    return recipient->queue != 0;
}

/* Hands a task out. False: there may be no room. */
static inline bool oc_hand_put(struct oc_deque *own, struct oc_recipient *recipient,
                               const struct oc_task *task) {
    uint32_t room = recipient->room;
    if (__builtin_expect(!room, 0))
        return false;
    own->recipient = recipient->next;
    recipient->room = room - 1;
    uintptr_t element = (uintptr_t)task + recipient->index;
    if (sizeof element == sizeof(uint32_t))
        hal_enqueue_word(recipient->queue, (uint32_t)element);
    else
        hal_enqueue(recipient->queue, &element, sizeof element);
    return true;
}

/* The element wakes the recipient. */
static inline uint32_t oc_hand_thieves(const struct oc_deque *own) {
    (void)own;
    return 0;
}

#endif
