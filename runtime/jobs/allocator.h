/* The distributed job allocator of PICASO (job-allocation-picaso, chapter 2): micro-kernels that
 * find the cores of a job together, without a manager.
 *
 * Each micro-kernel has an allocator, a machine that takes submissions, messages and ends of jobs,
 * and sends messages and starts tasks through its port. It knows neither MPI nor the chip, so the
 * same code runs on the chip, on Linux and in a test's network of queues.
 *
 * A *job* needs a number of cores, all at once, and keeps them until its tasks end. The *home* of a
 * job is the micro-kernel where it is submitted; its *coordinator*, which requests the cores, is
 * the home (policy cancel), or the one sequencer (policy sequencer). */
#ifndef JOBS_ALLOCATOR_H
#define JOBS_ALLOCATOR_H

#include <stdbool.h>
#include <stdint.h>

enum oc_job_policy {
    OC_JOBS_CANCEL,    /* active cancellation, 2.3.2 */
    OC_JOBS_SEQUENCER, /* sequencer-based atomic broadcast, 2.3.3 */
};

/* How a request and what follows it reach all micro-kernels, 2.3.4. */
enum oc_job_propagation {
    OC_JOBS_NAIVE,    /* the source sends to each */
    OC_JOBS_FLOOD,    /* each passes it on to all its neighbours but the one it has it from */
    OC_JOBS_FIXED,    /* along the source's row, and from there along the columns */
    OC_JOBS_ADAPTIVE, /* along a tree for each source, which a first phase builds */
};

/* A job, as it travels. The first three fields are the global order, and with `number` its name. */
struct oc_job {
    uint32_t priority; /* a user's; a higher one comes first */
    uint32_t home;     /* of jobs submitted at the same time the lower home comes first */
    uint64_t time;     /* of submission, in cycles */
    uint32_t number;   /* among the jobs of its home */
    uint32_t cores;    /* that it needs */
    uint64_t duration; /* cycles, where jobs are simulated by timers (chapter 4); else unused */
    uint32_t program;  /* for who starts its tasks; the allocator does not look at it */
};

enum oc_job_message_kind {
    OC_JOB_REQUEST,  /* core allocation request, to all */
    OC_JOB_RESPONSE, /* core allocation response, to the coordinator: `cores` are reserved */
    OC_JOB_SPAWN,    /* job spawn, to all: `shares` say whose cores the job has got */
    OC_JOB_CANCEL,   /* job cancel, to all: the job will be requested again later */
    OC_JOB_SUBMIT,   /* submit to sequencer */
    OC_JOB_EXPLORE,  /* builds a tree: do you have one for this source? */
    OC_JOB_PREFER,   /* answer: the tree below me is complete, and I prefer you */
    OC_JOB_DECLINE,  /* answer: I prefer another one */
    OC_JOB_MESSAGE_KINDS
};

/* Cores that a micro-kernel gives to a job. */
struct oc_job_share {
    uint32_t kernel, cores;
};

/* A message: a header of fixed size, then `share_count` shares (2.3.1). */
struct oc_job_header {
    uint32_t kind;
    uint32_t source;  /* the micro-kernel whose message it is, whoever passes it on */
    uint32_t serial;  /* number of the source's propagated message, from 1 on */
    uint32_t attempt; /* which request of the job, from 1 on */
    uint32_t cores;
    uint32_t share_count;
    struct oc_job job;
};
struct oc_job_message {
    struct oc_job_header header;
    const struct oc_job_share *shares;
};

/* What an allocator needs of the world. All functions return at once. */
struct oc_job_port {
    void *context;
    /* Messages from one micro-kernel to another arrive in the order in which they were sent. */
    void (*send)(void *context, int to, const struct oc_job_message *message);
    /* So many cores of this domain are the job's, until oc_allocator_ended(). Called once for each
     * micro-kernel that has a share. `shares`: all of the job. */
    void (*start)(void *context, const struct oc_job *job, uint32_t cores,
                  const struct oc_job_share *shares, uint32_t share_count);
};

/* The micro-kernels and who is whose neighbour: the same for all. */
#define OC_JOB_NEIGHBOURS 4 /* east, west, south, north; -1: nobody */
struct oc_domains {
    int count, columns;                   /* row by row */
    int (*neighbours)[OC_JOB_NEIGHBOURS]; /* of each */
    const uint32_t *cores;                /* of each domain; those of workers */
    enum oc_job_policy policy;
    enum oc_job_propagation propagation;
    int sequencer;
};

struct oc_allocator;

/* An allocator for micro-kernel `self`; null: no memory. `domains` and `port` must outlive it. */
struct oc_allocator *oc_allocator_make(int self, const struct oc_domains *domains,
                                       const struct oc_job_port *port);
void oc_allocator_free(struct oc_allocator *allocator);

/* Before anything is submitted, if propagation is adaptive: builds the tree of this source. Jobs
 * that are submitted before it is complete wait for it. */
void oc_allocator_explore(struct oc_allocator *allocator);

/* A job is submitted at this micro-kernel, its home. False: no chip has so many cores, or there is
 * no memory. */
bool oc_allocator_submit(struct oc_allocator *allocator, const struct oc_job *job);

/* A message has come from `from`. */
void oc_allocator_receive(struct oc_allocator *allocator, int from,
                          const struct oc_job_message *message);

/* So many cores of this domain that a job had are free again. */
void oc_allocator_ended(struct oc_allocator *allocator, uint32_t cores);

/* For statistics and tests. */
struct oc_allocator_counts {
    uint32_t sent[OC_JOB_MESSAGE_KINDS];
    uint32_t cancelled; /* own requests */
    uint32_t local;     /* jobs that were placed without the protocol */
};
const struct oc_allocator_counts *oc_allocator_counts(const struct oc_allocator *allocator);
uint32_t
oc_allocator_idle(const struct oc_allocator *allocator); /* cores free, reserved by nobody */
uint32_t
oc_allocator_reserved(const struct oc_allocator *allocator); /* for jobs that do not run yet */
uint32_t oc_allocator_waiting(const struct oc_allocator *allocator); /* jobs in its wait queue */
bool oc_allocator_ready(const struct oc_allocator *allocator);       /* its tree is complete */

#endif
