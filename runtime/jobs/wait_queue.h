/* The wait queue of a micro-kernel: the jobs that want cores, in the global order (3.0.5). */
#ifndef JOBS_WAIT_QUEUE_H
#define JOBS_WAIT_QUEUE_H

#include "jobs/allocator.h"

enum oc_job_state {
    OC_JOB_BLOCKED,   /* waits at its coordinator: not requested yet, or cancelled */
    OC_JOB_REQUESTED, /* its request is out */
    OC_JOB_SPAWNED,   /* waits for cores that it has lent (backfill.h) */
};

struct oc_waiting_job {
    struct oc_waiting_job *next;
    struct oc_job job;
    enum oc_job_state state;
    int coordinator;
    uint16_t attempt;
    uint32_t reserved;           /* cores of this domain, */
    uint32_t lent;               /* and those of them that another job has (backfill.h) */
    bool is_own;                 /* this micro-kernel coordinates it; only then: */
    uint32_t responses;          /* in all attempts */
    uint32_t gathered;           /* cores that all have reserved in this attempt, */
    uint32_t share_count;        /* by so many responses */
    struct oc_job_share *shares; /* of a job that has its cores and waits for lent ones: all */
};

/* Negative if `one` comes before `other` in the global order, 0 if they are the same. */
int oc_job_compare(const struct oc_job *one, const struct oc_job *other);

/* Inserts a job in its order; null: no memory. */
struct oc_waiting_job *oc_wait_queue_insert(struct oc_waiting_job **queue, const struct oc_job *job,
                                            int coordinator, bool is_own);

/* The entry of a job with this coordinator, or null. (One that goes from its home to the sequencer
 * may stand there with both for a while.) */
struct oc_waiting_job *oc_wait_queue_find(struct oc_waiting_job *queue, const struct oc_job *job,
                                          int coordinator);

void oc_wait_queue_remove(struct oc_waiting_job **queue, struct oc_waiting_job *entry);

#endif
