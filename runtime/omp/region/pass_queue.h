/* A region is passed on as an element of a queue in the receiving thread's tile; only this thread
 * reads the queue. */
#ifndef OMP_REGION_PASS_QUEUE_H
#define OMP_REGION_PASS_QUEUE_H

struct oc_descriptor {
    oc_region *function;
    void *data;
};

/* The number of the queue for regions. All threads but thread 0 have it; MPI uses the queues of
 * thread 0. */
#define OC_REGION_QUEUE_NUMBER 0
#define OC_REGION_QUEUE_ELEMENTS 2

static inline hal_address oc_region_target(int thread) {
    /* The other thread opens its queue when it starts. That may be later than this call. */
    while (!hal_load(hal_thread_block(thread) + OC_IN_BLOCK(region.is_open)))
        oc_pause();
    return hal_thread_queue(thread, OC_REGION_QUEUE_NUMBER);
}

/* The element of the queue. It must stay in place until the region has ended, because no thread
 * waits for the transfers. */
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
    /* A thread that has reached the end of a region may still be needed for tasks of other threads,
     * which it cannot run while it waits in the queue. */
    if (OC_WITH_TASKS)
        oc_tasks_await_queue(queue);
    hal_dequeue(queue, &descriptor, sizeof descriptor);
    *data = descriptor.data;
    *team = block->region.team[0];
    return descriptor.function;
}

#endif
