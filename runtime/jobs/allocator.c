#include "jobs/allocator.h"

#include <stdlib.h>

#include "jobs/propagation.h"
#include "jobs/wait_queue.h"

struct oc_allocator {
    int self;
    const struct oc_domains *domains;
    const struct oc_job_port *port;
    struct oc_propagation propagation;
    struct oc_waiting_job *queue;
    struct oc_waiting_job *outstanding; /* the own job whose request is out, at most one */
    uint32_t idle;
    struct oc_allocator_counts counts;
};

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
    return allocator;
}

void oc_allocator_free(struct oc_allocator *allocator) {
    while (allocator->queue)
        oc_wait_queue_remove(&allocator->queue, allocator->queue);
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

static void send(struct oc_allocator *allocator, int to, struct oc_job_message *message) {
    message->header.source = (uint16_t)allocator->self;
    allocator->counts.sent[message->header.kind]++;
    allocator->port->send(allocator->port->context, to, message);
}

static void send_to_all(struct oc_allocator *allocator, struct oc_job_message *message) {
    oc_propagate(&allocator->propagation, allocator->port, message, allocator->counts.sent);
}

/* ---- The coordinator
 * ------------------------------------------------------------------------------ */

static void request(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    entry->state = OC_JOB_REQUESTED;
    entry->attempt++;
    allocator->outstanding = entry;
    struct oc_job_message message = message_of(OC_JOB_REQUEST, entry);
    send_to_all(allocator, &message);
}

/* The own request is withdrawn, and comes again when its job is the first in the queue. */
static void cancel(struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = allocator->outstanding;
    struct oc_job_message message = message_of(OC_JOB_CANCEL, entry);
    entry->state = OC_JOB_BLOCKED;
    allocator->idle += entry->reserved;
    entry->reserved = entry->gathered = entry->share_count = 0;
    allocator->outstanding = NULL;
    allocator->counts.cancelled++;
    send_to_all(allocator, &message);
}

/* Takes no more shares, and no more of the last one, than the job needs. */
static void trim(struct oc_waiting_job *entry) {
    uint32_t left = entry->job.cores;
    for (uint32_t i = 0; i < entry->share_count; i++) {
        if (entry->shares[i].cores > left)
            entry->shares[i].cores = left;
        left -= entry->shares[i].cores;
        if (left == 0)
            entry->share_count = i + 1;
    }
}

static uint32_t share_of(int kernel, const struct oc_job_share *shares, uint32_t count) {
    uint32_t cores = 0;
    for (uint32_t i = 0; i < count; i++)
        if (shares[i].kernel == (uint32_t)kernel)
            cores += shares[i].cores;
    return cores;
}

/* The job has got its cores: what it does not use is free, and the rest starts. */
static void spawn(struct oc_allocator *allocator, struct oc_waiting_job *entry,
                  const struct oc_job_share *shares, uint32_t share_count) {
    uint32_t used = share_of(allocator->self, shares, share_count);
    struct oc_job job = entry->job;
    allocator->idle += entry->reserved - used;
    entry->reserved = 0;
    if (used > 0)
        allocator->port->start(allocator->port->context, &job, used, shares, share_count);
}

static void gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                   uint32_t cores) {
    entry->shares[entry->share_count++] = (struct oc_job_share){(uint32_t)kernel, cores};
    entry->gathered += cores;
    if (entry->gathered < entry->job.cores)
        return;
    trim(entry);
    struct oc_job_message message = message_of(OC_JOB_SPAWN, entry);
    message.shares = entry->shares;
    message.header.count = entry->share_count;
    send_to_all(allocator, &message);
    spawn(allocator, entry, entry->shares, entry->share_count);
    allocator->outstanding = NULL;
    oc_wait_queue_remove(&allocator->queue, entry);
}

/* ---- Every micro-kernel -------------------------------------------------------------------------
 */

/* Does what there is to do for the first job of the queue: withdraws a request of this
 * micro-kernel's that comes after it, or requests it, or reserves idle cores for it. True: the
 * queue has changed by this, and there may be more to do. */
static bool step(struct oc_allocator *allocator) {
    struct oc_waiting_job *head = allocator->queue;
    if (!head || !oc_tree_complete(&allocator->propagation))
        return false;
    if (head->state == OC_JOB_BLOCKED && !allocator->outstanding) {
        request(allocator, head);
        return true;
    }
    if (allocator->domains->policy == OC_JOBS_CANCEL && allocator->outstanding &&
        allocator->outstanding != head) {
        cancel(allocator);
        return true;
    }
    /* With a sequencer, the job that is requested may come after others that wait there. */
    struct oc_waiting_job *entry = head;
    while (entry && entry->state != OC_JOB_REQUESTED)
        entry = entry->next;
    if (!entry)
        return false;
    uint32_t wanted = entry->job.cores - entry->reserved;
    uint32_t cores = allocator->idle < wanted ? allocator->idle : wanted;
    if (cores == 0)
        return false;
    allocator->idle -= cores;
    entry->reserved += cores;
    if (entry->is_own) {
        gather(allocator, entry, allocator->self, cores);
    } else {
        struct oc_job_message message = message_of(OC_JOB_RESPONSE, entry);
        message.header.count = cores;
        bool by_sequencer = allocator->domains->policy == OC_JOBS_SEQUENCER;
        send(allocator, by_sequencer ? allocator->domains->sequencer : (int)entry->job.home,
             &message);
    }
    return true;
}

static void proceed(struct oc_allocator *allocator) {
    while (step(allocator))
        ;
}

void oc_allocator_explore(struct oc_allocator *allocator) {
    oc_tree_explore(&allocator->propagation, allocator->port, allocator->counts.sent);
}

/* This micro-kernel coordinates a job from now on. */
static bool take(struct oc_allocator *allocator, const struct oc_job *job) {
    /* A domain responds more than once only for cores that have become free in between. */
    int shares = (int)job->cores;
    if (!oc_wait_queue_insert(&allocator->queue, job, shares))
        return false;
    proceed(allocator);
    return true;
}

bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job) {
    const struct oc_domains *domains = allocator->domains;
    uint64_t all = 0;
    for (int kernel = 0; kernel < domains->count; kernel++)
        all += domains->cores[kernel];
    if (job->cores == 0 || job->cores > all)
        return false;
    if (job->cores <= allocator->idle) {
        struct oc_job_share share = {(uint32_t)allocator->self, job->cores};
        allocator->idle -= job->cores;
        allocator->counts.local++;
        allocator->port->start(allocator->port->context, job, job->cores, &share, 1);
        return true;
    }
    if (domains->policy == OC_JOBS_CANCEL || domains->sequencer == allocator->self)
        return take(allocator, job);
    struct oc_job_message message = {.header = {.kind = OC_JOB_SUBMIT, .job = *job}};
    send(allocator, domains->sequencer, &message);
    return true;
}

static void on_request(struct oc_allocator *allocator, const struct oc_job_header *header) {
    struct oc_waiting_job *entry = oc_wait_queue_insert(&allocator->queue, &header->job, 0);
    if (!entry)
        abort(); /* it cannot take part any more */
    entry->state = OC_JOB_REQUESTED;
    entry->attempt = header->attempt;
}

static void on_end_of_request(struct oc_allocator *allocator,
                              const struct oc_job_message *message) {
    struct oc_waiting_job *entry = oc_wait_queue_find(allocator->queue, &message->header.job);
    if (message->header.kind == OC_JOB_SPAWN)
        spawn(allocator, entry, message->shares, message->header.count);
    allocator->idle += entry->reserved;
    oc_wait_queue_remove(&allocator->queue, entry);
}

/* Responses to a request that has ended meanwhile have no effect: whoever sent them learns of the
 * end, and frees the cores. */
static void on_response(struct oc_allocator *allocator, int from,
                        const struct oc_job_header *header) {
    struct oc_waiting_job *entry = allocator->outstanding;
    if (entry && oc_job_compare(&entry->job, &header->job) == 0 &&
        entry->attempt == header->attempt)
        gather(allocator, entry, from, header->count);
}

void oc_allocator_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message) {
    const struct oc_job_header *header = &message->header;
    switch (header->kind) {
    case OC_JOB_REQUEST:
    case OC_JOB_CANCEL:
    case OC_JOB_SPAWN:
        if (!oc_propagation_forward(&allocator->propagation, allocator->port, from, message,
                                    allocator->counts.sent))
            return;
        if (header->kind == OC_JOB_REQUEST)
            on_request(allocator, header);
        else
            on_end_of_request(allocator, message);
        break;
    case OC_JOB_RESPONSE:
        on_response(allocator, from, header);
        break;
    case OC_JOB_SUBMIT:
        if (!take(allocator, &header->job))
            abort();
        break;
    default:
        oc_tree_receive(&allocator->propagation, allocator->port, from, message,
                        allocator->counts.sent);
    }
    proceed(allocator);
}

void oc_allocator_ended(struct oc_allocator *allocator, uint32_t cores) {
    allocator->idle += cores;
    proceed(allocator);
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
    uint32_t jobs = 0;
    for (const struct oc_waiting_job *entry = allocator->queue; entry; entry = entry->next)
        jobs++;
    return jobs;
}

bool oc_allocator_ready(const struct oc_allocator *allocator) {
    return oc_tree_complete(&allocator->propagation);
}
