/* Random back-off, against which Ramachandran argues in section 2.2. There is no order of jobs. A
 * request keeps the cores that it has got for a fixed time. If these are not enough by then, the
 * home yields them and makes the request again after a random pause. Micro-kernels give cores to
 * requests in the order of their arrival. */
#ifndef JOBS_BACKOFF_H
#define JOBS_BACKOFF_H

#include "jobs/state.h"
#include "jobs/wait_queue.h"

/* Returns the job that this micro-kernel should request now, or null. */
struct oc_waiting_job *oc_backoff_next(const struct oc_allocator *allocator);

/* Whether the current request has kept its cores for so long that it must yield them. */
bool oc_backoff_must_yield(const struct oc_allocator *allocator);

/* oc_backoff_note_request() is called when a request has been sent, oc_backoff_note_yield() when
 * the cores of the request have been yielded. */
void oc_backoff_note_request(struct oc_allocator *allocator);
void oc_backoff_note_yield(struct oc_allocator *allocator);

/* The cycle in which the next request is to be sent or the current request must yield its cores.
 * UINT64_MAX if neither is to happen. */
uint64_t oc_backoff_due(const struct oc_allocator *allocator);

#endif
