/* A region is an element of a queue next to the thread, which nobody else reads. */
#ifndef OMP_REGION_PASS_QUEUE_H
#define OMP_REGION_PASS_QUEUE_H

struct oc_descriptor {
    oc_region *function;
    void *data;
};

/* Number of the queue for regions, in every thread but thread 0, whose queues MPI uses. */
#define OC_REGION_QUEUE_NUMBER 0
#define OC_REGION_QUEUE_ELEMENTS 2

static inline hal_address oc_region_target(int thread) {
    /* The thread opens its queue when it starts. */
    while (!hal_load(hal_thread_block(thread) + OC_IN_BLOCK(region.is_open)))
        oc_pause();
    return hal_thread_queue(thread, OC_REGION_QUEUE_NUMBER);
}

static inline void oc_pass(hal_address queue, oc_region *function, void *data) {
    /* Where it stays until the region has ended: nobody waits for the transfer. */
    struct oc_descriptor *sent = (struct oc_descriptor *)oc_thread.block->region.sent;
    *sent = (struct oc_descriptor){function, data};
    (void)hal_enqueue_start(queue, sent, sizeof *sent);
}

static inline void oc_receive_start(struct oc_block *block) {
    _Static_assert(sizeof block->region.regions >=
                       OC_REGION_QUEUE_ELEMENTS * sizeof(struct oc_descriptor),
                   "the ring has room");
    hal_thread_queue_open(OC_REGION_QUEUE_NUMBER, HAL_SINGLE_READER, block->region.regions,
                          OC_REGION_QUEUE_ELEMENTS, sizeof(struct oc_descriptor));
    block->region.is_open = 1;
}

static inline oc_region *oc_receive(struct oc_block *block, void **data) {
    (void)block;
    struct oc_descriptor descriptor;
    hal_address queue = hal_thread_queue(hal_thread(), OC_REGION_QUEUE_NUMBER);
    /* A thread that has reached the end may be needed for tasks of others: it cannot run any while
     * it waits in the queue. */
    if (OC_WITH_TASKS)
        oc_tasks_await_queue(queue);
    hal_dequeue(queue, &descriptor, sizeof descriptor);
    *data = descriptor.data;
    return descriptor.function;
}

#endif
