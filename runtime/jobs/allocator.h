/* The allocator of a micro-kernel (onchip_jobs.h has the terms).
 *
 * Each micro-kernel has an allocator, a machine that takes submissions, messages and ends of jobs,
 * and sends messages and starts tasks through its port. It knows neither MPI nor the chip, so the
 * same code runs on the chip, on Linux and in a test's network of queues. */
#ifndef JOBS_ALLOCATOR_H
#define JOBS_ALLOCATOR_H

#include "onchip_jobs.h"

/* Cores that a micro-kernel gives to a job. */
struct oc_job_share {
    uint16_t kernel, cores;
};

/* A message: a header of fixed size, then the shares of a spawn (2.3.1), or, of OC_JOB_TASKS, a
 * share for each core, whose `kernel` is the core's number on the chip. */
struct oc_job_header {
    uint16_t kind;
    uint16_t source;  /* the micro-kernel that first sent it; others pass it on */
    uint32_t serial;  /* number of the source's propagated message, from 1 on */
    uint16_t attempt; /* which request of the job, from 1 on */
    uint16_t tree;    /* adaptive: which of the source's trees it goes along */
    uint32_t count;   /* response: cores; spawn: shares; otherwise 0 */
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

/* What an allocator needs of the world. All functions return at once. */
struct oc_job_port {
    void *context;
    /* Messages from one micro-kernel to another arrive in the order in which they were sent. */
    void (*send)(void *context, int to, const struct oc_job_message *message);
    /* So many cores of this domain are the job's, until oc_allocator_ended(). Called once for each
     * micro-kernel that has a share. `shares`: all of the job. */
    void (*start)(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t share_count);
    /* This micro-kernel coordinates the job, which has got its cores by so many requests of which
     * all but the last were cancelled, and by so many responses to them. May be null. */
    void (*placed)(void *context, const struct oc_job *job, uint32_t requests, uint32_t responses);
    /* The job will not run, or not any more: it has had cores of a dead micro-kernel, or needs more
     * than are left. What runs of it here is to end, and oc_allocator_ended() to be called for
     * that. May come more than once. May be null if nobody dies. */
    void (*lost)(void *context, const struct oc_job *job);
    /* Cycles, on the clock of all; only for backfilling. */
    uint64_t (*now)(void *context);
};

struct oc_allocator;

/* An allocator for micro-kernel `self`; null: no memory. `domains` and `port` must outlive it. */
struct oc_allocator *oc_allocator_make(int self, const struct oc_domains *domains,
                                       const struct oc_job_port *port);
void oc_allocator_free(struct oc_allocator *allocator);

/* Builds the tree of this source, for adaptive propagation; called before any job is submitted.
 * Jobs that are submitted before the tree is complete wait for it. */
void oc_allocator_explore(struct oc_allocator *allocator);

/* A job is submitted at this micro-kernel, its home. False: no chip has so many cores, or there is
 * no memory. */
bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job);

/* A message has come from `from`. */
void oc_allocator_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message);

/* So many cores of this domain that job `number` had are free again. */
void oc_allocator_ended(struct oc_allocator *allocator, uint32_t number, uint32_t cores);

/* The link to a neighbour is lost, which both its ends are told. What is sent over it still
 * arrives, over a detour. The rest must be connected. Trees are built anew while jobs go on. */
void oc_allocator_lose_link(struct oc_allocator *allocator, int neighbour);

/* Micro-kernel `dead` has died, as this one has noticed; it tells the others. What the dead one has
 * sent may still arrive. Its domain is lost, with all jobs that have cores there; so are jobs that
 * it is the home of and that have not started; all others run, unless too few cores are left. Needs
 * `heartbeat` in the domains. */
void oc_allocator_lose_kernel(struct oc_allocator *allocator, int dead);

/* For statistics and tests. */
const struct oc_allocator_counts *oc_allocator_counts(const struct oc_allocator *allocator);
uint32_t
oc_allocator_idle(const struct oc_allocator *allocator); /* cores free, reserved by nobody */
uint32_t
oc_allocator_reserved(const struct oc_allocator *allocator); /* for jobs that do not run yet */
uint32_t oc_allocator_waiting(
    const struct oc_allocator *allocator); /* jobs in its queue, or left to others */
bool oc_allocator_ready(const struct oc_allocator *allocator);   /* its tree is complete */
bool oc_allocator_current(const struct oc_allocator *allocator); /* and without lost links */

#endif
