/* task=queues: each thread has a queue that only this thread reads. Each thread that hands tasks to
 * the owner of a queue has a share of the queue's slots as credit, and counts the slots that it
 * uses. So a task never arrives at a full queue, and no thread has to wait for an answer. handed.h
 * includes this header. */
#ifndef OMP_TASK_HANDED_QUEUES_H
#define OMP_TASK_HANDED_QUEUES_H

/* A mask of the low bits of a record's address. They are 0 because records are aligned, so in a
 * queue they can tell which thread has sent the address. */
#define OC_SENDER 15u
_Static_assert(OC_NEIGHBOURS <= OC_SENDER, "these are enough");

static inline bool oc_hand_is_open(const struct oc_recipient *recipient) {
    return recipient->queue != 0;
}

/* Hands a task out; returns false if there may be no room. */
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

/* No neighbour needs a notification: the element wakes the recipient. */
static inline uint32_t oc_hand_thieves(const struct oc_deque *own) {
    (void)own;
    return 0;
}

#endif
