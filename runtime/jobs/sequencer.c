#include "jobs/sequencer.h"

#include <stdlib.h>

#include "jobs/coordinator.h"
#include "jobs/state.h"
#include "jobs/survivors.h"

int oc_sequencer_of(const struct oc_allocator *allocator) {
    const struct oc_propagation *propagation = &allocator->propagation;
    int kernel = allocator->domains->sequencer;
    while (propagation->deaths && propagation->dead[kernel])
        kernel = (kernel + 1) % allocator->domains->count;
    return kernel;
}

void oc_sequencer_submit(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts) {
    struct oc_job_message message = {
        .header = {.kind = OC_JOB_SUBMIT, .attempt = attempts, .job = *job}};
    int sequencer = oc_sequencer_of(allocator);
    oc_allocator_send(allocator, sequencer, &message);
    if (allocator->survivors)
        oc_survivors_entrust(allocator, job, sequencer);
}

bool oc_sequencer_is_self(const struct oc_allocator *allocator) {
    return oc_sequencer_of(allocator) == allocator->self;
}

static bool is_large(const struct oc_allocator *allocator, const struct oc_job *job) {
    return job->cores > allocator->all / 2;
}

bool oc_sequencer_takes(const struct oc_allocator *allocator, const struct oc_job *job) {
    switch (allocator->domains->policy) {
    case OC_JOBS_CANCEL:
    case OC_JOBS_BACKOFF:
        return false;
    case OC_JOBS_SEQUENCER:
    case OC_JOBS_CENTRAL:
        return true;
    default:
        return is_large(allocator, job);
    }
}

bool oc_sequencer_takes_over(const struct oc_allocator *allocator,
                             const struct oc_waiting_job *entry) {
    return allocator->domains->policy == OC_JOBS_AUTO && !oc_sequencer_is_self(allocator) &&
           entry->attempt >= 3 && entry->job.cores > allocator->all / 6;
}

void oc_sequencer_entrust(struct oc_allocator *allocator, const struct oc_job *job) {
    if (!oc_sequencer_is_self(allocator))
        oc_sequencer_submit(allocator, job, 0);
    else if (!oc_coordinator_take(allocator, job, 0))
        abort();
}
