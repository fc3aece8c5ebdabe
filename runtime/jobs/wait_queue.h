/* The wait queue of a micro-kernel: the jobs that wait for cores, in the global order
 * (Ramachandran, section 3.0.5). */
#ifndef JOBS_WAIT_QUEUE_H
#define JOBS_WAIT_QUEUE_H

#include "jobs/allocator.h"

enum oc_job_state {
    OC_JOB_BLOCKED,   /* not requested yet, or its request has been cancelled */
    OC_JOB_REQUESTED, /* requested by its coordinator */
    OC_JOB_SPAWNED,   /* has all its cores, but some are still lent to another job (backfill.h) */
};

struct oc_waiting_job {
    struct oc_waiting_job *next;
    struct oc_job job;
    enum oc_job_state state;
    int coordinator;
    uint16_t attempt;
    uint32_t reserved; /* cores of this domain that are reserved for the job */
    uint32_t lent;     /* reserved cores that another job has borrowed (backfill.h) */
    /* Whether this micro-kernel coordinates the job. The next three members are valid only if it
     * does. */
    bool is_own;
    uint32_t responses;   /* number of responses in all attempts */
    uint32_t gathered;    /* cores reserved for the job so far in this attempt */
    uint32_t share_count; /* number of responses that have reserved cores */
    /* All shares of a job in state OC_JOB_SPAWNED. */
    struct oc_job_share *shares;
};

/* Compares two jobs. The result is negative if `one` comes before `other` in the global order, and
 * 0 if both are the same job. */
int oc_job_compare(const struct oc_job *one, const struct oc_job *other);

/* Inserts a job at its position in the global order. Returns null if there is no memory. */
struct oc_waiting_job *oc_wait_queue_insert(struct oc_waiting_job **queue, const struct oc_job *job,
                                            int coordinator, bool is_own);

/* Appends a job, whatever its position in the global order is (backoff.h). Returns null if there is
 * no memory. */
struct oc_waiting_job *oc_wait_queue_append(struct oc_waiting_job **queue, const struct oc_job *job,
                                            int coordinator, bool is_own);

/* Returns the entry for a job with this coordinator, or null. (While a job moves from its home to
 * the sequencer, it may have an entry for each of these two coordinators.) */
struct oc_waiting_job *oc_wait_queue_find(struct oc_waiting_job *queue, const struct oc_job *job,
                                          int coordinator);

void oc_wait_queue_remove(struct oc_waiting_job **queue, struct oc_waiting_job *entry);

#endif
