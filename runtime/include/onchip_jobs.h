/* Job allocation on a chip of many cores (job-allocation-picaso, chapter 2): micro-kernels that
 * find the cores of a job together, without a manager. A micro-kernel runs in each process of a
 * communicator. Jobs are programs that run on the cores they get (real-task mode, chapter 4), or
 * end by timers (partial-simulation mode).
 *
 * A *job* needs a number of cores, all at once, and keeps them until its tasks end. The *home* of a
 * job is the micro-kernel where it is submitted; its *coordinator*, which requests the cores, is
 * the home (policy cancel), the one sequencer (policy sequencer), or one of the two (policy auto).
 */
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
    OC_JOBS_AUTO,      /* the home requests what is small and seldom cancelled; the rest goes to
                        * the sequencer, which is a coordinator like the others then */
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
    uint32_t program;  /* its index in the workload, as hal_job_start() takes it */
};

/* The micro-kernels and their neighbours: the same for all. */
#define OC_JOB_NEIGHBOURS 4 /* east, west, south, north; -1: nobody */
struct oc_domains {
    int count;
    int (*neighbours)[OC_JOB_NEIGHBOURS]; /* of each */
    const uint32_t *cores;                /* of each domain; those of workers */
    const uint32_t *const *workers;       /* their numbers on the chip; null: timers instead */
    /* Where tasks go, of those cores that the job has got. Null, or a null pointer from it: in row
     * order. Otherwise the bytes that task i sends to task j, below 2^31 at [i × cores + j], until
     * it is called again; so that links × bytes are few. `links` between two cores. */
    const uint32_t *(*traffic)(const struct oc_job *job);
    uint32_t (*links)(uint32_t one, uint32_t other);
    enum oc_job_policy policy;
    enum oc_job_propagation propagation;
    int sequencer;
    /* Cycles after which a micro-kernel tells another one that it is alive: deaths are noticed, and
     * survived. 0: all live for ever. */
    uint64_t heartbeat;
    /* Cycles that a spawn takes at most until all have it: jobs may run on cores that a job that
     * waits has already got, if they end before it can have the rest, by what `duration` says.
     * Needs policy sequencer, and no heartbeat. 0: no backfilling. */
    uint64_t backfill;
    const struct oc_job_failure *failures; /* that are to happen; deaths need a heartbeat */
    int failure_count;
    /* Jobs with the time OC_JOB_LATER, sorted by `preceding`. Rank 0 uses the array, and counts
     * down `cores` in it. Needs no heartbeat. */
    struct oc_job_feedback *feedback;
    int feedback_count;
};

/* A job is submitted `think` cycles after job `preceding`, which has so many cores, has ended, and
 * not before a time. It stands behind the other jobs of its home, with the time OC_JOB_LATER. */
#define OC_JOB_LATER (UINT64_MAX / 2)
struct oc_job_feedback {
    uint32_t preceding, cores;
    uint32_t number, home;
    uint64_t think, time;
};

/* At a time, in cycles from the call of oc_micro_kernels_run on, a micro-kernel dies; or, if
 * `other` is one of its neighbours and not -1, it loses its link to it. */
struct oc_job_failure {
    uint64_t time;
    int kernel, other;
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
    OC_JOB_LOST,     /* a link is lost: `serial` and `count` are its ends */
    OC_JOB_TASKS,    /* to the leader of a job's tasks: these are its cores here */
    OC_JOB_GONE,     /* from the leader: the job is over */
    OC_JOB_DEAD,     /* to each: micro-kernel `count` is dead; `serial` and `attempt` (0: none) are
                      * those of the sender's last message to all and of the request that is out */
    OC_JOB_RELAY, /* a spawn again, to those who may have missed it; `source` is the first one's */
    OC_JOB_MESSAGE_KINDS
};

/* What all micro-kernels have done. */
struct oc_allocator_counts {
    uint32_t sent[OC_JOB_MESSAGE_KINDS];
    uint32_t cancelled; /* own requests */
    uint32_t local;     /* jobs that were placed without the protocol */
    uint32_t filled;    /* jobs that run on cores of one that waits */
};
/* Cores of a domain that a job has had. Cycles count from the call of oc_micro_kernels_run. */
struct oc_job_run {
    struct oc_job_run *next;
    uint64_t started, ended;
    uint32_t number, cores;
    bool is_lost; /* it has ended as its job had cores of a micro-kernel that has died */
};
/* A job that has got all its cores, noted by its coordinator. */
struct oc_job_placement {
    struct oc_job_placement *next;
    uint64_t cycle;
    uint32_t number;
    uint32_t requests;  /* of which all but the last were cancelled; 0: placed by the home alone */
    uint32_t responses; /* to all of them */
    uint64_t submitted;
};
/* What has happened at a micro-kernel, the latest first. */
struct oc_job_journal {
    struct oc_job_run *runs;
    struct oc_job_placement *placements;
    struct oc_allocator_counts counts;
    uint64_t begin; /* the cycle that the others count from */
};

/* Collective. Runs jobs: programs where domains have `workers`, else timers. Each process gives
 * those that are submitted there, in the order of their `time`, which is in cycles from the call
 * on; no two of all have the same `number`. Returns when all have ended that are not lost; a
 * process whose micro-kernel has died waits for that. False: no memory, or some job needs more
 * cores than there are; then nothing has run. */
bool oc_micro_kernels_run(MPI_Comm comm, const struct oc_domains *domains,
                          const struct oc_job *jobs, int count, struct oc_job_journal *journal);
void oc_job_journal_free(struct oc_job_journal *journal);

#ifdef __cplusplus
}
#endif

#endif
