/* Threads: POSIX threads, each with a seat of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hal/linux/queue.h"
#include "hal/linux/shared.h"

_Thread_local struct hal_wait_record hal_thread_waiting;

static void *run(void *argument) {
    hal_is_of_job = true;
    hal_own_thread = (int)(intptr_t)argument;
    hal_further_seat = seat_of(hal_self.place, hal_own_thread);
    struct shared_seat *own = &hal_self.shared->seats[own_seat()];
    hal_watch_faults();
    own->waiting = (uintptr_t)&hal_thread_waiting;
    own->process = hal_self.shared->seats[hal_self.place].process;
    hal_thread_run();
}

/* The C library calls this function when thread 0 calls pthread_exit(). No more regions begin, so
 * the further threads end. The process then ends with the last thread of the program, as POSIX
 * demands. */
static void end_threads(void *threads) {
    (void)threads;
    hal_unwatch_faults();
    hal_threads_end = true;
    for (int thread = 1; thread < hal_self.threads; thread++)
        hal_notify(seat_of(hal_self.place, thread));
}

/* Runs after start() in self.c, whose number as a constructor is lower. */
__attribute__((constructor(102))) static void start_threads(void) {
    for (int thread = 1; thread < hal_self.threads; thread++) {
        pthread_t started;
        int error = pthread_create(&started, NULL, run, (void *)(intptr_t)thread);
        if (error) {
            fprintf(stderr, "onchip: thread %d does not start: %s\n", thread, strerror(error));
            exit(1);
        }
        pthread_detach(started);
    }
    pthread_key_t key;
    if (hal_self.threads > 1 && !pthread_key_create(&key, end_threads))
        pthread_setspecific(key, &hal_self);
}

hal_address hal_thread_block(int thread) {
    return hal_shared_of(block_seat_of(thread));
}

void *hal_thread_own_block(void) {
    return shared_pointer(hal_thread_block(hal_own_thread));
}

int hal_thread_counters(void) {
    return COUNTERS;
}

hal_address hal_thread_counter(int thread, int counter) {
    return device_address(seat_of(hal_self.place, thread), IN_COUNTERS, (uint32_t)counter);
}

int hal_thread_queues(void) {
    return QUEUES;
}

hal_address hal_thread_queue(int thread, int queue) {
    return device_address(seat_of(hal_self.place, thread), IN_QUEUES, (uint32_t)queue);
}

void hal_thread_queue_open(int queue, enum hal_queue_kind kind, void *ring, uint32_t elements,
                           size_t element_bytes) {
    hal_queue_open(queue, kind, ring, elements, element_bytes);
}

/* The numbers of counters and queues for code that does not use threads. In a process with several
 * threads, the others are reserved for the threads. */
int hal_counters_left(void) {
    return hal_self.threads > 1 ? COUNTERS - HAL_THREAD_COUNTERS : COUNTERS;
}

int hal_queues_left(void) {
    return hal_self.threads > 1 ? QUEUES - HAL_THREAD_QUEUES : QUEUES;
}
