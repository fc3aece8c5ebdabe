/* Random back-off, against which the paper argues (onchip_jobs.h; 2.2): there is no order of jobs.
 * A home keeps the cores that a request has got for a while. If they are not enough by then, it
 * yields them, and requests again after a random pause. Micro-kernels give cores in the order of
 * the requests' arrivals. */
#ifndef JOBS_BACKOFF_H
#define JOBS_BACKOFF_H

#include "jobs/state.h"
#include "jobs/wait_queue.h"

/* The job to request now, or null. */
struct oc_waiting_job *oc_backoff_next(const struct oc_allocator *allocator);

/* Whether the current request has kept its cores for long enough. */
bool oc_backoff_must_yield(const struct oc_allocator *allocator);

/* oc_backoff_note_request() is called when a request has been sent, oc_backoff_note_yield() when
 * its cores have been yielded. */
void oc_backoff_note_request(struct oc_allocator *allocator);
void oc_backoff_note_yield(struct oc_allocator *allocator);

/* The cycle in which a request is to be sent or to be yielded; UINT64_MAX: none. */
uint64_t oc_backoff_due(const struct oc_allocator *allocator);

#endif
