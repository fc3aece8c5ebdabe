#include "jobs/manager.h"

#include <stdlib.h>

#include "jobs/coordinator.h"
#include "jobs/sequencer.h"

bool oc_manager_make(struct oc_allocator *allocator) {
    const struct oc_domains *domains = allocator->domains;
    bool is_manager = oc_sequencer_is_self(allocator);
    allocator->due = is_manager || !domains->period ? UINT64_MAX : domains->period;
    if (!is_manager)
        return true;
    allocator->known = calloc((size_t)domains->count, sizeof *allocator->known);
    for (int kernel = 0; allocator->known && kernel < domains->count; kernel++)
        oc_manager_hear(allocator, kernel, domains->cores[kernel]);
    return allocator->known;
}

bool oc_manager_give(struct oc_allocator *allocator) {
    struct oc_waiting_job *entry = allocator->queue;
    uint32_t left = entry->job.cores;
    if (left > allocator->known_sum)
        return false;
    entry->attempt = 1;
    allocator->known_sum -= left;
    for (int kernel = 0; left > 0; kernel++) {
        uint32_t cores = allocator->known[kernel] < left ? allocator->known[kernel] : left;
        allocator->known[kernel] -= cores;
        left -= cores;
        if (cores > 0)
            /* the call with the job's last cores removes `entry` */
            oc_coordinator_gather(allocator, entry, kernel, cores);
    }
    return true;
}

void oc_manager_spawn(struct oc_allocator *allocator, struct oc_job_message *message) {
    for (uint32_t i = 0; i < message->header.count; i++)
        if (message->shares[i].kernel != allocator->self)
            oc_allocator_send(allocator, message->shares[i].kernel, message);
}

void oc_manager_start(struct oc_allocator *allocator, const struct oc_job_message *message) {
    struct oc_waiting_job entry = {.job = message->header.job};
    oc_allocator_spawn(allocator, &entry, message->shares, message->header.count);
}

void oc_manager_report(struct oc_allocator *allocator, uint32_t cores) {
    if (oc_sequencer_is_self(allocator)) {
        oc_manager_hear(allocator, allocator->self, cores);
        return;
    }
    struct oc_job_message message = {.header = {.kind = OC_JOB_RESPONSE, .count = cores}};
    oc_allocator_send(allocator, oc_sequencer_of(allocator), &message);
}

void oc_manager_hear(struct oc_allocator *allocator, int from, uint32_t cores) {
    allocator->known[from] += cores;
    allocator->known_sum += cores;
}

void oc_manager_wake(struct oc_allocator *allocator) {
    if (allocator->port->now(allocator->port->context) < allocator->due)
        return;
    allocator->due += allocator->domains->period;
    oc_manager_report(allocator, 0);
}
