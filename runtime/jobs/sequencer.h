/* The sequencer requests cores for the jobs of others (2.3.3): with policy `sequencer` for all;
 * with `auto` for those that need more than half of all cores, as no two of these run side by side,
 * and for those that need more than a sixth and have been cancelled three times. */
#ifndef JOBS_SEQUENCER_H
#define JOBS_SEQUENCER_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

/* The first micro-kernel that lives, from that of the domains on; whether it is this one. */
int oc_sequencer_of(const struct oc_allocator *allocator);
bool oc_sequencer_is_self(const struct oc_allocator *allocator);

/* Whether it coordinates a job from its submission on; and one that its home has requested. */
bool oc_sequencer_takes(const struct oc_allocator *allocator, const struct oc_job *job);
bool oc_sequencer_takes_over(const struct oc_allocator *allocator,
                             const struct oc_waiting_job *entry);

/* Sends a job to it, which has been requested `attempts` times. */
void oc_sequencer_submit(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts);

/* A job that a dead sequencer was left to finds the next one. */
void oc_sequencer_entrust(struct oc_allocator *allocator, const struct oc_job *job);

#endif
