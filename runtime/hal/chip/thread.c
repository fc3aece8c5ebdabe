/* Threads, as the loader describes them in registers and in a table. */
#include "hal/chip/thread.h"

#include <picotls.h>

#include "hal/chip/devices.h"
#include "hal/chip/inline/heap_place.h"
#include "hal/chip/queue.h"
#include "hal/hal.h"

_Thread_local struct hal_wait_record hal_thread_waiting;

__attribute__((used)) _Noreturn void hal_start_thread(const struct hal_process *process,
                                                      void *block) {
    (void)process;
    _init_tls(block);
    _set_tls(block);
    begin_memory();
    register_write(REGISTER_RECORD, (uint32_t)&hal_thread_waiting);
    /* Threads share hal_self, which thread 0 may set later (self.c). */
    while (!hal_observe(&hal_self.queues))
        ;
    hal_thread_run();
}

hal_address hal_thread_block(int thread) {
    return thread_entry(thread)->shared;
}

void *hal_thread_own_block(void) {
    return (void *)hal_thread_block(hal_thread());
}

int hal_thread_counters(void) {
    return (int)register_read(REGISTER_COUNTERS);
}

hal_address hal_thread_counter(int thread, int counter) {
    return devices_beside(thread_entry(thread)->queues, REGISTER_COUNTER_SHARE,
                          REGISTER_COUNTER_SHARE_STRIDE) +
           (uint32_t)counter * REGISTER_COUNTER_STRIDE;
}

int hal_thread_queues(void) {
    return (int)register_read(REGISTER_QUEUES);
}

hal_address hal_thread_queue(int thread, int queue) {
    return thread_entry(thread)->queues + (uint32_t)queue * REGISTER_QUEUE_STRIDE;
}

void hal_thread_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                           size_t element_bytes) {
    queue_open_at(hal_thread_queue(hal_thread(), queue), kind, ring, elements, element_bytes);
}

/* The number of counters or queues that are left for other code. The core has `all` of them; if the
 * process has several threads, `kept` are reserved for the threads. */
static int remaining(uint32_t all, uint32_t kept) {
    if (hal_threads() == 1)
        kept = 0;
    return all > kept ? (int)(all - kept) : 0;
}

int hal_counters_left(void) {
    return remaining(register_read(REGISTER_COUNTERS), HAL_THREAD_COUNTERS);
}

int hal_queues_left(void) {
    return remaining(register_read(REGISTER_QUEUES), HAL_THREAD_QUEUES);
}
