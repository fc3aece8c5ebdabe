/* The coordinator of a job requests its cores, gathers the responses, and spawns it or withdraws
 * its request (2.3.2): its home, or the sequencer. A micro-kernel requests for one job at a time.
 */
#ifndef JOBS_COORDINATOR_H
#define JOBS_COORDINATOR_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

/* This micro-kernel coordinates a job from now on, which others have requested `attempts` times.
 * False: no memory. */
bool oc_coordinator_take(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts);

void oc_coordinator_request(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* Whether the request that is out blocks others. A sequencer goes on with it even if another job of
 * its own comes before: no other micro-kernel waits for that one yet; and so if an earlier request
 * of the same job comes late, whose cancellation follows. */
bool oc_coordinator_must_cancel(const struct oc_allocator *allocator);

/* Withdraws the request that is out, which comes again when its job is the first in the queue, here
 * or at the sequencer. */
void oc_coordinator_cancel(struct oc_allocator *allocator);

/* Withdraws the request that is out, if it is this entry's. */
void oc_coordinator_withdraw(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* A micro-kernel has reserved cores for the job whose request is out. */
void oc_coordinator_gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                           uint32_t cores);

/* Receives a response: the micro-kernel of rank `from` has reserved cores. A response to a request
 * that has ended has no effect: its sender learns of the end, and frees the cores. */
void oc_coordinator_receive(struct oc_allocator *allocator, int from,
                            const struct oc_job_header *header);

#endif
