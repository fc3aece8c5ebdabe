#include "jobs/coordinator.h"

#include <stdlib.h>

#include "jobs/backfill.h"
#include "jobs/backoff.h"
#include "jobs/manager.h"
#include "jobs/sequencer.h"
#include "jobs/state.h"
#include "jobs/survivors.h"

struct oc_waiting_job *oc_coordinator_next(const struct oc_allocator *allocator) {
    struct oc_waiting_job *head = allocator->queue;
    if (allocator->domains->policy == OC_JOBS_BACKOFF)
        return oc_backoff_next(allocator);
    return head->state == OC_JOB_BLOCKED && !allocator->outstanding ? head : NULL;
}

void oc_coordinator_request(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    entry->state = OC_JOB_REQUESTED;
    entry->attempt++;
    allocator->outstanding = entry;
    if (allocator->domains->policy == OC_JOBS_BACKOFF)
        oc_backoff_note_request(allocator);
    struct oc_job_message message = oc_job_message_of(OC_JOB_REQUEST, entry);
    oc_allocator_send_to_all(allocator, &message);
}

bool oc_coordinator_must_cancel(const struct oc_allocator *allocator) {
    const struct oc_waiting_job *entry = allocator->queue;
    if (allocator->domains->policy == OC_JOBS_BACKOFF)
        return oc_backoff_must_yield(allocator);
    if (!allocator->outstanding || allocator->domains->policy == OC_JOBS_SEQUENCER)
        return false;
    if (allocator->domains->policy == OC_JOBS_CANCEL || !oc_sequencer_is_self(allocator))
        return allocator->outstanding != entry;
    if (allocator->foreign == 0)
        return false;
    while (entry != allocator->outstanding &&
           (entry->is_own || oc_job_compare(&entry->job, &allocator->outstanding->job) == 0))
        entry = entry->next;
    return entry != allocator->outstanding;
}

void oc_coordinator_withdraw(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    if (entry != allocator->outstanding)
        return;
    struct oc_job_message message = oc_job_message_of(OC_JOB_CANCEL, entry);
    entry->state = OC_JOB_BLOCKED;
    allocator->idle += entry->reserved;
    entry->reserved = entry->gathered = entry->share_count = 0;
    allocator->outstanding = NULL;
    allocator->counts.cancelled++;
    if (allocator->domains->policy == OC_JOBS_BACKOFF)
        oc_backoff_note_yield(allocator);
    oc_allocator_send_to_all(allocator, &message);
}

void oc_coordinator_cancel(struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = allocator->outstanding;
    oc_coordinator_withdraw(allocator, entry);
    if (oc_sequencer_takes_over(allocator, entry)) {
        oc_sequencer_submit(allocator, &entry->job, entry->attempt);
        oc_wait_queue_remove(&allocator->queue, entry);
    }
}

/* Reduces the shares until their sum is the number of cores that the job needs. */
static void trim(struct oc_allocator *allocator, struct oc_waiting_job *entry) {
    struct oc_job_share *shares = allocator->shares;
    uint32_t left = entry->job.cores;
    for (uint32_t i = 0; i < entry->share_count; i++) {
        if (shares[i].cores > left)
            shares[i].cores = (uint16_t)left;
        left -= shares[i].cores;
        if (left == 0)
            entry->share_count = i + 1;
    }
}

void oc_coordinator_gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                           uint32_t cores) {
    allocator->shares[entry->share_count++] =
        (struct oc_job_share){(uint16_t)kernel, (uint16_t)cores};
    entry->gathered += cores;
    if (entry->gathered < entry->job.cores)
        return;
    trim(allocator, entry);
    oc_allocator_note_placed(allocator, &entry->job, entry->attempt, entry->responses);
    struct oc_job_message message = oc_job_message_of(OC_JOB_SPAWN, entry);
    message.shares = allocator->shares;
    message.header.count = entry->share_count;
    if (allocator->domains->policy == OC_JOBS_CENTRAL)
        oc_manager_spawn(allocator, &message);
    else
        oc_allocator_send_to_all(allocator, &message);
    if (allocator->survivors)
        oc_survivors_note_spawn(allocator, &entry->job, allocator->self, allocator->shares,
                                entry->share_count);
    allocator->outstanding = NULL;
    if (allocator->domains->policy == OC_JOBS_BACKOFF)
        allocator->due = 0; /* the next job is requested without a pause */
    if (allocator->backfill && oc_backfill_note_spawn(allocator, entry))
        return;
    oc_allocator_spawn(allocator, entry, allocator->shares, entry->share_count);
    oc_wait_queue_remove(&allocator->queue, entry);
}

/* Makes room for the shares of a job that needs `cores` cores. The job gets at most one share for
 * each core, because each response brings at least one core. (A domain responds again only if cores
 * have become free since its last response.) */
static bool make_room(struct oc_allocator *allocator, uint32_t cores) {
    if (cores <= allocator->most_shares)
        return true;
    struct oc_job_share *shares = realloc(allocator->shares, cores * sizeof *shares);
    if (!shares)
        return false;
    allocator->shares = shares;
    allocator->most_shares = cores;
    return true;
}

bool oc_coordinator_take(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts) {
    if (!make_room(allocator, job->cores))
        return false;
    struct oc_waiting_job *entry = oc_allocator_queue(allocator, job, allocator->self, true);
    if (!entry)
        return false;
    entry->attempt = attempts;
    if (allocator->backfill)
        oc_backfill_note_waiting(allocator);
    oc_allocator_proceed(allocator);
    return true;
}

void oc_coordinator_receive(struct oc_allocator *allocator, int from,
                            const struct oc_job_header *header) {
    struct oc_waiting_job *entry = allocator->outstanding;
    if (!entry || oc_job_compare(&entry->job, &header->job) != 0)
        return;
    entry->responses++;
    if (entry->attempt == header->attempt)
        oc_coordinator_gather(allocator, entry, from, header->count);
}
