/* The coordinator of a job is its home or the sequencer. It requests the job's cores, gathers the
 * responses, and then spawns the job or withdraws the request (Ramachandran 2.3.2). A micro-kernel
 * has one request out at a time. */
#ifndef JOBS_COORDINATOR_H
#define JOBS_COORDINATOR_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

/* Makes this micro-kernel the coordinator of a job, which other coordinators have requested
 * `attempts` times. Returns false if there is no memory. */
bool oc_coordinator_take(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts);

void oc_coordinator_request(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* The job to request now, or null. */
struct oc_waiting_job *oc_coordinator_next(const struct oc_allocator *allocator);

/* Whether the current request blocks others and must be cancelled. A sequencer keeps its request
 * even if another job that it coordinates comes first in the queue, because no other micro-kernel
 * waits for that job yet. It also keeps its request if an earlier request for the same job arrives
 * late, because the cancellation of that earlier request follows it. */
bool oc_coordinator_must_cancel(const struct oc_allocator *allocator);

/* Withdraws the current request. It is made again when its job is the first in the queue, here or
 * at the sequencer. */
void oc_coordinator_cancel(struct oc_allocator *allocator);

/* Withdraws the current request if it is this entry's. */
void oc_coordinator_withdraw(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* Notes that a micro-kernel has reserved cores for the job of the current request. */
void oc_coordinator_gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                           uint32_t cores);

/* Handles a response: micro-kernel `from` has reserved cores. A response to a request that has
 * ended has no effect, as its sender will learn of the end and free the cores. */
void oc_coordinator_receive(struct oc_allocator *allocator, int from,
                            const struct oc_job_header *header);

#endif
