/* A region is passed on as an element of a queue in the receiving thread's tile; only this thread
 * reads the queue. */
#ifndef OMP_REGION_PASS_QUEUE_H
#define OMP_REGION_PASS_QUEUE_H

struct oc_descriptor {
    oc_region *function;
    void *data;
};

/* The number of the queue from which a thread receives regions. Thread 0 has no such queue; its
 * queues are those of MPI. */
#define OC_REGION_QUEUE_NUMBER 0
#define OC_REGION_QUEUE_ELEMENTS 2

static inline hal_address oc_region_target(int thread) {
    /* The other thread opens its queue when it starts, which may be later than this call. */
    while (!hal_load(hal_thread_block(thread) + OC_IN_BLOCK(region.is_open)))
        oc_pause();
    return hal_thread_queue(thread, OC_REGION_QUEUE_NUMBER);
}

/* A region in the form in which it is put into queues. The structure must stay in place until the
 * region has ended, because the sender does not wait until the transfers have read it. */
typedef const struct oc_descriptor *oc_passed;

static inline oc_passed oc_passed_of(oc_region *function, void *data) {
    struct oc_descriptor *sent = (struct oc_descriptor *)oc_thread.block->region.sent;
    *sent = (struct oc_descriptor){function, data};
    return sent;
}

static inline void oc_pass(hal_address queue, oc_passed region) {
    (void)hal_enqueue_start(queue, region, sizeof *region);
}

static inline void oc_receive_start(struct oc_block *block) {
    _Static_assert(sizeof block->region.regions >=
                       OC_REGION_QUEUE_ELEMENTS * sizeof(struct oc_descriptor),
                   "the ring has room");
    hal_thread_queue_open(OC_REGION_QUEUE_NUMBER, HAL_SINGLE_READER, block->region.regions,
                          OC_REGION_QUEUE_ELEMENTS, sizeof(struct oc_descriptor));
    block->region.is_open = 1;
}

static inline oc_region *oc_receive(struct oc_block *block, void **data, uint32_t *team) {
    struct oc_descriptor descriptor;
    hal_address queue = hal_thread_queue(hal_thread(), OC_REGION_QUEUE_NUMBER);
    /* Other threads may still need this thread to run tasks after it has reached the end of a
     * region. It cannot run tasks while it waits in hal_dequeue(). */
    if (OC_WITH_TASKS)
        oc_tasks_await_queue(queue);
    hal_dequeue(queue, &descriptor, sizeof descriptor);
    *data = descriptor.data;
    *team = block->region.team[0];
    return descriptor.function;
}

#endif
