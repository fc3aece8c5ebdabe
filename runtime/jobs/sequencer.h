/* The sequencer requests cores for the jobs of other homes (Ramachandran, section 2.3.3). With the
 * policy `sequencer`, it requests them for all jobs. With `auto`, it requests them for two kinds of
 * jobs: those that need more than half of all cores, because no two of these run side by side; and
 * those that need more than a sixth of all cores and have been cancelled three times. */
#ifndef JOBS_SEQUENCER_H
#define JOBS_SEQUENCER_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

/* Returns the number of the micro-kernel that is the sequencer now. It is the one that the domains
 * name or, if that one has died, the next living one. */
int oc_sequencer_of(const struct oc_allocator *allocator);
bool oc_sequencer_is_self(const struct oc_allocator *allocator);

/* oc_sequencer_takes() tells whether the sequencer coordinates a job from its submission on.
 * oc_sequencer_takes_over() tells whether the sequencer takes over a job that its home has already
 * requested. */
bool oc_sequencer_takes(const struct oc_allocator *allocator, const struct oc_job *job);
bool oc_sequencer_takes_over(const struct oc_allocator *allocator,
                             const struct oc_waiting_job *entry);

/* Sends a job that has been requested `attempts` times to the sequencer. */
void oc_sequencer_submit(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts);

/* If a job was left to a sequencer that is now dead, gives it to the next sequencer. */
void oc_sequencer_entrust(struct oc_allocator *allocator, const struct oc_job *job);

#endif
