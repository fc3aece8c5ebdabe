/* With reduction=queue, values go into a queue in the leader's tile. Only the leader reads these
 * values; it reads them in place, in the ring that is the queue's memory. */
#ifndef OMP_REDUCTION_QUEUE_H
#define OMP_REDUCTION_QUEUE_H

#include "hal/store.h"

/* The number of each thread's queue for values. Neither regions nor MPI use this number. */
#define OC_REDUCTION_QUEUE_NUMBER 1

/* The queue contains values in the order of their arrival, not in the order of the threads. */
enum { OC_REDUCTION_IN_ORDER = 0 };

static inline hal_address oc_reduction_target(int leader, int index) {
    (void)index;
    return hal_thread_queue(leader, OC_REDUCTION_QUEUE_NUMBER);
}

static inline void oc_reduction_send(hal_address queue, union oc_value value, size_t words) {
    if (words == 1)
        hal_enqueue_word(queue, value.number);
    else
        hal_enqueue_two(queue, value.words[0], value.words[1]);
}

/* The thread's own queue, and the index of its oldest element in the ring. */
struct oc_reduction_queue {
    hal_address queue;
    uint32_t oldest;
};
extern _Thread_local struct oc_reduction_queue oc_reduction_queue;

/* Whether the queue has at least `below` values. */
static inline bool oc_reduction_is_there(const struct oc_block *block, int first, int below) {
    (void)block, (void)first;
    return hal_thread_inbox_count(oc_reduction_queue.queue) >= (uint32_t)below;
}

static inline void oc_reduction_await(const struct oc_block *block, int first, int below) {
    for (;;) {
        hal_arm(block->reduction.ring, sizeof block->reduction.ring);
        if (oc_reduction_is_there(block, first, below))
            return;
        hal_wait(HAL_NEVER);
    }
}

/* Takes the oldest value that has not been taken yet. */
static inline union oc_value oc_reduction_take(struct oc_block *block, int index, size_t words) {
    (void)index;
    uint32_t oldest = oc_reduction_queue.oldest;
    const volatile uint32_t *element = (const volatile uint32_t *)&block->reduction.ring[oldest];
    oc_reduction_queue.oldest = oldest + 1 < OC_MOST_CHILDREN ? oldest + 1 : 0;
    return (union oc_value){.words = {element[0], words == 1 ? 0 : element[1]}};
}

/* Frees the elements of the values that have been taken. */
static inline void oc_reduction_done(int taken) {
    hal_thread_inbox_drop(oc_reduction_queue.queue, (uint32_t)taken);
}

/* Opens the leader's queue on the first call; afterwards drops its contents. */
static inline void oc_reduction_clear(const struct oc_thread *self) {
    struct oc_reduction_queue *own = &oc_reduction_queue;
    if (self->number & (OC_GROUP - 1))
        return;
    if (!own->queue) {
        hal_thread_queue_open(OC_REDUCTION_QUEUE_NUMBER, HAL_INBOX, self->block->reduction.ring,
                              OC_MOST_CHILDREN, sizeof(union oc_value));
        own->queue = hal_thread_queue(hal_thread(), OC_REDUCTION_QUEUE_NUMBER);
    }
    uint32_t left = hal_thread_inbox_count(own->queue);
    own->oldest = (own->oldest + left) % OC_MOST_CHILDREN;
    hal_thread_inbox_drop(own->queue, left);
}

#endif
