#include "jobs/allocator.h"

#include <stdlib.h>

#include "jobs/backfill.h"
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
    free(allocator);
}

/* ---- Messages -----------------------------------------------------------------------------------
 */

static struct oc_job_message message_of(enum oc_job_message_kind kind,
                                        const struct oc_waiting_job *entry) {
    return (struct oc_job_message){
        .header = {.kind = (uint16_t)kind, .attempt = entry->attempt, .job = entry->job}};
}

void oc_allocator_send(struct oc_allocator *allocator, int to, struct oc_job_message *message) {
    message->header.source = (uint16_t)allocator->self;
    allocator->counts.sent[message->header.kind]++;
    allocator->port->send(allocator->port->context, to, message);
}

void oc_allocator_send_to_all(struct oc_allocator *allocator, struct oc_job_message *message) {
    oc_propagate(&allocator->propagation, allocator->port, message, allocator->counts.sent);
}

/* ---- The coordinator
 * ------------------------------------------------------------------------------ */

static void request(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    entry->state = OC_JOB_REQUESTED;
    entry->attempt++;
    allocator->outstanding = entry;
    struct oc_job_message message = message_of(OC_JOB_REQUEST, entry);
    oc_allocator_send_to_all(allocator, &message);
}

/* Policy auto: the sequencer coordinates what needs more than half of all cores, as no two of these
 * run side by side, and what needs more than a sixth and has been cancelled three times. */
static bool is_large(const struct oc_allocator *allocator, const struct oc_job *job) {
    return job->cores > allocator->all / 2;
}

static bool is_often_cancelled(const struct oc_allocator *allocator,
                               const struct oc_waiting_job *entry) {
    return entry->attempt >= 3 && entry->job.cores > allocator->all / 6;
}

int oc_allocator_sequencer(const struct oc_allocator *allocator) {
    const struct oc_propagation *propagation = &allocator->propagation;
    int kernel = allocator->domains->sequencer;
    while (propagation->deaths && propagation->dead[kernel])
        kernel = (kernel + 1) % allocator->domains->count;
    return kernel;
}

static void submit_to_sequencer(struct oc_allocator *allocator, const struct oc_job *job,
                                uint16_t attempts) {
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_SUBMIT, .attempt = attempts, .job = *job}};
    int sequencer = oc_allocator_sequencer(allocator);
    oc_allocator_send(allocator, sequencer, &message);
    if (allocator->survivors)
        oc_survivors_entrust(allocator, job, sequencer);
}

static bool is_sequencer(const struct oc_allocator *allocator) {
    return oc_allocator_sequencer(allocator) == allocator->self;
}

/* Whether this micro-kernel's request blocks others. A sequencer goes on with its own request even
 * if another one of its own comes before: no other micro-kernel waits for that one yet; and so if
 * an earlier request of the same job comes late, whose cancellation follows. */
static bool must_cancel(const struct oc_allocator *allocator) {
    const struct oc_waiting_job *entry = allocator->queue;
    if (!allocator->outstanding || allocator->domains->policy == OC_JOBS_SEQUENCER)
        return false;
    if (allocator->domains->policy == OC_JOBS_CANCEL || !is_sequencer(allocator))
        return allocator->outstanding != entry;
    if (allocator->foreign == 0)
        return false;
    while (entry != allocator->outstanding &&
           (entry->is_own || oc_job_compare(&entry->job, &allocator->outstanding->job) == 0))
        entry = entry->next;
    return entry != allocator->outstanding;
}

void oc_allocator_withdraw(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    if (entry != allocator->outstanding)
        return;
    struct oc_job_message message = message_of(OC_JOB_CANCEL, entry);
    entry->state = OC_JOB_BLOCKED;
    allocator->idle += entry->reserved;
    entry->reserved = entry->gathered = entry->share_count = 0;
    allocator->outstanding = NULL;
    allocator->counts.cancelled++;
    oc_allocator_send_to_all(allocator, &message);
}

/* The own request is withdrawn, and comes again when its job is the first in the queue. */
static void cancel(struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = allocator->outstanding;
    oc_allocator_withdraw(allocator, entry);
    if (allocator->domains->policy == OC_JOBS_AUTO && !is_sequencer(allocator) &&
        is_often_cancelled(allocator, entry)) {
        submit_to_sequencer(allocator, &entry->job, entry->attempt);
        oc_wait_queue_remove(&allocator->queue, entry);
    }
}

/* Takes no more shares, and no more of the last one, than the job needs. */
static void trim(struct oc_waiting_job *entry) {
    uint32_t left = entry->job.cores;
    for (uint32_t i = 0; i < entry->share_count; i++) {
        if (entry->shares[i].cores > left)
            entry->shares[i].cores = (uint16_t)left;
        left -= entry->shares[i].cores;
        if (left == 0)
            entry->share_count = i + 1;
    }
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

static void placed(struct oc_allocator *allocator, const struct oc_job *job, uint32_t requests,
                   uint32_t responses) {
    if (allocator->port->placed)
        allocator->port->placed(allocator->port->context, job, requests, responses);
}

static void gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                   uint32_t cores) {
    entry->shares[entry->share_count++] = (struct oc_job_share){(uint16_t)kernel, (uint16_t)cores};
    entry->gathered += cores;
    if (entry->gathered < entry->job.cores)
        return;
    trim(entry);
    placed(allocator, &entry->job, entry->attempt, entry->responses);
    struct oc_job_message message = message_of(OC_JOB_SPAWN, entry);
    message.shares = entry->shares;
    message.header.count = entry->share_count;
    oc_allocator_send_to_all(allocator, &message);
    if (allocator->survivors)
        oc_survivors_note_spawn(allocator, &entry->job, allocator->self, entry->shares,
                                entry->share_count);
    allocator->outstanding = NULL;
    if (allocator->backfill && oc_backfill_note_spawn(allocator, entry))
        return;
    oc_allocator_spawn(allocator, entry, entry->shares, entry->share_count);
    oc_wait_queue_remove(&allocator->queue, entry);
}

/* ---- Every micro-kernel -------------------------------------------------------------------------
 */

/* Advances the first job of the queue: withdraws a later request of this micro-kernel, requests the
 * job, or reserves idle cores for it. True: the queue has changed, so call again. */
static bool step(struct oc_allocator *allocator) {
    struct oc_waiting_job *head = allocator->queue;
    if (!head || !oc_tree_complete(&allocator->propagation))
        return false;
    if (head->state == OC_JOB_BLOCKED && !allocator->outstanding) {
        request(allocator, head);
        return true;
    }
    if (must_cancel(allocator)) {
        cancel(allocator);
        return true;
    }
    /* With a sequencer, the job that is requested may come after others that wait there. */
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
        gather(allocator, entry, allocator->self, cores);
    } else {
        struct oc_job_message message = message_of(OC_JOB_RESPONSE, entry);
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

/* This micro-kernel coordinates a job from now on. */
static bool take(struct oc_allocator *allocator, const struct oc_job *job, uint16_t attempts) {
    /* A domain responds more than once only for cores that have become free in between. */
    int shares = (int)job->cores;
    struct oc_waiting_job *entry =
        oc_wait_queue_insert(&allocator->queue, job, allocator->self, shares);
    if (!entry)
        return false;
    entry->attempt = attempts;
    oc_allocator_proceed(allocator);
    return true;
}

/* The micro-kernel that requests its cores. */
static bool is_for_sequencer(const struct oc_allocator *allocator, const struct oc_job *job) {
    switch (allocator->domains->policy) {
    case OC_JOBS_CANCEL:
        return false;
    case OC_JOBS_SEQUENCER:
        return true;
    default:
        return is_large(allocator, job);
    }
}

void oc_allocator_entrust(struct oc_allocator *allocator, const struct oc_job *job) {
    if (!is_sequencer(allocator))
        submit_to_sequencer(allocator, job, 0);
    else if (!take(allocator, job, 0))
        abort();
}

bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job) {
    if (job->cores == 0 || job->cores > allocator->all)
        return false;
    if (job->cores <= allocator->idle) {
        struct oc_job_share share = {(uint16_t)allocator->self, (uint16_t)job->cores};
        allocator->idle -= job->cores;
        allocator->counts.local++;
        placed(allocator, job, 0, 0);
        allocator->port->start(allocator->port->context, job, job->cores, &share, 1);
        return true;
    }
    if (is_sequencer(allocator) || !is_for_sequencer(allocator, job))
        return take(allocator, job, 0);
    submit_to_sequencer(allocator, job, 0);
    return true;
}

void oc_allocator_enter(struct oc_allocator *allocator, const struct oc_job_header *header) {
    struct oc_waiting_job *entry =
        oc_wait_queue_insert(&allocator->queue, &header->job, (int)header->source, 0);
    if (!entry)
        abort(); /* it cannot take part any more */
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
    if (entry) /* none: OC_JOB_RELAY was faster */
        oc_allocator_leave(allocator, entry, message);
}

/* Responses to a request that has ended meanwhile have no effect: their sender learns of the
 * end, and frees the cores. */
static void on_response(struct oc_allocator *allocator, int from,
                        const struct oc_job_header *header) {
    struct oc_waiting_job *entry = allocator->outstanding;
    if (!entry || oc_job_compare(&entry->job, &header->job) != 0)
        return;
    entry->responses++;
    if (entry->attempt == header->attempt)
        gather(allocator, entry, from, header->count);
}

/* Takes a propagated message, and those of the same source that have waited for it. */
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
    switch (header->kind) {
    case OC_JOB_REQUEST:
    case OC_JOB_CANCEL:
    case OC_JOB_SPAWN:
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
        on_response(allocator, from, header);
        break;
    case OC_JOB_DEAD:
    case OC_JOB_RELAY:
        oc_survivors_receive(allocator, from, message);
        break;
    case OC_JOB_SUBMIT:
        if (header->job.cores > allocator->all) /* its home does not know yet who is dead */
            allocator->port->lost(allocator->port->context, &header->job);
        else if (!take(allocator, &header->job, header->attempt))
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
    oc_allocator_proceed(allocator);
}

/* ---- What it shows
 * -------------------------------------------------------------------------------- */

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
