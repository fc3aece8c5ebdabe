/* Job allocation on a chip of many cores (job-allocation-picaso, chapter 2): micro-kernels that
 * find the cores of a job together, without a manager. A micro-kernel runs in each process of a
 * communicator, and jobs end by timers (partial-simulation mode, chapter 4).
 *
 * A *job* needs a number of cores, all at once, and keeps them until its tasks end. The *home* of a
 * job is the micro-kernel where it is submitted; its *coordinator*, which requests the cores, is
 * the home (policy cancel), or the one sequencer (policy sequencer). */
#ifndef ONCHIP_JOBS_H
#define ONCHIP_JOBS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

/* The micro-kernels and who is whose neighbour: the same for all. */
#define OC_JOB_NEIGHBOURS 4 /* east, west, south, north; -1: nobody */
struct oc_domains {
    int count;
    int (*neighbours)[OC_JOB_NEIGHBOURS]; /* of each */
    const uint32_t *cores;                /* of each domain; those of workers */
    enum oc_job_policy policy;
    enum oc_job_propagation propagation;
    int sequencer;
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

/* What all micro-kernels have done. */
struct oc_allocator_counts {
    uint32_t sent[OC_JOB_MESSAGE_KINDS];
    uint32_t cancelled; /* own requests */
    uint32_t local;     /* jobs that were placed without the protocol */
};
/* What has become of a job. Cycles count from the call of oc_micro_kernels_run. */
struct oc_job_outcome {
    uint64_t started; /* the last of its cores */
    uint64_t ended;   /* the last of its cores */
    uint32_t kernels; /* that have given it cores */
};

/* Collective. Runs the jobs, which all processes give alike, in order of their `time`, which is in
 * cycles from the call on, and of which `number` is the index; each job is submitted at the process
 * `home`. Returns when all have ended. `outcomes`, as many as jobs, and the sum of all processes'
 * `counts` are given to rank 0. False: no memory, or a job needs more cores than there are. */
bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_outcome *outcomes,
                          struct oc_allocator_counts *counts);

#ifdef __cplusplus
}
#endif

#endif
