/* The coordinator of a job is its home or the sequencer. It requests the job's cores, gathers the
 * responses, and then spawns the job or withdraws the request (Ramachandran, section 2.3.2). A
 * micro-kernel makes one request at a time. */
#ifndef JOBS_COORDINATOR_H
#define JOBS_COORDINATOR_H

#include "jobs/allocator.h"
#include "jobs/wait_queue.h"

/* Makes this micro-kernel the coordinator of a job. Earlier coordinators have requested the job
 * `attempts` times. Returns false if there is no memory. */
bool oc_coordinator_take(struct oc_allocator *allocator, const struct oc_job *job,
                         uint16_t attempts);

void oc_coordinator_request(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* Returns the job that this micro-kernel should request now, or null. */
struct oc_waiting_job *oc_coordinator_next(const struct oc_allocator *allocator);

/* Whether the current request blocks requests of other micro-kernels and must be cancelled. A
 * sequencer keeps its request even if other entries come before it in the queue, provided that each
 * of these entries is harmless. An entry is harmless if the sequencer coordinates its job itself,
 * so that no other micro-kernel waits for it yet, or if it is an earlier request for the same job,
 * which has arrived late and will be cancelled. */
bool oc_coordinator_must_cancel(const struct oc_allocator *allocator);

/* Withdraws the current request. The request is made again, here or at the sequencer, when its job
 * is the first in the queue. */
void oc_coordinator_cancel(struct oc_allocator *allocator);

/* Withdraws the current request if it is for the job of this entry. */
void oc_coordinator_withdraw(struct oc_allocator *allocator, struct oc_waiting_job *entry);

/* Notes that micro-kernel `kernel` has reserved `cores` cores for the job of the current
 * request. */
void oc_coordinator_gather(struct oc_allocator *allocator, struct oc_waiting_job *entry, int kernel,
                           uint32_t cores);

/* Handles a response of micro-kernel `from`, which has reserved cores. If the request has already
 * ended, the response has no effect: `from` will learn of the end and free the cores. */
void oc_coordinator_receive(struct oc_allocator *allocator, int from,
                            const struct oc_job_header *header);

#endif
