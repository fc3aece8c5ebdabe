/* The allocator of a micro-kernel (onchip_jobs.h defines the terms).
 *
 * Each micro-kernel has an allocator. The allocator is told of submissions, messages and ends of
 * jobs, and sends messages and starts tasks through its port. It calls neither MPI nor the HAL, so
 * it runs on the chip, on Linux, and in a test that connects allocators by queues. */
#ifndef JOBS_ALLOCATOR_H
#define JOBS_ALLOCATOR_H

#include "onchip_jobs.h"

/* The cores that a micro-kernel gives to a job. */
struct oc_job_share {
    uint16_t kernel, cores;
};

/* A message: a header of fixed size, and then an array of struct oc_job_share. OC_JOB_SPAWN, and
 * OC_JOB_RELAY, which repeats a spawn, contain all shares of the job (Ramachandran, section 2.3.1).
 * OC_JOB_TASKS contains one share for each core, whose `kernel` is then the core's number on the
 * chip. OC_JOB_LOST and OC_JOB_DEAD use `serial`, `count` and `attempt` for something else (enum
 * oc_job_message_kind). */
struct oc_job_header {
    uint16_t kind;
    uint16_t source;  /* the micro-kernel that first sent it; others pass it on */
    uint32_t serial;  /* number of the source's propagated messages so far, from 1 */
    uint16_t attempt; /* how many times the job has been requested, from 1 */
    /* With the propagation `adaptive`, the number of the source's tree that the message follows.
     * With `fixed`, receivers may have to pass the message on sideways as well: 1 + the direction
     * in which they pass it on, or 0. */
    uint16_t route;
    uint32_t count; /* number of shares; in a response, number of reserved cores */
    struct oc_job job;
};
struct oc_job_message {
    struct oc_job_header header;
    const struct oc_job_share *shares;
};

static inline uint32_t oc_job_shares(const struct oc_job_header *header) {
    bool has = header->kind == OC_JOB_SPAWN || header->kind == OC_JOB_RELAY ||
               header->kind == OC_JOB_TASKS;
    return has ? header->count : 0;
}

/* The functions by which an allocator acts on the system around it. All of them return at once. */
struct oc_job_port {
    void *context;
    /* Messages from one micro-kernel to another arrive in the order in which they were sent. */
    void (*send)(void *context, int to, const struct oc_job_message *message);
    /* Called once at each micro-kernel that has a share of a job. From then until
     * oc_allocator_ended(), the job has `cores` cores of this domain. `shares` are the shares of
     * all domains. */
    void (*start)(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t share_count);
    /* Called at the coordinator of a job when the job has got its cores. The coordinator has sent
     * `requests` requests for this job, of which all but the last were cancelled, and has received
     * `responses` responses to them. May be null. */
    void (*placed)(void *context, const struct oc_job *job, uint32_t requests, uint32_t responses);
    /* Called when a job will not run, or must stop, because it has lost cores to a dead
     * micro-kernel or needs more cores than are left. The function ends the part of the job that
     * runs in this domain, and calls oc_allocator_ended() for that part. It may be called more than
     * once for a job. It may be null if no micro-kernel ever dies. */
    void (*lost)(void *context, const struct oc_job *job);
    /* The time in cycles of a clock that all micro-kernels share. Used only for backfilling, for
     * back-off and for periodic reports to a manager. */
    uint64_t (*now)(void *context);
};

struct oc_allocator;

/* Makes an allocator for micro-kernel `self`. Returns null if there is no memory. `domains` and
 * `port` must stay valid as long as the allocator exists. */
struct oc_allocator *oc_allocator_make(int self, const struct oc_domains *domains,
                                       const struct oc_job_port *port);
void oc_allocator_free(struct oc_allocator *allocator);

/* Begins to build the tree of this micro-kernel, for adaptive propagation. Called before any job is
 * submitted. Jobs that are submitted before the tree is complete wait for it. */
void oc_allocator_explore(struct oc_allocator *allocator);

/* Submits a job at this micro-kernel, which is its home. Returns false if the job needs more cores
 * than the domains have, or if there is no memory. */
bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job);

/* Handles a message from micro-kernel `from`. */
void oc_allocator_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message);

/* Tells the allocator that `cores` cores of this domain, which job `number` had, are free again. */
void oc_allocator_ended(struct oc_allocator *allocator, uint32_t number, uint32_t cores);

/* With the policies `backoff` and `central` and a period, returns the cycle in which the caller
 * should call oc_allocator_wake(); otherwise UINT64_MAX. Any other call to the allocator may change
 * this cycle. */
uint64_t oc_allocator_due(const struct oc_allocator *allocator);
void oc_allocator_wake(struct oc_allocator *allocator);

/* Called at both ends of a link when the link is lost; `neighbour` is the other end. Messages that
 * would use the link then arrive by a detour. The other links must keep all micro-kernels
 * connected. Trees are rebuilt while jobs go on. */
void oc_allocator_lose_link(struct oc_allocator *allocator, int neighbour);

/* Called when this micro-kernel has noticed that micro-kernel `dead` has died. Tells the other
 * micro-kernels. Messages that the dead one sent may still arrive. The cores of its domain are
 * lost. So are all jobs that have cores there, and all jobs submitted there that have not started.
 * All other jobs run, unless too few cores are left. Needs `heartbeat` in the domains. */
void oc_allocator_lose_kernel(struct oc_allocator *allocator, int dead);

/* The following functions are for statistics and tests. */
const struct oc_allocator_counts *oc_allocator_counts(const struct oc_allocator *allocator);
/* Free cores of this domain that are not reserved. */
uint32_t oc_allocator_idle(const struct oc_allocator *allocator);
/* Cores that are reserved for jobs that do not run yet. */
uint32_t oc_allocator_reserved(const struct oc_allocator *allocator);
/* The number of jobs in the queue, including those of other micro-kernels, plus the number of this
 * micro-kernel's jobs that have another coordinator. */
uint32_t oc_allocator_waiting(const struct oc_allocator *allocator);
/* Whether this micro-kernel's tree is complete. */
bool oc_allocator_ready(const struct oc_allocator *allocator);
/* Whether this micro-kernel's tree is complete and also avoids all lost links. */
bool oc_allocator_current(const struct oc_allocator *allocator);

#endif
