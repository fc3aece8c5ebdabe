/* The state of an allocator, for the files that it consists of: allocator.c, coordinator.c,
 * sequencer.c, backfill.c, and survivors.c, which comes in when a micro-kernel has died. */
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
    uint32_t foreign;                   /* jobs in it that others coordinate */
    struct oc_waiting_job *outstanding; /* the own job whose request is out, at most one */
    struct oc_job_share *shares; /* that it has gathered, in the order of the responses: room for */
    uint32_t most_shares;        /* so many, one for each core of the largest own job */
    uint32_t idle, all;          /* cores: of this domain; of all domains, busy or not */
    struct oc_allocator_counts counts;
    struct oc_survivors *survivors; /* null: nobody dies */
    struct oc_backfill *backfill;   /* null: no backfilling */
};

/* What the others need of allocator.c. */

static inline struct oc_job_message oc_job_message_of(enum oc_job_message_kind kind,
                                                      const struct oc_waiting_job *entry) {
    return (struct oc_job_message){
        .header = {.kind = (uint16_t)kind, .attempt = entry->attempt, .job = entry->job}};
}

void oc_allocator_send(struct oc_allocator *allocator, int to, struct oc_job_message *message);
void oc_allocator_send_to_all(struct oc_allocator *allocator, struct oc_job_message *message);

/* A request of another micro-kernel's has come; has ended, by a spawn or a cancellation. */
void oc_allocator_enter(struct oc_allocator *allocator, const struct oc_job_header *header);
void oc_allocator_leave(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_message *message);

/* Messages of a source that had to wait for those that have come now. */
void oc_allocator_catch_up(struct oc_allocator *allocator, int source);

/* Tells the port that this micro-kernel has got all cores of a job. */
void oc_allocator_note_placed(struct oc_allocator *allocator, const struct oc_job *job,
                              uint32_t requests, uint32_t responses);

/* The job of an entry has got its cores: what it does not use is free, and the rest starts. */
void oc_allocator_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_share *shares, uint32_t share_count);

/* The cores of a micro-kernel in shares. */
uint32_t oc_job_share_of(int kernel, const struct oc_job_share *shares, uint32_t count);

/* Does what there is to do. */
void oc_allocator_proceed(struct oc_allocator *allocator);

#endif
