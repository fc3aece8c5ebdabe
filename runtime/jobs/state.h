/* The state of an allocator. These files share it: allocator.c, coordinator.c, sequencer.c,
 * backfill.c, and survivors.c, which a program uses only if micro-kernels may die. */
#ifndef JOBS_STATE_H
#define JOBS_STATE_H

#include "jobs/allocator.h"
#include "jobs/propagation.h"
#include "jobs/wait_queue.h"

struct oc_survivors;
struct oc_backfill;

struct oc_allocator {
    int self;
    const struct oc_domains *domains;
    const struct oc_job_port *port;
    struct oc_propagation propagation;
    struct oc_waiting_job *queue;
    uint32_t foreign;                   /* jobs in the queue that other micro-kernels coordinate */
    struct oc_waiting_job *outstanding; /* the job of the current request, if any */
    /* The shares that have been gathered for the job of the current request, in the order of the
     * responses. */
    struct oc_job_share *shares;
    /* The length of the array `shares`: one element for each core of the largest job that this
     * micro-kernel has coordinated. */
    uint32_t most_shares;
    /* `idle`: free cores of this domain; `all`: cores of all domains, busy or not. */
    uint32_t idle, all;
    /* With back-off, the cycle in which the current request's cores are yielded or, if there is no
     * request, the cycle of the next request. With a manager, the cycle of the next report. */
    uint64_t due;
    uint32_t *known, known_sum; /* at the manager: idle cores of each domain; their sum */
    struct oc_allocator_counts counts;
    struct oc_survivors *survivors; /* null: no micro-kernel ever dies */
    struct oc_backfill *backfill;   /* null: no backfilling */
};

/* Functions of allocator.c that the other files need. */

static inline struct oc_job_message oc_job_message_of(enum oc_job_message_kind kind,
                                                      const struct oc_waiting_job *entry) {
    return (struct oc_job_message){
        .header = {.kind = (uint16_t)kind, .attempt = entry->attempt, .job = entry->job}};
}

void oc_allocator_send(struct oc_allocator *allocator, int to, struct oc_job_message *message);
void oc_allocator_send_to_all(struct oc_allocator *allocator, struct oc_job_message *message);

/* Adds a job to the queue. Its position follows from the global order of jobs; with back-off, it is
 * the end of the queue. Returns null if there is no memory. */
struct oc_waiting_job *oc_allocator_queue(struct oc_allocator *allocator, const struct oc_job *job,
                                          int coordinator, bool is_own);

/* oc_allocator_enter() handles a request of another micro-kernel. oc_allocator_leave() handles the
 * spawn or the cancellation that ends a request. */
void oc_allocator_enter(struct oc_allocator *allocator, const struct oc_job_header *header);
void oc_allocator_leave(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_message *message);

/* Handles the messages of a source that were held back for an earlier message. That message has now
 * come. */
void oc_allocator_catch_up(struct oc_allocator *allocator, int source);

/* Tells the port that this micro-kernel has got all cores of a job. */
void oc_allocator_note_placed(struct oc_allocator *allocator, const struct oc_job *job,
                              uint32_t requests, uint32_t responses);

/* Handles the spawn of the job of `entry`: frees the reserved cores that the job does not use, and
 * starts the job on the others. */
void oc_allocator_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_share *shares, uint32_t share_count);

/* The number of cores in the domain of micro-kernel `kernel` that `shares` contain. */
uint32_t oc_job_share_of(int kernel, const struct oc_job_share *shares, uint32_t count);

/* Requests jobs and reserves cores for them until nothing more can be done now. */
void oc_allocator_proceed(struct oc_allocator *allocator);

#endif
