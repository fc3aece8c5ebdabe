#include "jobs/allocator.h"

#include "jobs/backfill.h"
#include "jobs/backoff.h"
#include "jobs/coordinator.h"
#include "jobs/manager.h"
#include "jobs/memory.h"
#include "jobs/sequencer.h"
#include "jobs/state.h"
#include "jobs/survivors.h"

struct oc_allocator *oc_allocator_make(int self, const struct oc_domains *domains,
                                       const struct oc_job_port *port) {
    struct oc_allocator *allocator = calloc(1, sizeof *allocator);
    if (!allocator || !oc_propagation_make(&allocator->propagation, self, domains)) {
        free(allocator);
        return NULL;
    }
    allocator->self = self;
    allocator->domains = domains;
    allocator->port = port;
    allocator->idle = domains->cores[self];
    for (int kernel = 0; kernel < domains->count; kernel++)
        allocator->all += domains->cores[kernel];
    if (domains->heartbeat && !(allocator->survivors = oc_survivors_make(domains))) {
        oc_allocator_free(allocator);
        return NULL;
    }
    if (domains->backfill && !(allocator->backfill = oc_backfill_make())) {
        oc_allocator_free(allocator);
        return NULL;
    }
    if (domains->policy == OC_JOBS_CENTRAL && !oc_manager_make(allocator)) {
        oc_allocator_free(allocator);
        return NULL;
    }
    return allocator;
}

void oc_allocator_free(struct oc_allocator *allocator) {
    while (allocator->queue)
        oc_wait_queue_remove(&allocator->queue, allocator->queue);
    if (allocator->survivors)
        oc_survivors_free(allocator->survivors);
    if (allocator->backfill)
        oc_backfill_free(allocator->backfill);
    oc_propagation_free(&allocator->propagation);
    free(allocator->shares);
    free(allocator->known);
    free(allocator);
}

struct oc_waiting_job *oc_allocator_queue(struct oc_allocator *allocator, const struct oc_job *job,
                                          int coordinator, bool is_own) {
    return allocator->domains->policy == OC_JOBS_BACKOFF
               ? oc_wait_queue_append(&allocator->queue, job, coordinator, is_own)
               : oc_wait_queue_insert(&allocator->queue, job, coordinator, is_own);
}

/* ---- Messages -------------------------------------------------------------------------------- */

void oc_allocator_send(struct oc_allocator *allocator, int to, struct oc_job_message *message) {
    message->header.source = (uint16_t)allocator->self;
    allocator->counts.sent[message->header.kind]++;
    allocator->port->send(allocator->port->context, to, message);
}

void oc_allocator_send_to_all(struct oc_allocator *allocator, struct oc_job_message *message) {
    oc_propagate(&allocator->propagation, allocator->port, message, allocator->counts.sent);
}

uint32_t oc_job_share_of(int kernel, const struct oc_job_share *shares, uint32_t count) {
    uint32_t cores = 0;
    for (uint32_t i = 0; i < count; i++)
        if (shares[i].kernel == (uint32_t)kernel)
            cores += shares[i].cores;
    return cores;
}

void oc_allocator_spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_share *shares, uint32_t share_count) {
    uint32_t used = oc_job_share_of(allocator->self, shares, share_count);
    struct oc_job job = entry->job;
    allocator->idle += entry->reserved - used;
    entry->reserved = 0;
    if (used > 0)
        allocator->port->start(allocator->port->context, &job, used, shares, share_count);
}

void oc_allocator_note_placed(struct oc_allocator *allocator, const struct oc_job *job,
                              uint32_t requests, uint32_t responses) {
    if (allocator->port->placed)
        allocator->port->placed(allocator->port->context, job, requests, responses);
}

/* Does the next step for the jobs in the queue: requests a job, withdraws a request that blocks
 * earlier jobs, or reserves idle cores for the first requested job. Returns true if the queue has
 * changed; the caller then calls this function again. */
static bool step(struct oc_allocator *allocator) {
    struct oc_waiting_job *head = allocator->queue;
    if (!head || !oc_tree_complete(&allocator->propagation))
        return false;
    if (allocator->domains->policy == OC_JOBS_CENTRAL)
        return oc_manager_give(allocator);
    struct oc_waiting_job *next = oc_coordinator_next(allocator);
    if (next) {
        oc_coordinator_request(allocator, next);
        return true;
    }
    if (oc_coordinator_must_cancel(allocator)) {
        oc_coordinator_cancel(allocator);
        return true;
    }
    /* If this micro-kernel is a sequencer, jobs that it has not requested yet may come before the
     * first requested job. */
    struct oc_waiting_job *entry = head;
    while (entry && entry->state != OC_JOB_REQUESTED)
        entry = entry->next;
    if (!entry)
        return false;
    uint32_t wanted = entry->job.cores - entry->reserved - entry->lent;
    uint32_t cores = allocator->idle < wanted ? allocator->idle : wanted;
    if (cores == 0)
        return allocator->backfill && oc_backfill_one(allocator);
    allocator->idle -= cores;
    entry->reserved += cores;
    if (entry->is_own) {
        oc_coordinator_gather(allocator, entry, allocator->self, cores);
    } else {
        struct oc_job_message message = oc_job_message_of(OC_JOB_RESPONSE, entry);
        message.header.count = cores;
        oc_allocator_send(allocator, entry->coordinator, &message);
    }
    return true;
}

void oc_allocator_proceed(struct oc_allocator *allocator) {
    while (step(allocator))
        ;
}

void oc_allocator_explore(struct oc_allocator *allocator) {
    oc_tree_explore(&allocator->propagation, allocator->port, allocator->counts.sent);
}

bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job) {
    if (job->cores == 0 || job->cores > allocator->all)
        return false;
    if (job->cores <= allocator->idle && allocator->domains->policy != OC_JOBS_CENTRAL) {
        struct oc_job_share share = {(uint16_t)allocator->self, (uint16_t)job->cores};
        allocator->idle -= job->cores;
        allocator->counts.local++;
        oc_allocator_note_placed(allocator, job, 0, 0);
        allocator->port->start(allocator->port->context, job, job->cores, &share, 1);
        return true;
    }
    if (oc_sequencer_is_self(allocator) || !oc_sequencer_takes(allocator, job))
        return oc_coordinator_take(allocator, job, 0);
    oc_sequencer_submit(allocator, job, 0);
    return true;
}

void oc_allocator_enter(struct oc_allocator *allocator, const struct oc_job_header *header) {
    struct oc_waiting_job *entry =
        oc_needed(oc_allocator_queue(allocator, &header->job, (int)header->source, false));
    allocator->foreign++;
    entry->state = OC_JOB_REQUESTED;
    entry->attempt = header->attempt;
}

void oc_allocator_leave(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                        const struct oc_job_message *message) {
    bool is_spawn = message && message->header.kind != OC_JOB_CANCEL;
    if (is_spawn && allocator->backfill && oc_backfill_defer(entry, message))
        return;
    if (is_spawn && allocator->survivors)
        is_spawn = oc_survivors_note_spawn(allocator, &entry->job, entry->coordinator,
                                           message->shares, message->header.count);
    if (is_spawn)
        oc_allocator_spawn(allocator, entry, message->shares, message->header.count);
    allocator->idle += entry->reserved;
    allocator->foreign--;
    oc_wait_queue_remove(&allocator->queue, entry);
}

static void on_end_of_request(struct oc_allocator *allocator,
                              const struct oc_job_message *message) {
    if (allocator->backfill && message->header.attempt == 0) {
        oc_backfill_lend(allocator, message);
        return;
    }
    struct oc_waiting_job *entry =
        oc_wait_queue_find(allocator->queue, &message->header.job, (int)message->header.source);
    if (entry) /* null if OC_JOB_RELAY came first */
        oc_allocator_leave(allocator, entry, message);
}

/* Handles a message that is sent to all micro-kernels, and then those later messages of its source
 * that have waited for it. */
static void take_propagated(struct oc_allocator *allocator, const struct oc_job_message *message) {
    if (message->header.kind == OC_JOB_REQUEST)
        oc_allocator_enter(allocator, &message->header);
    else
        on_end_of_request(allocator, message);
    oc_allocator_catch_up(allocator, message->header.source);
}

void oc_allocator_catch_up(struct oc_allocator *allocator, int source) {
    struct oc_job_message next;
    if (allocator->propagation.held &&
        oc_propagation_next(&allocator->propagation, source, &next)) {
        take_propagated(allocator, &next);
        free((void *)next.shares);
    }
}

void oc_allocator_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message) {
    const struct oc_job_header *header = &message->header;
    if (allocator->propagation.deaths && oc_survivors_ignore(allocator, from, header))
        return;
    bool is_central = allocator->domains->policy == OC_JOBS_CENTRAL;
    switch (header->kind) {
    case OC_JOB_REQUEST:
    case OC_JOB_CANCEL:
    case OC_JOB_SPAWN:
        if (is_central) {
            oc_manager_start(allocator, message);
            break;
        }
        if (!oc_propagation_forward(&allocator->propagation, allocator->port, from, message,
                                    allocator->counts.sent))
            return;
        take_propagated(allocator, message);
        break;
    case OC_JOB_LOST:
        oc_propagation_hear_of_loss(&allocator->propagation, allocator->port, message,
                                    allocator->counts.sent);
        break;
    case OC_JOB_RESPONSE:
        if (is_central)
            oc_manager_hear(allocator, from, header->count);
        else
            oc_coordinator_receive(allocator, from, header);
        break;
    case OC_JOB_DEAD:
    case OC_JOB_RELAY:
        oc_survivors_receive(allocator, from, message);
        break;
    case OC_JOB_SUBMIT:
        /* The job may need too many cores, because its home does not know yet which micro-kernels
         * are dead. */
        if (header->job.cores > allocator->all)
            allocator->port->lost(allocator->port->context, &header->job);
        else if (!oc_coordinator_take(allocator, &header->job, header->attempt))
            abort();
        break;
    default:
        oc_tree_receive(&allocator->propagation, allocator->port, from, message,
                        allocator->counts.sent);
    }
    oc_allocator_proceed(allocator);
}

void oc_allocator_lose_link(struct oc_allocator *allocator, int neighbour) {
    oc_propagation_lose(&allocator->propagation, allocator->port, neighbour,
                        allocator->counts.sent);
    oc_allocator_proceed(allocator);
}

void oc_allocator_ended(struct oc_allocator *allocator, uint32_t number, uint32_t cores) {
    if (!allocator->backfill || !oc_backfill_return(allocator, number))
        allocator->idle += cores;
    if (allocator->domains->policy == OC_JOBS_CENTRAL)
        oc_manager_report(allocator, cores);
    oc_allocator_proceed(allocator);
}

uint64_t oc_allocator_due(const struct oc_allocator *allocator) {
    switch (allocator->domains->policy) {
    case OC_JOBS_BACKOFF:
        return oc_backoff_due(allocator);
    case OC_JOBS_CENTRAL:
        return allocator->due;
    default:
        return UINT64_MAX;
    }
}

void oc_allocator_wake(struct oc_allocator *allocator) {
    if (allocator->domains->policy == OC_JOBS_CENTRAL)
        oc_manager_wake(allocator);
    oc_allocator_proceed(allocator);
}

/* ---- Statistics ------------------------------------------------------------------------------ */

const struct oc_allocator_counts *oc_allocator_counts(const struct oc_allocator *allocator) {
    return &allocator->counts;
}

uint32_t oc_allocator_idle(const struct oc_allocator *allocator) {
    return allocator->idle;
}

uint32_t oc_allocator_reserved(const struct oc_allocator *allocator) {
    uint32_t cores = 0;
    for (const struct oc_waiting_job *entry = allocator->queue; entry; entry = entry->next)
        cores += entry->reserved;
    return cores;
}

uint32_t oc_allocator_waiting(const struct oc_allocator *allocator) {
    uint32_t jobs = allocator->survivors ? oc_survivors_entrusted(allocator->survivors) : 0;
    for (const struct oc_waiting_job *entry = allocator->queue; entry; entry = entry->next)
        jobs++;
    return jobs;
}

bool oc_allocator_ready(const struct oc_allocator *allocator) {
    return oc_tree_complete(&allocator->propagation);
}

bool oc_allocator_current(const struct oc_allocator *allocator) {
    return oc_tree_current(&allocator->propagation);
}
